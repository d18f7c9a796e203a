//! How long to think: from a clock to a soft and a hard limit.
//!
//! Source: <https://www.chessprogramming.org/Time_Management>

use std::time::Duration;

use super::limits::{Clock, Limits};
use super::params as p;
use crate::sync::Instant;

/// The unit of the clock's parameters.
const ONE: i32 = 1000;

/// The least a search may take: a legal move is always found in it.
const LEAST: Duration = Duration::from_micros(500);

/// A clock with more than this is treated as if it had this, so that nothing overflows: a year.
pub const MOST_TIME: Duration = Duration::from_secs(365 * 24 * 3600);

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
    /// The budget for these limits and so many threads, so many plies into the game. `overhead` is what a GUI
    /// and the system take of every move.
    pub fn new(limits: &Limits, overhead: Duration, game_ply: u16, threads: usize) -> Budget {
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead).max(LEAST);
            return Budget { soft: None, hard: Some(time) };
        }
        match limits.clock {
            Some(clock) => Budget::of_clock(clock, overhead, game_ply, threads),
            None => Budget { soft: None, hard: None },
        }
    }

    fn of_clock(clock: Clock, overhead: Duration, game_ply: u16, threads: usize) -> Budget {
        let moves_left = moves_left(game_ply);
        let thousandth = |part: i32| part.max(0) as u32;
        let of = |time: Duration, part: i32| time * thousandth(part) / ONE as u32;
        let increment = clock.increment.min(MOST_TIME);
        // Every move costs a little beyond its thinking time, and now and then the system takes more than
        // the overhead. Where increments don't soon make that good, a long game would use the clock up.
        let against_wear = match clock.moves_to_go {
            Some(_) => Duration::ZERO,
            None => of(overhead.min(MOST_TIME), p::time_reserve())
                .saturating_sub(increment * p::time_reserve_moves().max(0) as u32),
        };
        // The answer waits for every thread, and on a busy machine each may wait for a core.
        let helpers = threads.saturating_sub(1).min(p::time_helpers_max().max(0) as usize);
        let for_helpers = milliseconds(p::time_helper_reserve()) * helpers as u32;
        let reserve = against_wear + for_helpers;
        let left = clock.time.min(MOST_TIME).saturating_sub(overhead).saturating_sub(reserve);
        let share = match clock.moves_to_go {
            // The overhead comes with every move until the control.
            Some(moves) => {
                let moves = moves.clamp(1, moves_left);
                left.saturating_sub(overhead.saturating_mul(moves - 1)) / moves
            }
            None => left / moves_left,
        } + of(increment, p::time_increment());
        let last_move = clock.moves_to_go == Some(1);
        let most =
            of(left, if last_move { p::time_hard_last() } else { p::time_hard_clock() }).max(LEAST);
        let hard = of(share, p::time_hard()).clamp(LEAST, most);
        let soft = of(share, p::time_soft()).clamp(LEAST, hard);
        Budget { soft: Some(soft), hard: Some(hard) }
    }

    /// How many of these threads should take part. On a busy machine each waits for a core twice, to begin
    /// and to hear that it is over: where little time is left, that would be more than there is.
    pub(super) fn threads(&self, all: usize) -> usize {
        let Some(hard) = self.hard else { return all };
        let helpers = hard.as_micros() / milliseconds(p::time_helper().max(1)).as_micros();
        (1 + helpers).min(all as u128) as usize
    }
}

/// A parameter's span of time.
fn milliseconds(count: i32) -> Duration {
    Duration::from_millis(count.max(0) as u64)
}

/// How many moves a clock is meant to last: fewer, the longer the game has gone on, since what is left on
/// the clock at its end was saved for nothing.
fn moves_left(game_ply: u16) -> u32 {
    let gone = i32::from(game_ply / 2) * p::time_base_fade() / ONE;
    (p::time_base() - gone).max(p::time_base_min()) as u32
}

