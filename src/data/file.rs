//! Appending games to a file so that a crash at any moment loses none that were there.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::Game;
use super::reader::{DataError, Games, Problem, Survey};
use super::record::encode;

/// How long a power failure may reach back.
const SYNC_AFTER: Duration = Duration::from_secs(10);

/// A file that games are appended to, by one process at a time.
///
/// A game goes out in one write, so a process that is killed leaves whole games and at most one
/// unfinished one at the end, which the next [`open`](GameFile::open) cuts off.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    file: File,
    /// Bytes of whole games: all there are.
    bytes: u64,
    synced: Instant,
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
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(failed(Problem::Locked)),
            // A file system without locks: one writer is then the user's business.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(Problem::Io(error))),
        }
        let found = Games::new(BufReader::new(&file), path).survey(visit)?;
        match found.damage {
            None | Some(DataError { problem: Problem::Unfinished, .. }) => {}
            Some(error) => return Err(error),
        }
        let mut opened =
            GameFile { path: path.into(), file, bytes: found.bytes, synced: Instant::now() };
        opened.cut().map_err(|error| failed(Problem::Io(error)))?;
        Ok((opened, found))
    }

    /// Cuts off what comes after the whole games, and goes there.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.bytes)?;
        self.file.seek(SeekFrom::Start(self.bytes))?;
        Ok(())
    }

    /// Appends a game.
    ///
    /// # Errors
    /// It can't be written, for want of space for instance. Then what was written of it is taken back.
    pub fn append(&mut self, game: &Game) -> Result<(), DataError> {
        let record = encode(game);
        self.write(&record).map_err(|error| DataError {
            path: self.path.clone(),
            offset: self.bytes,
            problem: Problem::Io(error),
        })
    }

    fn write(&mut self, record: &[u8]) -> io::Result<()> {
        if let Err(error) = self.file.write_all(record) {
            self.cut()?;
            return Err(error);
        }
        self.bytes += record.len() as u64;
        if self.synced.elapsed() >= SYNC_AFTER {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}
