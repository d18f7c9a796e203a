//! Moves one by one, the most promising first, generated no sooner than needed.
//!
//! Order: TT move; captures and promotions that lose little or nothing, by MVV/LVA and capture history; killers;
//! quiet moves by history, those first that save a piece from a lesser one; losing captures. In quiescence: TT move,
//! captures and promotions, quiet checks.
//!
//! Source: <https://www.chessprogramming.org/Move_Ordering>

use super::checks::CheckSquares;
use super::history::{Histories, HistoryContext, Rows};
use super::params as p;
use super::threats::Threats;
use crate::board::movegen::pawn_move;
use crate::board::{CheckInfo, MoveSink, Noisy, Quiet, SEE_VALUES};
use crate::position::Position;
use crate::types::{Bitboard, List, Move, MoveKind, PieceType, Square};

/// The two last quiet moves that were best in a sibling node.
pub type Killers = [Option<Move>; 2];

/// A move and how promising it is.
#[derive(Clone, Copy)]
struct Scored {
    /// The score and, in the low bits, how far the move is from the end of the list: the greatest rank is that
    /// of the best move, and of equals the first.
    rank: i32,
    mv: Move,
}

/// The bits of a place in the list.
const PLACE_BITS: u32 = u8::BITS;

impl Scored {
    #[inline(always)]
    fn new(score: i32, place: usize, mv: Move) -> Scored {
        debug_assert!(score << PLACE_BITS >> PLACE_BITS == score && place >> PLACE_BITS == 0);
        Scored { rank: score << PLACE_BITS | i32::from(!(place as u8)), mv }
    }

    #[inline(always)]
    fn score(self) -> i32 {
        self.rank >> PLACE_BITS
    }
}

impl From<Move> for Scored {
    #[inline(always)]
    fn from(mv: Move) -> Scored {
        Scored { rank: 0, mv }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Table,
    GenerateNoisy,
    GoodNoisy,
    FirstKiller,
    SecondKiller,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    GenerateChecks,
    Check,
    Done,
}

/// MVV/LVA: the victim's value counts this many times ...
const VICTIM_WEIGHT: i32 = 16;
/// ... and under-promotions come after everything else that is noisy.
const UNDER_PROMOTION: i32 = -20_000;

/// Yields the legal moves of one position in order.
pub struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    killers: Killers,
    list: List<Scored>,
    next: usize,
    bad: List<Move>,
    next_bad: usize,
    /// Noisy moves only, and of those none whose exchange gains less than this.
    noisy_from: Option<i32>,
    /// After those, quiet moves that give check.
    with_checks: bool,
    skip_quiets: bool,
    history: Option<i32>,
}

impl MovePicker {
    /// All moves. `tt_move` may be any; it is played first if it is legal.
    pub fn new(
        position: &Position,
        info: &CheckInfo,
        tt_move: Option<Move>,
        killers: Killers,
    ) -> MovePicker {
        let tt_move = tt_move.filter(|&mv| position.board().is_legal(mv, info));
        MovePicker {
            stage: if tt_move.is_some() { Stage::Table } else { Stage::GenerateNoisy },
            tt_move,
            killers,
            list: List::new(),
            next: 0,
            bad: List::new(),
            next_bad: 0,
            noisy_from: None,
            with_checks: false,
            skip_quiets: false,
            history: None,
        }
    }

    /// Captures and promotions whose exchange gains at least `least` centipawns.
    pub fn noisy(
        position: &Position,
        info: &CheckInfo,
        tt_move: Option<Move>,
        least: i32,
    ) -> MovePicker {
        let wanted = |mv: &Move| mv.is_noisy() && position.see_ge(*mv, least);
        let mut picker = MovePicker::new(position, info, tt_move, [None; 2]);
        if !picker.tt_move.as_ref().is_none_or(wanted) {
            picker.tt_move = None;
            picker.stage = Stage::GenerateNoisy;
        }
        MovePicker { noisy_from: Some(least), ..picker }
    }

