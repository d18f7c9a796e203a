//! The engine as a whole: options, position, table, threads. Prints nothing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::classics::Classics;
use crate::position::{History, Position};
use crate::search::{Event, Job, Limits, Listener, Pool, Search};
use crate::tt::{Table, TableError};

pub use crate::classics::{About, Rating, Stage, Style, best_case_leaves};

/// Default size of the hash table, in MB.
pub const DEFAULT_HASH: usize = 16;
/// Default of what is taken off every clock, in ms.
pub const DEFAULT_OVERHEAD: u64 = 30;

/// Everything that a front end steers.
pub struct Engine {
    position: Position,
    history: History,
    table: Arc<Table>,
    pool: Pool,
    search: Option<Arc<Search>>,
    classics: Classics,
    /// How many lines a search is to find.
    pub multi_pv: usize,
    /// What GUI and system take of every move.
    pub overhead: Duration,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
}

impl Engine {
    /// An engine with one thread and a small table, at the start position.
    ///
    /// # Panics
    /// If the system grants not even these.
    pub fn new() -> Engine {
        Engine {
            position: Position::start(),
            history: History::new(),
            table: Arc::new(Table::new(DEFAULT_HASH).expect("memory for a small table")),
            pool: Pool::new(1).expect("a thread"),
            search: None,
            classics: Classics::default(),
            multi_pv: 1,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD),
            chess960: false,
        }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Takes over a position and how the game came there. Ends a running search.
    pub fn set_position(&mut self, position: Position, history: History) {
        self.end_search();
        self.position = position;
        self.history = history;
        self.classics.hear_position();
    }

    /// Begins a search at the current position; `listener` hears of it. Ends a running one.
    pub fn go(&mut self, limits: Limits, start: Instant, listener: Listener) {
        if let Err(remark) = self.classics.hear_go() {
            return listener(Event::Remark(remark));
        }
        self.end_search();
        let job = Job {
            root: self.position,
            history: self.history.clone(),
            limits,
            start,
            overhead: self.overhead,
            multi_pv: self.multi_pv,
            listener,
        };
        self.search = Some(match self.classics.thinker() {
            Some(thinker) => self.pool.play(job, self.table.clone(), thinker),
            None => self.pool.start(job, self.table.clone()),
        });
    }

    /// Chooses the program that answers [`go`](Engine::go). It knows nothing of what another has found.
    pub fn set_style(&mut self, style: Style) {
        self.clear_hash();
        self.classics.choose(style);
    }

    /// Chooses how much of its article [`Style::Spektrum`] uses.
    pub fn set_stage(&mut self, stage: Stage) {
        self.clear_hash();
        self.classics.stage = stage;
    }

    /// Tells a running search to answer now.
    pub fn stop(&self) {
        if let Some(search) = &self.search {
            search.stop();
        }
    }

    /// The expected move was played.
    pub fn ponder_hit(&self) {
        if let Some(search) = &self.search {
            search.ponder_hit();
        }
    }

    /// Whether a search is under way.
    pub fn is_searching(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.is_running())
    }

    /// Blocks until the running search has answered by itself.
    pub fn wait(&self) {
        if let Some(search) = &self.search {
            search.wait();
        }
    }

    /// Ends a running search and lets its answer out.
    pub fn end_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop();
            search.wait();
        }
    }

    /// A new game: what was learnt from the last is forgotten; options stay.
    pub fn new_game(&mut self) {
        self.end_search();
        self.pool.clear();
        self.table.clear(self.pool.len());
    }

    /// Empties the hash table.
    pub fn clear_hash(&mut self) {
        self.end_search();
        self.table.clear(self.pool.len());
    }

    /// Changes the size of the hash table, in MB; it is empty then.
    ///
    /// # Errors
    /// There is no such memory; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), TableError> {
        self.end_search();
        if megabytes != self.table.megabytes() {
            self.table = Arc::new(Table::new(megabytes)?);
        }
        Ok(())
    }

    /// Changes the number of search threads.
    ///
    /// # Errors
    /// The system gives no more threads; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> std::io::Result<()> {
        self.end_search();
        if threads != self.pool.len() {
            self.pool = Pool::new(threads)?;
        }
        Ok(())
    }

    /// How many search threads there are.
    pub fn threads(&self) -> usize {
        self.pool.len()
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.end_search();
    }
}
