//! One search thread: its position, its histories, its view of the shared table.

use std::sync::{Arc, atomic};

use super::correction::{CorrectionIndices, Corrections};
use super::event::Listener;
use super::history::{Histories, HistoryContext, PieceTo};
use super::level::Level;
use super::limits::Limits;
use super::probing::{Probing, piece_count};
use super::pv::PvTable;
use super::root_move::RootMove;
use super::stack::Stack;
use super::stats::{Count, note};
use super::threats::Threats;
use super::time::Timer;
use crate::eval::{self, PawnCache};
use crate::position::{FIFTY_MOVES, KeyHistory, Position};
use crate::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use crate::sync::poll;
use crate::tt::{Bound, Entry, Table};
use crate::types::score;
use crate::types::{Depth, Move, Score};

/// Nodes between two looks at the clock and the stop flag.
const CHECK_INTERVAL: u64 = 256;

/// A flag that ends a search from outside. It is no part of what the model checker looks at.
pub type CancelFlag = atomic::AtomicBool;

/// What the threads of one search share.
pub struct Shared {
    /// The transposition table.
    pub table: Arc<Table>,
    /// Tablebases.
    pub probing: Probing,
    /// Set once, never cleared: every search has its own.
    pub stop: AtomicBool,
    /// The flag that ends it from outside.
    pub cancelled: Arc<CancelFlag>,
    /// Pondering: no `ponderhit` yet, so the clock does not count.
    pub pondering: AtomicBool,
    /// While pondering: if the clock counted, no further iteration would begin, so a ponder hit ends the search.
    pub stop_on_ponderhit: AtomicBool,
    /// What each thread has done, published now and then.
    counts: Box<[Counts]>,
}

/// A thread's counts, on a cache line of their own, so that threads don't slow one another down.
#[derive(Default)]
#[repr(align(64))]
struct Counts {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

impl Shared {
    /// The state of a search that begins.
    pub fn new(table: Arc<Table>, probing: Probing, threads: usize, pondering: bool) -> Shared {
        Shared {
            table,
            probing,
            stop: AtomicBool::new(false),
            cancelled: Arc::default(),
            pondering: AtomicBool::new(pondering),
            stop_on_ponderhit: AtomicBool::new(false),
            counts: (0..threads).map(|_| Counts::default()).collect(),
        }
    }

    /// The same, which this flag ends as well.
    #[must_use]
    pub fn cancelled_by(self, cancelled: Arc<CancelFlag>) -> Shared {
        Shared { cancelled, ..self }
    }

    /// Where there is no search.
    pub(super) fn idle(table: Arc<Table>) -> Arc<Shared> {
        Arc::new(Shared::new(table, Probing::default(), 1, false))
    }

    /// How many threads take part.
    pub(super) fn threads(&self) -> usize {
        self.counts.len()
    }

    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.counts.iter().map(|counts| counts.nodes.load(Relaxed)).sum()
    }

    /// Positions that tablebases have answered, of all threads.
    pub fn total_tb_hits(&self) -> u64 {
        self.counts.iter().map(|counts| counts.tb_hits.load(Relaxed)).sum()
    }

    /// Whether the threads are to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.cancelled.load(atomic::Ordering::Relaxed)
    }
}

/// A search thread's own state.
pub struct Worker {
    pub(super) id: usize,
    pub(super) shared: Arc<Shared>,
    pub(super) limits: Limits,
    pub(super) timer: Timer,
    /// The limited player that the search imitates; `None` at full strength.
    pub(super) level: Option<Arc<Level>>,
    /// The score of the game's last search, if there was one.
    pub(super) last_score: Option<Score>,
    pub(super) key_history: KeyHistory,
    pub(super) histories: Histories,
    pub(super) corrections: Corrections,
    pub(super) pawn_cache: PawnCache,
    pub(super) stack: Stack,
    pub(super) pv: PvTable,
    pub(super) root_moves: Vec<RootMove>,
    /// Which of the best lines is being searched, from 0.
    pub(super) line: usize,
    pub(super) nodes: u64,
    /// Positions that tablebases have answered.
    pub(super) tb_hits: u64,
    /// The most pieces of a position in the tree that is looked up in tablebases; 0 for none.
    pub(super) tb_pieces: usize,
    next_check: u64,
    pub(super) seldepth: usize,
    pub(super) root_depth: Depth,
    /// How often another move has become the best of the first line in this iteration.
    pub(super) best_move_changes: u32,
    /// Material at the root, for the chances to win.
    pub(super) material: i32,
    /// The lower end of the root's window: scores above it are proved.
    pub(super) window_alpha: Score,
    /// No null move before this ply, while a null-move cutoff is being verified; 0 elsewhere.
    pub(super) nmp_min_ply: usize,
    /// The search of this thread is over; unwind.
    pub(super) stopped: bool,
    /// Hears what the main thread tells.
    pub(super) listener: Option<Listener>,
}

