//! The model checker's atomics, with a 64-bit one of our own. Loom compares an access with the last access to
//! the same atomic only. So a thread that loads before it stores hides an earlier load by another thread, and
//! loom does not try those two in the other order. Here every atomic has a cell for each pair of threads; a
//! store by one and a load by the other both access it, so that loom tries both orders.

use std::cell::Cell;

pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// The number of threads that a model may have, including the main one.
const THREADS: usize = 3;

loom::thread_local! {
    static NUMBER: Cell<usize> = Cell::new(0);
}

/// Gives the current thread of a model its number. The main thread has 0.
pub(crate) fn number_thread(number: usize) {
    assert!(number < THREADS);
    NUMBER.with(|own| own.set(number));
}

/// The part of the standard library's `AtomicU64` that the code uses.
#[derive(Default)]
pub(crate) struct AtomicU64 {
    value: loom::sync::atomic::AtomicU64,
    /// The cells, by the thread that loads and the thread that stores.
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

/// An access that depends on all others to the same cell. It is relaxed, so it orders nothing else.
fn meet(place: &AtomicU8) {
    place.fetch_or(0, Ordering::Relaxed);
}
