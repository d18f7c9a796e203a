//! Tablebases in the search: which moves the root may choose from, and results within the tree.
//!
//! Source: <https://www.chessprogramming.org/Endgame_Tablebases>

use std::sync::Arc;

use crate::position::{KeyHistory, Position};
use crate::probe::tablebases::{self, Ranked, Tablebases, TbOutcome};
use crate::tt::Bound;
use crate::types::{Depth, Score};

/// The tables and how a search uses them.
#[derive(Clone)]
pub struct Probing {
    /// The tables; there may be none.
    pub tables: Arc<Tablebases>,
    /// Positions with more pieces are not looked up.
    pub probe_limit: usize,
    /// Positions with as many pieces as the largest tables are looked up from this depth on.
    pub probe_depth: Depth,
    /// Whether the fifty-move rule counts.
    pub rule50: bool,
}

impl Default for Probing {
    fn default() -> Probing {
        Probing { tables: Arc::default(), probe_limit: 7, probe_depth: 1, rule50: true }
    }
}

impl Probing {
    /// The most pieces of a position that is looked up.
    pub(super) fn most_pieces(&self) -> usize {
        self.probe_limit.min(self.tables.max_pieces())
    }

    /// The root's moves ranked; `None` where the tables don't reach.
    pub(super) fn rank_root(
        &self,
        root: &Position,
        history: &KeyHistory,
        out_of_time: &dyn Fn() -> bool,
    ) -> Option<Vec<Ranked>> {
        let board = root.board();
        if piece_count(root) > self.most_pieces() || !board.castling().is_empty() {
            return None;
        }
        self.tables.rank_moves(root, history, self.rule50, out_of_time)
    }

    /// The score of a position in the tree, `ply` plies from the root, and what bound it is; `None` where
    /// the tables don't have it. Positions with `most` pieces need the depth that the user has set.
    #[cold]
    pub(super) fn score(
        &self,
        position: &Position,
        depth: Depth,
        ply: usize,
        most: usize,
    ) -> Option<(Score, Bound)> {
        if piece_count(position) == most && depth < self.probe_depth {
            return None;
        }
        let outcome = self.tables.outcome(position, self.rule50)?;
        let bound = match outcome {
            TbOutcome::Loss => Bound::Upper,
            TbOutcome::Draw => Bound::Exact,
            TbOutcome::Win => Bound::Lower,
        };
        Some((tablebases::score_at(outcome, ply), bound))
    }
}

/// How many pieces there are, kings and pawns included.
#[inline(always)]
pub(super) fn piece_count(position: &Position) -> usize {
    position.board().occupied().count() as usize
}
