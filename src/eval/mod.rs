//! The static evaluation: knowledge of chess in tables of weights, no network.
//!
//! A term says what it counts exactly once, to a [`Sink`]; playing, printing and tuning differ in
//! the sink alone. The only step that is not a sum, [`combine`], is generic over its number type.

mod attack_info;
mod king;
mod pair;
mod pawns;
mod piece_squares;
mod pieces;
mod report;
mod scale;
mod sink;
mod terms;
mod threats;
pub mod wdl;
mod wdl_model;
mod weights;

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::board::Board;
use crate::position::Position;
use crate::types::score::MAX_EVAL;
use crate::types::{Black, Color, PieceType, Score, White};
use attack_info::AttackInfo;

pub use pair::S;
pub use piece_squares::PieceSquares;
pub use report::report;
pub use sink::{ACCOUNTS, Account, Coefficient, Note, Play, Sink, Sums, Trace};
pub use terms::{COUNT, Group, TERMS, Term, WEIGHTS};

/// The game phase with all pieces on the board; 0 with none.
pub const FULL_PHASE: i32 = 24;

/// Danger grows with its square, in the middlegame, by this divisor ...
const DANGER_SQUARE: i32 = 256;
/// ... and in proportion in the endgame.
const DANGER_ENDGAME: i32 = 12;

/// A number that [`combine`] can compute with.
pub trait Number:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The number of an integer.
    fn of(value: i32) -> Self;
    /// The larger of this and nothing.
    fn positive(self) -> Self {
        if self < Self::of(0) { Self::of(0) } else { self }
    }
}

impl Number for i32 {
    #[inline(always)]
    fn of(value: i32) -> i32 {
        value
    }
}

impl Number for f64 {
    fn of(value: i32) -> f64 {
        value.into()
    }
}

/// Middlegame and endgame.
#[derive(Clone, Copy, Debug)]
pub struct Pair<V> {
    /// Middlegame.
    pub mg: V,
    /// Endgame.
    pub eg: V,
}

impl From<S> for Pair<i32> {
    #[inline(always)]
    fn from(packed: S) -> Pair<i32> {
        Pair { mg: packed.mg(), eg: packed.eg() }
    }
}

/// What is not a sum over terms: the stage of the game and what can be made of an advantage.
#[derive(Clone, Copy, Debug)]
pub struct Knobs {
    /// 0 (no pieces) to [`FULL_PHASE`].
    pub phase: i32,
    /// Share of an endgame advantage that counts, of 128, by the side that has it.
    pub scale: [i32; 2],
}

impl Knobs {
    /// The knobs of a position.
    #[inline(always)]
    pub fn of(board: &Board) -> Knobs {
        Knobs {
            phase: phase(board),
            scale: Color::ALL.map(|strong| scale::endgame_share(board, strong)),
        }
    }
}

/// The game phase: 1 for each knight and bishop, 2 for a rook, 4 for a queen.
#[inline(always)]
pub fn phase(board: &Board) -> i32 {
    let diagonal = board.diagonal_sliders().count();
    let straight = board.straight_sliders().count();
    let queens = board.kind(PieceType::Queen).count();
    let knights = board.kind(PieceType::Knight).count();
    ((knights + diagonal + 2 * straight + queens) as i32).min(FULL_PHASE)
}

/// From sums to a score, White-relative: the danger's curve, the endgame's scale, the taper.
///
/// Sources: <https://www.chessprogramming.org/King_Safety>,
/// <https://www.chessprogramming.org/Tapered_Eval>
#[inline(always)]
pub fn combine<V: Number>(sums: &Sums<V>, knobs: &Knobs) -> V {
    let [linear, by_white, by_black] = *sums;
    let curve = |danger: Pair<V>| {
        let felt = danger.mg.positive();
        Pair {
            mg: felt * felt / V::of(DANGER_SQUARE),
            eg: danger.eg.positive() * V::of(8) / V::of(DANGER_ENDGAME),
        }
    };
    let (by_white, by_black) = (curve(by_white), curve(by_black));
    let mg = linear.mg + by_white.mg - by_black.mg;
    let eg = linear.eg + by_white.eg - by_black.eg;
    let strong = if eg < V::of(0) { Color::Black } else { Color::White };
    let scale = V::of(knobs.scale[strong.index()]);
    let phase = V::of(knobs.phase);
    let rest = V::of(FULL_PHASE - knobs.phase);
    (mg * phase + eg * scale / V::of(scale::FULL) * rest) / V::of(FULL_PHASE)
}

/// States every feature of the position but, in play, those that `sums` holds already.
#[inline(always)]
fn state<K: Sink>(position: &Position, sink: &mut K) {
    let board = position.board();
    if K::TRACING {
        piece_squares::state(board, sink);
    }
    let mut info = AttackInfo::new(board);
    pieces::state::<White, K>(board, &mut info, sink);
    pieces::state::<Black, K>(board, &mut info, sink);
    let info = &info;
    let white_passed = pawns::state::<White, K>(info, sink);
    let black_passed = pawns::state::<Black, K>(info, sink);
    pawns::state_passed::<White, K>(white_passed, info, sink);
    pawns::state_passed::<Black, K>(black_passed, info, sink);
    king::state_shelter::<White, K>(info, sink);
    king::state_shelter::<Black, K>(info, sink);
    king::state_danger::<White, K>(board, info, sink);
    king::state_danger::<Black, K>(board, info, sink);
    threats::state::<White, K>(board, info, sink);
    threats::state::<Black, K>(board, info, sink);
    match position.side() {
        Color::White => sink.add::<White>(terms::TEMPO.at(0), 1),
        Color::Black => sink.add::<Black>(terms::TEMPO.at(0), 1),
    }
}

/// The static evaluation in centipawns, from the side to move's point of view, within
/// ±[`MAX_EVAL`]. `sums` must be this position's own.
pub fn evaluate(position: &Position, sums: &PieceSquares) -> Score {
    debug_assert_eq!(*sums, PieceSquares::of(position));
    let mut play = Play::default();
    play.sums[Account::Linear.index()] = sums.sum;
    state(position, &mut play);
    score(position, &play)
}

/// The score of these sums, from the side to move's point of view.
#[inline(always)]
fn score(position: &Position, sums: &Play) -> Score {
    let knobs = Knobs::of(position.board());
    let white = combine::<i32>(&sums.sums.map(Pair::from), &knobs);
    (white * position.side().sign()).clamp(-MAX_EVAL, MAX_EVAL)
}

/// Every feature of a position, noted.
pub fn trace(position: &Position) -> Trace {
    let mut trace = Trace::default();
    state(position, &mut trace);
    trace
}

/// The evaluation computed from a trace; equals [`evaluate`].
pub fn evaluate_trace(position: &Position, trace: &Trace) -> Score {
    score(position, &trace.totals())
}
