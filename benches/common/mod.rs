//! Perft with other crates' move generators, written in the idiom of each crate.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

/// Perft as users of cozy-chess write it: the last ply is counted by sets of moves.
pub(crate) fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                leaves += cozy(&child, depth - 1);
            }
        }
        false
    });
    leaves
}

/// Perft as users of shakmaty write it.
pub(crate) fn shak(position: &Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for mv in moves {
        let mut child = position.clone();
        child.play_unchecked(mv);
        leaves += shak(&child, depth - 1);
    }
    leaves
}

/// A position of standard chess for shakmaty.
pub(crate) fn shakmaty_position(fen: &str) -> Chess {
    let setup: Fen = fen.parse().unwrap();
    setup.into_position(CastlingMode::Standard).unwrap()
}
