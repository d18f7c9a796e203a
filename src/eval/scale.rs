//! How much of an endgame advantage can be made to count.

use super::omitted::{SCALE, omits};
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

/// The share, of [`FULL`], of an endgame advantage, by the side that has it.
#[inline(always)]
pub(super) fn endgame_shares(board: &Board) -> [i32; 2] {
    if omits(SCALE) {
        return [FULL; 2];
    }
    let bishops = opposite_bishops(board);
    [share(board, Color::White, bishops), share(board, Color::Black, bishops)]
}

/// What bishops of opposite colours leave of an advantage, if it is they that are on the board.
#[inline(always)]
fn opposite_bishops(board: &Board) -> Option<i32> {
    let bishops = board.kind(PieceType::Bishop);
    let opposite = bishops.count() == 2
        && (bishops & Bitboard::LIGHT).count() == 1
        && (bishops & board.color(Color::White)).count() == 1;
    opposite.then(|| {
        let others = board.kind(PieceType::Knight) | board.straight_sliders();
        if others.is_empty() { OPPOSITE_BISHOPS } else { OPPOSITE_BISHOPS_WITH_PIECES }
    })
}

#[inline(always)]
fn share(board: &Board, strong: Color, opposite_bishops: Option<i32>) -> i32 {
    let pawns = board.pieces(strong, PieceType::Pawn).count() as i32;
    if pawns == 0 && minors_worth(board, strong) - minors_worth(board, !strong) <= 3 {
        return NO_PAWNS;
    }
    opposite_bishops.unwrap_or(FULL.min(FEW_PAWNS + EACH_PAWN * pawns))
}

/// A side's pieces, 3 for a minor piece: a rook counts for a minor and two thirds, a queen for three.
#[cold]
fn minors_worth(board: &Board, color: Color) -> i32 {
    let count = |kind| board.pieces(color, kind).count() as i32;
    3 * (count(PieceType::Knight) + count(PieceType::Bishop))
        + 5 * count(PieceType::Rook)
        + 9 * count(PieceType::Queen)
}
