//! The moves at the root and what the search knows of them.

use crate::probe::tablebases::Ranked;
use crate::types::score::{self, INFINITE};
use crate::types::{Move, Score, sort_few};

/// A legal move at the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in this iteration; `-INFINITE` where it has only been shown to be no better.
    pub score: Score,
    /// Its score in the last iteration.
    pub previous: Score,
    /// The line it begins.
    pub pv: Vec<Move>,
    /// The deepest ply reached on it.
    pub seldepth: usize,
    /// Nodes spent on it in this search.
    pub nodes: u64,
    /// How tablebases rank it among the root's moves; the same for all where they don't reach.
    pub rank: i32,
    /// The score they promise.
    pub tb_score: Option<Score>,
}

impl RootMove {
    pub(super) fn new(mv: Move, ranks: Option<&[Ranked]>) -> RootMove {
        let ranked = ranks.and_then(|ranks| ranks.iter().find(|ranked| ranked.mv == mv));
        RootMove {
            mv,
            score: -INFINITE,
            previous: -INFINITE,
            pv: vec![mv],
            seldepth: 0,
            nodes: 0,
            rank: ranked.map_or(0, |ranked| ranked.rank),
            tb_score: ranked.map(|ranked| ranked.score),
        }
    }

    /// The score that is reported: a mate that the search has seen, else what tablebases promise, else
    /// the score of the search.
    pub(super) fn reported_score(&self) -> Score {
        let score = if self.score == -INFINITE { self.previous } else { self.score };
        self.tb_score.filter(|_| !score::is_mate(score)).unwrap_or(score)
    }
}

/// Sorts the best move first; no score makes up for a lower tablebase rank.
pub(super) fn sort(moves: &mut [RootMove]) {
    sort_few(moves, |root| (-root.rank, -root.score));
}
