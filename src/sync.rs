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
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use system::set_clock;
pub(crate) use system::{HAS_THREADS, Server};
