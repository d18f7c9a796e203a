//! Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C lets a tool end in good order, within the time of a small piece of its work.
pub fn interruptible() {
    // Without a handler Ctrl-C ends the program at once, as ever.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Relaxed));
}

/// Whether a task is to end early: this flag asks for it, or the user has pressed Ctrl-C.
pub fn is_cancelled(flag: &AtomicBool) -> bool {
    is_interrupted() || flag.load(Relaxed)
}

/// Whether the user has pressed Ctrl-C.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}
