//! What a node teaches the histories once its score is known.

use super::context::NodeContext;
use super::history::{HistoryContext, bonus, malus};
use super::worker::Worker;
use crate::types::{Depth, Move};

impl Worker {
    /// A move is better than alpha: killers and histories favour it, and disfavour the others that were tried.
    pub(super) fn update_histories(
        &mut self,
        context: &HistoryContext,
        node: &NodeContext,
        mv: Move,
        quiets: &[Move],
        noisy: &[Move],
        depth: Depth,
    ) {
        let &NodeContext { position, ply, .. } = node;
        let (bonus, malus) = (bonus(depth), malus(depth));
        if mv.is_noisy() {
            self.histories.update_capture(context, position, mv, bonus);
        } else {
            let killers = &mut self.stack.at(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.histories.update_quiet(context, position, mv, bonus);
            for &tried in quiets {
                self.histories.update_quiet(context, position, tried, -malus);
            }
        }
        for &tried in noisy {
            self.histories.update_capture(context, position, tried, -malus);
        }
    }

    /// No move reaches alpha: the quiet one that led here was good. Not at the root.
    pub(super) fn reward_prior_move(&mut self, ply: usize, depth: Depth) {
        if let Some(index) = self.stack.before(ply, 1).main_index {
            self.histories.update_main(index, bonus(depth));
            self.update_prior_continuation(ply, bonus(depth));
        }
    }

    /// Changes the continuation histories of the move that led here, if it was quiet. Not at the root.
    pub(super) fn update_prior_continuation(&mut self, ply: usize, change: i32) {
        let entry = self.stack.before(ply, 1);
        if let Some(index) = entry.main_index {
            let before = self.stack.prior_moves(ply - 1);
            self.histories.update_continuation(before, index, entry.piece_to, change);
        }
    }
}
