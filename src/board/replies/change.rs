//! What a move changes on the board, as far as the replies to it matter.

use crate::types::{Move, PieceType};

/// A move that leaves checks, pins and castling paths unchanged.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) mv: Move,
    /// The piece that leaves its square.
    pub(super) left: PieceType,
    /// The piece that arrives: the same, except in a promotion.
    pub(super) came: PieceType,
}
