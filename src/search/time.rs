//! How long to think: from a clock to a soft and a hard limit.
//!
//! Source: <https://www.chessprogramming.org/Time_Management>

use std::time::{Duration, Instant};

use super::limits::{Clock, Limits};
use super::params as p;

/// The unit of the clock's parameters.
const ONE: i32 = 1000;

/// The least a search may take: a legal move is always found in it.
const LEAST: Duration = Duration::from_micros(500);

/// The time budget of one search.
///
/// Invariant: soft <= hard; for a clock, hard <= time left less the overhead, or half a
/// millisecond where nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration begins after this, scaled by how the search goes.
    pub soft: Option<Duration>,
    /// The search is broken off after this.
    pub hard: Option<Duration>,
}

impl Budget {
    /// The budget for these limits. `overhead` is what a GUI and the system take of every move.
    pub fn new(limits: &Limits, overhead: Duration) -> Budget {
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead).max(LEAST);
            return Budget { soft: None, hard: Some(time) };
        }
        match limits.clock {
            Some(clock) => Budget::of_clock(clock, overhead),
            None => Budget { soft: None, hard: None },
        }
    }

    fn of_clock(clock: Clock, overhead: Duration) -> Budget {
        let left = clock.time.saturating_sub(overhead);
        let thousandth = |part: i32| part.max(0) as u32;
        let of = |time: Duration, part: i32| time * thousandth(part) / ONE as u32;
        let share = match clock.moves_to_go {
            // The overhead comes with every move until the control.
            Some(moves) => {
                let moves = moves.clamp(1, p::time_base().max(1) as u32);
                left.saturating_sub(overhead * (moves - 1)) / moves
            }
            None => left / p::time_base().max(1) as u32,
        } + of(clock.increment, p::time_increment());
        let last_move = clock.moves_to_go == Some(1);
        let most = of(left, if last_move { 900 } else { p::time_hard_clock() }).max(LEAST);
        let hard = of(share, p::time_hard()).clamp(LEAST, most);
        let soft = of(share, p::time_soft()).clamp(LEAST, hard);
        Budget { soft: Some(soft), hard: Some(hard) }
    }
}

/// How a search stands after an iteration.
pub(super) struct Progress {
    /// Nodes of all threads so far.
    pub(super) nodes: u64,
    /// Iterations that the best move has lasted.
    pub(super) stable: u32,
    /// Its part of this thread's nodes, in 1/1000.
    pub(super) share: u32,
    /// How far the score has fallen from its trend, in centipawns; negative if it has risen.
    pub(super) drop: i32,
    /// There is no other move.
    pub(super) forced: bool,
}

/// A running clock and its budget.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    start: Instant,
    budget: Budget,
    /// Nodes that stand for a millisecond; 0 for true time.
    nodes_per_ms: u64,
}

impl Timer {
    /// A timer that started at `start`.
    pub fn new(start: Instant, budget: Budget, nodes_per_ms: u64) -> Timer {
        Timer { start, budget, nodes_per_ms }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the clock says that the search must be broken off; never where nodes stand for time.
    pub fn is_over(&self) -> bool {
        self.nodes_per_ms == 0 && self.budget.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Nodes after which the search must be broken off, where nodes stand for time.
    pub fn node_limit(&self) -> u64 {
        match self.budget.hard {
            Some(hard) if self.nodes_per_ms > 0 => {
                (hard.as_secs_f64() * 1e3 * self.nodes_per_ms as f64) as u64
            }
            _ => u64::MAX,
        }
    }

    /// What the search has cost after so many nodes of all threads.
    fn spent(&self, nodes: u64) -> Duration {
        match self.nodes_per_ms {
            0 => self.elapsed(),
            rate => Duration::from_secs_f64(nodes as f64 / rate as f64 / 1e3),
        }
    }

    /// Whether another iteration is not worth beginning.
    pub(super) fn is_enough(&self, progress: &Progress) -> bool {
        let Some(soft) = self.budget.soft else { return false };
        if progress.forced {
            return true;
        }
        let stability =
            p::time_stability_base() - p::time_stability() * progress.stable.min(6) as i32;
        let effort = p::time_node_base() - p::time_node_factor() * progress.share as i32 / ONE;
        let trend = (ONE + p::time_trend() * progress.drop)
            .clamp(p::time_trend_least(), p::time_trend_most());
        let scale = |part: i32| f64::from(part.max(ONE / 10)) / f64::from(ONE);
        self.spent(progress.nodes) >= soft.mul_f64(scale(stability) * scale(effort) * scale(trend))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::{Budget, LEAST};
    use crate::search::limits::{Clock, Limits};

    proptest! {
        #[test]
        fn budgets_stay_within_the_clock(
            time in 0u64..100_000_000,
            increment in 0u64..1_000_000,
            moves in proptest::option::of(1u32..500),
            overhead in 0u64..6000,
        ) {
            let ms = Duration::from_millis;
            let clock = Clock { time: ms(time), increment: ms(increment), moves_to_go: moves };
            let limits = Limits { clock: Some(clock), ..Limits::default() };
            let budget = Budget::new(&limits, ms(overhead));
            let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
            prop_assert!(soft <= hard);
            prop_assert!(hard <= ms(time.saturating_sub(overhead)).max(LEAST));
        }
    }
}
