//! Material and piece-square sums, kept move by move.

use super::pair::S;
use super::sink::Sink;
use super::terms::{PIECE_SQUARE, PIECE_VALUE, WEIGHTS};
use crate::board::Board;
use crate::position::{Accumulator, Position};
use crate::types::{Black, Color, Piece, Side, Square, White};

/// The weights that a man on a square calls for.
const fn weights_of(piece: Piece, square: Square) -> [usize; 2] {
    let kind = piece.kind().index();
    [PIECE_VALUE.at(kind), PIECE_SQUARE.at(kind * 64 + square.relative(piece.color()).index())]
}

/// Their sum, White-relative, for every man and square.
static TABLE: [[S; 64]; 12] = {
    let mut table = [[S::ZERO; 64]; 12];
    let mut man = 0;
    while man < 12 {
        let piece = Piece::ALL[man];
        let mut i = 0;
        while i < 64 {
            let [value, place] = weights_of(piece, Square::masked(i as u8));
            let sum = WEIGHTS[value].plus(WEIGHTS[place]);
            table[man][i] = match piece.color() {
                Color::White => sum,
                Color::Black => sum.negated(),
            };
            i += 1;
        }
        man += 1;
    }
    table
};

/// Material and piece-square sum of a position, White less Black.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct PieceSquares {
    /// The sum.
    pub sum: S,
}

impl PieceSquares {
    /// The sum from scratch.
    pub fn of(position: &Position) -> PieceSquares {
        let mut sums = PieceSquares::default();
        for square in position.board().occupied() {
            if let Some(piece) = position.piece_on(square) {
                sums.add(piece, square);
            }
        }
        sums
    }
}

impl Accumulator for PieceSquares {
    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        self.sum += TABLE[piece.index()][square.index()];
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.sum -= TABLE[piece.index()][square.index()];
    }
}

/// States material and squares man by man, for a trace.
pub(super) fn state<K: Sink>(board: &Board, sink: &mut K) {
    state_side::<White, K>(board, sink);
    state_side::<Black, K>(board, sink);
}

fn state_side<C: Side, K: Sink>(board: &Board, sink: &mut K) {
    for square in board.color(C::COLOR) {
        if let Some(piece) = board.piece_on(square) {
            for index in weights_of(piece, square) {
                sink.add::<C>(index, 1);
            }
        }
    }
}
