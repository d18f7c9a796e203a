//! Where threads meet: atomics, locks, channels, threads. The standard library's; in unit tests built with
//! the feature `loom` those of the model checker, which runs the code that uses them through every interleaving.

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
