//! The pawn hash table: keeps what depends on pawns and kings alone, because it seldom changes.
//!
//! Source: <https://www.chessprogramming.org/Pawn_Hash_Table>

use super::sink::Play;
use crate::position::Position;
use crate::prefetch::prefetch;
use crate::types::{Bitboard, Color, Key};

/// The number of entries of a cache, a power of two.
const ENTRIES: usize = 1 << 13;
/// An odd number that spreads the squares of the kings over the key. Source: the golden ratio in 64 bits.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The part of an evaluation that depends on pawns and kings alone.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct PawnEntry {
    /// The sums of its terms.
    pub(super) sums: Play,
    /// Sets for the terms that need the pieces, too.
    pub(super) sets: PawnSets,
}

/// Sets that depend on pawns alone, for terms that need the pieces, too.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct PawnSets {
    /// Passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// By colour; see [`outposts`](super::pieces::outposts).
    pub(super) outposts: [Bitboard; 2],
}

/// A slot of the cache with its entry; it fills one cache line of the CPU.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct CachedPawns {
    key: Key,
    part: PawnEntry,
}

const _: () = assert!(size_of::<CachedPawns>() == 64);

/// The pawn hash table of a thread.
pub struct PawnCache {
    entries: Box<[CachedPawns; ENTRIES]>,
}

impl Default for PawnCache {
    fn default() -> PawnCache {
        let entries = vec![CachedPawns::default(); ENTRIES].into_boxed_slice();
        PawnCache {
            entries: entries.try_into().unwrap_or_else(|_| unreachable!("the length is right")),
        }
    }
}

/// The key of an entry, and its index.
#[inline(always)]
fn place(position: &Position) -> (Key, usize) {
    let kings = Color::ALL.map(|color| position.board().king(color).index() as u64);
    // The factor is never 0, so that a position without pawns has another key than an empty entry.
    let key =
        position.keys().pawn ^ (kings[0] << 6 | kings[1]).wrapping_add(1).wrapping_mul(SPREAD);
    (key, (key >> 40) as usize & (ENTRIES - 1))
}

impl PawnCache {
    /// Asks the processor to load the entry of a position that will be needed soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, position: &Position) {
        prefetch(&self.entries[place(position).1]);
    }

    /// The part of this position, from the cache if it is there; else it is computed and stored.
    #[inline(always)]
    pub(super) fn get(
        &mut self,
        position: &Position,
        compute: impl FnOnce() -> PawnEntry,
    ) -> PawnEntry {
        let (key, index) = place(position);
        let entry = &mut self.entries[index];
        if entry.key != key {
            *entry = CachedPawns { key, part: compute() };
        }
        entry.part
    }
}
