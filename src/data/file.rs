//! Files that games are appended to.

use std::fs::OpenOptions;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::append::{Appender, lock};
use super::error::{DataError, Problem};
use super::game::Game;
use super::reader::{Games, Survey};
use super::record::START_BYTES;

/// A file that games are appended to, by one process at a time.
///
/// A process that is killed leaves at most one unfinished game, which the next
/// [`open`](GameFile::open) cuts off.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    games: Appender,
}

impl GameFile {
    /// Opens a file, or creates it, and reads it through; `visit` sees every game that is there.
    ///
    /// An unfinished game at the end is cut off; the survey's `damage` tells. The lock lasts as long
    /// as the value.
    ///
    /// # Errors
    /// The file can't be opened, read or written, another process holds it, or it is damaged in a way
    /// that no crash of a writer explains. Then it stays as it is.
    pub fn open(path: &Path, visit: impl FnMut(Game)) -> Result<(GameFile, Survey), DataError> {
        let failed = |problem| DataError { path: path.into(), offset: 0, problem };
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)
            .map_err(|error| failed(Problem::Io(error)))?;
        if !lock(&file).map_err(|error| failed(Problem::Io(error)))? {
            return Err(failed(Problem::Locked));
        }
        let found = Games::new(BufReader::new(&file), path).survey(visit)?;
        match found.damage {
            None | Some(DataError { problem: Problem::Unfinished, .. }) => {}
            Some(error) => return Err(error),
        }
        // So little can't be told from another file.
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
    /// It can't be written, for want of space for instance. Then what was written of it is taken back.
    pub fn append(&mut self, game: &Game) -> Result<(), DataError> {
        self.games.append(&game.to_bytes()).map_err(|error| DataError {
            path: self.path.clone(),
            offset: self.games.bytes(),
            problem: Problem::Io(error),
        })
    }
}
