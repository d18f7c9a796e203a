//! What tablebases know about a position.

use crate::types::score::{self, DRAW, TB_WIN};
use crate::types::{Move, Score};

/// The result for the side to move with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TbOutcome {
    /// A loss.
    Loss,
    /// A draw.
    Draw,
    /// A win.
    Win,
}

/// A root move as ranked by the tablebases.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// Higher is better; the tablebases don't distinguish between moves of the same rank.
    pub rank: i32,
    /// The score to report.
    pub score: Score,
}

/// The score of a result that the search finds `ply` plies from the root.
pub fn score_at(outcome: TbOutcome, ply: usize) -> Score {
    match outcome {
        TbOutcome::Win => TB_WIN - ply as Score,
        TbOutcome::Draw => DRAW,
        TbOutcome::Loss => ply as Score - TB_WIN,
    }
}

const _: () = assert!(score::is_win(TB_WIN));
