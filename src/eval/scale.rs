//! How much of an endgame advantage can be made to count.

use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType};

/// Full value of an endgame advantage.
pub(super) const FULL: i32 = 128;
/// Bishops of opposite colours and pawns only.
const OPPOSITE_BISHOPS: i32 = 62;
/// Bishops of opposite colours with other pieces.
const OPPOSITE_BISHOPS_WITH_PIECES: i32 = 100;
/// No pawn, and not more than a minor piece ahead: hardly a win.
const NO_PAWNS: i32 = 16;
/// With few pawns little is left to promote: this much, and so much more for each.
const FEW_PAWNS: i32 = 84;
const EACH_PAWN: i32 = 9;

/// The share, of [`FULL`], of an endgame advantage of side `strong`.
#[inline(always)]
pub(super) fn endgame_share(board: &Board, strong: Color) -> i32 {
    let count = |color, kind| board.pieces(color, kind).count() as i32;
    let pawns = count(strong, PieceType::Pawn);
    if pawns == 0 {
        // In minor pieces: a rook counts for a minor and two thirds, a queen for three.
        let pieces = |color| {
            3 * (count(color, PieceType::Knight) + count(color, PieceType::Bishop))
                + 5 * count(color, PieceType::Rook)
                + 9 * count(color, PieceType::Queen)
        };
        if pieces(strong) - pieces(!strong) <= 3 {
            return NO_PAWNS;
        }
    }
    let bishops = |color| board.pieces(color, PieceType::Bishop);
    let (own, other) = (bishops(strong), bishops(!strong));
    let opposite = own.count() == 1
        && other.count() == 1
        && (own & Bitboard::LIGHT).any() != (other & Bitboard::LIGHT).any();
    if opposite {
        let others = board.kind(PieceType::Knight) | board.straight_sliders();
        return if others.is_empty() { OPPOSITE_BISHOPS } else { OPPOSITE_BISHOPS_WITH_PIECES };
    }
    FULL.min(FEW_PAWNS + EACH_PAWN * pawns)
}
