//! What the system gives: atomics, locks, channels, threads and a clock. They are the standard library's, but in
//! unit tests with the feature `loom` those of the model checker loom, which runs the code through every
//! interleaving of its threads, and on WebAssembly replacements for what the standard library lacks there.

#[cfg(not(all(test, feature = "loom")))]
pub(crate) use std::sync::{Condvar, Mutex, MutexGuard, atomic, mpsc};

#[cfg(all(test, feature = "loom"))]
pub(crate) use loom::{
    sync::{Condvar, Mutex, MutexGuard},
    thread,
};

#[cfg(all(test, feature = "loom"))]
pub(crate) mod atomic;
#[cfg(all(test, feature = "loom"))]
pub(crate) mod mpsc;

#[cfg_attr(all(target_family = "wasm", target_os = "unknown"), path = "sync/web.rs")]
mod system;

pub use system::Instant;
#[allow(unused_imports, reason = "only the UCI dialogue has tasks")]
pub(crate) use system::Task;
pub(crate) use system::{HAS_THREADS, Server, can_listen, poll, wait, wait_at_most, work};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use system::{run_tasks, set_clock, set_listen};
