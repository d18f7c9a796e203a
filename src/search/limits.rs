//! What a search is asked to keep to.

use std::time::Duration;

use crate::types::{Depth, Move};

/// One side's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left. A clock that has run out is zero.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until more time is added; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of one search. None at all means: as long as there is anything left to search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Not deeper than this.
    pub depth: Option<Depth>,
    /// Not more nodes than this.
    pub nodes: Option<u64>,
    /// No new iteration after so many nodes. What has begun is finished, so every answer is that of a
    /// whole iteration.
    pub soft_nodes: Option<u64>,
    /// Until a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Only these root moves; empty for all.
    pub search_moves: Vec<Move>,
    /// No answer before `stop`.
    pub infinite: bool,
    /// No answer before `stop` or a ponder hit, which starts the clock.
    pub ponder: bool,
}

impl Limits {
    /// Whether nothing limits the search but its own end.
    pub fn are_none(&self) -> bool {
        self.clock.is_none()
            && self.move_time.is_none()
            && self.depth.is_none()
            && self.nodes.is_none()
            && self.soft_nodes.is_none()
            && self.mate.is_none()
    }

    /// Whether any good move will do: nobody wants to know what the search thinks of it.
    pub fn is_for_play(&self) -> bool {
        !self.infinite
            && !self.ponder
            && !self.are_none()
            && self.mate.is_none()
            && self.search_moves.is_empty()
    }
}
