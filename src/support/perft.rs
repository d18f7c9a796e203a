//! Perft on several threads, with or without a hash table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::board::{Board, perft};
use crate::position::Position;
use crate::support::error::ToolError;
use crate::support::interrupt::is_cancelled;
use crate::support::speed::mnps;
use crate::tt::{Bucket, memory::Buckets};
use crate::types::{Key, List, Move};

/// Jobs are the positions this many plies below the root: enough for any number of threads, and small
/// enough to balance the load.
const SPLIT: u32 = 3;

/// The least depth of a job: smaller ones cost more to schedule than to count.
const LEAST_JOB: u32 = 4;

/// Trees up to this depth are counted without looking whether to stop: some milliseconds, and less than
/// a second in positions full of queens.
const CHUNK: u32 = 4;

/// Shallower subtrees are counted faster than looked up.
const LEAST_HASHED: u32 = 2;

/// Up to this depth of the shallowest subtrees stored the table is fitted to the tree; a deeper tree fills
/// any table.
const MAX_SIZED: u32 = 5;

/// Entries in a bucket of the table, of two words each.
const ENTRIES: usize = 4;
/// Bits of the depth in an entry's data; the count has the other 56.
const DEPTH_BITS: u32 = 8;

/// Counts by key and depth. An entry is `key ^ data` and `data` (count and depth), so that an entry torn by
/// two writers does not match.
struct Subtrees {
    buckets: Buckets,
    /// Number of buckets in use, limited to what the tree can fill: untouched memory costs nothing.
    used: AtomicUsize,
}

impl Subtrees {
    fn new(megabytes: usize) -> Result<Subtrees, ToolError> {
        let buckets = Buckets::new(megabytes * (1 << 20) / size_of::<Bucket>());
        let subtrees = |buckets| Subtrees { buckets, used: AtomicUsize::new(1) };
        buckets.map(subtrees).map_err(|error| {
            ToolError::BadInput(format!("cannot allocate a hash table of {megabytes} MB: {error}"))
        })
    }

    fn index(&self, key: Key, depth: u32) -> usize {
        // Different depths of a position go to different buckets.
        let spread = key.rotate_left(depth * 7);
        ((u128::from(spread) * self.used.load(Relaxed) as u128) >> 64) as usize
    }

    /// Uses as much of the table as that many paths to the shallowest subtrees stored can fill.
    fn prepare(&self, paths: u64) {
        // At least half of the paths transpose into others.
        const PATHS_PER_ENTRY: usize = 2;
        let paths = usize::try_from(paths).unwrap_or(usize::MAX);
        let wanted = paths / (PATHS_PER_ENTRY * ENTRIES);
        let all = self.buckets.as_slice().len();
        self.used.store(wanted.clamp(1, all).max(self.used.load(Relaxed)), Relaxed);
    }

    fn prefetch(&self, key: Key, depth: u32) {
        self.buckets.prefetch(self.index(key, depth));
    }

    fn get(&self, key: Key, depth: u32) -> Option<u64> {
        let words = &self.buckets.as_slice()[self.index(key, depth)].words;
        (0..ENTRIES).find_map(|entry| {
            let data = words[2 * entry + 1].load(Relaxed);
            let check = words[2 * entry].load(Relaxed);
            (check ^ data == key && data as u8 == depth as u8).then_some(data >> DEPTH_BITS)
        })
    }

    /// Replaces the shallowest entry: it is the cheapest to recount.
    fn put(&self, key: Key, depth: u32, leaves: u64) {
        if leaves >> (u64::BITS - DEPTH_BITS) != 0 {
            return;
        }
        let words = &self.buckets.as_slice()[self.index(key, depth)].words;
        let victim = (0..ENTRIES).min_by_key(|entry| words[2 * entry + 1].load(Relaxed) as u8);
        let Some(victim) = victim else { return };
        let data = leaves << DEPTH_BITS | u64::from(depth);
        words[2 * victim].store(key ^ data, Relaxed);
        words[2 * victim + 1].store(data, Relaxed);
    }
}

/// The progress bar and the leaves counted so far.
struct Tally {
    leaves: Arc<AtomicU64>,
    bar: ProgressBar,
}

impl Tally {
    fn new(jobs: u64, visible: bool) -> Tally {
        let leaves: Arc<AtomicU64> = Arc::default();
        let bar = if visible { ProgressBar::new(jobs) } else { ProgressBar::hidden() };
        let shown = leaves.clone();
        // Computed when the bar is drawn, not at every count.
        let count = move |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let leaves = shown.load(Relaxed);
            let speed = mnps(leaves, state.elapsed().as_secs_f64());
            let _ = write!(text, "{leaves} leaves, {speed:.0} Mnps");
        };
        let style = "{bar:30} {percent:>3} %  {leaves}  {elapsed}, left {eta}";
        let style = ProgressStyle::with_template(style).expect("the template is sound");
        bar.set_style(style.with_key("leaves", count));
        if visible {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Tally { leaves, bar }
    }

    fn add(&self, leaves: u64) {
        self.leaves.fetch_add(leaves, Relaxed);
    }
}

/// Counts leaves with a number of threads and an optional hash table.
pub struct PerftCounter {
    threads: usize,
    subtrees: Option<Subtrees>,
    /// Whether a progress bar is shown on standard error.
    pub progress: bool,
    /// Ends a count under way, as Ctrl-C does.
    cancelled: Arc<AtomicBool>,
}

impl PerftCounter {
    /// A counter that visits every subtree.
    pub fn without_table(threads: usize) -> PerftCounter {
        PerftCounter { threads, subtrees: None, progress: false, cancelled: Arc::default() }
    }

