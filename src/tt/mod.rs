//! The transposition table: lock-free, shared by all search threads, without atomic read-modify-write
//! operations.
//!
//! A bucket is one cache line with six entries. An entry's data fit one 64-bit word, which can't tear. Its
//! 16-bit check is part of the key mixed with the folded data, so a check and data of different entries do
//! not match. At worst a probe returns the entry of another position whose 16 bits are the same; therefore the
//! search tests a move from the table before it plays it.
//!
//! Sources: <https://www.chessprogramming.org/Transposition_Table>, Robert Hyatt and Tim Mann, "A
//! lockless transposition-table implementation for parallel search", 2002.

mod bucket;
#[cfg_attr(
    any(not(feature = "huge-pages"), target_family = "wasm", all(test, feature = "loom")),
    path = "heap_memory.rs"
)]
pub(crate) mod memory;
#[cfg(all(test, feature = "loom"))]
mod model;
#[cfg(all(test, not(feature = "loom")))]
mod stress;

use std::fmt;

use crate::prefetch::prefetch;
use crate::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use crate::types::score::{self, MAX_PLY};
use crate::types::{Depth, Key, Move, Score};
pub(crate) use bucket::Bucket;
use bucket::ENTRIES;
use memory::Buckets;

/// The number of ages (generations) before they wrap: an entry's age has five bits.
const AGES: u8 = 32;
/// For replacement, an entry counts as this many plies shallower for each search since it was stored.
const AGE_WEIGHT: i32 = 4;
/// An entry of the same position is replaced by an exact score, or by one that is less than this many plies
/// shallower (two more on a principal variation; age counts, too).
const KEEP_DEPTH: i32 = 4;
/// The smallest page size of any supported system, in bytes.
const PAGE: usize = 4096;
/// The number of entries that [`Table::hashfull`] samples.
const SAMPLE: usize = 1000;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// Nothing: only the static evaluation is known.
    None,
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the true score.
    Exact,
}

impl Bound {
    #[inline(always)]
    const fn from_bits(bits: u64) -> Bound {
        match bits & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    /// Whether a stored score settles a search with the window `alpha` to `beta`. With the same estimate for
    /// both: whether the score is a better estimate.
    #[inline(always)]
    pub const fn allows_cutoff(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Bound::None => false,
            Bound::Upper => score <= alpha,
            Bound::Lower => score >= beta,
            Bound::Exact => true,
        }
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found. It may be illegal in the position that was asked for.
    pub mv: Option<Move>,
    /// The score; mates count from the root of the search that asks. [`score::NONE`] with [`Bound::None`].
    pub score: Score,
    /// The static evaluation without corrections; [`score::NONE`] in check.
    pub eval: Score,
    /// The depth, in plies, of the search that found the score.
    pub depth: Depth,
    /// What the score says about the true one.
    pub bound: Bound,
    /// Whether the position was on a principal variation.
    pub pv: bool,
}

impl Entry {
    /// An entry that holds the static evaluation alone.
    #[inline(always)]
    pub const fn of_eval(eval: Score, pv: bool) -> Entry {
        Entry { mv: None, score: score::NONE, eval, depth: 0, bound: Bound::None, pv }
    }
}

/// Data word: move 0-15, score 16-31, eval 32-47, depth 48-55, bound 56-57, pv 58, age 59-63.
fn pack(entry: &Entry, age: u8) -> u64 {
    let word = |score: Score| u64::from(score as i16 as u16);
    entry.mv.map_or(0, |mv| u64::from(mv.bits()))
        | word(entry.score) << 16
        | word(entry.eval) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | (entry.bound as u64) << 56
        | u64::from(entry.pv) << 58
        | u64::from(age) << 59
}

fn unpack(data: u64) -> Entry {
    let score = |shift: u32| Score::from((data >> shift) as u16 as i16);
    Entry {
        mv: Move::from_bits(data as u16),
        score: score(16),
        eval: score(32),
        depth: depth_of(data),
        bound: Bound::from_bits(data >> 56),
        pv: data >> 58 & 1 != 0,
    }
}

#[inline(always)]
fn depth_of(data: u64) -> Depth {
    Depth::from((data >> 48) as u8)
}

#[inline(always)]
fn check(key: Key, data: u64) -> u16 {
    let half = data ^ data >> 32;
    key as u16 ^ (half ^ half >> 16) as u16
}

/// The system has no memory for a table.
#[derive(Debug)]
pub struct TableError {
    /// The requested size in MB.
    pub megabytes: usize,
    /// The system's error.
    pub cause: std::io::Error,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a hash table of {} MB: {}", self.megabytes, self.cause)
    }
}

