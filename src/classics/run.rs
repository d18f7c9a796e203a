//! One search by a program: its root and limits, the clock, and its reports.

use std::time::Duration;

use crate::eval::wdl;
use crate::position::{KeyHistory, Position};
use crate::search::{Budget, Clock, Event, Info, Limits, Outcome, Search};
use crate::sync::poll;
use crate::tt::{Bound, Table};
use crate::types::score::{self, DRAW, MAX_PLY};
use crate::types::{Depth, Move, Score};

/// Nodes between two checks of the clock and the stop flag.
const LOOK_INTERVAL: u64 = 256;

/// The first ply is interrupted only after this many nodes; but then it is, because endless captures must not lose the
/// game on time.
const FIRST_PLY: u64 = 20_000;

/// The deepest iteration of a program with iterative deepening.
const DEEPEST: Depth = 64;

const _: () = assert!((DEEPEST as usize) < MAX_PLY);

/// A line of play, the best move first.
pub type Pv<M = Move> = Vec<M>;

/// Sets `line` to a move followed by the line after it.
pub fn update_pv<M>(line: &mut Pv<M>, mv: M, after: Pv<M>) {
    line.clear();
    line.push(mv);
    line.extend(after);
}

/// How deep a program searches by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depths {
    /// One search to this depth.
    ///
    /// If a clock or a node limit may interrupt it, it searches one ply deep first, then two, and so
    /// on, so that a move is always available. Nothing is carried over from one search to the next, so
    /// the last one is the search that the text describes.
    Fixed(Depth),
    /// Iterative deepening as long as time allows.
    Deepening,
}

/// A line reported by a program.
struct Found {
    depth: Depth,
    score: Score,
    line: Pv,
}

/// One `go` command as a program sees it.
pub struct Run<'a> {
    search: &'a Search,
    moves: Vec<Move>,
    budget: Budget,
    nodes: u64,
    next_look: u64,
    seldepth: usize,
    /// Whether the search may be interrupted: a move is available, or a single depth was asked for.
    interruptible: bool,
    stopped: bool,
    /// Whether the program uses the hash table.
    has_table: bool,
    found: Option<Found>,
}

impl<'a> Run<'a> {
    /// A run for a search that is starting.
    pub(super) fn new(search: &'a Search) -> Run<'a> {
        let job = search.job();
        Run {
            search,
            moves: job.limits.root_moves(&job.root),
            budget: job.budget(1),
            nodes: 0,
            next_look: 0,
            seldepth: 0,
            interruptible: false,
            stopped: false,
            has_table: false,
            found: None,
        }
    }

    /// The root position.
    pub fn root(&self) -> &'a Position {
        &self.search.job().root
    }