    /// A counter with a table of so many megabytes; 0 for no table.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(threads: usize, megabytes: usize) -> Result<PerftCounter, ToolError> {
        let subtrees = (megabytes > 0).then(|| Subtrees::new(megabytes)).transpose()?;
        Ok(PerftCounter { subtrees, ..PerftCounter::without_table(threads) })
    }

    /// The same counter, whose counts this flag ends, as Ctrl-C does.
    #[must_use]
    pub fn cancelled_by(self, cancelled: Arc<AtomicBool>) -> PerftCounter {
        PerftCounter { cancelled, ..self }
    }

    /// Leaves below each legal move, handed to `tell` as they are counted. Returns the total.
    ///
    /// # Errors
    /// The count was cancelled, or `tell` fails.
    pub fn divide(
        &self,
        root: &Position,
        depth: u32,
        mut tell: impl FnMut(Move, u64) -> Result<(), ToolError>,
    ) -> Result<u64, ToolError> {
        let mut total = 0;
        for &mv in &root.board().legal_moves() {
            let mut child = *root;
            child.play_unchecked(mv);
            let leaves = self.count(&child, depth - 1)?;
            tell(mv, leaves)?;
            total += leaves;
        }
        Ok(total)
    }

    /// Counts the leaves at this depth.
    ///
    /// # Errors
    /// The count was cancelled.
    pub fn count(&self, root: &Position, depth: u32) -> Result<u64, ToolError> {
        if let Some(table) = &self.subtrees {
            let inner = depth.saturating_sub(LEAST_HASHED);
            table.prepare(match inner {
                0..=MAX_SIZED => self.plain().count(root, inner)?,
                _ => u64::MAX,
            });
        }
        let split = depth.saturating_sub(LEAST_JOB).min(SPLIT);
        let mut jobs = vec![*root];
        for _ in 0..split {
            jobs = jobs.iter().flat_map(children).collect();
        }
        let rest = depth - split;
        let tally = Tally::new(jobs.len() as u64, self.progress);
        let (next, total) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            while let Some(job) = jobs.get(next.fetch_add(1, Relaxed)) {
                total.fetch_add(self.descend(job, rest, &tally), Relaxed);
                tally.bar.inc(1);
            }
        };
        if jobs.len() == 1 || self.threads == 1 {
            work();
        } else {
            std::thread::scope(|scope| {
                for _ in 0..self.threads {
                    scope.spawn(work);
                }
            });
        }
        tally.bar.finish_and_clear();
        if self.is_cancelled() {
            let leaves = tally.leaves.load(Relaxed);
            return Err(ToolError::Interrupted(format!("stopped after {leaves} leaves")));
        }
        Ok(total.into_inner())
    }

    /// The same counter without the table.
    fn plain(&self) -> PerftCounter {
        PerftCounter::without_table(self.threads).cancelled_by(self.cancelled.clone())
    }

    fn is_cancelled(&self) -> bool {
        is_cancelled(&self.cancelled)
    }

    /// Counts a tree in chunks; the result is meaningless once the count is cancelled.
    fn descend(&self, position: &Position, depth: u32, tally: &Tally) -> u64 {
        if self.is_cancelled() {
            return 0;
        }
        let known = self.subtrees.as_ref().and_then(|table| table.get(position.key(), depth));
        if depth <= CHUNK || known.is_some() {
            let leaves = known.unwrap_or_else(|| self.count_here(position, depth));
            tally.add(leaves);
            return leaves;
        }
        let leaves =
            children(position).iter().map(|child| self.descend(child, depth - 1, tally)).sum();
        if let Some(table) = &self.subtrees
            && !self.is_cancelled()
        {
            table.put(position.key(), depth, leaves);
        }
        leaves
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
        child.play_unchecked(mv);
        child
    };
    position.board().legal_moves().iter().map(child).collect()
}

fn hashed(position: &Position, depth: u32, subtrees: &Subtrees) -> u64 {
    if depth < LEAST_HASHED {
        return perft(position.board(), depth);
    }
    if let Some(leaves) = subtrees.get(position.key(), depth) {
        return leaves;
    }
    let mut leaves = 0;
    if depth == LEAST_HASHED + 1 {
        // Make all children first, so that the prefetches have time.
        let mut children = List::<(Key, Board)>::new();
        for &mv in &position.board().legal_moves() {
            let mut child = *position;
            child.play_unchecked(mv);
            subtrees.prefetch(child.key(), LEAST_HASHED);
            children.push((child.key(), *child.board()));
        }
        for (key, board) in &children {
            leaves += subtrees.get(*key, LEAST_HASHED).unwrap_or_else(|| {
                let leaves = perft(board, LEAST_HASHED);
                subtrees.put(*key, LEAST_HASHED, leaves);
                leaves
            });
        }
    } else {
        for &mv in &position.board().legal_moves() {
            let mut child = *position;
            child.play_unchecked(mv);
            leaves += hashed(&child, depth - 1, subtrees);
        }
    }
    subtrees.put(position.key(), depth, leaves);
    leaves
}

/// Perft on full positions with keys and mailbox, as the search plays moves.
pub fn through_position(position: &Position, depth: u32) -> u64 {
    if depth <= 2 {
        return perft(position.board(), depth);
    }
    let mut leaves = 0;
    for &mv in &position.board().legal_moves() {
        let mut child = *position;
        child.play_unchecked(mv);
        leaves += through_position(&child, depth - 1);
    }
    leaves
}
