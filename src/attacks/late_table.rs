//! Replaces `table.rs` with `--cfg quevedo_late_tables`: the program does not contain the attack table, but fills it
//! when it starts.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::slide::{BISHOP, ROOK, slide, subsets};
use super::{BISHOP_MAGICS, ROOK_MAGICS};
use crate::types::Bitboard;

/// The end of the last square's part.
const SIZE: usize = BISHOP_MAGICS[63].offset as usize + (1 << BISHOP_MAGICS[63].mask.count_ones());

/// Relaxed, these are loads and stores like any other.
pub(super) static SLIDER_ATTACKS: [AtomicU64; SIZE] = [const { AtomicU64::new(0) }; SIZE];

/// What a cell holds.
#[inline(always)]
pub(super) fn value(cell: &AtomicU64) -> u64 {
    cell.load(Relaxed)
}

/// Fills the table.
pub(crate) fn fill() {
    for (steps, magics) in [(ROOK, &ROOK_MAGICS), (BISHOP, &BISHOP_MAGICS)] {
        for (square, magic) in (0..).zip(magics) {
            for subset in subsets(magic.mask) {
                let cell = &SLIDER_ATTACKS[super::index(magic, Bitboard(subset))];
                cell.store(slide(square, subset, steps), Relaxed);
            }
        }
    }
}
