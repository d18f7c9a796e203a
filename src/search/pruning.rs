//! Whole-node pruning: reasons to leave a node without looking at all its moves.
//!
//! Each heuristic says `Some(score)` where it ends the node. After `self.stopped` the score is void.

use super::context::{NodeContext, NonPv};
use super::decided::is_decided;
use super::history::{HistoryContext, PieceTo};
use super::params as p;
use super::picker::MovePicker;
use super::stats::{Count, note};
use super::worker::Worker;
use crate::eval::{FULL_PHASE, phase};
use crate::position::Position;
use crate::tt::{Bound, Entry};
use crate::types::score::{self, DRAW};
use crate::types::{PieceType, Score};

impl Worker {
    /// --- Razoring: far below alpha near the leaves, only captures could help.
    ///
    /// Source: <https://www.chessprogramming.org/Razoring>
    #[inline(always)]
    pub(super) fn razor(&mut self, node: &NodeContext) -> Option<Score> {
        let &NodeContext { position, ply, depth, alpha, beta, eval, .. } = node;
        if depth > p::razor_depth() || eval + p::razor_margin() * depth > alpha || is_decided(alpha)
        {
            return None;
        }
        let score = self.quiescence::<NonPv>(position, alpha, beta, ply, true);
        note(Count::Razor, score <= alpha);
        (score <= alpha || self.stopped).then_some(score)
    }

    /// --- Reverse futility: far above beta near the leaves, trust the evaluation.
    ///
    /// Source: <https://www.chessprogramming.org/Reverse_Futility_Pruning>
    #[inline(always)]
    pub(super) fn reverse_futility(&mut self, node: &NodeContext) -> Option<Score> {
        let &NodeContext { position, depth, beta, eval, tt_move, .. } = node;
        // A quiet TT move has held up in a search; that is to be searched again.
        if depth > p::rfp_depth() || tt_move.is_some_and(|mv| !mv.is_noisy()) {
            return None;
        }
        let margin_per_ply = if node.improving { p::rfp_improving() } else { p::rfp_margin() };
        let margin = margin_per_ply * depth - p::rfp_worsening() * i32::from(node.opponent_worsening)
            // A move that has been good is not refuted by the evaluation alone.
            + self.stack.before(node.ply, 1).history / p::rfp_history();
        // More with few pieces, where the evaluation's scale is larger.
        let tilt = p::rfp_phase() * (FULL_PHASE - 2 * phase(position.board()));
        let scale = |margin: i32| margin * (100 * FULL_PHASE + tilt) / (100 * FULL_PHASE);
        let is_lead = |margin: i32| eval - scale(margin).max(p::rfp_min()) >= beta;
        let prunes = is_lead(margin)
            && !is_decided(beta)
            && !score::is_win(eval)
            // A piece that the opponent can win at once is not to be counted on.
            && (!node.improving
                || is_lead(margin + p::rfp_threat() * depth)
                || !node.threats.has_threatened_piece());
        note(Count::ReverseFutility, prunes);
        prunes.then_some((eval + beta) / 2)
    }

