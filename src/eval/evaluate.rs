//! The evaluation of a position: all terms, in play and for a trace.

use super::attack_info::AttackInfo;
use super::combine::{EvalScaling, combine, extra_pawns, linear_value, taper};
use super::component::COMPONENTS;
use super::current_weights::linear_weight;
use super::endgame::known_ending;
use super::pair::{Pair, S};
use super::pawn_cache::{PawnCache, PawnEntry, PawnSets};
use super::phase::phase;
use super::piece_squares::{self, PieceSquares};
use super::sink::{Sink, Trace};
use super::terms::TEMPO;
use super::{king, passed, pawns, pieces, space, threats, winnable};
use crate::board::Board;
use crate::position::Position;
use crate::types::score::MAX_EVAL;
use crate::types::{Bitboard, Black, Color, Score, White};

/// The static evaluation in centipawns, from the side to move's point of view, within
/// ±[`MAX_EVAL`]. `sums` must be those of this position.
pub fn evaluate(position: &Position, sums: &PieceSquares, cache: &mut PawnCache) -> Score {
    evaluate_with(position, sums, |board| {
        let part = cache.get(position, || pawn_part(board));
        debug_assert_eq!(part, pawn_part(board));
        part
    })
}

/// [`evaluate`] without incremental sums or a cache.
pub fn evaluate_from_scratch(position: &Position) -> Score {
    evaluate_with(position, &PieceSquares::of(position), pawn_part)
}

/// The static evaluation after a null move, derived from the one before it (`before`, from the point of view of the
/// side that passed): only the side to move has changed. `position` is the one after the null move. The result may be
/// off by rounding, by the endgame scale's effect on the tempo and, where the advantage is small, by what makes it
/// winnable: the tempo then counts not at all or twice. `None` where the side to move matters more, because one side
/// has only king and pawns.
///
/// Source: <https://www.chessprogramming.org/Null_Move_Pruning>; Stockfish does the same.
#[inline(always)]
pub fn evaluate_after_null_move(position: &Position, before: Score) -> Option<Score> {
    let board = position.board();
    Color::ALL.iter().all(|&color| board.has_non_pawn_material(color)).then(|| {
        let tempo = linear_value(linear_weight(TEMPO.at(0).get()), extra_pawns(board));
        let tempo = taper(tempo, phase(board));
        (2 * tempo - before).clamp(-MAX_EVAL, MAX_EVAL)
    })
}

/// Every feature of a position.
pub fn trace(position: &Position) -> Trace {
    let mut trace = Trace::default();
    let mut info = AttackInfo::new(position.board());
    piece_squares::evaluate(position.board(), &mut trace);
    let sets = evaluate_pawns_and_kings(&info, &mut trace);
    evaluate_pieces(position, &mut info, &sets, &mut trace);
    trace
}

/// The evaluation computed from a trace; equals [`evaluate`].
pub fn evaluate_trace(position: &Position, trace: &Trace) -> Score {
    known_ending(position).unwrap_or_else(|| score(position, trace.sums()))
}

#[inline(always)]
fn evaluate_with(
    position: &Position,
    sums: &PieceSquares,
    pawn_part: impl FnOnce(&Board) -> PawnEntry,
) -> Score {
    debug_assert_eq!(*sums, PieceSquares::of(position));
    if let Some(score) = known_ending(position) {
        return score;
    }
    let board = position.board();
    let mut info = AttackInfo::new(board);
    let part = pawn_part(board);
    let mut play = part.sums;
    play.linear += sums.balance(board);
    evaluate_pieces(position, &mut info, &part.sets, &mut play);
    score(position, play.sums())
}

/// What the pawn hash table holds. Not inlined: its locals would fill the caller's stack frame, and it is seldom
/// called.
#[inline(never)]
fn pawn_part(board: &Board) -> PawnEntry {
    let mut part = PawnEntry::default();
    let info = AttackInfo::of_pawns_and_kings(board);
    part.sets = evaluate_pawns_and_kings(&info, &mut part.sums);
    part
}

/// The terms that depend on pawns and kings alone.
#[inline(always)]
fn evaluate_pawns_and_kings<K: Sink>(info: &AttackInfo, sink: &mut K) -> PawnSets {
    king::evaluate_shelter::<White, K>(info, sink);
    king::evaluate_shelter::<Black, K>(info, sink);
    let passed = pawns::evaluate::<White, K>(info, sink) | pawns::evaluate::<Black, K>(info, sink);
    passed::evaluate_support::<White, K>(info, passed, sink);
    passed::evaluate_support::<Black, K>(info, passed, sink);
    winnable::evaluate(info, passed, sink);
    PawnSets {
        passed,
        outposts: [pieces::outposts::<White>(info), pieces::outposts::<Black>(info)],
    }
}

/// All other terms, except material and squares. The pieces come first, because they complete the attack maps.
#[inline(always)]
fn evaluate_pieces<K: Sink>(
    position: &Position,
    info: &mut AttackInfo,
    sets: &PawnSets,
    sink: &mut K,
) {
    let (board, side) = (position.board(), position.side());
    pieces::evaluate::<White, K>(board, sets.outposts[0], info, sink);
    pieces::evaluate::<Black, K>(board, sets.outposts[1], info, sink);
    passed::evaluate_path::<White, K>(board, sets.passed, info, side == Color::White, sink);
    passed::evaluate_path::<Black, K>(board, sets.passed, info, side == Color::Black, sink);
    king::evaluate_danger::<White, K>(board, info, sink);
    king::evaluate_danger::<Black, K>(board, info, sink);
    threats::evaluate::<White, K>(position, info, sink);
    threats::evaluate::<Black, K>(position, info, sink);
    space::evaluate(board, info, sink);
    winnable::evaluate_pieces(board, sink);
    match side {
        Color::White => sink.add::<White>(TEMPO.at(0), 1, Bitboard::EMPTY),
        Color::Black => sink.add::<Black>(TEMPO.at(0), 1, Bitboard::EMPTY),
    }
}

/// The score of these sums, from the side to move's point of view.
#[inline(always)]
fn score(position: &Position, sums: [S; COMPONENTS]) -> Score {
    let scaling = EvalScaling::of(position.board());
    let white = combine::<i32>(&sums.map(Pair::from), &scaling);
    (white * position.side().sign()).clamp(-MAX_EVAL, MAX_EVAL)
}
