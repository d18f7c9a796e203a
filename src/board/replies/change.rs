//! What a move changes on the board, as far as the replies to it are concerned.

use crate::types::{Move, PieceType};

/// A move that keeps checks, pins and castling as they are.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) mv: Move,
    /// What leaves its square ...
    pub(super) left: PieceType,
    /// ... and what arrives: the same, but for a promotion.
    pub(super) came: PieceType,
}