/// How a search stands after an iteration.
#[cfg_attr(test, derive(Debug))]
pub(super) struct Progress {
    /// Nodes of all threads so far.
    pub(super) nodes: u64,
    /// Iterations that the best move has lasted.
    pub(super) stable: u32,
    /// The best move's share of this thread's nodes, in 1/1000.
    pub(super) share: u32,
    /// How often the best move changed, in 1/1000: the last iteration counts in full, each earlier one half as much
    /// as the next.
    pub(super) changes: i32,
    /// How far the score has fallen from its trend, in centipawns; negative if it has risen.
    pub(super) drop: i32,
    /// How far it has fallen since the game's last search, likewise; 0 if there was none.
    pub(super) drop_since_last: i32,
    /// There is no other move.
    pub(super) forced: bool,
    /// The nodes of a limited player; 0 at full strength.
    pub(super) level_nodes: u64,
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

    /// A timer that never runs out.
    pub fn idle() -> Timer {
        Timer::new(Instant::now(), Budget { soft: None, hard: None }, 0)
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
        let spent = self.spent(progress.nodes);
        // --- A limited player uses all of its nodes at every time control. Only where they would take longer than
        // the clock suggests does it manage its time as at full strength.
        let nodes = progress.level_nodes as f64 / progress.nodes.max(1) as f64;
        if progress.level_nodes > 0 && spent.as_secs_f64() * nodes <= soft.as_secs_f64() {
            return false;
        }
        if progress.forced {
            return true;
        }
        let stability = p::time_stability_base()
            - p::time_stability() * progress.stable.min(p::time_stability_max() as u32) as i32;
        let effort = p::time_node_base() - p::time_node_factor() * progress.share as i32 / ONE;
        let drop =
            p::time_trend() * progress.drop + p::time_trend_game() * progress.drop_since_last;
        let trend = (ONE + drop).clamp(p::time_trend_min(), p::time_trend_max());
        let unrest = ONE + p::time_changes() * progress.changes.min(p::time_changes_max()) / ONE;
        let scale = |part: i32| f64::from(part.max(ONE / 10)) / f64::from(ONE);
        spent >= soft.mul_f64(scale(stability) * scale(effort) * scale(trend) * scale(unrest))
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::{Budget, LEAST, ONE, Progress, Timer, p};
    use crate::search::limits::{Clock, Limits};

    /// Spans of every size: those of games, those at the ends of the type, and none.
    fn span() -> impl Strategy<Value = Duration> {
        prop_oneof![
            4 => (0u64..100_000_000).prop_map(Duration::from_millis),
            2 => (0u64..3000).prop_map(Duration::from_millis),
            1 => any::<u64>().prop_map(Duration::from_nanos),
            1 => any::<u64>().prop_map(Duration::from_millis),
            1 => Just(Duration::ZERO),
            1 => Just(Duration::MAX),
        ]
    }

    fn moves_to_go() -> impl Strategy<Value = Option<u32>> {
        prop_oneof![
            Just(None),
            (0u32..100).prop_map(Some),
            any::<u32>().prop_map(Some),
            Just(Some(u32::MAX)),
        ]
    }

    fn threads() -> impl Strategy<Value = usize> {
        prop_oneof![Just(1), 1..10_usize, 1..1025_usize]
    }

    fn clock() -> impl Strategy<Value = Clock> {
        (span(), span(), moves_to_go()).prop_map(|(time, increment, moves_to_go)| Clock {
            time,
            increment,
            moves_to_go,
        })
    }

    fn limits() -> impl Strategy<Value = Limits> {
        let counts = (any::<Option<i32>>(), any::<Option<u64>>(), any::<Option<u64>>());
        let rest = (any::<Option<u32>>(), any::<bool>(), any::<bool>());
        (prop::option::of(clock()), prop::option::of(span()), counts, rest).prop_map(
            |(clock, move_time, (depth, nodes, soft_nodes), (mate, infinite, ponder))| Limits {
                clock,
                move_time,
                depth,
                nodes,
                soft_nodes,
                mate,
                search_moves: Vec::new(),
                infinite,
                ponder,
            },
        )
    }

    fn progress() -> impl Strategy<Value = Progress> {
        let level_nodes = prop_oneof![Just(0), any::<u64>()];
        let drops = (-64_000i32..=64_000, -64_000i32..=64_000);
        let rest = (0i32..=1_000_000, any::<bool>(), level_nodes);
        (any::<u32>(), any::<u32>(), 0u32..=1000, drops, rest).prop_map(
            |(nodes, stable, share, (drop, drop_since_last), (changes, forced, level_nodes))| {
                Progress {
                    nodes: u64::from(nodes),
                    stable,
                    share,
                    changes,
                    drop,
                    drop_since_last,
                    forced,
                    level_nodes,
                }
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 5000, failure_persistence: None, ..ProptestConfig::default() })]

        /// Of a clock: soft is at most hard, and hard at most what is left after the overhead.
        #[test]
        fn budgets_stay_within_the_clock(
            clock in clock(),
            overhead in span(),
            ply in any::<u16>(),
            threads in threads(),
        ) {
            let limits = Limits::clock(clock);
            let budget = Budget::new(&limits, overhead, ply, threads);
            let (soft, hard) = (budget.soft.unwrap(), budget.hard.unwrap());
            prop_assert!(LEAST <= soft && soft <= hard);
            prop_assert!(hard <= clock.time.saturating_sub(overhead).max(LEAST));
        }

        /// Whatever else is asked for: an exact time goes before a clock, and where there is neither
        /// there is no limit.
        #[test]
        fn budgets_follow_the_limits(
            limits in limits(),
            overhead in span(),
            ply in any::<u16>(),
            threads in threads(),
        ) {
            let budget = Budget::new(&limits, overhead, ply, threads);
            match (limits.move_time, limits.clock) {
                (Some(time), _) => {
                    let exactly = time.saturating_sub(overhead).max(LEAST);
                    prop_assert_eq!(budget, Budget { soft: None, hard: Some(exactly) });
                }
                (None, Some(clock)) => {
                    let same = Limits::clock(clock);
                    prop_assert_eq!(budget, Budget::new(&same, overhead, ply, threads));
                }
                (None, None) => prop_assert_eq!(budget, Budget { soft: None, hard: None }),
            }
        }

        /// More on the clock never means less for the move.
        #[test]
        fn more_time_is_no_less(
            clock in clock(),
            more in span(),
            overhead in span(),
            ply in any::<u16>(),
            threads in threads(),
        ) {
            let budget = |time| {
                let clock = Clock { time, ..clock };
                let limits = Limits::clock(clock);
                Budget::new(&limits, overhead, ply, threads)
            };
            let (before, after) = (budget(clock.time), budget(clock.time.saturating_add(more)));
            prop_assert!(before.soft <= after.soft && before.hard <= after.hard);
        }

        /// Each move costs a 30th of the overhead beside what it takes: a game of 100 moves is not lost.
        #[test]
        fn a_clock_without_increment_lasts(
            overhead in 20..100_u64,
            overheads in 10..10_000_u32,
            increment in 0..4_u32,
        ) {
            let overhead = Duration::from_millis(overhead);
            let (mut time, cost) = (overhead * overheads, overhead / 30);
            for mv in 0..100 {
                let clock = Clock { time, increment: cost * increment / 2, moves_to_go: None };
                let limits = Limits::clock(clock);
                let soft = Budget::new(&limits, overhead, 2 * mv, 1).soft.unwrap();
                prop_assert!(time > soft + cost, "{time:?} left at move {mv}");
                time = time - soft - cost + clock.increment;
            }
        }

        /// At least one thread searches, all where time does not count, and more time never means fewer.
        #[test]
        fn threads_take_part_if_there_is_time(one in span(), other in span(), all in 1..5000_usize) {
            let threads = |hard| Budget { soft: None, hard }.threads(all);
            prop_assert_eq!(threads(None), all);
            prop_assert_eq!(threads(Some(LEAST)), 1);
            prop_assert_eq!(threads(Some(Duration::from_secs(60))), all);
            let [less, more] = [one.min(other), one.max(other)].map(|hard| threads(Some(hard)));
            prop_assert!(1 <= less && less <= more && more <= all);
        }

        /// The more threads there are to wait for, the more is kept; beyond some it makes no difference.
        #[test]
        fn more_threads_are_waited_for(
            limits in limits(),
            overhead in span(),
            ply in any::<u16>(),
            (fewer, more) in (threads(), 0..1000_usize),
        ) {
            let budget = |threads| Budget::new(&limits, overhead, ply, threads);
            let (before, after) = (budget(fewer), budget(fewer + more));
            prop_assert!(before.soft >= after.soft && before.hard >= after.hard);
            prop_assert_eq!(budget(100), budget(1000));
        }

        /// Late in a game a clock need not last as long as early.
        #[test]
        fn later_is_no_less(clock in clock(), ply in any::<u16>(), more in any::<u16>()) {
            let limits = Limits::clock(clock);
            let [before, after] = [ply, ply.saturating_add(more)]
                .map(|ply| Budget::new(&limits, Duration::ZERO, ply, 1));
            prop_assert!(before.soft <= after.soft && before.hard <= after.hard);
        }

        /// However the search goes, judging it is safe.
        #[test]
        fn any_progress_can_be_judged(
            clock in clock(),
            overhead in span(),
            progress in progress(),
            rate in prop_oneof![Just(0u64), 1u64..10_000],
        ) {
            let limits = Limits::clock(clock);
            let budget = Budget::new(&limits, overhead, 0, 1);
            let timer = Timer::new(Instant::now(), budget, rate);
            let is_enough = timer.is_enough(&progress);
            prop_assert!(is_enough || !progress.forced || progress.level_nodes > 0);
            prop_assert_eq!(timer.node_limit() == u64::MAX, rate == 0);
        }
    }

