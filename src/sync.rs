//! Atomics, locks, channels and threads: the standard library's. In unit tests with the feature `loom` they are
//! those of the model checker loom, which runs the code through every interleaving of its threads.

#[cfg(not(all(test, feature = "loom")))]
pub(crate) use std::{
    sync::{Condvar, Mutex, MutexGuard, atomic, mpsc},
    thread,
};

#[cfg(all(test, feature = "loom"))]
pub(crate) use loom::{
    sync::{Condvar, Mutex, MutexGuard},
    thread,
};

#[cfg(all(test, feature = "loom"))]
pub(crate) mod atomic;
#[cfg(all(test, feature = "loom"))]
pub(crate) mod mpsc;
