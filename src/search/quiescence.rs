//! Quiescence: captures and promotions, and on the first ply checks, until nothing hangs, so that the evaluation
//! is of a position where it means something.
//!
//! Source: <https://www.chessprogramming.org/Quiescence_Search>

use std::sync::Arc;

use super::context::{NodeKind, Pv};
use super::history::HistoryContext;
use super::limits::Limits;
use super::params as p;
use super::picker::MovePicker;
use super::stats::{Count, note};
use super::threats::Threats;
use super::time::Timer;
use super::worker::Worker;
use crate::board::SEE_VALUES;
use crate::position::{KeyHistory, Position};
use crate::tt::{Bound, Entry, Table, TableError};
use crate::types::score::{self, DRAW};
use crate::types::{Move, Score};

impl Worker {
    /// The score of a position once captures have ended, fail-soft within `alpha` and `beta`. `with_checks`
    /// tries quiet moves that give check, too, on this ply alone.
    pub(super) fn quiescence<N: NodeKind>(
        &mut self,
        position: &Position,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        with_checks: bool,
    ) -> Score {
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));
        if let Some(score) = self.enter::<N>(position, ply) {
            return score;
        }
        // A copy, which stays in registers.
        let info = *position.check_info();
        let in_check = info.in_check();

        // Work that needs no TT entry comes first: the prefetched cache line is still on its way.
        self.pawn_cache.prefetch(position);
        let threats = Threats::of(position.board());

        // --- Transposition table: an entry of any depth will do.
        let entry = self.shared.table.probe(position.key(), ply);
        if let Some(entry) = entry
            && !N::PV
            && entry.bound.allows_cutoff(entry.score, alpha, beta)
        {
            note(Count::QsTtCut, true);
            return entry.score;
        }
        note(Count::QsTtCut, false);

        // --- Stalemate, on the principal variation only: a line that ends in it must score a draw.
        if N::PV && !in_check && !position.has_legal_move() {
            return DRAW;
        }

        // --- Stand pat: nobody is obliged to capture.
        let mut best = -score::INFINITE;
        let mut raw_eval = score::NONE;
        let mut futility = -score::INFINITE;
        if !in_check {
            (raw_eval, best) = self.raw_and_corrected(position, ply, entry, threats);
            if let Some(entry) = entry
                && !score::is_decisive(entry.score)
                && entry.bound.allows_cutoff(entry.score, best, best)
            {
                best = entry.score;
            }
            note(Count::StandPat, best >= beta);
            if best >= beta {
                if entry.is_none() {
                    self.remember(position, ply, None, best, raw_eval, Bound::Lower);
                }
                return score::soften_fail_high(best, beta, 1);
            }
            alpha = alpha.max(best);
            futility = best + p::qs_futility();
        }

        let tt_move = entry.and_then(|entry| entry.mv);
        let mut picker = if in_check {
            MovePicker::new(position, &info, tt_move, [None; 2])
        } else {
            MovePicker::noisy(position, &info, tt_move, p::qs_see()).with_checks(with_checks)
        };
        let context = if in_check {
            self.history_context(position, threats, ply)
        } else {
            HistoryContext::of_captures(position, threats)
        };
        let has_non_pawn_material = position.board().has_non_pawn_material(position.side());
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next(position, &info, &self.histories, &context) {
            // --- What a limited player does not see.
            if self.overlooks(position, mv, ply) {
                continue;
            }
            tried += 1;
            self.prefetch_child(position, mv);
            if !score::is_loss(best) {
                // --- Evasions: once a move does not lose at once, quiet ones are not tried.
                if in_check && !mv.is_noisy() && tried > 1 {
                    picker.skip_quiets();
                    continue;
                }
                // --- The first captures tell: what they don't bring, later ones won't.
                if !in_check && mv.is_noisy() && tried > p::qs_moves() as usize {
                    picker.skip_noisy();
                    continue;
                }
                // --- Delta pruning: even winning the victim for nothing would not reach alpha. (Not
                // with king and pawns alone: the victim may have been all that was winning.)
                if !in_check && mv.is_noisy() && has_non_pawn_material {
                    let gain = position.captured(mv).map_or(0, |kind| SEE_VALUES[kind.index()]);
                    if futility + gain <= alpha && !mv.is_promotion() {
                        best = best.max(futility + gain);
                        continue;
                    }
                    // Nor would an exchange that wins nothing.
                    if futility <= alpha && !position.see_ge(mv, 1) {
                        best = best.max(futility);
                        continue;
                    }
                }
            }
            let mut child = *position;
            self.make(&mut child, mv, ply);
            let score = -self.quiescence::<N>(&child, -beta, -alpha, ply + 1, false);
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.pv.update(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        if in_check && tried == 0 {
            return score::mated_in(ply);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        if bound == Bound::Lower {
            best = score::soften_fail_high(best, beta, 1);
        }
        self.remember(position, ply, best_move, best, raw_eval, bound);
        best
    }

    fn remember(
        &self,
        position: &Position,
        ply: usize,
        mv: Option<Move>,
        score: Score,
        eval: Score,
        bound: Bound,
    ) {
        let entry = Entry { mv, score, eval, depth: 0, bound, pv: false };
        self.shared.table.store(position.key(), ply, entry);
    }
}

/// Quiescence alone, for tools that ask whether a static evaluation can be believed.
pub struct Quiescence(Worker);

impl Quiescence {
    /// Ready for any number of positions.
    ///
    /// # Errors
    /// The system has no page of memory.
    pub fn new() -> Result<Quiescence, TableError> {
        Ok(Quiescence(Worker::new(0, Arc::new(Table::new(0)?))))
    }

    /// The score of a position once captures have ended, from the side to move's point of view. It is
    /// a bound where it is not between `alpha` and `beta`: the nearer they are, the sooner it is found.
    pub fn score(&mut self, position: &Position, alpha: Score, beta: Score) -> Score {
        self.forget(position);
        self.0.quiescence::<Pv>(position, alpha, beta, 0, false)
    }

    /// The position in which the best line of captures ends; the position itself where standing pat is
    /// best.
    pub fn leaf(&mut self, position: &Position) -> Position {
        let mut leaf = *position;
        for mv in self.line(position) {
            leaf.play_unchecked(mv);
        }
        leaf
    }

    /// The best line of captures; empty where standing pat is best.
    pub fn line(&mut self, position: &Position) -> Vec<Move> {
        self.forget(position);
        self.0.quiescence::<Pv>(position, -score::INFINITE, score::INFINITE, 0, false);
        self.0.pv.line(0)
    }

    /// Empties the table: what came before must not change the score.
    fn forget(&mut self, position: &Position) {
        let shared = Arc::clone(&self.0.shared);
        shared.table.new_generation();
        shared.table.clear(1);
        self.0.prepare(shared, Limits::default(), Timer::idle(), KeyHistory::new(), position);
    }
}

#[cfg(test)]
mod tests {
    use super::Quiescence;
    use crate::eval::evaluate_from_scratch;
    use crate::position::Position;

    #[test]
    fn captures_are_played_out_and_nothing_is_remembered() {
        let hanging = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
        let quiet = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
        let mut quiescence = Quiescence::new().unwrap();
        for _ in 0..2 {
            for (fen, gain) in [(hanging, 500), (quiet, 0)] {
                let position = Position::from_fen(fen).unwrap();
                let still = evaluate_from_scratch(&position);
                let most = crate::types::score::INFINITE;
                let score = quiescence.score(&position, -most, most);
                assert!(score >= still + gain, "{fen}: {still} and {score}");
                assert!(gain > 0 || score == still, "{fen}: {still} and {score}");
                let leaf = quiescence.leaf(&position);
                assert_eq!(leaf.key() == position.key(), gain == 0, "{fen}: {leaf}");
                let sign = if leaf.side() == position.side() { 1 } else { -1 };
                assert_eq!(sign * evaluate_from_scratch(&leaf), score, "{fen}: {leaf}");
                let bound = quiescence.score(&position, still - 11, still + 11);
                assert_eq!(bound > still + 10, gain > 0, "{fen}: {still} and {bound}");
            }
        }
    }
}
