//! Replaces `zobrist.rs` with `--cfg quevedo_late_tables`: the program does not contain the keys, but draws them when
//! it starts.

use core::array;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::zobrist_keys::{self, ZobristKeys};
use crate::types::{Key, Piece, Square};

static PIECES: [[AtomicU64; 64]; 12] = [const { [const { AtomicU64::new(0) }; 64] }; 12];
static CASTLING: [AtomicU64; 16] = [const { AtomicU64::new(0) }; 16];
static EN_PASSANT: [AtomicU64; 8] = [const { AtomicU64::new(0) }; 8];
static BLACK: AtomicU64 = AtomicU64::new(0);

/// A piece on a square.
#[inline(always)]
pub(super) fn piece(piece: Piece, square: Square) -> Key {
    PIECES[piece.index()][square.index()].load(Relaxed)
}

/// A rook that may castle, by file, White's before Black's.
#[inline(always)]
pub(super) fn castling(rook: usize) -> Key {
    CASTLING[rook].load(Relaxed)
}

/// The file of the en-passant square.
#[inline(always)]
pub(super) fn en_passant(file: u8) -> Key {
    EN_PASSANT[usize::from(file)].load(Relaxed)
}

/// Black is to move.
#[inline(always)]
pub(super) fn black() -> Key {
    BLACK.load(Relaxed)
}

/// Draws the keys.
pub(super) fn fill() -> ZobristKeys {
    let keys = zobrist_keys::draw();
    let cells =
        PIECES.iter().flatten().chain(&CASTLING).chain(&EN_PASSANT).chain(array::from_ref(&BLACK));
    let drawn = keys.pieces.iter().flatten().chain(&keys.castling).chain(&keys.en_passant);
    for (cell, &key) in cells.zip(drawn.chain([&keys.black])) {
        cell.store(key, Relaxed);
    }
    keys
}
