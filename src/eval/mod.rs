//! The static evaluation: knowledge of chess in tables of weights, no network.
//!
//! A term says what it counts exactly once, to a [`Sink`]; playing, printing and tuning differ in
//! the sink alone. The only step that is not a sum, [`combine`], is generic over its number type.

mod attack_info;
mod endgame;
mod king;
mod pair;
pub mod parts;
mod passed;
mod pawn_cache;
mod pawns;
mod piece_squares;
mod pieces;
mod report;
mod scale;
pub mod shares;
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
pub use endgame::known_ending;
use pawn_cache::{PawnPart, PawnSets};

pub use pair::S;
pub use pawn_cache::PawnCache;
pub use piece_squares::PieceSquares;
pub use report::report;
pub use sink::{ACCOUNTS, Account, Coefficient, Note, Play, Sink, Sums, Trace};
pub use terms::{COUNT, Group, TERMS, Term, WEIGHTS};
pub use weights::ORIGIN;

/// The game phase with all pieces on the board; 0 with none.
pub const FULL_PHASE: i32 = 24;

/// Danger counts in this part of a centipawn ...
const DANGER_UNIT: i32 = 8;
/// ... and above nothing it grows by its square over this.
const DANGER_SQUARE: i32 = 128;

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
        Knobs { phase: phase(board), scale: scale::endgame_shares(board) }
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
/// Source: <https://www.chessprogramming.org/King_Safety>
#[inline(always)]
pub fn combine<V: Number>(sums: &Sums<V>, knobs: &Knobs) -> V {
    let [linear, by_white, by_black] = *sums;
    let felt = |danger: V| {
        let above = danger.positive();
        (danger + above * above / V::of(DANGER_SQUARE)) / V::of(DANGER_UNIT)
    };
    let [white, black] =
        [by_white, by_black].map(|danger| Pair { mg: felt(danger.mg), eg: felt(danger.eg) });
    let mg = linear.mg + white.mg - black.mg;
    let eg = linear.eg + white.eg - black.eg;
    let strong = if eg < V::of(0) { Color::Black } else { Color::White };
    let scale = V::of(knobs.scale[strong.index()]);
    taper(Pair { mg, eg: eg * scale / V::of(scale::FULL) }, knobs.phase)
}

/// What a pair comes to at a phase of the game.
///
/// Source: <https://www.chessprogramming.org/Tapered_Eval>
#[inline(always)]
fn taper<V: Number>(pair: Pair<V>, phase: i32) -> V {
    (pair.mg * V::of(phase) + pair.eg * V::of(FULL_PHASE - phase)) / V::of(FULL_PHASE)
}

/// States what depends on pawns and kings alone.
#[inline(always)]
fn state_pawns<K: Sink>(info: &AttackInfo, sink: &mut K) -> PawnSets {
    king::state_pawns::<White, K>(info, sink);
    king::state_pawns::<Black, K>(info, sink);
    let passed = pawns::state::<White, K>(info, sink) | pawns::state::<Black, K>(info, sink);
    passed::state_pawns::<White, K>(info, passed, sink);
    passed::state_pawns::<Black, K>(info, passed, sink);
    PawnSets {
        passed,
        outposts: [pieces::outposts::<White>(info), pieces::outposts::<Black>(info)],
    }
}

/// The static evaluation in centipawns, from the side to move's point of view, within
/// ±[`MAX_EVAL`]. `sums` must be this position's own.
pub fn evaluate(position: &Position, sums: &PieceSquares, cache: &mut PawnCache) -> Score {
    weigh(position, sums, |board| {
        let part = cache.get(position, || pawn_part(board));
        debug_assert_eq!(part, pawn_part(board));
        part
    })
}

/// The static evaluation after a pass, from that before it (`before`, from the point of view of the side
/// that passed): only the right to move has changed hands. `position` is the one after. It may be off by
/// what an endgame's scale takes of that right. `None` where more hangs on whose turn it is: a side has
/// nothing but king and pawns.
///
/// Source: <https://www.chessprogramming.org/Null_Move_Pruning>; Stockfish takes it likewise.
#[inline(always)]
pub fn evaluate_pass(position: &Position, before: Score) -> Option<Score> {
    let board = position.board();
    Color::ALL.iter().all(|&color| board.has_non_pawn_material(color)).then(|| {
        let tempo = taper(terms::TEMPO.at(0).weight().into(), phase(board));
        (2 * tempo - before).clamp(-MAX_EVAL, MAX_EVAL)
    })
}

/// [`evaluate`] with nothing known beforehand.
pub fn evaluate_afresh(position: &Position) -> Score {
    weigh(position, &PieceSquares::of(position), pawn_part)
}

/// Not inlined: what it works with would fill the stack of its caller, and it is seldom called.
#[inline(never)]
fn pawn_part(board: &Board) -> PawnPart {
    let mut part = PawnPart::default();
    part.sets = state_pawns(&AttackInfo::of_pawns_and_kings(board), &mut part.sums);
    part
}

#[inline(always)]
fn weigh(
    position: &Position,
    sums: &PieceSquares,
    pawn_part: impl FnOnce(&Board) -> PawnPart,
) -> Score {
    debug_assert_eq!(*sums, PieceSquares::of(position));
    if let Some(score) = known_ending(position) {
        return score;
    }
    let board = position.board();
    let mut info = AttackInfo::new(board);
    let part = pawn_part(board);
    let mut play = part.sums;
    play.sums[Account::Linear.index()] += sums.balance(board);
    parts::state_all(position, &mut info, &part.sets, &mut play);
    score(position, &play)
}

/// The score of these sums, from the side to move's point of view.
#[inline(always)]
fn score(position: &Position, play: &Play) -> Score {
    let knobs = Knobs::of(position.board());
    let white = combine::<i32>(&play.sums.map(Pair::from), &knobs);
    (white * position.side().sign()).clamp(-MAX_EVAL, MAX_EVAL)
}

/// Every feature of a position, noted.
pub fn trace(position: &Position) -> Trace {
    let mut trace = Trace::default();
    let mut info = AttackInfo::new(position.board());
    piece_squares::state(position.board(), &mut trace);
    let sets = state_pawns(&info, &mut trace);
    parts::state_all(position, &mut info, &sets, &mut trace);
    trace
}

/// The evaluation computed from a trace; equals [`evaluate`].
pub fn evaluate_trace(position: &Position, trace: &Trace) -> Score {
    known_ending(position).unwrap_or_else(|| score(position, &trace.totals()))
}
