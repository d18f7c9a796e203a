//! Pruning of single moves: reasons not to play a move at all.

use super::context::{MoveContext, NodeContext};
use super::decided::is_decided;
use super::params as p;
use super::stats::{Count, note};
use super::worker::Worker;
use crate::board::SEE_VALUES;
use crate::types::Move;

/// What is not worth searching.
pub(super) enum MovePruning {
    Nothing,
    SkipQuiets,
    Move,
    MoveAndLaterQuiets,
}

impl Worker {
    /// Whether a move, or all quiet moves after it, can be skipped, once a move that does not lose at
    /// once is known. `node.alpha` is the current alpha.
    #[inline(always)]
    pub(super) fn prune_move(
        &self,
        node: &NodeContext,
        mv: Move,
        context: &MoveContext,
    ) -> MovePruning {
        let &NodeContext { position, depth, alpha, in_check, eval, .. } = node;
        let MoveContext { move_count, history, reduced_depth, risky } = *context;
        let mut verdict = MovePruning::Nothing;
        if !mv.is_noisy() {
            // --- Late-move pruning: enough quiet moves have failed.
            let (base, factor) = if node.improving || node.has_complex_eval {
                (p::lmp_base(), p::lmp_factor())
            } else {
                (p::lmp_worse_base(), p::lmp_worse_factor())
            };
            let enough = 100 * move_count as i32 > base + factor * depth * depth;
            note(Count::LatePruning, enough);
            if enough {
                verdict = MovePruning::SkipQuiets;
            }

            // --- Futility (at the frontier) and extended futility (further up): a quiet move will
            // hardly lift the score so far.
            let margin = p::futility_margin()
                + p::extended_futility_margin() * (reduced_depth - 1).max(0)
                + history / p::futility_history();
            let hopeless = !in_check
                && !is_decided(alpha)
                && reduced_depth <= p::extended_futility_depth()
                && eval + margin <= alpha
                && move_count > 1;
            note(Count::Futility, hopeless);
            if hopeless {
                return MovePruning::MoveAndLaterQuiets;
            }

            // --- History pruning: it has failed wherever it was tried.
            let disliked = depth <= p::history_prune_depth()
                && move_count > 1
                && history < -p::history_prune_margin() * depth;
            note(Count::HistoryPruning, disliked);
            if disliked {
                return verdict.and_the_move();
            }
        } else if !in_check && reduced_depth <= p::noisy_futility_depth() && move_count > 1 {
            // --- Futility of captures: the victim for nothing would not lift the score so far.
            let gain = position.captured(mv).map_or(0, |kind| SEE_VALUES[kind.index()]);
            let margin = p::noisy_futility_base()
                + p::noisy_futility_margin() * reduced_depth
                + history / p::noisy_futility_history();
            let hopeless =
                eval + gain + margin <= alpha && !mv.is_promotion() && !is_decided(alpha);
            note(Count::NoisyFutility, hopeless);
            if hopeless {
                return MovePruning::Move;
            }
        }

        // --- SEE pruning: it loses more material than the depth could win back.
        let loss = if mv.is_noisy() {
            let most = p::see_noisy_history_max();
            depth * p::see_noisy()
                + (history / p::see_noisy_history()).clamp(-most * depth, most * depth)
        } else {
            let left = reduced_depth.max(1);
            (p::see_quiet() + p::see_quiet_square() * left) * left
        };
        debug_assert!(risky || position.see_ge(mv, -loss));
        let loses =
            risky && depth <= p::see_depth() && move_count > 1 && !position.see_ge(mv, -loss);
        note(Count::SeePruning, loses);
        if loses {
            return verdict.and_the_move();
        }
        verdict
    }
}

impl MovePruning {
    fn and_the_move(self) -> MovePruning {
        match self {
            MovePruning::Nothing | MovePruning::Move => MovePruning::Move,
            MovePruning::SkipQuiets | MovePruning::MoveAndLaterQuiets => {
                MovePruning::MoveAndLaterQuiets
            }
        }
    }
}
