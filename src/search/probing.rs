//! Tablebases in the search: which moves the root may choose from, and results within the tree.
//!
//! Source: <https://www.chessprogramming.org/Endgame_Tablebases>

use std::sync::Arc;

use super::worker::Worker;
use crate::position::{KeyHistory, Position};
use crate::probe::tablebases::{self, Ranked, Tablebases, TbOutcome};
use crate::tt::Bound;
use crate::types::{Depth, Score};

/// The tables and how a search uses them.
#[derive(Clone)]
pub struct Probing {
    /// The tables; there may be none.
    pub tables: Arc<Tablebases>,
    /// Positions with more men are not looked up.
    pub most_men: usize,
    /// Positions with as many men as the largest tables are looked up from this depth on.
    pub depth: Depth,
    /// Whether the fifty moves count.
    pub rule50: bool,
}

impl Default for Probing {
    fn default() -> Probing {
        Probing { tables: Arc::default(), most_men: 7, depth: 1, rule50: true }
    }
}

impl Probing {
    /// Men up to which a position may be looked up.
    pub(super) fn men(&self) -> usize {
        self.most_men.min(self.tables.max_pieces())
    }

    /// The root's moves ranked; `None` where the tables don't reach.
    pub(super) fn rank_root(
        &self,
        root: &Position,
        history: &KeyHistory,
        out_of_time: &dyn Fn() -> bool,
    ) -> Option<Vec<Ranked>> {
        let board = root.board();
        if board.occupied().count() as usize > self.men() || !board.castling().is_empty() {
            return None;
        }
        self.tables.rank_moves(root, history, self.rule50, out_of_time)
    }
}

impl Worker {
    /// The score of a position in the tree, and what bound it is, if it is to be looked up and the
    /// tables have it.
    ///
    /// Only after a capture or pawn move: the tables don't know how many of the fifty moves are gone.
    #[inline(always)]
    pub(super) fn look_up(
        &mut self,
        position: &Position,
        depth: Depth,
        ply: usize,
    ) -> Option<(Score, Bound)> {
        let board = position.board();
        let men = board.occupied().count() as usize;
        if men > self.tb_pieces || position.rule50() != 0 || !board.castling().is_empty() {
            return None;
        }
        self.look_up_few_men(position, depth, ply, men)
    }

    #[cold]
    fn look_up_few_men(
        &mut self,
        position: &Position,
        depth: Depth,
        ply: usize,
        men: usize,
    ) -> Option<(Score, Bound)> {
        let probing = &self.shared.probing;
        if men == self.tb_pieces && depth < probing.depth {
            return None;
        }
        let outcome = probing.tables.outcome(position, probing.rule50)?;
        self.tb_hits += 1;
        let bound = match outcome {
            TbOutcome::Loss => Bound::Upper,
            TbOutcome::Draw => Bound::Exact,
            TbOutcome::Win => Bound::Lower,
        };
        Some((tablebases::score_at(outcome, ply), bound))
    }
}
