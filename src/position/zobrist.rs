//! The Zobrist keys, which `build.rs` generates.

use crate::types::{Key, Piece, Square};

include!(concat!(env!("OUT_DIR"), "/zobrist.rs"));

/// A piece on a square.
#[inline(always)]
pub(super) fn piece(piece: Piece, square: Square) -> Key {
    PIECES[piece.index()][square.index()]
}

/// A rook that may castle, by file, White's before Black's.
#[inline(always)]
pub(super) fn castling(rook: usize) -> Key {
    CASTLING[rook]
}

/// The file of the en-passant square.
#[inline(always)]
pub(super) fn en_passant(file: u8) -> Key {
    EN_PASSANT[usize::from(file)]
}

/// Black is to move.
#[inline(always)]
pub(super) fn black() -> Key {
    BLACK
}
