//! What can be wrong with a file of games.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Plies of the longest game that is read. The fifty moves end every game long before.
pub(super) const MAX_PLIES: usize = 1 << 14;

/// What is wrong with a file of games.
#[derive(Debug)]
pub enum Problem {
    /// It can't be opened or read.
    Io(io::Error),
    /// It ends within a game, or with zeros: whoever wrote it was cut off. Cutting the rest off loses
    /// nothing that could be read.
    Unfinished,
    /// A game begins with what is no position; the text says why.
    Start(String),
    /// A move is not legal.
    Move {
        /// Its number in the game, from 0.
        ply: usize,
        /// What the file has.
        bits: u16,
        /// Where it was to be played.
        fen: String,
    },
    /// A game does not end within 2^14 plies.
    Endless,
    /// Another process is writing to it.
    Locked,
}

/// What is wrong with a file of games, and where.
#[derive(Debug)]
pub struct DataError {
    /// The file.
    pub path: PathBuf,
    /// Where the game begins that can't be read, in bytes from the start; all before it is whole.
    pub offset: u64,
    /// What is wrong.
    pub problem: Problem,
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DataError { path, offset, problem } = self;
        let path = path.display();
        match problem {
            Problem::Io(error) => write!(f, "'{path}': {error}"),
            Problem::Locked => write!(f, "'{path}': another process is writing to it"),
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