impl Worker {
    /// A worker with empty histories and nothing to do yet.
    pub fn new(id: usize, table: Arc<Table>) -> Worker {
        Worker {
            id,
            shared: Shared::idle(table),
            limits: Limits::default(),
            timer: Timer::idle(),
            level: None,
            last_score: None,
            key_history: KeyHistory::new(),
            histories: Histories::default(),
            corrections: Corrections::default(),
            pawn_cache: PawnCache::default(),
            stack: Stack::new(&Position::start()),
            pv: PvTable::default(),
            root_moves: Vec::new(),
            line: 0,
            nodes: 0,
            tb_hits: 0,
            tb_pieces: 0,
            next_check: 0,
            seldepth: 0,
            root_depth: 0,
            best_move_changes: 0,
            material: 0,
            window_alpha: -score::INFINITE,
            nmp_min_ply: 0,
            stopped: false,
            listener: None,
        }
    }

    /// Forgets what earlier games taught.
    pub fn clear(&mut self) {
        self.histories = Histories::default();
        self.corrections = Corrections::default();
    }

    /// Releases the last task and its table; histories stay.
    pub fn rest(&mut self, table: Arc<Table>) {
        self.shared = Shared::idle(table);
    }

    /// Takes over a new task; histories stay, the main one in part.
    pub(super) fn prepare(
        &mut self,
        shared: Arc<Shared>,
        limits: Limits,
        timer: Timer,
        history: KeyHistory,
        root: &Position,
    ) {
        self.shared = shared;
        self.limits = limits;
        self.timer = timer;
        self.level = None;
        self.last_score = None;
        self.key_history = history;
        self.stack = Stack::new(root);
        self.root_moves.clear();
        self.material = eval::wdl::material(root.board());
        self.nodes = 0;
        self.tb_hits = 0;
        self.tb_pieces = self.shared.probing.most_pieces();
        self.next_check = 0;
        self.seldepth = 0;
        self.nmp_min_ply = 0;
        self.stopped = false;
        self.histories.fade();
    }

    /// Prefetches the TT entry of the position after a move that will probably be played; the fetch takes
    /// longer than playing it.
    #[inline(always)]
    pub(super) fn prefetch_child(&self, position: &Position, mv: Move) {
        self.shared.table.prefetch(position.key_after(mv));
    }

    /// Plays a move at `ply`: `position` becomes the child, whose stack entry gets its sums.
    #[inline(always)]
    pub(super) fn make(&mut self, position: &mut Position, mv: Move, ply: usize) {
        self.key_history.push(position.key());
        self.nodes += 1;
        let here = self.stack.at(ply);
        here.piece_to = PieceTo::of(position, mv);
        here.move_count = 0;
        here.history = 0;
        here.main_index = None;
        let mut sums = here.sums;
        position.play_with(mv, &mut sums);
        let next = self.stack.at(ply + 1);
        next.sums = sums;
        next.known_eval = score::NONE;
    }

    /// Passes at `ply`, where the evaluation without corrections is `raw_eval`.
    #[inline(always)]
    pub(super) fn make_null(
        &mut self,
        position: &Position,
        raw_eval: Score,
        ply: usize,
    ) -> Position {
        self.key_history.push(position.key());
        self.nodes += 1;
        let mut child = *position;
        child.pass();
        self.shared.table.prefetch(child.key());
        let here = self.stack.at(ply);
        here.piece_to = PieceTo::NONE;
        here.move_count = 0;
        here.history = 0;
        here.main_index = None;
        let sums = here.sums;
        let next = self.stack.at(ply + 1);
        next.sums = sums;
        next.known_eval = eval::evaluate_after_null_move(&child, raw_eval).unwrap_or(score::NONE);
        child
    }

    /// Takes the last move back.
    #[inline(always)]
    pub(super) fn unmake(&mut self) {
        self.key_history.pop();
    }

