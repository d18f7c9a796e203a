//! Errors in game files.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Longest game accepted, in plies; the fifty-move rule ends games long before.
pub(super) const MAX_PLIES: usize = 1 << 14;

/// The kind of error in a game file.
#[derive(Debug)]
pub enum Problem {
    /// The file can't be opened or read.
    Io(io::Error),
    /// The file ends within a game or with zeros: the writer was interrupted. The tail can be cut off without
    /// losing a readable game.
    Unfinished,
    /// Bad start position; the text says why.
    Start(String),
    /// A move is not legal.
    Move {
        /// The ply in the game, from 0.
        ply: usize,
        /// The move as stored.
        bits: u16,
        /// The position.
        fen: String,
    },
    /// A game does not end within 2^14 plies.
    Endless,
    /// Another process is using it.
    Locked,
}

/// An error in a game file.
#[derive(Debug)]
pub struct DataError {
    /// The file.
    pub path: PathBuf,
    /// Byte offset of the unreadable game; everything before it is intact.
    pub offset: u64,
    /// The error.
    pub problem: Problem,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DataError { path, offset, problem } = self;
        let path = path.display();
        match problem {
            Problem::Io(error) => write!(f, "'{path}': {error}"),
            Problem::Locked => write!(f, "'{path}': another process is using it"),
            Problem::Unfinished => write!(f, "'{path}': the game at byte {offset} is unfinished"),
            Problem::Start(text) => write!(f, "'{path}': no game at byte {offset}: {text}"),
            Problem::Move { ply, bits, fen } => write!(
                f,
                "'{path}': in the game at byte {offset}, ply {ply}, {bits:#06x} is no legal move in {fen}"
            ),
            Problem::Endless => {
                write!(f, "'{path}': the game at byte {offset} has more than {MAX_PLIES} plies")
            }
        }
    }
}

impl std::error::Error for DataError {}
