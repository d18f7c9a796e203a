//! The handler for Ctrl-C.

use crate::support::interrupt::interrupt;

/// Installs it, so that commands can stop cleanly.
pub fn interruptible() {
    // If this fails, Ctrl-C ends the program at once, which is the default.
    let _ = ctrlc::set_handler(interrupt);
}
