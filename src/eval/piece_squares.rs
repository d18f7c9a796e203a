//! Material and piece-square sums, updated incrementally.
//!
//! The piece-square tables depend on the kings: the board is mirrored so that a side's own king stands on the
//! files e to h, and there are two tables for each piece type, for an enemy king on the same wing or on the
//! other. So each side keeps four sums, one for each wing of each king; the evaluation selects one of them. Each
//! sum comes with a second one: the part that is proportional to the number of pawns.

#[cfg(feature = "tune")]
use super::current_weights::linear_weight;
use super::pair::Wide;
use super::sink::Sink;
#[cfg(not(feature = "tune"))]
use super::terms::linear_weight;
use super::terms::{PIECE_SQUARE, PIECE_VALUE, WeightIndex};
use crate::board::Board;
use crate::position::{Accumulator, Position};
use crate::types::{Black, Color, Piece, PieceType, Side, Square, White};

/// Wings of a side's own king (0 = files e to h) times wings of the enemy king (0 = the same as the own king's).
const VIEWS: usize = 4;

/// The weights of a piece on a square in a view: its value, and that of the square.
const fn indices(kind: PieceType, square: Square, view: usize) -> [WeightIndex; 2] {
    let (mirrored, opposite) = (view / 2, view % 2);
    let kind = kind.index();
    let square = (opposite * 6 + kind) * 64 + (square.index() ^ (7 * mirrored));
    [PIECE_VALUE.at(kind), PIECE_SQUARE.at(square)]
}

/// The sums of these weights by piece type, relative square and view.
#[cfg(not(feature = "tune"))]
static TABLE: [[[Wide; VIEWS]; 64]; 6] = {
    let mut table = [[[linear_weight(0); VIEWS]; 64]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut i = 0;
        while i < 64 {
            let mut view = 0;
            while view < VIEWS {
                let [value, square] = indices(PieceType::ALL[kind], Square::masked(i as u8), view);
                table[kind][i][view] = linear_weight(value.get()).plus(linear_weight(square.get()));
                view += 1;
            }
            i += 1;
        }
        kind += 1;
    }
    table
};

/// The value of a piece in each view; `square` is relative to its side.
#[inline(always)]
fn values(kind: PieceType, square: Square) -> [Wide; VIEWS] {
    #[cfg(not(feature = "tune"))]
    return TABLE[kind.index()][square.index()];
    #[cfg(feature = "tune")]
    return std::array::from_fn(|view| {
        let [value, square] = indices(kind, square, view).map(WeightIndex::get);
        linear_weight(value).plus(linear_weight(square))
    });
}

/// Which of a side's four sums counts with the kings where they are.
#[inline(always)]
fn view(board: &Board, color: Color) -> usize {
    let wing = |color| usize::from(board.king(color).file() < 4);
    2 * wing(color) + usize::from(wing(color) != wing(!color))
}

/// Material and piece-square sums of a position, by side and view.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct PieceSquares {
    sums: [[Wide; VIEWS]; 2],
}

impl PieceSquares {
    /// The sums from scratch.
    pub fn of(position: &Position) -> PieceSquares {
        let mut sums = PieceSquares::default();
        for square in position.board().occupied() {
            if let Some(piece) = position.piece_on(square) {
                sums.add(piece, square);
            }
        }
        sums
    }

    /// White minus Black, with the kings where they are.
    #[inline(always)]
    pub(super) fn balance(&self, board: &Board) -> Wide {
        self.sums[0][view(board, Color::White)] - self.sums[1][view(board, Color::Black)]
    }
}

impl Accumulator for PieceSquares {
    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        let color = piece.color();
        let change = values(piece.kind(), square.relative(color));
        for (sum, change) in self.sums[color.index()].iter_mut().zip(change) {
            *sum += change;
        }
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        let color = piece.color();
        let change = values(piece.kind(), square.relative(color));
        for (sum, change) in self.sums[color.index()].iter_mut().zip(change) {
            *sum -= change;
        }
    }
}

/// Evaluates material and squares piece by piece, for a trace.
pub(super) fn evaluate<K: Sink>(board: &Board, sink: &mut K) {
    evaluate_side::<White, K>(board, sink);
    evaluate_side::<Black, K>(board, sink);
}

fn evaluate_side<C: Side, K: Sink>(board: &Board, sink: &mut K) {
    let view = view(board, C::COLOR);
    for square in board.color(C::COLOR) {
        if let Some(kind) = board.kind_on(square) {
            let indices = indices(kind, square.relative(C::COLOR), view);
            indices.into_iter().for_each(|index| sink.add_at::<C>(index, square));
        }
    }
}
