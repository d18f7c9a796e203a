//! NagaSkaki's time management.

use std::time::Duration;

use crate::search::Clock;
use crate::types::score::MATE;
use crate::types::{Move, Score};

/// The number of moves that the remaining time must last for.
const MOVES_LEFT: u32 = 30;
/// A move is obvious after it has led for this many iterations.
const OBVIOUS: u32 = 5;
/// A drop of the score by this many centipawns means that material is being lost.
const LOSS: Score = 60;

/// The time for a move. "After each ply the thinking time is updated so that NagaSkaki can use less time
/// for an obvious move and more time when it sees that it will lose material."
pub(super) struct Plan {
    base: Duration,
    best: Option<Move>,
    /// The number of iterations that the best move has led.
    lasted: u32,
    /// The best score of any iteration.
    hope: Score,
    score: Score,
}

impl Plan {
    /// The plan for a clock.
    pub(super) fn new(clock: Clock) -> Plan {
        let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        let base = clock.time / moves + clock.increment / 2;
        Plan { base, best: None, lasted: 0, hope: -MATE, score: -MATE }
    }

    /// Updates the plan after an iteration.
    pub(super) fn revise(&mut self, score: Score, best: Option<Move>) {
        self.lasted = if best == self.best { self.lasted + 1 } else { 1 };
        self.best = best;
        self.score = score;
        self.hope = self.hope.max(score);
    }

    /// The total time for the move.
    pub(super) fn time(&self) -> Duration {
        if self.score <= self.hope - LOSS {
            self.base * 2
        } else if self.lasted >= OBVIOUS {
            self.base / 2
        } else {
            self.base
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Plan;
    use crate::position::Position;
    use crate::search::Clock;

    #[test]
    fn the_plan_follows_what_is_found() {
        let second = Duration::from_secs(1);
        let mut plan = Plan::new(Clock { time: 30 * second, ..Clock::default() });
        let moves = Position::start().board().legal_moves();
        plan.revise(20, Some(moves[0]));
        assert_eq!(plan.time(), second);
        // An obvious move.
        for _ in 0..5 {
            plan.revise(25, Some(moves[0]));
        }
        assert_eq!(plan.time(), second / 2);
        // Material is being lost.
        plan.revise(-300, Some(moves[0]));
        assert_eq!(plan.time(), 2 * second);
        // Another move saves it.
        plan.revise(10, Some(moves[1]));
        assert_eq!(plan.time(), second);
    }
}
