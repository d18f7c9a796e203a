//! Why a command ends early.

use std::fmt;
use std::io;

use crate::data::DataError;
use crate::notation::pgn::PgnError;
use crate::tt::TableError;

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

impl From<DataError> for ToolError {
    fn from(error: DataError) -> ToolError {
        ToolError::BadInput(error.to_string())
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
