//! Perft on several threads, with or without a hash table.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use crate::board::{Board, perft};
use crate::position::Position;
use crate::support::error::ToolError;
use crate::support::interrupt::is_cancelled;
use crate::support::perft_bar::Bar;
use crate::support::subtrees::{SubtreeKey, Subtrees};
use crate::support::threads::spawn_all;
use crate::types::{List, Move};

/// Jobs are the positions this many plies below the root: enough for any number of threads, and small
/// enough to balance the load.
const SPLIT: u32 = 3;

/// The least depth of a job: smaller ones cost more to schedule than to count.
const LEAST_JOB: u32 = 4;

/// Trees up to this depth are counted without checking whether to stop: a few milliseconds, and less
/// than a second in positions full of queens.
const CHUNK: u32 = 4;

/// Shallower subtrees are faster to count than to look up.
const LEAST_HASHED: u32 = 2;

/// If the shallowest subtrees stored are at most this many plies below the root, the table is fitted to
/// the tree; a deeper tree fills any table.
const MAX_SIZED: u32 = 5;

/// A total that threads add to.
#[derive(Default)]
struct Total(Mutex<u128>);

impl Total {
    fn add(&self, leaves: u128) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += leaves;
    }

    fn get(&self) -> u128 {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// A counter with a table of this many megabytes; 0 for no table. The seed determines the keys of the table.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(threads: usize, megabytes: usize, seed: u64) -> Result<PerftCounter, ToolError> {
        let subtrees = (megabytes > 0).then(|| Subtrees::new(megabytes, seed)).transpose()?;
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
        mut tell: impl FnMut(Move, u128) -> Result<(), ToolError>,
    ) -> Result<u128, ToolError> {
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
    pub fn count(&self, root: &Position, depth: u32) -> Result<u128, ToolError> {
        if let Some(table) = &self.subtrees {
            let inner = depth.saturating_sub(LEAST_HASHED);
            table.prepare(match inner {
                0..=MAX_SIZED => self.plain().count(root, inner)?,
                _ => u128::MAX,
            });
        }
        let split = depth.saturating_sub(LEAST_JOB).min(SPLIT);
        let mut jobs = vec![*root.board()];
        for _ in 0..split {
            jobs = jobs.iter().flat_map(children).collect();
        }
        let rest = depth - split;
        let counted: Arc<Total> = Arc::default();
        let shown = counted.clone();
        let bar = Bar::new(jobs.len() as u64, self.progress, move || shown.get());
        let (next, total) = (AtomicUsize::new(0), Total::default());
        let work = || {
            while let Some(job) = jobs.get(next.fetch_add(1, Relaxed)) {
                total.add(self.descend(job, rest, &counted));
                bar.advance();
            }
        };
        if jobs.len() == 1 || self.threads == 1 {
            work();
        } else {
            std::thread::scope(|scope| drop(spawn_all(scope, self.threads, work)));
        }
        bar.finish();
        self.unless_cancelled(total.get(), &counted)
    }

    /// Counts the leaves below one of many positions, on this thread alone. The position's own count is not
    /// stored: the positions are different, and the table is for what they share.
    ///
    /// # Errors
    /// The count was cancelled.
    pub fn count_one(&self, board: &Board, depth: u32) -> Result<u128, ToolError> {
        let counted = Total::default();
        if let Some(table) = &self.subtrees {
            table.prepare(u128::MAX);
        }
        let leaves = match &self.subtrees {
            Some(table) if depth <= CHUNK => below(board, depth, table).into(),
            _ => self.descend(board, depth, &counted),
        };
        self.unless_cancelled(leaves, &counted)
    }

    fn unless_cancelled(&self, leaves: u128, counted: &Total) -> Result<u128, ToolError> {
        match self.is_cancelled() {
            true => Err(ToolError::Interrupted(format!("stopped after {} leaves", counted.get()))),
            false => Ok(leaves),
        }
    }

    /// The same counter without the table.
    fn plain(&self) -> PerftCounter {
        PerftCounter::without_table(self.threads).cancelled_by(self.cancelled.clone())
    }

    fn is_cancelled(&self) -> bool {
        is_cancelled(&self.cancelled)
    }

    /// Counts a tree in chunks; the result is meaningless once the count is cancelled.
    fn descend(&self, board: &Board, depth: u32, counted: &Total) -> u128 {
        if self.is_cancelled() {
            return 0;
        }
        if depth <= CHUNK {
            let leaves = self.count_here(board, depth).into();
            counted.add(leaves);
            return leaves;
        }
        let entry = self.subtrees.as_ref().map(|table| (table, table.key(board, depth)));
        if let Some(known) = entry.and_then(|(table, key)| table.get(key, depth)) {
            counted.add(known.into());
            return known.into();
        }
        let leaves =
            children(board).iter().map(|child| self.descend(child, depth - 1, counted)).sum();
        if let Some((table, key)) = entry
            && !self.is_cancelled()
        {
            table.put(key, depth, leaves);
        }
        leaves
    }

    fn count_here(&self, board: &Board, depth: u32) -> u64 {
        match &self.subtrees {
            Some(table) if depth >= LEAST_HASHED => {
                hashed(board, table.key(board, depth), depth, table)
            }
            _ => perft(board, depth),
        }
    }
}

fn children(board: &Board) -> Vec<Board> {
    let child = |&mv| {
        let mut child = *board;
        child.play_unchecked(mv);
        child
    };
    board.legal_moves().iter().map(child).collect()
}

/// Counts a chunk with the table.
fn hashed(board: &Board, key: SubtreeKey, depth: u32, table: &Subtrees) -> u64 {
    table.get(key, depth).unwrap_or_else(|| {
        let leaves = below(board, depth, table);
        table.put(key, depth, leaves.into());
        leaves
    })
}

/// The same, where the position itself is not in the table.
fn below(board: &Board, depth: u32, table: &Subtrees) -> u64 {
    if depth <= LEAST_HASHED {
        return perft(board, depth);
    }
    // Make all children first, so that the prefetches have time.
    let mut children = List::<(SubtreeKey, Board)>::new();
    for &mv in &board.legal_moves() {
        let mut child = *board;
        child.play_unchecked(mv);
        children.push((table.prefetch(&child, depth - 1), child));
    }
    children.iter().map(|(key, child)| hashed(child, *key, depth - 1, table)).sum()
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

#[cfg(test)]
mod tests {
    use super::PerftCounter;
    use crate::position::Position;

    /// Leaves of the start position at depth 5.
    const LEAVES: u128 = 4_865_609;

    /// A count with keys of this few bits.
    fn count(bits: u32, seed: u64) -> u128 {
        let counter = PerftCounter::new(1, 1, seed).unwrap();
        let subtrees = counter.subtrees.map(|table| table.with_short_keys(bits));
        let counter = PerftCounter { subtrees, ..PerftCounter::without_table(1) };
        counter.count(&Position::start(), 5).unwrap()
    }

    #[test]
    fn another_seed_finds_a_wrong_count() {
        let mut wrong = Vec::new();
        for seed in 0..8 {
            assert_eq!(count(63, seed), LEAVES, "seed {seed}");
            let leaves = count(8, seed);
            assert!(!wrong.contains(&leaves), "seed {seed} confirms {leaves}");
            if leaves != LEAVES {
                wrong.push(leaves);
            }
        }
        assert!(wrong.len() > 4, "{wrong:?}");
    }
}
