//! Singular extensions: is the TT move the only good one?
//!
//! Source: <https://www.chessprogramming.org/Singular_Extensions>

use super::context::{NodeContext, NodeKind, NonPv};
use super::params as p;
use super::stats::{Count, note};
use super::worker::Worker;
use crate::tt::{Bound, Entry};
use crate::types::score;
use crate::types::{Depth, Move, Score};

/// What a search without the TT move says.
pub(super) enum Verdict {
    /// Search the move by so many plies deeper.
    Extend(Depth),
    /// Others are good enough as well: the node fails high with this score.
    Cut(Score),
}

impl Worker {
    /// Searches all moves but the table's to half the depth, against a bound below its score.
    ///
    /// `None` where the table does not say enough for the question.
    pub(super) fn singular<N: NodeKind>(
        &mut self,
        node: &NodeContext,
        mv: Move,
        entry: Entry,
    ) -> Option<Verdict> {
        let &NodeContext { position, ply, depth, beta, cut_node, .. } = node;
        if depth < p::singular_depth() + Depth::from(node.was_pv)
            || ply >= 2 * self.root_depth as usize
            || entry.mv != Some(mv)
            || entry.depth < depth - p::singular_tt_depth()
            || !matches!(entry.bound, Bound::Lower | Bound::Exact)
            || score::is_decisive(entry.score)
        {
            return None;
        }
        let margin =
            p::singular_margin() + if node.was_pv && !N::PV { p::singular_was_pv() } else { 0 };
        let bound = entry.score - margin * depth / p::SINGULAR_UNIT;
        self.stack.at(ply).excluded = Some(mv);
        let score =
            self.search::<NonPv>(position, bound - 1, bound, (depth - 1) / 2, ply, cut_node);
        self.stack.at(ply).excluded = None;
        if self.stopped {
            return None;
        }
        note(Count::Singular, score < bound);
        if score >= bound {
            note(Count::MultiCut, score >= beta);
        }
        Some(if score < bound {
            // --- Singular; and twice or thrice so, the further the others fall behind.
            let twice = !N::PV && score < bound - p::singular_double();
            let thrice = twice && !mv.is_noisy() && score < bound - p::singular_triple();
            Verdict::Extend(1 + Depth::from(twice) + Depth::from(thrice))
        } else if score >= beta && !score::is_decisive(score) {
            // --- Multi-cut: two moves above beta.
            Verdict::Cut(score)
        } else if entry.score >= beta || cut_node {
            // --- Negative extensions: not the only one, so no need to look so deep.
            Verdict::Extend(if N::PV { -1 } else { -2 })
        } else {
            Verdict::Extend(0)
        })
    }
}
