//! Reading game files and locating damage.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::error::{DataError, MAX_PLIES, Problem};
use super::game::Game;
use super::record::{PLY_BYTES, START_BYTES, decode};

/// Buffer size in bytes.
const BUFFER: usize = 1 << 16;

/// An iterator over the games of a file.
///
/// After an unreadable game the iterator ends with the error: the start of the next game is unknown.
pub struct Games<R> {
    path: PathBuf,
    source: R,
    offset: u64,
    record: Vec<u8>,
    ended: bool,
}

impl Games<BufReader<File>> {
    /// The games of a file.
    ///
    /// # Errors
    /// The file can't be opened.
    pub fn open(path: &Path) -> Result<Games<BufReader<File>>, DataError> {
        match File::open(path) {
            Ok(file) => Ok(Games::new(BufReader::with_capacity(BUFFER, file), path)),
            Err(error) => {
                Err(DataError { path: path.into(), offset: 0, problem: Problem::Io(error) })
            }
        }
    }
}

impl<R: Read> Games<R> {
    /// The games of a buffered source; `path` names it in errors.
    pub fn new(source: R, path: &Path) -> Games<R> {
        Games { path: path.into(), source, offset: 0, record: Vec::new(), ended: false }
    }

    /// Byte offset of the next game.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads `N` bytes into the record, or fewer at the end of the source.
    fn take<const N: usize>(&mut self) -> io::Result<&[u8]> {
        let before = self.record.len();
        (&mut self.source).take(N as u64).read_to_end(&mut self.record)?;
        Ok(&self.record[before..])
    }

    fn read(&mut self) -> Result<Option<Game>, Problem> {
        self.record.clear();
        let head = self.take::<START_BYTES>().map_err(Problem::Io)?;
        if head.is_empty() {
            return Ok(None);
        }
        if head.len() < START_BYTES {
            return Err(Problem::Unfinished);
        }
        if is_zero(head) {
            let zeros = self.rest_is_zero()?;
            return Err(if zeros {
                Problem::Unfinished
            } else {
                Problem::Start("no pieces".into())
            });
        }
        for _ in 0..=MAX_PLIES {
            let ply = self.take::<PLY_BYTES>().map_err(Problem::Io)?;
            let (ended, zero) = (ply.len() < PLY_BYTES, is_zero(ply));
            if ended {
                // The tail must be the start of a game, or a file of another format would be cut.
                return decode(&self.record).and(Err(Problem::Unfinished));
            }
            if zero {
                let (plies, _) = self.record.split_at(self.record.len() - PLY_BYTES);
                let game = decode(plies)?;
                self.offset += self.record.len() as u64;
                return Ok(Some(game));
            }
        }
        Err(Problem::Endless)
    }

    /// Whether only zeros are left: some file systems leave such a tail after a power failure.
    fn rest_is_zero(&mut self) -> Result<bool, Problem> {
        loop {
            let more = self.take::<BUFFER>().map_err(Problem::Io)?;
            if more.is_empty() || !is_zero(more) {
                return Ok(more.is_empty());
            }
            self.record.truncate(START_BYTES);
        }
    }
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte == 0)
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Game, DataError>;

    fn next(&mut self) -> Option<Result<Game, DataError>> {
        if self.ended {
            return None;
        }
        let item = self.read().map_err(|problem| DataError {
            path: self.path.clone(),
            offset: self.offset,
            problem,
        });
        self.ended = !matches!(item, Ok(Some(_)));
        item.transpose()
    }
}

/// The contents of a file.
#[derive(Debug, Default)]
pub struct Survey {
    /// Complete games.
    pub games: u64,
    /// Their plies.
    pub plies: u64,
    /// Bytes of these games: the offset of the damage, if any.
    pub bytes: u64,
    /// The damage after them, if any.
    pub damage: Option<DataError>,
}

impl<R: Read> Games<R> {
    /// Reads the whole file; `visit` receives every complete game.
    ///
    /// # Errors
    /// The source can't be read. Damage is not an error here.
    pub fn survey(mut self, mut visit: impl FnMut(Game)) -> Result<Survey, DataError> {
        let mut survey = Survey::default();
        for game in self.by_ref() {
            match game {
                Ok(game) => {
                    survey.games += 1;
                    survey.plies += game.plies.len() as u64;
                    visit(game);
                }
                Err(error @ DataError { problem: Problem::Io(_), .. }) => return Err(error),
                Err(error) => survey.damage = Some(error),
            }
        }
        survey.bytes = self.offset;
        Ok(survey)
    }
}
