//! Console tools: one file a subcommand or command, and what several of them use.

pub mod bench;
pub mod book_lines;
pub mod completions;
pub mod genfens;
pub mod man;
pub mod openings;
pub mod perft;
mod searcher;
pub mod spsa;

use std::fmt::{self, Arguments};
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Why a tool ends early.
#[derive(Debug)]
pub enum ToolError {
    /// Nobody reads the output any more.
    Closed,
    /// The tool did its work, and the result is bad; it has told so.
    Failed,
    /// The user has had enough; the text says what is kept.
    Interrupted(String),
    /// What it was given makes no sense; the text says what and why.
    BadInput(String),
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ToolError::Closed => "nobody reads the output",
            ToolError::Failed => "the result is bad",
            ToolError::Interrupted(text) | ToolError::BadInput(text) => text,
        })
    }
}

impl From<io::Error> for ToolError {
    fn from(error: io::Error) -> ToolError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => ToolError::Closed,
            _ => ToolError::BadInput(error.to_string()),
        }
    }
}

/// Prints a line to standard output; a closed pipe is an error, not a panic.
fn print_line(text: Arguments) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// Prints a text of many lines, likewise.
fn print_text(text: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()
}

/// One thread a core.
fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C lets a tool end in good order, within the time of a small piece of its work.
fn interruptible() {
    // Without a handler Ctrl-C ends the program at once, as ever.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Relaxed));
}

/// Whether the user has pressed Ctrl-C.
fn is_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}
