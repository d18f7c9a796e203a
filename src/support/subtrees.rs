//! The table of a hashed perft count: leaves by position and depth.
//!
//! Its keys are not the search's. They are hashed from the whole board, with random numbers drawn from a
//! seed. So a second count with another seed does not share the collisions of the first. (If its keys were
//! derived from the first ones, two positions with the same key would still have the same key.)

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rand_xoshiro::rand_core::Rng as _;

use crate::board::Board;
use crate::prefetch::prefetch;
use crate::support::error::ToolError;
use crate::support::machine::check_memory;
use crate::support::rng::seeded;
use crate::tt::{Bucket, memory::Buckets};
use crate::types::{Bitboard, Color, PieceType, Square};

/// Entries in a bucket of the table, of two words each.
const ENTRIES: usize = 4;
/// Bits of the depth in an entry's data; the count has the other 56.
const DEPTH_BITS: u32 = 8;

/// The number of words that tell all positions and depths apart.
const WORDS: usize = 8;

/// How the table identifies a position and depth: by two hashes of the same words. A collision must agree in
/// both: the same bucket and the same check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SubtreeKey {
    /// Stored with the entry.
    check: u64,
    /// Chooses the bucket.
    place: u64,
}

/// The numbers that make keys.
///
/// Each of the two hashes is NH: a sum of products, two words at a time. For any two inputs the hashes are
/// equal with a probability of 2^-64 over the random numbers. The second uses the numbers from the third on.
///
/// Source: John Black et al., "UMAC: Fast and Secure Message Authentication", 1999.
#[derive(Clone, Debug)]
struct Keys {
    numbers: [u64; WORDS + 2],
    /// The bits of a check that are used: all of them, except in tests that want collisions.
    mask: u64,
}

impl Keys {
    fn new(seed: u64) -> Keys {
        let mut rng = seeded(seed, 0);
        Keys { numbers: std::array::from_fn(|_| rng.next_u64()), mask: u64::MAX }
    }

    #[inline]
    fn key(&self, board: &Board, depth: u32) -> SubtreeKey {
        // Castling rooks stand on the edge and the en-passant square on the third or sixth rank, which
        // leaves room for the side to move. Black's pieces are those that are not White's.
        const BLACK: u64 = 1 << 32;
        let state = board.castling().squares()
            | board.en_passant().map_or(Bitboard::EMPTY, Square::bitboard);
        let side = if board.side() == Color::Black { BLACK } else { 0 };
        let words: [u64; WORDS] = [
            board.kind(PieceType::Pawn).0,
            board.kind(PieceType::Knight).0,
            board.diagonal_sliders().0,
            board.straight_sliders().0,
            board.kind(PieceType::King).0,
            board.color(Color::White).0,
            state.0 | side,
            u64::from(depth),
        ];
        let hash = |numbers: &[u64]| {
            let mut sum = 0u128;
            for (pair, numbers) in words.as_chunks::<2>().0.iter().zip(numbers.as_chunks::<2>().0) {
                let factor = |i: usize| u128::from(pair[i].wrapping_add(numbers[i]));
                sum = sum.wrapping_add(factor(0) * factor(1));
            }
            (sum >> u64::BITS) as u64 ^ sum as u64
        };
        let (check, place) = (hash(&self.numbers[..WORDS]), hash(&self.numbers[2..]));
        SubtreeKey { check: check & self.mask, place }
    }
}

/// Counts by position and depth. An entry is `check ^ data` and `data` (count and depth), so that an entry
/// torn by two writers does not match.
pub(crate) struct Subtrees {
    buckets: Buckets,
    keys: Keys,
    /// Number of buckets in use, limited to what the tree can fill: untouched memory costs nothing.
    used: AtomicUsize,
}

impl Subtrees {
    /// An empty table whose keys are determined by this seed.
    pub(crate) fn new(megabytes: usize, seed: u64) -> Result<Subtrees, ToolError> {
        check_memory(megabytes, 0)?;
        let buckets = Buckets::new(megabytes * (1 << 20) / size_of::<Bucket>());
        let keys = Keys::new(seed);
        let subtrees = |buckets| Subtrees { buckets, keys, used: AtomicUsize::new(1) };
        buckets.map(subtrees).map_err(|error| {
            ToolError::BadInput(format!("cannot allocate a hash table of {megabytes} MB: {error}"))
        })
    }

    /// The same empty table with checks of so few bits that positions are confused.
    #[cfg(test)]
    pub(crate) fn with_short_keys(mut self, bits: u32) -> Subtrees {
        self.keys.mask = (1 << bits) - 1;
        self
    }

    fn index(&self, key: SubtreeKey) -> usize {
        ((u128::from(key.place) * self.used.load(Relaxed) as u128) >> u64::BITS) as usize
    }