    /// Of the moves up to a control each gets its part, once the overheads of all have been taken off.
    #[test]
    fn moves_to_the_control_share_the_clock() {
        let overhead = Duration::from_millis(70);
        for moves in 2..10 {
            let part = Duration::from_millis(400);
            let clock = Clock {
                time: (overhead + part) * moves,
                increment: Duration::ZERO,
                moves_to_go: Some(moves),
            };
            let budget = Budget::new(&Limits::clock(clock), overhead, 0, 1);
            assert_eq!(budget.soft, Some(part * p::time_soft() as u32 / ONE as u32), "{moves}");
        }
    }

    /// With every move that is played a clock need not last as long.
    #[test]
    fn later_is_more() {
        let soft = |ply| {
            let clock = Clock {
                time: Duration::from_secs(60),
                increment: Duration::ZERO,
                moves_to_go: None,
            };
            Budget::new(&Limits::clock(clock), Duration::ZERO, ply, 1).soft.unwrap()
        };
        let share = Duration::from_secs(60) / p::time_base() as u32;
        assert_eq!(soft(0), share * p::time_soft() as u32 / ONE as u32);
        for ply in [20, 40, 60, 80] {
            assert!(soft(ply) > soft(ply - 20), "{ply}");
        }
        assert_eq!(soft(1000), soft(2000));
    }

