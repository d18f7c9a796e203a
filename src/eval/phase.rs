//! The game phase.

use crate::board::Board;
use crate::types::PieceType;

/// The phase with all pieces on the board; 0 without any.
pub const FULL_PHASE: i32 = 24;

/// The game phase: 1 for each knight and bishop, 2 for a rook, 4 for a queen, at most [`FULL_PHASE`].
#[inline(always)]
pub fn phase(board: &Board) -> i32 {
    let diagonal = board.diagonal_sliders().count();
    let straight = board.straight_sliders().count();
    let queens = board.kind(PieceType::Queen).count();
    let knights = board.kind(PieceType::Knight).count();
    ((knights + diagonal + 2 * straight + queens) as i32).min(FULL_PHASE)
}
