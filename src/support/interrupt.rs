//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs a Ctrl-C handler, so that commands can stop cleanly.
pub fn interruptible() {
    // If this fails, Ctrl-C ends the program at once, which is the default.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Relaxed));
}

/// Whether a task should stop: the flag is set, or the user has pressed Ctrl-C.
pub fn is_cancelled(flag: &AtomicBool) -> bool {
    is_interrupted() || flag.load(Relaxed)
}

/// Whether the user has pressed Ctrl-C.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}
