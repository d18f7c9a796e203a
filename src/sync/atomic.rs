//! The model checker's atomics, with one of our own: loom looks for races with the last access to an atomic
//! only, so that a thread's own load before its store hides what another has loaded before, and orders of
//! the two are left out. Here each pair of threads has a place beside every atomic, where the store of one
//! meets the loads of the other whatever lies between.

use std::cell::Cell;

pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// Threads of a model that are told apart, the main one among them.
const THREADS: usize = 3;

loom::thread_local! {
    static NUMBER: Cell<usize> = Cell::new(0);
}

/// Gives the current thread of a model its number; the main one has 0.
pub(crate) fn number_thread(number: usize) {
    assert!(number < THREADS);
    NUMBER.with(|own| own.set(number));
}

/// As the standard library's, for what is used of it.
#[derive(Default)]
pub(crate) struct AtomicU64 {
    value: loom::sync::atomic::AtomicU64,
    /// By the thread that loads and the thread that stores.
    meetings: [[AtomicU8; THREADS]; THREADS],
}

impl AtomicU64 {
    pub(crate) fn load(&self, ordering: Ordering) -> u64 {
        let own = NUMBER.with(Cell::get);
        for other in (0..THREADS).filter(|&other| other != own) {
            meet(&self.meetings[own][other]);
        }
        self.value.load(ordering)
    }

    pub(crate) fn store(&self, value: u64, ordering: Ordering) {
        let own = NUMBER.with(Cell::get);
        for other in (0..THREADS).filter(|&other| other != own) {
            meet(&self.meetings[other][own]);
        }
        self.value.store(value, ordering);
    }
}

/// An access that depends on every other; being relaxed it orders nothing else.
fn meet(place: &AtomicU8) {
    place.fetch_or(0, Ordering::Relaxed);
}
