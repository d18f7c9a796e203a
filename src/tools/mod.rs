//! Console tools: one file a subcommand.

pub mod bench;
pub mod perft;

use std::fmt::Arguments;
use std::io::{self, Write as _};

/// Why a tool ends early.
#[derive(Debug)]
pub enum ToolError {
    /// Nobody reads the output any more.
    Closed,
    /// The tool did its work, and the result is bad; it has told so.
    Failed,
    /// What it was given makes no sense; the text says what and why.
    BadInput(String),
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

/// One thread a core.
fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