    /// The static evaluation of the position at `ply`.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let score = eval::evaluate(position, &self.stack.at(ply).sums, &mut self.pawn_cache);
        match &self.level {
            None => score,
            Some(level) => level.misjudged(position, score),
        }
    }

    /// Whether a limited player does not see a move. It sees all its own at the root, and every way out of
    /// check.
    #[inline(always)]
    pub(super) fn overlooks(&self, position: &Position, mv: Move, ply: usize) -> bool {
        self.level
            .as_ref()
            .is_some_and(|level| ply > 0 && !position.is_check() && level.overlooks(position, mv))
    }

    /// What the histories of this node's moves depend on, the opponent attacking these squares.
    #[inline(always)]
    pub(super) fn history_context(
        &self,
        position: &Position,
        threats: Threats,
        ply: usize,
    ) -> HistoryContext {
        HistoryContext::with_threats(position, threats, self.stack.prior_moves(ply))
    }

    /// Which entries of the correction history belong to this node, likewise.
    #[inline(always)]
    pub(super) fn correction_indices(
        &self,
        position: &Position,
        threats: Threats,
        ply: usize,
    ) -> CorrectionIndices {
        let [last, two, four, _] = self.stack.prior_moves(ply);
        CorrectionIndices::new(position, threats.all, last, [two, four])
    }

    /// The static evaluation of the position at `ply`, from its entry in the table if that has it.
    #[inline(always)]
    fn raw_eval(&mut self, position: &Position, ply: usize, entry: Option<Entry>) -> Score {
        note(Count::TtEval, entry.is_some_and(|entry| entry.eval != score::NONE));
        match entry {
            Some(entry) if entry.eval != score::NONE => entry.eval,
            _ => match self.stack.at(ply).known_eval {
                score::NONE => self.evaluate(position, ply),
                known => known,
            },
        }
    }

    /// The static evaluation of the position at `ply`: as computed, and with what the search has learnt of
    /// such positions.
    #[inline(always)]
    pub(super) fn raw_and_corrected(
        &mut self,
        position: &Position,
        ply: usize,
        entry: Option<Entry>,
        threats: Threats,
    ) -> (Score, Score) {
        // Read first: memory answers while the evaluation is computed.
        let correction = self.corrections.get(&self.correction_indices(position, threats, ply));
        let raw_eval = self.raw_eval(position, ply, entry);
        (raw_eval, (raw_eval + correction).clamp(-score::MAX_EVAL, score::MAX_EVAL))
    }

    /// Whether the game is drawn here by rule: fifty moves, repetition, bare material. A mate on the
    /// board goes before the fifty moves; the caller sees to that with `in_check`.
    #[inline(always)]
    pub(super) fn is_draw(&self, position: &Position, ply: usize, in_check: bool) -> bool {
        (position.rule50() >= FIFTY_MOVES && (!in_check || position.has_legal_move()))
            || self.key_history.is_repetition(position, ply)
            || position.board().insufficient_material()
    }

    /// The score of a position in the tree and what bound it is, if tablebases have it.
    ///
    /// Only after a capture or pawn move: the tables don't know how many of the fifty moves are gone.
    #[inline(always)]
    pub(super) fn probe_tablebases(
        &mut self,
        position: &Position,
        depth: Depth,
        ply: usize,
    ) -> Option<(Score, Bound)> {
        if position.rule50() != 0
            || piece_count(position) > self.tb_pieces
            || !position.board().castling().is_empty()
        {
            return None;
        }
        let found = self.shared.probing.score(position, depth, ply, self.tb_pieces);
        self.tb_hits += u64::from(found.is_some());
        found
    }

    /// Looks now and then whether to stop; true once the search is over.
    #[inline(always)]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.stopped
    }

    #[cold]
    fn check_limits(&mut self) {
        poll();
        self.publish_counts();
        let mut next = self.nodes + CHECK_INTERVAL;
        // The first iteration always completes, whatever the limits: there must be a move.
        let may_stop = self.root_depth > 1;
        if self.id == 0 {
            // The clock does not count while pondering.
            let is_pondering = self.shared.pondering.load(Relaxed);
            let clock = if is_pondering { u64::MAX } else { self.timer.node_limit() };
            let budget = self.limits.nodes.unwrap_or(u64::MAX).min(clock);
            // Helpers' nodes count as far as published; with one thread the count is exact.
            let others = self.shared.total_nodes() - self.nodes;
            let over = (self.timer.is_over() && !is_pondering) || self.nodes + others >= budget;
            if may_stop && over {
                self.shared.stop.store(true, Relaxed);
            }
            next = next.min(budget.saturating_sub(others)).max(self.nodes + 1);
        }
        self.stopped = may_stop && self.shared.is_stopped();
        self.next_check = next;
    }

    /// Lets the others know what this thread has done.
    pub(super) fn publish_counts(&self) {
        let counts = &self.shared.counts[self.id];
        counts.nodes.store(self.nodes, Relaxed);
        counts.tb_hits.store(self.tb_hits, Relaxed);
    }
}
