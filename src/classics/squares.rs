//! Piece-square tables that two of the programs use, and mobility.
//!
//! The tables are those of Tomasz Michniewski's "Simplified evaluation function". Baguette's document
//! names it as its source and prints the table for pawns:
//! <https://www.chessprogramming.org/Simplified_Evaluation_Function>.

use crate::attacks;
use crate::board::Board;
use crate::types::{Color, PieceType, Score, Square};

/// A value in centipawns for each square, from White's point of view, with the eighth rank first.
type SquareTable = [Score; 64];

#[rustfmt::skip]
const PAWN: SquareTable = [
      0,   0,   0,   0,   0,   0,   0,   0,
     50,  50,  50,  50,  50,  50,  50,  50,
     10,  10,  20,  30,  30,  20,  10,  10,
      5,   5,  10,  25,  25,  10,   5,   5,
      0,   0,   0,  20,  20,   0,   0,   0,
      5,  -5, -10,   0,   0, -10,  -5,   5,
      5,  10,  10, -20, -20,  10,  10,   5,
      0,   0,   0,   0,   0,   0,   0,   0,
];

#[rustfmt::skip]
const KNIGHT: SquareTable = [
    -50, -40, -30, -30, -30, -30, -40, -50,
    -40, -20,   0,   0,   0,   0, -20, -40,
    -30,   0,  10,  15,  15,  10,   0, -30,
    -30,   5,  15,  20,  20,  15,   5, -30,
    -30,   0,  15,  20,  20,  15,   0, -30,
    -30,   5,  10,  15,  15,  10,   5, -30,
    -40, -20,   0,   5,   5,   0, -20, -40,
    -50, -40, -30, -30, -30, -30, -40, -50,
];

#[rustfmt::skip]
const BISHOP: SquareTable = [
    -20, -10, -10, -10, -10, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   5,   5,  10,  10,   5,   5, -10,
    -10,   0,  10,  10,  10,  10,   0, -10,
    -10,  10,  10,  10,  10,  10,  10, -10,
    -10,   5,   0,   0,   0,   0,   5, -10,
    -20, -10, -10, -10, -10, -10, -10, -20,
];

#[rustfmt::skip]
const ROOK: SquareTable = [
      0,   0,   0,   0,   0,   0,   0,   0,
      5,  10,  10,  10,  10,  10,  10,   5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
      0,   0,   0,   5,   5,   0,   0,   0,
];

#[rustfmt::skip]
const QUEEN: SquareTable = [
    -20, -10, -10,  -5,  -5, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
     -5,   0,   5,   5,   5,   5,   0,  -5,
      0,   0,   5,   5,   5,   5,   0,  -5,
    -10,   5,   5,   5,   5,   5,   0, -10,
    -10,   0,   5,   0,   0,   0,   0, -10,
    -20, -10, -10,  -5,  -5, -10, -10, -20,
];

#[rustfmt::skip]
const KING_MIDDLEGAME: SquareTable = [
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -20, -30, -30, -40, -40, -30, -30, -20,
    -10, -20, -20, -20, -20, -20, -20, -10,
     20,  20,   0,   0,   0,   0,  20,  20,
     20,  30,  10,   0,   0,  10,  30,  20,
];

#[rustfmt::skip]
const KING_ENDGAME: SquareTable = [
    -50, -40, -30, -20, -20, -30, -40, -50,
    -30, -20, -10,   0,   0, -10, -20, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -30,   0,   0,   0,   0, -30, -30,
    -50, -30, -30, -30, -30, -30, -30, -50,
];

/// The value of a square for a piece, in centipawns.
pub fn square_value(kind: PieceType, square: Square, color: Color, endgame: bool) -> Score {
    let table = match kind {
        PieceType::Pawn => &PAWN,
        PieceType::Knight => &KNIGHT,
        PieceType::Bishop => &BISHOP,
        PieceType::Rook => &ROOK,
        PieceType::Queen => &QUEEN,
        PieceType::King if endgame => &KING_ENDGAME,
        PieceType::King => &KING_MIDDLEGAME,
    };
    table[square.relative(color).flip_rank().index()]
}

/// The sum of the square values of a side's pieces, in centipawns.
pub fn placement(board: &Board, color: Color, endgame: bool) -> Score {
    let mut sum = 0;
    for kind in PieceType::ALL {
        for square in board.pieces(color, kind) {
            sum += square_value(kind, square, color, endgame);
        }
    }
    sum
}

/// Whether it is an endgame: a side with a queen has no rook, and besides at most a minor piece or a second queen.
pub fn is_endgame(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let count = |kind| board.pieces(color, kind).count();
        count(PieceType::Queen) == 0
            || (count(PieceType::Rook) == 0
                && count(PieceType::Queen) + count(PieceType::Knight) + count(PieceType::Bishop)
                    <= 2)
    })
}

/// The number of squares that a side's knights, bishops, rooks and queens can reach, ignoring checks and
/// pins.
pub fn mobility(board: &Board, color: Color) -> Score {
    let mut squares = 0;
    for kind in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
        for square in board.pieces(color, kind) {
            let reach = attacks::piece(kind, square, board.occupied()) & !board.color(color);
            squares += reach.count();
        }
    }
    squares as Score
}

#[cfg(test)]
mod tests {
    use super::{is_endgame, mobility, placement, square_value};
    use crate::board::Board;
    use crate::position::Position;
    use crate::types::{Color, PieceType, Square};

    #[test]
    fn tables_are_read_the_right_way_up() {
        // A pawn about to promote, and one that blocks the centre.
        assert_eq!(square_value(PieceType::Pawn, Square::E7, Color::White, false), 50);
        assert_eq!(square_value(PieceType::Pawn, Square::E2, Color::White, false), -20);
        assert_eq!(square_value(PieceType::Pawn, Square::E2, Color::Black, false), 50);
        assert_eq!(square_value(PieceType::King, Square::G1, Color::White, false), 30);
        assert_eq!(square_value(PieceType::King, Square::G8, Color::Black, false), 30);
    }

    #[test]
    fn both_sides_stand_alike_at_the_start() {
        let board = Board::start();
        assert_eq!(placement(&board, Color::White, false), placement(&board, Color::Black, false));
        assert_eq!(mobility(&board, Color::White), 4);
        assert!(!is_endgame(&board));
        let ending = Position::from_fen("3qk1n1/8/8/8/8/8/8/3RKR2 w - - 0 1").unwrap();
        assert!(is_endgame(ending.board()));
    }
}