    /// A search that gives no reason to take more or less time than usual.
    const USUAL: Progress = Progress {
        nodes: 0,
        stable: 0,
        share: 500,
        changes: 0,
        drop: 0,
        drop_since_last: 0,
        forced: false,
        level_nodes: 0,
    };

    /// The fewest nodes after which no iteration is begun, where this many stand for a millisecond.
    fn enough(soft: Duration, rate: u64, change: impl Fn(&mut Progress)) -> u64 {
        let timer = Timer::new(Instant::now(), Budget { soft: Some(soft), hard: None }, rate);
        let is_enough = |nodes| {
            let mut progress = Progress { nodes, ..USUAL };
            change(&mut progress);
            timer.is_enough(&progress)
        };
        let (mut less, mut more) = (0, 1 << 40);
        while more - less > 1 {
            let middle = (less + more) / 2;
            *if is_enough(middle) { &mut more } else { &mut less } = middle;
        }
        assert!(!is_enough(0) && is_enough(2 * more));
        more
    }

    /// Nodes stand for time, in proportion to it and to their rate.
    #[test]
    fn nodes_count_as_time() {
        let second = Duration::from_secs(1);
        let base = enough(second, 100, |_| ());
        // A second, as it is scaled: not a thousandth, nor a thousandfold.
        assert!((20_000..500_000).contains(&base), "{base}");
        for (soft, rate) in [(second * 2, 100), (second, 200), (second / 4, 800)] {
            assert!(enough(soft, rate, |_| ()).abs_diff(2 * base) <= 2);
        }
        for (hard, rate, nodes) in [(1000, 100, 100_000), (30, 7, 210), (2500, 1, 2500)] {
            let hard = Some(Duration::from_millis(hard));
            let timer = Timer::new(Instant::now(), Budget { soft: None, hard }, rate);
            assert_eq!(timer.node_limit(), nodes);
            assert!(!timer.is_over());
        }
    }

