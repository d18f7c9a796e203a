//! Counting on several threads, and with a table of subtrees already counted.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use super::super::ToolError;
use crate::board::perft;
use crate::position::Position;
use crate::types::Key;

/// Work is cut into the positions this many plies below the root: enough for any number of threads,
/// each of them small enough that none is waited for long.
const SPLIT: u32 = 3;

/// Subtrees by key and depth. An entry is `key ^ data, data`; data is the count and the depth.
struct Subtrees {
    entries: Vec<[AtomicU64; 2]>,
}

/// Bits of the depth in an entry's data; the count has the other 56.
const DEPTH_BITS: u32 = 8;

impl Subtrees {
    fn new(megabytes: usize) -> Result<Subtrees, ToolError> {
        let len = megabytes * (1 << 20) / size_of::<[AtomicU64; 2]>();
        let mut entries = Vec::new();
        entries.try_reserve_exact(len).map_err(|error| {
            ToolError::BadInput(format!("no memory for a hash table of {megabytes} MB: {error}"))
        })?;
        entries.resize_with(len, Default::default);
        Ok(Subtrees { entries })
    }

    fn entry(&self, key: Key, depth: u32) -> &[AtomicU64; 2] {
        // One position at two depths goes to two places.
        let spread = key.rotate_left(depth * 7);
        &self.entries[((u128::from(spread) * self.entries.len() as u128) >> 64) as usize]
    }

    fn get(&self, key: Key, depth: u32) -> Option<u64> {
        let [check, data] = self.entry(key, depth).each_ref().map(|word| word.load(Relaxed));
        (check ^ data == key && data as u8 == depth as u8).then_some(data >> DEPTH_BITS)
    }

    fn put(&self, key: Key, depth: u32, leaves: u64) {
        if leaves >> (64 - DEPTH_BITS) != 0 {
            return;
        }
        let data = leaves << DEPTH_BITS | u64::from(depth);
        let [check, cell] = self.entry(key, depth);
        check.store(key ^ data, Relaxed);
        cell.store(data, Relaxed);
    }
}

/// Counts leaves with a given number of threads and size of table.
pub(super) struct Counter {
    threads: usize,
    subtrees: Option<Subtrees>,
    progress: bool,
}

impl Counter {
    /// A counter; `megabytes` is 0 for none.
    pub(super) fn new(threads: usize, megabytes: usize) -> Result<Counter, ToolError> {
        let subtrees = (megabytes > 0).then(|| Subtrees::new(megabytes)).transpose()?;
        Ok(Counter { threads, subtrees, progress: false })
    }

    /// Shows a progress bar on standard error from now on, or none.
    pub(super) fn with_progress(&mut self, progress: bool) -> &Counter {
        self.progress = progress;
        self
    }

    /// Leaves of the tree of this depth.
    pub(super) fn count(&self, root: &Position, depth: u32) -> u64 {
        if depth <= SPLIT || self.threads == 1 {
            return self.count_here(root, depth);
        }
        let mut jobs = vec![*root];
        for _ in 0..SPLIT {
            jobs = jobs.iter().flat_map(children).collect();
        }
        let rest = depth - SPLIT;
        let bar = self.bar(jobs.len());
        let (next, total) = (AtomicUsize::new(0), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    while let Some(job) = jobs.get(next.fetch_add(1, Relaxed)) {
                        let leaves = self.count_here(job, rest);
                        let sum = total.fetch_add(leaves, Relaxed) + leaves;
                        bar.inc(1);
                        let speed = super::mnps(sum, bar.elapsed().as_secs_f64());
                        bar.set_message(format!("{sum} leaves, {speed:.0} Mnps"));
                    }
                });
            }
        });
        bar.finish_and_clear();
        total.into_inner()
    }

    fn bar(&self, jobs: usize) -> ProgressBar {
        if !self.progress {
            return ProgressBar::hidden();
        }
        let style =
            ProgressStyle::with_template("{bar:40} {percent:>3} %  {msg}  {elapsed}, left {eta}")
                .expect("the template is sound");
        let bar = ProgressBar::new(jobs as u64).with_style(style);
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    }

    fn count_here(&self, position: &Position, depth: u32) -> u64 {
        match &self.subtrees {
            Some(subtrees) => hashed(position, depth, subtrees),
            None => perft(position.board(), depth),
        }
    }
}

fn children(position: &Position) -> Vec<Position> {
    let child = |&mv| {
        let mut child = *position;
        child.play(mv, &mut ());
        child
    };
    position.board().legal_moves().iter().map(child).collect()
}

fn hashed(position: &Position, depth: u32, subtrees: &Subtrees) -> u64 {
    if depth < 2 {
        return perft(position.board(), depth);
    }
    if let Some(leaves) = subtrees.get(position.key(), depth) {
        return leaves;
    }
    let mut leaves = 0;
    for &mv in position.board().legal_moves().iter() {
        let mut child = *position;
        child.play(mv, &mut ());
        leaves += hashed(&child, depth - 1, subtrees);
    }
    subtrees.put(position.key(), depth, leaves);
    leaves
}