    /// --- Null move: if even passing keeps the score above beta, a move will. Not where passing is
    /// what one would wish for (pawn endings), nor twice in a row.
    ///
    /// Source: <https://www.chessprogramming.org/Null_Move_Pruning>
    #[inline(always)]
    pub(super) fn null_move(&mut self, node: &NodeContext) -> Option<Score> {
        let &NodeContext { position, ply, depth, beta, eval, .. } = node;
        if depth < p::nmp_depth()
            || eval < beta + p::nmp_lead()
            || node.static_eval + p::nmp_depth_margin() * depth < beta + p::nmp_margin()
            || self.stack.before(ply, 1).piece_to == PieceTo::NONE
            || ply < self.nmp_min_ply
            || !position.board().has_non_pawn_material(position.side())
            || is_decided(beta)
            || wins_piece(position, node.entry)
        {
            return None;
        }
        let lead = ((eval - beta) / p::nmp_eval_divisor()).min(p::nmp_eval_max());
        let reduced = depth - (p::nmp_base() + depth / p::nmp_divisor() + lead);
        let child = self.make_null(position, node.raw_eval, ply);
        let score = -self.search::<NonPv>(&child, -beta, -beta + 1, reduced, ply + 1, false);
        self.unmake();
        if self.stopped {
            return Some(DRAW);
        }
        note(Count::NullMove, score >= beta);
        if score < beta {
            return None;
        }
        // A mate found after a pass is not proved.
        let score = if score::is_win(score) { beta } else { score };
        if self.nmp_min_ply > 0 || depth < p::nmp_verify_depth() {
            return Some(score);
        }
        // At great depth guard against zugzwang: verify by a search without null moves.
        self.nmp_min_ply = ply + (reduced.max(0) * p::nmp_verify_plies() / 100) as usize + 1;
        let verified = self.search::<NonPv>(position, beta - 1, beta, reduced, ply, false);
        self.nmp_min_ply = 0;
        note(Count::NullMoveVerified, verified >= beta);
        (verified >= beta || self.stopped).then_some(score)
    }

    /// --- ProbCut: a capture that beats beta by a margin in a shallow search will beat beta in a
    /// deep one.
    ///
    /// Source: <https://www.chessprogramming.org/ProbCut>
    #[inline(always)]
    pub(super) fn probcut(&mut self, node: &NodeContext) -> Option<Score> {
        let &NodeContext { position, ply, depth, beta, improving, .. } = node;
        let reduction =
            if improving { p::probcut_improving_reduction() } else { p::probcut_reduction() };
        let probcut_beta =
            beta + p::probcut_margin() - p::probcut_improving() * i32::from(improving);
        let unlikely = node.entry.is_some_and(|entry| {
            entry.bound != Bound::None
                && entry.score < probcut_beta
                && entry.depth > depth - reduction
        });
        if depth < p::probcut_depth() || score::is_decisive(beta) || unlikely {
            return None;
        }
        // A copy, which stays in registers.
        let info = *position.check_info();
        let context = HistoryContext::of_captures(position, node.threats);
        let least = probcut_beta - node.static_eval;
        let mut picker = MovePicker::noisy(position, &info, node.tt_move, least);
        while let Some(mv) = picker.next(position, &info, &self.histories, &context) {
            if self.overlooks(position, mv, ply) {
                continue;
            }
            self.prefetch_child(position, mv);
            let reduced = depth - reduction;
            let mut child = *position;
            self.make(&mut child, mv, ply);
            let mut score =
                -self.quiescence::<NonPv>(&child, -probcut_beta, -probcut_beta + 1, ply + 1, true);
            if score >= probcut_beta && reduced > 0 && !self.stopped {
                score = -self.search::<NonPv>(
                    &child,
                    -probcut_beta,
                    -probcut_beta + 1,
                    reduced,
                    ply + 1,
                    !node.cut_node,
                );
            }
            self.unmake();
            if self.stopped {
                return Some(DRAW);
            }
            note(Count::ProbCut, score >= probcut_beta);
            if score >= probcut_beta {
                let entry = Entry {
                    mv: Some(mv),
                    score,
                    eval: node.raw_eval,
                    depth: reduced + 1,
                    bound: Bound::Lower,
                    pv: node.was_pv,
                };
                self.shared.table.store(position.key(), ply, entry);
                return Some(if score::is_decisive(score) {
                    score
                } else {
                    score - probcut_beta + beta
                });
            }
        }
        None
    }
}

/// Whether the table's move has proved to be good and captures a piece: that is worth a look before passing is.
#[inline(always)]
fn wins_piece(position: &Position, entry: Option<Entry>) -> bool {
    entry.is_some_and(|entry| {
        let victim = || position.captured(entry.mv?);
        entry.bound == Bound::Lower && victim().is_some_and(|victim| victim != PieceType::Pawn)
    })
}
