//! Perft: counts the leaves of the legal move tree, to test the move generator and measure its speed.
//!
//! Source: <https://www.chessprogramming.org/Perft>

use super::movegen::All;
use super::replies::{count_moves, count_pairs};
use super::state::Board;
use crate::types::{Black, Color, MoveList, Side, White};

/// Counts the leaves of the legal move tree at this depth; 1 at depth 0.
pub fn perft(board: &Board, depth: u32) -> u64 {
    match (depth, board.side) {
        (0, _) => 1,
        (_, Color::White) => perft_of::<White>(board, depth),
        (_, Color::Black) => perft_of::<Black>(board, depth),
    }
}

/// Side `S` is to move and `depth` is at least 1. Moves of the last ply, and most of those before it, are
/// counted without being played.
fn perft_of<S: Side>(board: &Board, depth: u32) -> u64 {
    match depth {
        1 => return count_moves::<S>(board),
        2 => return count_pairs::<S>(board),
        _ => {}
    }
    let info = board.check_info_of::<S>();
    let mut moves = MoveList::new();
    board.generate_of::<S, All, _>(&info, &mut moves);
    let mut leaves = 0;
    for &mv in &moves {
        let mut child = *board;
        child.play_of::<S, ()>(mv, &mut ());
        leaves += perft_of::<S::Them>(&child, depth - 1);
    }
    leaves
}