impl std::error::Error for TableError {}

impl From<TableError> for std::io::Error {
    fn from(error: TableError) -> std::io::Error {
        std::io::Error::new(error.cause.kind(), error)
    }
}

/// The shared table.
pub struct Table {
    buckets: Buckets,
    age: AtomicU8,
    /// Whether a search has used the table since it was made or cleared.
    used: AtomicBool,
    /// Whether the system has provided every page.
    prefaulted: AtomicBool,
    megabytes: usize,
}

impl Table {
    /// An empty table of about this size (1 MB = 2^20 bytes).
    ///
    /// # Errors
    /// If the system does not have the memory.
    pub fn new(megabytes: usize) -> Result<Table, TableError> {
        let error = |cause| TableError { megabytes, cause };
        let bytes = megabytes
            .checked_mul(1 << 20)
            .ok_or_else(|| error(std::io::ErrorKind::OutOfMemory.into()))?;
        let buckets = Buckets::new(bytes / size_of::<Bucket>()).map_err(error)?;
        let [used, prefaulted] = [false; 2].map(AtomicBool::new);
        Ok(Table { buckets, age: AtomicU8::new(0), used, prefaulted, megabytes })
    }

    /// The requested size in MB.
    pub fn megabytes(&self) -> usize {
        self.megabytes
    }

    /// The index of a key's bucket. The high bits choose, so the number of buckets need not be a power of two.
    #[inline(always)]
    fn index(&self, key: Key) -> usize {
        ((u128::from(key) * self.buckets.as_slice().len() as u128) >> 64) as usize
    }

    /// Asks the processor to load the bucket of a key into the cache.
    #[inline(always)]
    pub fn prefetch(&self, key: Key) {
        prefetch(&self.buckets.as_slice()[self.index(key)]);
    }

    /// The entry of a position that is `ply` plies from the root, if there is one.
    #[inline(always)]
    pub fn probe(&self, key: Key, ply: usize) -> Option<Entry> {
        let bucket = &self.buckets.as_slice()[self.index(key)];
        let checks = bucket.checks();
        for (index, stored) in checks.into_iter().enumerate() {
            let data = bucket.data(index);
            if stored == check(key, data) && data != 0 {
                let mut entry = unpack(data);
                debug_assert!(ply <= MAX_PLY);
                if entry.bound != Bound::None {
                    entry.score = score::from_tt(entry.score, ply);
                }
                return Some(entry);
            }
        }
        None
    }

    /// Stores what a search found `ply` plies from the root. `entry.score` counts mates from the root.
    #[inline]
    pub fn store(&self, key: Key, ply: usize, mut entry: Entry) {
        debug_assert!(entry.score.abs() <= score::NONE && entry.eval.abs() <= score::NONE);
        if entry.bound != Bound::None {
            entry.score = score::to_tt(entry.score, ply);
        }
        let age = self.age.load(Relaxed);
        let bucket = &self.buckets.as_slice()[self.index(key)];
        let checks = bucket.checks();
        let mut victim = 0;
        let mut least = i32::MAX;
        for (index, stored) in checks.into_iter().enumerate() {
            let data = bucket.data(index);
            if data == 0 {
                victim = index;
                least = i32::MIN;
                continue;
            }
            let years = i32::from((age + AGES - (data >> 59) as u8) % AGES);
            let worth = depth_of(data) - AGE_WEIGHT * years;
            if stored == check(key, data) {
                // The same position: keep its move if there is no new one, and the whole entry if it is
                // worth more than the new one.
                entry.mv = entry.mv.or(Move::from_bits(data as u16));
                let deep = entry.depth + KEEP_DEPTH + 2 * i32::from(entry.pv) > worth;
                if entry.bound != Bound::Exact && !deep {
                    return;
                }
                victim = index;
                break;
            }
            if worth < least {
                least = worth;
                victim = index;
            }
        }
        let data = pack(&entry, age);
        bucket.write(victim, data, check(key, data));
    }

