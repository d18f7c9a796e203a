//! How many threads a command uses, and the same work on all of them.

use std::ops::RangeInclusive;

use crate::engine::MAX_THREADS;
use crate::support::error::ToolError;

/// Numbers of threads that may be asked for.
pub const THREADS: RangeInclusive<i64> = 1..=MAX_THREADS;

/// As many threads as were asked for; one a core if none were.
pub fn threads(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.map_or_else(cores, usize::from)
}

/// Does the same work on so many threads. Once all have ended, the first error, if there is one.
pub fn on_threads(
    threads: usize,
    work: impl Fn() -> Result<(), ToolError> + Sync,
) -> Result<(), ToolError> {
    let results: Vec<Result<(), ToolError>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        let joined = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.map(|done| done.unwrap_or(Err(ToolError::Failed))).collect()
    });
    results.into_iter().collect()
}
