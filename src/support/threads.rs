//! Running work on several threads.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{Builder, Scope, ScopedJoinHandle};

use crate::engine::MAX_THREADS;
use crate::support::error::ToolError;

/// The allowed numbers of threads.
pub const THREADS: RangeInclusive<i64> = 1..=MAX_THREADS;

/// The requested number of threads; the default is one per core.
pub fn threads(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.map_or_else(cores, usize::from)
}

/// 1, 2, 4 and so on, and the largest number itself.
pub fn powers_of_two(most: usize) -> Vec<usize> {
    let powers = std::iter::successors(Some(1), |count| Some(2 * count));
    powers.take_while(|&count| count < most).chain([most]).collect()
}

/// Starts the same work on several threads; on fewer if the system has no more, and then on this one as well.
pub fn spawn_all<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    threads: usize,
    work: impl Fn() -> T + Clone + Send + 'scope,
) -> (Vec<ScopedJoinHandle<'scope, T>>, Option<T>) {
    let mut workers = Vec::new();
    for _ in 0..threads {
        match Builder::new().spawn_scoped(scope, work.clone()) {
            Ok(worker) => workers.push(worker),
            Err(_) => return (workers, Some(work())),
        }
    }
    (workers, None)
}

/// Runs the same work on several threads. Returns the first error after all have finished.
pub fn on_threads(
    threads: usize,
    work: impl Fn() -> Result<(), ToolError> + Sync,
) -> Result<(), ToolError> {
    let results: Vec<Result<(), ToolError>> = std::thread::scope(|scope| {
        let (workers, own) = spawn_all(scope, threads, &work);
        let joined = workers.into_iter().map(ScopedJoinHandle::join);
        joined.map(|done| done.unwrap_or(Err(ToolError::Failed))).chain(own).collect()
    });
    results.into_iter().collect()
}

/// As [`on_threads`], for work that now and then checks the flag it is given: once it is set, a thread has failed and
/// the others need not go on.
pub fn on_threads_until_one_fails(
    threads: usize,
    work: impl Fn(&AtomicBool) -> Result<(), ToolError> + Sync,
) -> Result<(), ToolError> {
    let failed = AtomicBool::new(false);
    on_threads(threads, || {
        let done = work(&failed);
        if done.is_err() {
            failed.store(true, Relaxed);
        }
        done
    })
}
