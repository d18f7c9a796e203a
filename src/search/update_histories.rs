//! What a node teaches the histories once its score is known.

use super::history::{Context, bonus, malus};
use super::pruning::NodeContext;
use super::worker::Worker;
use crate::types::{Depth, Move};

impl Worker {
    /// A move cut off: killers and histories favour it, and disfavour those tried before it.
    pub(super) fn update_histories(
        &mut self,
        context: &Context,
        node: &NodeContext,
        mv: Move,
        quiets: &[Move],
        noisy: &[Move],
        depth: Depth,
    ) {
        let &NodeContext { position, ply, .. } = node;
        let (bonus, malus) = (bonus(depth), malus(depth));
        if mv.is_noisy() {
            self.histories.update_capture(position, mv, bonus);
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
            self.histories.update_capture(position, tried, -malus);
        }
    }

    /// No move reaches alpha: the quiet one that led here was good. Not at the root.
    pub(super) fn reward_prior_move(&mut self, ply: usize, depth: Depth) {
        let frame = self.stack.before(ply, 1);
        if let (Some(piece_to), Some(place)) = (frame.piece_to, frame.place) {
            let bonus = bonus(depth);
            self.histories.update_place(place, bonus);
            self.histories.update_continuation(self.stack.steps(ply - 1), piece_to, bonus);
        }
    }
}
