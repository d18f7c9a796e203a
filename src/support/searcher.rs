//! Searching one position after another, for analysis and test suites.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::position::{KeyHistory, Position};
use crate::search::{Event, Info, Job, Limits, Outcome, Pool, Probing};
use crate::support::error::ToolError;
use crate::support::interrupt::is_cancelled;
use crate::support::machine::check_memory;
use crate::sync::Instant;
use crate::tt::{Bound, Table};

/// How often Ctrl-C and the flag are checked.
const PATIENCE: Duration = Duration::from_millis(50);

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move and its score.
    pub outcome: Outcome,
    /// The info lines with exact scores, in order. Empty if the search ended before its first iteration.
    pub infos: Vec<Info>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Total time.
    pub time: Duration,
}

impl SearchResult {
    /// The best line.
    pub fn line(&self) -> &[crate::types::Move] {
        self.infos.last().map_or(&[], |info| &info.pv)
    }
}

/// A thread pool and a hash table for successive searches.
pub struct Searcher {
    pool: Pool,
    table: Arc<Table>,
    /// Stops a search in progress, as Ctrl-C does.
    pub cancelled: Arc<AtomicBool>,
    /// Tablebases and how they are used; there are none at first.
    pub probing: Probing,
}

impl Searcher {
    /// A searcher with this many threads and MB of hash.
    ///
    /// # Errors
    /// The memory or the threads can't be allocated.
    pub fn new(threads: usize, megabytes: usize) -> Result<Searcher, ToolError> {
        check_memory(megabytes, 0)?;
        let table = Table::new(megabytes)?;
        let pool = Pool::new(threads)
            .map_err(|error| ToolError::BadInput(format!("no {threads} threads: {error}")))?;
        let (table, cancelled) = (Arc::new(table), Arc::default());
        Ok(Searcher { pool, table, cancelled, probing: Probing::default() })
    }

    fn is_cancelled(&self) -> bool {
        is_cancelled(&self.cancelled)
    }

    /// Clears the hash table and the histories, so that the next search is independent.
    pub fn forget(&self) {
        self.pool.clear();
        self.table.clear(self.pool.len());
    }

    /// Searches a position with its key history. `None` if the search was cancelled.
    pub fn search(
        &self,
        root: Position,
        history: KeyHistory,
        limits: Limits,
    ) -> Option<SearchResult> {
        self.search_lines(root, history, limits, 1)
    }

    /// As [`search`](Searcher::search), for several principal variations.
    pub fn search_lines(
        &self,
        root: Position,
        history: KeyHistory,
        limits: Limits,
        multi_pv: usize,
    ) -> Option<SearchResult> {
        let infos: Arc<Mutex<Vec<Info>>> = Arc::default();
        let heard = infos.clone();
        let start = Instant::now();
        let listener = Arc::new(move |event| match event {
            // Skip bounds: they are progress reports, not results.
            Event::Info(info) if info.bound == Bound::Exact => {
                heard.lock().unwrap_or_else(PoisonError::into_inner).push(info);
            }
            Event::BestMove { .. }
            | Event::Info(_)
            | Event::CurrentMove { .. }
            | Event::Remark(_) => {}
        });
        let (probing, cancelled) = (self.probing.clone(), self.cancelled.clone());
        let job = Job::new(root, limits, listener);
        let job = Job { history, start, multi_pv, probing, cancelled, ..job };
        let search = self.pool.start(job, self.table.clone());
        while !search.wait_at_most(PATIENCE) {
            // The search sees the flag by itself, but not Ctrl-C.
            if self.is_cancelled() {
                search.stop();
            }
        }
        let time = start.elapsed();
        if self.is_cancelled() {
            return None;
        }
        let infos = infos.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let outcome = search.outcome()?;
        Some(SearchResult { outcome, infos, nodes: search.nodes(), time })
    }
}
