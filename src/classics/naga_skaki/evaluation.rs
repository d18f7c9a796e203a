//! NagaSkaki's evaluation, which the page does not describe: material and piece-square tables.

use crate::classics::squares::{is_endgame, placement};
use crate::position::Position;
use crate::types::{Color, PieceType, Score};

/// Pawn, knight, bishop, rook, queen, king, in centipawns: NagaSkaki's default personality, according to
/// <https://www.chessprogramming.org/NagaSkaki>.
pub(super) const VALUES: [Score; 6] = [100, 310, 320, 500, 1000, 0];

/// The static evaluation for the side to move: material and piece-square tables.
pub(super) fn evaluate(position: &Position) -> Score {
    let board = position.board();
    let endgame = is_endgame(board);
    let value = |color| {
        let material: Score = PieceType::ALL
            .into_iter()
            .map(|kind| VALUES[kind.index()] * board.pieces(color, kind).count() as Score)
            .sum();
        material + placement(board, color, endgame)
    };
    (value(Color::White) - value(Color::Black)) * position.side().sign()
}
