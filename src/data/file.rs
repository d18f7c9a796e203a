//! Appending games to files.

use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::append::{Appender, open_alone};
use super::error::{DataError, Problem};
use super::game::Game;
use super::reader::{Games, Survey};
use super::record::START_BYTES;

/// A game file open for appending, locked against other processes.
///
/// A killed process leaves at most one unfinished game, which the next [`open`](GameFile::open) cuts off.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    games: Appender,
}

impl GameFile {
    /// Opens or creates a file and reads it; `visit` receives every game.
    ///
    /// An unfinished game at the end is cut off and reported in the survey's `damage`. The lock is held until
    /// the value is dropped.
    ///
    /// # Errors
    /// The file can't be opened, read or written, another process holds the lock, or it is damaged in a way
    /// that an interrupted writer does not explain. The file is not changed.
    pub fn open(path: &Path, visit: impl FnMut(Game)) -> Result<(GameFile, Survey), DataError> {
        let failed = |problem| DataError { path: path.into(), offset: 0, problem };
        let file = open_alone(path).map_err(|error| failed(Problem::Io(error)))?;
        let file = file.ok_or_else(|| failed(Problem::Locked))?;
        let found = Games::new(BufReader::new(&file), path).survey(visit)?;
        match found.damage {
            None | Some(DataError { problem: Problem::Unfinished, .. }) => {}
            Some(error) => return Err(error),
        }
        // A file this short may be of any format: don't cut it.
        let bytes = file.metadata().map_err(|error| failed(Problem::Io(error)))?.len();
        if found.games == 0 && (1..START_BYTES as u64).contains(&bytes) {
            return Err(failed(Problem::Start(format!("the file has only {bytes} bytes"))));
        }
        let games = Appender::new(file, found.bytes).map_err(|error| failed(Problem::Io(error)))?;
        Ok((GameFile { path: path.into(), games }, found))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// A write fails, for example on a full disk. A partial record is removed.
    pub fn append(&mut self, game: &Game) -> Result<(), DataError> {
        self.games.append(&game.to_bytes()).map_err(|error| DataError {
            path: self.path.clone(),
            offset: self.games.bytes(),
            problem: Problem::Io(error),
        })
    }
}