    /// A limited player uses all of its nodes where the clock suggests as much, whatever the search finds; where it
    /// suggests less, the player thinks no longer than the whole engine.
    #[test]
    fn a_limited_player_uses_its_nodes_while_the_clock_pays_for_them() {
        let soft = Duration::from_secs(1);
        let timer = Timer::new(Instant::now(), Budget { soft: Some(soft), hard: None }, 100);
        let is_enough = |nodes, level_nodes, forced| {
            let progress = Progress { nodes, stable: 9, share: 999, drop: -100, ..USUAL };
            timer.is_enough(&Progress { forced, level_nodes, ..progress })
        };
        for nodes in [1, 50_000, 100_000] {
            assert!(!is_enough(nodes, 100_000, false) && !is_enough(nodes, 100_000, true));
            assert!(is_enough(nodes, 100_001, true));
            assert_eq!(is_enough(nodes, 100_001, false), is_enough(nodes, 0, false));
            assert_eq!(is_enough(nodes, u64::MAX, false), is_enough(nodes, 0, false));
        }
        assert!(is_enough(100_000, 100_001, false) && !is_enough(1, 100_001, false));
    }

    /// A move that lasts and takes most of the nodes needs less time, a falling score more; each by the same factor
    /// whatever the others are.
    #[test]
    fn what_the_search_finds_scales_its_time() {
        let nodes = |stable: u32, share: u32, drop: i32| {
            enough(Duration::from_secs(1000), 10, move |progress| {
                (progress.stable, progress.share, progress.drop) = (stable, share, drop);
            }) as f64
        };
        assert!(nodes(0, 500, 0) > nodes(1, 500, 0) && nodes(1, 500, 0) > nodes(5, 500, 0));
        let most = p::time_stability_max() as u32;
        assert_eq!(nodes(most, 500, 0), nodes(most + 9, 500, 0));
        assert!(nodes(0, 200, 0) > nodes(0, 500, 0) && nodes(0, 500, 0) > nodes(0, 900, 0));
        assert!(nodes(0, 500, 20) > nodes(0, 500, 0) && nodes(0, 500, 0) > nodes(0, 500, -20));
        assert_eq!(nodes(0, 500, 5000), nodes(0, 500, 9000));
        assert_eq!(nodes(0, 500, -5000), nodes(0, 500, -9000));
        let since_last = |drop: i32, drop_since_last: i32| {
            enough(Duration::from_secs(1000), 10, move |progress| {
                (progress.drop, progress.drop_since_last) = (drop, drop_since_last);
            })
        };
        assert!(since_last(0, 20) > since_last(0, 0) && since_last(0, 0) > since_last(0, -20));
        assert!(since_last(15, 15) > since_last(15, 0) && since_last(15, 15) > since_last(0, 15));
        assert_eq!(since_last(0, 9000), since_last(9000, 0));
        let unrest = |changes: i32| {
            enough(Duration::from_secs(1000), 10, move |progress| progress.changes = changes)
        };
        assert!(unrest(0) < unrest(500) && unrest(500) < unrest(1500));
        assert_eq!(unrest(p::time_changes_max()), unrest(p::time_changes_max() + 5000));
        let factor = |one: f64, other: f64, of: f64, with: f64| {
            assert!((one / other - of / with).abs() < 1e-3, "{one} {other} {of} {with}");
        };
        factor(nodes(3, 500, 0), nodes(0, 500, 0), nodes(3, 900, 20), nodes(0, 900, 20));
        factor(nodes(2, 900, 0), nodes(2, 300, 0), nodes(0, 900, -9), nodes(0, 300, -9));
        factor(nodes(2, 700, 30), nodes(2, 700, -30), nodes(0, 100, 30), nodes(0, 100, -30));
    }
}
