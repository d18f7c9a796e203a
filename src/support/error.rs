//! Errors of commands.

use std::fmt;
use std::io;

use crate::notation::pgn::PgnError;
use crate::tt::TableError;

/// An error that ends a command.
#[derive(Debug)]
pub enum ToolError {
    /// The output is closed.
    Closed,
    /// The command finished, but a check failed; it has printed the details.
    Failed,
    /// The user pressed Ctrl-C; the text says what was saved.
    Interrupted(String),
    /// Bad input; the text says what is wrong.
    BadInput(String),
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ToolError::Closed => "the output is closed",
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

impl From<PgnError> for ToolError {
    fn from(error: PgnError) -> ToolError {
        ToolError::BadInput(error.to_string())
    }
}

impl From<TableError> for ToolError {
    fn from(error: TableError) -> ToolError {
        ToolError::BadInput(error.to_string())
    }
}