    /// Begins a new search: the entries stored so far become a generation older.
    pub fn new_generation(&self) {
        self.used.store(true, Relaxed);
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Empties the table, on that many threads.
    pub fn clear(&self, threads: usize) {
        if !self.used.swap(false, Relaxed) {
            return;
        }
        self.prefaulted.store(true, Relaxed);
        self.in_parts(threads, |part| {
            // Not one flat iterator, which would check at every word whether its bucket has ended.
            for bucket in part {
                for word in &bucket.words {
                    word.store(0, Relaxed);
                }
            }
        });
        self.age.store(0, Relaxed);
    }

    /// Touches every page on that many threads, so that the system provides it now; entries stay. Otherwise a
    /// search would wait for each page that it is the first to touch, up to a few milliseconds for a large
    /// page. No search may be running.
    pub fn prepare(&self, threads: usize) {
        if self.prefaulted.swap(true, Relaxed) {
            return;
        }
        self.in_parts(threads, |part| {
            for bucket in part.iter().step_by(PAGE / size_of::<Bucket>()) {
                let word = &bucket.words[0];
                word.store(word.load(Relaxed), Relaxed);
            }
        });
    }

    /// Applies `work` to all buckets, on that many threads.
    fn in_parts(&self, threads: usize, work: impl Fn(&[Bucket]) + Sync) {
        let buckets = self.buckets.as_slice();
        let mut parts = buckets.chunks(buckets.len().div_ceil(threads.max(1)));
        let (own, work) = (parts.next(), &work);
        std::thread::scope(|scope| {
            let mut others = Vec::new();
            for part in parts {
                match std::thread::Builder::new().spawn_scoped(scope, || work(part)) {
                    Ok(thread) => others.push(thread),
                    // The system has no more threads, so this one does the work.
                    Err(_) => work(part),
                }
            }
            own.map(work);
            // The scope waits only for their work. Joined here, the threads have ended before anything else begins.
            others.into_iter().for_each(|thread| drop(thread.join()));
        });
    }

    /// The share of entries from the current search, in permille, estimated from a sample.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let words = self.buckets.as_slice().iter().flat_map(|bucket| &bucket.words[..ENTRIES]);
        let sample: Vec<u64> =
            words.take(SAMPLE).map(|word: &AtomicU64| word.load(Relaxed)).collect();
        let used = sample.iter().filter(|&&data| data != 0 && (data >> 59) as u8 == age).count();
        (used * 1000 / sample.len().max(1)) as u32
    }
}

#[cfg(all(test, not(feature = "loom")))]
mod tests {
    use super::{Bound, Entry, Table, check};
    use crate::types::score::mate_in;

    /// A word of an entry does not pass for another's: every bit of it, and each of the key's low bits, has an effect.
    #[test]
    fn the_check_depends_on_every_bit() {
        for data in [0, u64::MAX, 0x0123_4567_89AB_CDEF, 0x5555_5555_5555_5555] {
            for bit in 0..64 {
                assert_ne!(check(77, data), check(77, data ^ 1 << bit), "{data:x} {bit}");
            }
            for bit in 0..16 {
                assert_ne!(check(77, data), check(77 ^ 1 << bit, data), "{data:x} {bit}");
            }
        }
    }

    #[test]
    fn plies_from_the_root_matter_to_mates_alone() {
        let table = Table::new(1).unwrap();
        let entry =
            |score| Entry { score, depth: 9, bound: Bound::Exact, ..Entry::of_eval(17, true) };
        for (key, stored, probed) in [
            (1, Entry::of_eval(23, false), Entry::of_eval(23, false)),
            (1 << 62, entry(40), entry(40)),
            (1 << 63, entry(mate_in(7)), entry(mate_in(9))),
        ] {
            table.store(key, 3, stored);
            assert_eq!(table.probe(key, 5), Some(probed));
        }
    }

    /// As when `isready` comes after the first search only.
    #[test]
    fn entries_outlive_what_comes_late() {
        let table = Table::new(1).unwrap();
        let keys = (0..1000).map(|number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let found =
            |table: &Table| -> Vec<_> { keys.clone().map(|key| table.probe(key, 0)).collect() };
        for (eval, key) in (0..).zip(keys.clone()) {
            table.store(key, 0, Entry::of_eval(eval, false));
        }
        let before = found(&table);
        assert!(before.iter().flatten().count() > 900);
        table.prepare(3);
        assert_eq!(found(&table), before);
    }
}
