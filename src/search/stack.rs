//! The search stack: what the nodes of the current line tell one another.

use super::history::{CONTINUATION_PLIES, MainIndex, PieceTo, PriorMoves};
use super::picker::Killers;
use crate::eval::PieceSquares;
use crate::position::Position;
use crate::types::score::{self, MAX_PLY};
use crate::types::{Depth, Move, Score};

/// What one node of the current line leaves for those around it.
#[derive(Clone, Copy)]
pub(super) struct StackEntry {
    /// The piece and target of the move that was made here.
    pub(super) piece_to: PieceTo,
    /// Its place in the order they were tried in, from 1; 0 for a null move, in ProbCut and in quiescence.
    pub(super) move_count: usize,
    /// What the histories said of it; 0 where they were not asked.
    pub(super) history: i32,
    /// Where that move stands in the main history, if it was quiet.
    pub(super) main_index: Option<MainIndex>,
    /// A move that is left out, while a singular search asks how good the others are.
    pub(super) excluded: Option<Move>,
    /// The node is on the principal variation, or its table entry says that it once was.
    pub(super) was_pv: bool,
    /// The static evaluation with corrections; [`score::NONE`] in check.
    pub(super) static_eval: Score,
    /// The static evaluation without corrections, where it is known before the node is searched: after a
    /// null move it follows from that of the node before. Elsewhere [`score::NONE`].
    pub(super) known_eval: Score,
    /// The two last quiet moves that were best in siblings of this node.
    pub(super) killers: Killers,
    /// By how many plies the move that was made here is reduced while it is searched.
    pub(super) reduction: Depth,
    /// How many nodes at this ply have failed high since their grandparent was opened, or at ply 1, since
    /// the search began (Stockfish's `cutoffCnt`).
    pub(super) fail_highs: u32,
    /// The piece-square sums, kept up to date with the moves.
    pub(super) sums: PieceSquares,
}

/// Entries before the root, so that there is always something to look back at.
const BEFORE_ROOT: usize = 8;

/// What the nodes of the current line leave for one another.
pub(super) struct Stack([StackEntry; MAX_PLY + BEFORE_ROOT + 4]);

impl Stack {
    pub(super) fn new(root: &Position) -> Stack {
        let entry = StackEntry {
            piece_to: PieceTo::NONE,
            move_count: 0,
            history: 0,
            main_index: None,
            excluded: None,
            was_pv: false,
            static_eval: score::NONE,
            known_eval: score::NONE,
            killers: [None; 2],
            reduction: 0,
            fail_highs: 0,
            sums: PieceSquares::of(root),
        };
        Stack([entry; MAX_PLY + BEFORE_ROOT + 4])
    }

    /// The entry of the node `ply` plies from the root.
    #[inline(always)]
    pub(super) fn at(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.0[ply + BEFORE_ROOT]
    }

    /// The entry `back` (up to eight) plies before that.
    #[inline(always)]
    pub(super) fn before(&self, ply: usize, back: usize) -> &StackEntry {
        &self.0[ply + BEFORE_ROOT - back]
    }

    /// The moves [`CONTINUATION_PLIES`] plies before, by piece and target.
    #[inline(always)]
    pub(super) fn prior_moves(&self, ply: usize) -> PriorMoves {
        CONTINUATION_PLIES.map(|back| self.before(ply, back).piece_to)
    }
}
