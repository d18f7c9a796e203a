//! The groups of terms, each for both sides: what an evaluation is made of once pawns and kings are
//! known, and what `benches/evaluation.rs` takes the time of, one by one.

use super::attack_info::AttackInfo;
use super::pawn_cache::PawnSets;
use super::sink::{Account, Play, Sink};
use super::terms::TEMPO;
use super::{PieceSquares, king, passed, pawn_part, pieces, score, threats};
use crate::position::Position;
use crate::types::{Black, Color, Score, White};

/// States all that pawns and kings alone do not decide.
#[inline(always)]
pub(super) fn state_all<K: Sink>(
    position: &Position,
    info: &mut AttackInfo,
    sets: &PawnSets,
    sink: &mut K,
) {
    state_pieces(position, info, sets, sink);
    state_passed(position, info, sets, sink);
    state_danger(position, info, sets, sink);
    state_threats(position, info, sets, sink);
    state_tempo(position, info, sets, sink);
}

/// Mobility and placement; completes the attacks.
#[inline(always)]
fn state_pieces<K: Sink>(
    position: &Position,
    info: &mut AttackInfo,
    sets: &PawnSets,
    sink: &mut K,
) {
    pieces::state::<White, K>(position.board(), sets.outposts[0], info, sink);
    pieces::state::<Black, K>(position.board(), sets.outposts[1], info, sink);
}

#[inline(always)]
fn state_passed<K: Sink>(position: &Position, info: &AttackInfo, sets: &PawnSets, sink: &mut K) {
    let (board, white_to_move) = (position.board(), position.side() == Color::White);
    passed::state::<White, K>(board, sets.passed, info, white_to_move, sink);
    passed::state::<Black, K>(board, sets.passed, info, !white_to_move, sink);
}

#[inline(always)]
fn state_danger<K: Sink>(position: &Position, info: &AttackInfo, _: &PawnSets, sink: &mut K) {
    king::state_danger::<White, K>(position.board(), info, sink);
    king::state_danger::<Black, K>(position.board(), info, sink);
}

#[inline(always)]
fn state_threats<K: Sink>(position: &Position, info: &AttackInfo, _: &PawnSets, sink: &mut K) {
    threats::state::<White, K>(position.board(), info, sink);
    threats::state::<Black, K>(position.board(), info, sink);
}

#[inline(always)]
fn state_tempo<K: Sink>(position: &Position, _: &AttackInfo, _: &PawnSets, sink: &mut K) {
    match position.side() {
        Color::White => sink.add::<White>(TEMPO.at(0), 1),
        Color::Black => sink.add::<Black>(TEMPO.at(0), 1),
    }
}

/// A position with all that any part needs to know.
pub struct Prepared {
    position: Position,
    /// What is known before the pieces have been looked at.
    before: AttackInfo,
    /// All attacks.
    after: AttackInfo,
    sets: PawnSets,
    piece_squares: PieceSquares,
    /// What all parts add up to.
    total: Play,
}

/// Computes what a part of the evaluation comes to.
pub type Part = fn(&Prepared) -> Play;

/// The parts by name. They add up to the evaluation.
pub static PARTS: &[(&str, Part)] = &[
    ("material and squares", |known| {
        let mut play = Play::default();
        let balance = known.piece_squares.balance(known.position.board());
        play.sums[Account::Linear.index()] = balance;
        play
    }),
    ("pawns and kings", |known| pawn_part(known.position.board()).sums),
    ("pieces and mobility", |known| {
        let (mut info, mut play) = (known.before, Play::default());
        state_pieces(&known.position, &mut info, &known.sets, &mut play);
        play
    }),
    ("passed pawns", |known| known.alone(state_passed)),
    ("king danger", |known| known.alone(state_danger)),
    ("threats", |known| known.alone(state_threats)),
    ("tempo", |known| known.alone(state_tempo)),
];

impl Prepared {
    /// Prepares a position.
    pub fn new(position: &Position) -> Prepared {
        let before = AttackInfo::new(position.board());
        let sets = pawn_part(position.board()).sets;
        let mut after = before;
        state_pieces(position, &mut after, &sets, &mut Play::default());
        let (piece_squares, total) = (PieceSquares::of(position), Play::default());
        let mut known = Prepared { position: *position, before, after, sets, piece_squares, total };
        for (_, part) in PARTS {
            let sums = part(&known).sums;
            known.total.sums.iter_mut().zip(sums).for_each(|(sum, more)| *sum += more);
        }
        known
    }

    /// What an evaluation begins with: the attacks of pawns and kings, and pins.
    pub fn first_step(&self) -> impl Sized {
        AttackInfo::new(self.position.board())
    }

    /// What it ends with: the score of all sums, in centipawns, from the side to move's point of view.
    pub fn last_step(&self) -> Score {
        score(&self.position, &self.total)
    }

    #[inline(always)]
    fn alone(&self, state: impl FnOnce(&Position, &AttackInfo, &PawnSets, &mut Play)) -> Play {
        let mut play = Play::default();
        state(&self.position, &self.after, &self.sets, &mut play);
        play
    }
}
