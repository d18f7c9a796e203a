//! What a search tells while it runs and at its end.

use std::sync::Arc;
use std::time::Duration;

use crate::tt::Bound;
use crate::types::{Depth, Move, Score};

/// A line found, or the end.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line: of a complete iteration, or what is known of the best one so far.
    Info(Info),
    /// A root move whose search begins; told in long searches alone.
    CurrentMove {
        /// The iteration.
        depth: Depth,
        /// The move.
        mv: Move,
        /// Its place in the order of the root's moves, from 1.
        number: usize,
    },
    /// Something to be told in words, on one line.
    Remark(String),
    /// The search is over. `None`: there is no legal move.
    BestMove {
        /// The move to play.
        best: Option<Move>,
        /// The answer that is expected.
        ponder: Option<Move>,
    },
}

/// A line and what it cost.
#[derive(Clone, Debug)]
pub struct Info {
    /// Plies searched fully; of a search that was broken off, the depth at which the line was found.
    pub depth: Depth,
    /// Plies searched at most.
    pub seldepth: usize,
    /// 1 for the best line.
    pub line: usize,
    /// In centipawns as shown to users, from the side to move's point of view.
    pub score: Score,
    /// The chances to win, draw and lose, in 1/1000.
    pub chances: [u32; 3],
    /// What the score says.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// 1/1000 of the table filled by this search.
    pub hashfull: u32,
    /// Positions that tablebases have answered.
    pub tb_hits: u64,
    /// The line.
    pub pv: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The best move; `None` if there is none at all.
    pub best: Option<Move>,
    /// The answer that is expected.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub score: Score,
    /// The last complete depth.
    pub depth: Depth,
}

/// Receives the events of a search, on the search's own thread.
pub type Listener = Arc<dyn Fn(Event) + Send + Sync>;