    /// Uses as much of the table as this many paths to the shallowest subtrees stored can fill.
    pub(crate) fn prepare(&self, paths: u128) {
        // At least half of the paths transpose into others.
        const PATHS_PER_ENTRY: usize = 2;
        let paths = usize::try_from(paths).unwrap_or(usize::MAX);
        let wanted = paths / (PATHS_PER_ENTRY * ENTRIES);
        let all = self.buckets.as_slice().len();
        let wanted = wanted.clamp(1, all);
        if wanted > self.used.load(Relaxed) {
            self.used.store(wanted, Relaxed);
        }
    }

    /// The key of a position at this depth, whose bucket will be needed soon.
    #[inline]
    pub(crate) fn prefetch(&self, board: &Board, depth: u32) -> SubtreeKey {
        let key = self.key(board, depth);
        prefetch(&self.buckets.as_slice()[self.index(key)]);
        key
    }

    /// The key of a position at this depth.
    #[inline]
    pub(crate) fn key(&self, board: &Board, depth: u32) -> SubtreeKey {
        self.keys.key(board, depth)
    }

    /// The leaves below a position, if they are known.
    #[inline]
    pub(crate) fn get(&self, key: SubtreeKey, depth: u32) -> Option<u64> {
        let words = &self.buckets.as_slice()[self.index(key)].words;
        (0..ENTRIES).find_map(|entry| {
            let data = words[2 * entry + 1].load(Relaxed);
            let check = words[2 * entry].load(Relaxed);
            (check ^ data == key.check && data as u8 == depth as u8).then_some(data >> DEPTH_BITS)
        })
    }

    /// Replaces the shallowest entry: it is the cheapest to recount. Counts of more than 56 bits are left out.
    #[inline]
    pub(crate) fn put(&self, key: SubtreeKey, depth: u32, leaves: u128) {
        let Some(leaves) =
            u64::try_from(leaves).ok().filter(|leaves| leaves >> (u64::BITS - DEPTH_BITS) == 0)
        else {
            return;
        };
        let words = &self.buckets.as_slice()[self.index(key)].words;
        let victim = (0..ENTRIES).min_by_key(|entry| words[2 * entry + 1].load(Relaxed) as u8);
        let Some(victim) = victim else { return };
        let data = leaves << DEPTH_BITS | u64::from(depth);
        words[2 * victim].store(key.check ^ data, Relaxed);
        words[2 * victim + 1].store(data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use super::Keys;
    use crate::board::Board;

    /// The different positions three plies from the start.
    fn boards() -> Vec<Board> {
        let mut level = HashSet::from([Board::start()]);
        for _ in 0..3 {
            let children = |board: Board| {
                let child = move |&mv| {
                    let mut child = board;
                    child.play_unchecked(mv);
                    child
                };
                board.legal_moves().iter().map(child).collect::<Vec<_>>()
            };
            level = level.into_iter().flat_map(children).collect();
        }
        level.into_iter().collect()
    }

    /// Pairs whose keys of 16 bits are the same.
    fn collisions(boards: &[Board], seed: u64) -> BTreeSet<(usize, usize)> {
        let keys = Keys { mask: 0xFFFF, ..Keys::new(seed) };
        let checks: Vec<u64> = boards.iter().map(|board| keys.key(board, 2).check).collect();
        let mut pairs = BTreeSet::new();
        for (i, one) in checks.iter().enumerate() {
            let same = (0..i).filter(|&j| checks[j] == *one);
            pairs.extend(same.map(|j| (j, i)));
        }
        pairs
    }

    #[test]
    fn another_seed_has_other_collisions() {
        let boards = boards();
        assert_eq!(boards.len(), 5362);
        let first = collisions(&boards, 0);
        // One pair of 65536 is expected to collide.
        assert!((120..350).contains(&first.len()), "{} collisions", first.len());
        for seed in 1..6 {
            let other = collisions(&boards, seed);
            assert!((120..350).contains(&other.len()), "{} collisions", other.len());
            let both = first.intersection(&other).count();
            assert!(both <= 3, "{both} of {} collisions stay", first.len());
        }
    }

    #[test]
    fn whole_keys_tell_positions_and_depths_apart() {
        let boards = boards();
        for seed in [0, 1, u64::MAX] {
            let keys = Keys::new(seed);
            let all = boards.iter().flat_map(|board| [2, 3].map(|depth| keys.key(board, depth)));
            let (checks, places): (HashSet<u64>, HashSet<u64>) =
                all.map(|key| (key.check, key.place)).unzip();
            assert_eq!([checks.len(), places.len()], [2 * boards.len(); 2]);
        }
    }
}
