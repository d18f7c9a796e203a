//! Replaces `cuckoo.rs` with `--cfg quevedo_late_tables`: the program does not contain the table, but makes it when it
//! starts.

use core::sync::atomic::{AtomicU16, Ordering::Relaxed};

use super::zobrist_cells::CUCKOO_SIZE;
use super::zobrist_keys::{self, ZobristKeys};

static CUCKOO: [AtomicU16; CUCKOO_SIZE] = [const { AtomicU16::new(0) }; CUCKOO_SIZE];

/// What a cell holds.
#[inline(always)]
pub(super) fn cell(index: usize) -> u16 {
    CUCKOO[index].load(Relaxed)
}

/// Makes the table of the moves that these keys distinguish.
pub(super) fn fill(keys: &ZobristKeys) {
    for (cell, mv) in CUCKOO.iter().zip(zobrist_keys::cuckoo(&keys.pieces, keys.black)) {
        cell.store(mv, Relaxed);
    }
}
