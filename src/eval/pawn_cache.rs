//! What depends on pawns and kings alone, kept from position to position: it seldom changes.
//!
//! Source: <https://www.chessprogramming.org/Pawn_Hash_Table>

use super::sink::Play;
use crate::position::Position;
use crate::types::{Bitboard, Color, Key};

/// Entries of a cache; a power of two.
const ENTRIES: usize = 1 << 13;
/// An odd number that spreads the kings' places over the key. Source: the golden ratio, in 64 bits.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The part of an evaluation that pawns and kings make up.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct PawnPart {
    /// The terms' sums.
    pub(super) sums: Play,
    /// What else is to be known.
    pub(super) sets: PawnSets,
}

/// Squares that pawns alone mark out, for the terms of the pieces.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(super) struct PawnSets {
    /// Passed pawns of both sides.
    pub(super) passed: Bitboard,
    /// By colour, see [`outposts`](super::pieces::outposts).
    pub(super) outposts: [Bitboard; 2],
}

/// One line of the CPU's cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Entry {
    key: Key,
    part: PawnPart,
}

const _: () = assert!(size_of::<Entry>() == 64);

/// A thread's own cache.
pub struct PawnCache {
    entries: Box<[Entry; ENTRIES]>,
}

impl Default for PawnCache {
    fn default() -> PawnCache {
        let entries = vec![Entry::default(); ENTRIES].into_boxed_slice();
        PawnCache { entries: entries.try_into().unwrap_or_else(|_| unreachable!("its own length")) }
    }
}

impl PawnCache {
    /// The part of this position, from the cache or else computed and kept.
    #[inline(always)]
    pub(super) fn get(
        &mut self,
        position: &Position,
        compute: impl FnOnce() -> PawnPart,
    ) -> PawnPart {
        let kings = Color::ALL.map(|color| position.board().king(color).index() as u64);
        // Never 0, which is what an empty entry holds.
        let key =
            position.keys().pawn ^ (kings[0] << 6 | kings[1]).wrapping_add(1).wrapping_mul(SPREAD);
        let entry = &mut self.entries[(key >> 40) as usize & (ENTRIES - 1)];
        if entry.key != key {
            *entry = Entry { key, part: compute() };
        }
        entry.part
    }
}
