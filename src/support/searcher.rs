//! Searching one position after another, for analysis and test suites.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::position::{KeyHistory, Position};
use crate::search::{Event, Info, Job, Limits, Outcome, Pool, Probing};
use crate::support::args::{HASH, MAX_DEPTH, MAX_MOVE_TIME, MOVE_TIME};
use crate::support::error::ToolError;
use crate::support::interrupt::is_cancelled;
use crate::support::machine::check_memory;
use crate::support::text::counted;
use crate::support::threads::{THREADS, threads};
use crate::tt::{Bound, Table};
use crate::types::Depth;

/// How often Ctrl-C and the flag are checked.
const PATIENCE: Duration = Duration::from_millis(50);

/// Search limits and resources, as a part of a command's arguments.
#[derive(clap::Args, Clone, Debug)]
pub struct SearchArgs {
    /// Search each position for this many milliseconds, from 1 to 86400000 [default: 1000, unless --nodes or
    /// --depth is given]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=MAX_MOVE_TIME))]
    movetime: Option<u64>,
    /// Search each position for this many nodes, at least 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search each position to this depth in plies, from 1 to 200
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<Depth>,
    /// Search with this many threads, from 1 to 1024 [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Give the search a hash table of this many MB, from 1 to 1048576
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(HASH))]
    hash: u32,
}

impl SearchArgs {
    /// The limits of each search.
    pub fn limits(&self) -> Limits {
        let free = self.nodes.is_none() && self.depth.is_none();
        let time = self.movetime.or(free.then_some(MOVE_TIME));
        Limits {
            move_time: time.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        }
    }

    /// A description of the limits for reports.
    pub fn describe(&self) -> String {
        let limits = self.limits();
        let mut words = Vec::new();
        words.extend(limits.move_time.map(|time| format!("{} ms", time.as_millis())));
        words.extend(limits.nodes.map(|nodes| format!("{nodes} nodes")));
        words.extend(limits.depth.map(|depth| format!("depth {depth}")));
        let threads = counted(self.threads(), "thread");
        format!("{} a position, {threads}, {} MB of hash", words.join(", "), self.hash)
    }

    fn threads(&self) -> usize {
        threads(self.threads)
    }

    /// A searcher with these threads and this hash size.
    ///
    /// # Errors
    /// The memory or the threads can't be allocated.
    pub fn searcher(&self) -> Result<Searcher, ToolError> {
        Searcher::new(self.threads(), self.hash as usize)
    }
}

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
        let (end, ended) = channel();
        let start = Instant::now();
        let listener = Arc::new(move |event| match event {
            // Skip bounds: they are progress reports, not results.
            Event::Info(info) if info.bound == Bound::Exact => {
                heard.lock().unwrap_or_else(PoisonError::into_inner).push(info);
            }
            Event::BestMove { .. } => {
                let _ = end.send(());
            }
            Event::Info(_) | Event::CurrentMove { .. } | Event::Remark(_) => {}
        });
        let probing = self.probing.clone();
        let job = Job { history, start, multi_pv, probing, ..Job::new(root, limits, listener) };
        let search = self.pool.start(job, self.table.clone());
        while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(PATIENCE) {
            if self.is_cancelled() {
                search.stop();
            }
        }
        search.wait();
        let time = start.elapsed();
        if self.is_cancelled() {
            return None;
        }
        let infos = infos.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let outcome = search.outcome()?;
        Some(SearchResult { outcome, infos, nodes: search.nodes(), time })
    }
}
