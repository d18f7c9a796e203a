//! UCI sessions with the real binary.

#[path = "../common/mod.rs"]
mod common;

mod classics;
mod dialogue;
mod levels;
mod openbench;
mod options;
#[cfg(unix)]
mod terminal;

use std::time::Duration;

/// Enough time for the engine to say what it has to say.
const SHORT: Duration = Duration::from_millis(300);
/// No answer may take this long, even on a loaded machine.
const LONG: Duration = Duration::from_secs(10);

const MATED: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