    /// After the noisy moves also the quiet ones that give check and lose nothing in the exchange; castling is
    /// left out.
    pub fn with_checks(self, with_checks: bool) -> MovePicker {
        MovePicker { with_checks, ..self }
    }

    /// The TT move, if it is legal.
    pub fn tt_move(&self) -> Option<Move> {
        self.tt_move
    }

    /// What the histories said of the last move, if it was chosen among the quiet ones by that.
    #[inline(always)]
    pub fn history(&self) -> Option<i32> {
        self.history
    }

    /// No more captures and promotions, please.
    #[inline(always)]
    pub fn skip_noisy(&mut self) {
        if self.stage <= Stage::GoodNoisy {
            self.stage = self.after_noisy();
        }
    }

    fn after_noisy(&self) -> Stage {
        match (self.noisy_from, self.with_checks) {
            (None, _) => Stage::FirstKiller,
            (Some(_), true) => Stage::GenerateChecks,
            (Some(_), false) => Stage::Done,
        }
    }

    /// No more quiet moves, please.
    #[inline(always)]
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move. `position` and `info` are those it was made with; `context` is theirs.
    #[inline(always)]
    pub fn next(
        &mut self,
        position: &Position,
        info: &CheckInfo,
        histories: &Histories,
        context: &HistoryContext,
    ) -> Option<Move> {
        if self.stage == Stage::Table {
            self.stage = Stage::GenerateNoisy;
            return self.tt_move;
        }
        self.next_generated(position, info, histories, context)
    }

    /// The next move after the TT move, which needs no generator and so comes without a call.
    fn next_generated(
        &mut self,
        position: &Position,
        info: &CheckInfo,
        histories: &Histories,
        context: &HistoryContext,
    ) -> Option<Move> {
        if self.stage == Stage::GenerateNoisy {
            position.board().generate::<Noisy, _>(info, &mut self.list);
            for (place, scored) in self.list.iter_mut().enumerate() {
                let score = noisy_score(position, scored.mv, histories, context);
                *scored = Scored::new(score, place, scored.mv);
            }
            self.stage = Stage::GoodNoisy;
        }
        if self.stage == Stage::GoodNoisy {
            while let Some(scored) = self.best() {
                let (score, mv) = (scored.score(), scored.mv);
                if self.tt_move == Some(mv) {
                    continue;
                }
                let threshold = self.noisy_from.unwrap_or(-score / p::good_noisy_divisor());
                if position.see_ge(mv, threshold) {
                    return Some(mv);
                }
                self.bad.push(mv);
            }
            self.stage = self.after_noisy();
        }
        while self.stage < Stage::GenerateQuiet {
            let slot = usize::from(self.stage == Stage::SecondKiller);
            self.stage = if slot == 0 { Stage::SecondKiller } else { Stage::GenerateQuiet };
            if let Some(mv) = self.killers[slot]
                && !self.skip_quiets
                && self.tt_move != Some(mv)
                && position.board().is_legal(mv, info)
            {
                return Some(mv);
            }
        }
        if self.stage == Stage::GenerateQuiet {
            if !self.skip_quiets {
                self.list.clear();
                self.next = 0;
                let rows = histories.rows(context);
                let list = &mut self.list;
                let mut sink = ScoredQuiets { list, rows, threats: &context.threats };
                position.board().generate::<Quiet, _>(info, &mut sink);
            }
            self.stage = Stage::Quiet;
        }
        if self.stage == Stage::Quiet {
            while let Some(scored) = self.best_quiet() {
                let (score, mv) = (scored.score(), scored.mv);
                if self.tt_move != Some(mv) && !self.killers.contains(&Some(mv)) {
                    let escape = position
                        .piece_on(mv.from())
                        .map_or(0, |piece| context.threats.escape(piece.kind(), mv));
                    self.history = Some(score - escape);
                    return Some(mv);
                }
            }
            self.history = None;
            self.stage = Stage::BadNoisy;
        }
        if self.stage == Stage::BadNoisy {
            if let Some(&mv) = self.bad.get(self.next_bad) {
                self.next_bad += 1;
                return Some(mv);
            }
            self.stage = Stage::Done;
        }
        if self.stage == Stage::GenerateChecks {
            self.list.clear();
            self.next = 0;
            let list = &mut self.list;
            let mut sink = QuietChecks { list, squares: CheckSquares::new(position.board()) };
            position.board().generate::<Quiet, _>(info, &mut sink);
            self.stage = Stage::Check;
        }
        if self.stage == Stage::Check {
            while let Some(&Scored { mv, .. }) = self.list.get(self.next) {
                self.next += 1;
                if position.see_ge(mv, 0) {
                    return Some(mv);
                }
            }
            self.stage = Stage::Done;
        }
        None
    }

