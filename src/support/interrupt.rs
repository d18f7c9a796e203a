//! Ctrl-C, and other ways to end a task before it is done.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::sync::poll;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Notes that the user has pressed Ctrl-C.
pub fn interrupt() {
    INTERRUPTED.store(true, Relaxed);
}

/// Whether a task should stop: the flag is set, or the user has pressed Ctrl-C.
pub fn is_cancelled(flag: &AtomicBool) -> bool {
    poll();
    is_interrupted() || flag.load(Relaxed)
}

/// Whether the user has pressed Ctrl-C.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}
