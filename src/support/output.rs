//! Printing to standard output and standard error.

use std::fmt::{Arguments, Display};
use std::io::{self, Write as _};

/// Prints a line to standard output; a closed pipe is an error, not a panic.
pub fn print_line(text: Arguments) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// Prints bytes; a closed pipe is an error, not a panic.
pub fn print_text(text: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()
}

/// Prints a warning to standard error.
pub fn warn(text: &dyn Display) {
    // If standard error is closed, there is nobody to warn.
    let _ = writeln!(io::stderr(), "quevedo: {text}");
}