    fn best_quiet(&mut self) -> Option<Scored> {
        if self.skip_quiets { None } else { self.best() }
    }

    /// Takes the best of the moves that are left: few are wanted, so sorting all would be waste.
    #[inline(always)]
    fn best(&mut self) -> Option<Scored> {
        let rest = self.list.get(self.next..)?;
        let rank = rest.iter().map(|scored| scored.rank).max()?;
        let place = usize::from(!rank as u8);
        // The first move that is left takes the place of the best.
        let (first, best) = (rest[0], self.list[place]);
        self.list[place] = Scored::new(first.score(), place, first.mv);
        self.next += 1;
        Some(best)
    }
}

/// Lists quiet moves with their scores: what the histories say of them, plus the bonus for saving a piece.
struct ScoredQuiets<'a> {
    list: &'a mut List<Scored>,
    rows: Rows<'a>,
    threats: &'a Threats,
}

impl ScoredQuiets<'_> {
    #[inline(always)]
    fn push(&mut self, kind: PieceType, mv: Move) {
        let score = self.rows.quiet(kind, mv) + self.threats.escape(kind, mv);
        self.list.push(Scored::new(score, self.list.len(), mv));
    }
}

impl MoveSink for ScoredQuiets<'_> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceType, from: Square, to: Bitboard, _: Bitboard) {
        for target in to {
            self.push(kind, Move::new(from, target, MoveKind::Quiet));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8, kind: MoveKind) {
        for target in to {
            self.push(PieceType::Pawn, pawn_move(target, delta, kind));
        }
    }

    fn promotions(&mut self, _: Bitboard, _: i8, _: bool) {
        unreachable!("a promotion is noisy");
    }

    #[inline(always)]
    fn single(&mut self, castling: Move) {
        self.push(PieceType::King, castling);
    }
}

/// Lists quiet moves that give check, in the order in which they are generated.
struct QuietChecks<'a> {
    list: &'a mut List<Scored>,
    squares: CheckSquares,
}

impl MoveSink for QuietChecks<'_> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceType, from: Square, to: Bitboard, _: Bitboard) {
        for target in to & self.squares.of(kind, from) {
            self.list.push(Move::new(from, target, MoveKind::Quiet).into());
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8, kind: MoveKind) {
        for target in to {
            let mv = pawn_move(target, delta, kind);
            if self.squares.of(PieceType::Pawn, mv.from()).has(target) {
                self.list.push(mv.into());
            }
        }
    }

    fn promotions(&mut self, _: Bitboard, _: i8, _: bool) {
        unreachable!("a promotion is noisy");
    }

    #[inline(always)]
    fn single(&mut self, _: Move) {}
}

/// MVV/LVA (the most valuable victim first, then the least valuable attacker) and capture history.
#[inline(always)]
fn noisy_score(
    position: &Position,
    mv: Move,
    histories: &Histories,
    context: &HistoryContext,
) -> i32 {
    let value = |kind: PieceType| SEE_VALUES[kind.index()];
    let attacker = position.piece_on(mv.from()).map_or(0, |piece| piece.kind().index() as i32);
    let mut score = position.captured(mv).map_or(0, value) * VICTIM_WEIGHT - attacker
        + histories.capture(context, position, mv) / 2;
    match mv.promotion() {
        Some(PieceType::Queen) => score += value(PieceType::Queen) * VICTIM_WEIGHT,
        Some(_) => score += UNDER_PROMOTION,
        None => {}
    }
    score
}
