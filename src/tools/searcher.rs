//! Searches for tools: one position after another, none of which knows of the others.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::ToolError;
use crate::position::{History, Position};
use crate::search::{Job, Limits, Outcome, Pool};
use crate::tt::Table;

/// A table and threads of their own.
pub(super) struct Searcher {
    table: Arc<Table>,
    pool: Pool,
}

/// What a search came to.
pub(super) struct Found {
    pub(super) outcome: Outcome,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

impl Searcher {
    /// A searcher with that many threads and MB of table.
    ///
    /// # Errors
    /// The system has no such memory, or no such threads.
    pub(super) fn new(threads: usize, megabytes: usize) -> Result<Searcher, ToolError> {
        let table =
            Table::new(megabytes).map_err(|error| ToolError::BadInput(error.to_string()))?;
        let pool = Pool::new(threads)
            .map_err(|error| ToolError::BadInput(format!("{threads} threads: {error}")))?;
        Ok(Searcher { table: Arc::new(table), pool })
    }

    /// Searches a position as if it were the first. With one thread and no limit of time the result
    /// depends on nothing but position, limits and size of table.
    pub(super) fn search(&self, root: &Position, limits: Limits) -> Found {
        self.table.clear(self.pool.len());
        self.pool.clear();
        let start = Instant::now();
        let job = Job {
            root: *root,
            history: History::new(),
            limits,
            start,
            overhead: Duration::ZERO,
            multi_pv: 1,
            listener: Arc::new(|_| ()),
        };
        let search = self.pool.start(job, self.table.clone());
        search.wait();
        let time = start.elapsed();
        let outcome = search.outcome().expect("a search that has ended has an outcome");
        Found { outcome, nodes: search.nodes(), time }
    }
}