    /// The positions of the game before the root.
    pub fn history(&self) -> &'a KeyHistory {
        &self.search.job().history
    }

    /// The moves to choose from: all legal moves, or those of `searchmoves`.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The limits of the search.
    pub fn limits(&self) -> &'a Limits {
        &self.search.job().limits
    }

    /// The clock of the side to move.
    pub fn clock(&self) -> Option<Clock> {
        self.limits().clock
    }

    /// The hash table, for programs that use one. It is empty when the program has just been selected.
    pub fn table(&mut self) -> &'a Table {
        self.has_table = true;
        self.search.table()
    }

    /// Time since the `go` command.
    pub fn elapsed(&self) -> Duration {
        self.search.job().start.elapsed()
    }

    /// Stops the search after this time or at Quevedo's own limit, whichever comes first: a program's
    /// plan must not lose the game on time.
    pub fn set_plan(&mut self, plan: Duration) {
        let guard = self.search.job().budget(1).hard;
        let plan = guard.map_or(plan, |guard| plan.min(guard));
        self.budget = Budget { soft: Some(plan), hard: Some(plan) };
    }

    /// Counts a node `ply` plies from the root. If true, the program must unwind; its return values no
    /// longer count.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> bool {
        if !self.stopped {
            if self.nodes >= self.next_look {
                self.check_limits();
            }
            self.nodes += u64::from(!self.stopped);
            self.seldepth = self.seldepth.max(ply);
        }
        self.stopped
    }

    /// Whether the search was interrupted.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    #[cold]
    fn check_limits(&mut self) {
        poll();
        let most = self.limits().nodes.unwrap_or(u64::MAX);
        self.stopped = (self.interruptible || self.nodes >= FIRST_PLY)
            && (self.search.is_stopped()
                || self.nodes >= most
                || self.is_later_than(self.budget.hard));
        self.next_look = (self.nodes + LOOK_INTERVAL).min(most).max(self.nodes + 1);
    }

    fn is_later_than(&self, limit: Option<Duration>) -> bool {
        !self.search.is_pondering() && limit.is_some_and(|limit| self.elapsed() >= limit)
    }

    /// Calls `look` with each depth in turn and reports what it finds, until it is time to answer.
    ///
    /// `look` returns a score and a line; if interrupted, the best so far.
    pub fn deepen(
        &mut self,
        depths: Depths,
        mut look: impl FnMut(&mut Run<'a>, Depth) -> (Score, Pv),
    ) {
        let limits = self.limits();
        let at_once =
            limits.clock.is_none() && limits.move_time.is_none() && limits.nodes.is_none();
        let wanted = limits.depth.map(|depth| depth.min(DEEPEST));
        let (first, last) = match (depths, wanted) {
            (Depths::Fixed(_), Some(depth)) if at_once => (depth, depth),
            (Depths::Fixed(own), wanted) => (1, wanted.unwrap_or(own)),
            (Depths::Deepening, wanted) => (1, wanted.unwrap_or(DEEPEST)),
        };
        self.interruptible = first > 1;
        for depth in first..=last {
            let (score, line) = look(self, depth);
            let is_new = !self.stopped || self.found.is_none();
            if is_new && !line.is_empty() {
                self.report(depth, score, line);
            }
            if self.stopped || self.is_done(depth, score) {
                break;
            }
        }
    }

    /// Reports a line. From now on the search may be interrupted.
    pub fn report(&mut self, depth: Depth, score: Score, mut line: Pv) {
        self.truncate_at_draw(&mut line);
        self.send_info(depth, score, line.clone());
        self.found = Some(Found { depth, score, line });
        self.interruptible = true;
    }

    /// Cuts off a line where the game would be drawn by rule, which some programs don't know.
    fn truncate_at_draw(&self, line: &mut Pv) {
        let (mut position, mut history) = (*self.root(), self.history().clone());
        let end = line.iter().position(|&mv| {
            history.play(&mut position, mv);
            history.outcome(&position).is_some()
        });
        line.truncate(end.map_or(line.len(), |last| last + 1));
    }

    fn send_info(&self, depth: Depth, score: Score, pv: Pv) {
        (self.search.job().listener)(Event::Info(Info {
            depth,
            // Some programs evaluate the last ply without entering its nodes.
            seldepth: self.seldepth.max(depth as usize),
            line: 1,
            score,
            chances: wdl::per_mille(score, wdl::material(self.root().board())),
            bound: Bound::Exact,
            nodes: self.nodes,
            time: self.elapsed(),
            hashfull: if self.has_table { self.search.table().hashfull() } else { 0 },
            tb_hits: 0,
            pv,
        }));
    }

    /// Whether the next iteration is not worth starting, or not wanted.
    fn is_done(&self, depth: Depth, score: Score) -> bool {
        let limits = self.limits();
        let plies = score::MATE - score.abs();
        let mate_wanted = limits
            .mate
            .is_some_and(|moves| score::is_mate(score) && (plies + 1) / 2 <= moves as Score);
        let decided = limits.clock.is_some() && score::is_mate(score) && plies <= depth;
        self.search.is_stopped()
            || mate_wanted
            || limits.nodes.is_some_and(|most| self.nodes >= most)
            || (decided && !self.search.is_pondering())
            || self.is_later_than(self.budget.soft)
    }

    /// The result of the run.
    pub(super) fn outcome(self) -> Outcome {
        if self.moves.is_empty() {
            let in_check = self.root().is_check();
            let score = if in_check { score::mated_in(0) } else { DRAW };
            self.send_info(0, score, Pv::new());
            return Outcome { best: None, ponder: None, score, depth: 0 };
        }
        let best = self.moves.first().copied();
        match self.found {
            Some(Found { depth, score, line }) => Outcome {
                best: line.first().copied().or(best),
                ponder: line.get(1).copied(),
                score,
                depth,
            },
            // Stopped before the first report.
            None => Outcome { best, ponder: None, score: DRAW, depth: 0 },
        }
    }
}
