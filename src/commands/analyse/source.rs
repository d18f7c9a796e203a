//! The source of the games: a file, which is read through before the first search so that damaged games are reported
//! early, or standard input, which is read as it arrives.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use crate::notation::pgn::{PgnError, PgnGame, PgnReader};
use crate::support::error::ToolError;
use crate::support::files::at;
use crate::support::interrupt::is_interrupted;
use crate::support::output::warn;
use crate::support::text::counted;

/// The name for standard input.
const STANDARD_INPUT: &str = "-";

/// The games.
pub(super) struct Source {
    games: PgnReader<Box<dyn BufRead>>,
    /// Its name in messages.
    name: String,
    /// How many games have been read, whole or damaged.
    pub(super) read: usize,
    damaged: usize,
    /// The contents of the file, from a first reading; `None` for standard input.
    pub(super) survey: Option<Survey>,
}

/// The contents of a file.
pub(super) struct Survey {
    /// All games, including damaged ones.
    pub(super) all: usize,
    /// The positions of the undamaged games.
    pub(super) positions: usize,
}

impl Source {
    /// The games of a file, or of standard input for `-`. Damaged games of a file are reported at once.
    ///
    /// # Errors
    /// The file can't be read, or there is no game in it.
    pub(super) fn open(path: &Path) -> Result<Source, ToolError> {
        let is_standard = path.as_os_str() == STANDARD_INPUT;
        let name = if is_standard { "standard input".into() } else { path.display().to_string() };
        // A pipe can be read only once.
        let is_pipe = is_standard || path.exists() && !path.is_file() && !path.is_dir();
        let survey = if is_pipe { None } else { Some(survey(path)?) };
        let text: Box<dyn BufRead> = if is_standard {
            Box::new(BufReader::new(Waiting::start()))
        } else {
            let file = File::open(path).map_err(|error| at(path, &error))?;
            Box::new(BufReader::new(file))
        };
        let games = PgnReader::new(text, &*name);
        Ok(Source { games, name, read: 0, damaged: 0, survey })
    }

    /// The files that the results must not overwrite.
    pub(super) fn files(path: &Path) -> Vec<PathBuf> {
        if path.as_os_str() == STANDARD_INPUT { Vec::new() } else { vec![path.into()] }
    }

    /// The next undamaged game with its number; `None` after the last.
    ///
    /// # Errors
    /// The source can't be read any further.
    pub(super) fn next(&mut self) -> Result<Option<(usize, PgnGame)>, ToolError> {
        loop {
            let Some(game) = self.games.next() else { return Ok(None) };
            self.read += 1;
            if self.survey.is_none() {
                remark(&game, self.read, &self.name);
            }
            match game {
                Ok(game) => return Ok(Some((self.read, game))),
                Err(PgnError::Read { .. }) if is_interrupted() => {
                    let text =
                        format!("stopped before game {}; results so far are kept", self.read);
                    return Err(ToolError::Interrupted(text));
                }
                Err(error @ PgnError::Read { .. }) => return Err(error.into()),
                Err(PgnError::Damaged { .. }) => self.damaged += 1,
            }
        }
    }

    /// The place of a game in words.
    pub(super) fn place(&self, number: usize) -> String {
        match &self.survey {
            Some(Survey { all, .. }) => format!("game {number} of {all}"),
            None => format!("game {number}"),
        }
    }

    /// Checks that all games read were undamaged.
    ///
    /// # Errors
    /// There was no game, or damaged ones.
    pub(super) fn verdict(&self) -> Result<(), ToolError> {
        verdict(&self.name, self.read, self.damaged)
    }
}

/// How often Ctrl-C is checked while no input arrives.
const PATIENCE: Duration = Duration::from_millis(50);

/// Standard input, read by a separate thread, so that Ctrl-C ends the wait for it.
struct Waiting {
    parts: Receiver<io::Result<Vec<u8>>>,
    rest: Cursor<Vec<u8>>,
}

impl Waiting {
    fn start() -> Waiting {
        // Only one part may wait, so that a long input is not read into memory.
        let (send, parts) = sync_channel(1);
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            loop {
                let part = input.fill_buf().map(<[u8]>::to_vec);
                let is_last = !part.as_ref().is_ok_and(|part| !part.is_empty());
                input.consume(part.as_ref().map_or(0, Vec::len));
                if send.send(part).is_err() || is_last {
                    break;
                }
            }
        });
        Waiting { parts, rest: Cursor::default() }
    }
}

impl Read for Waiting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.position() == self.rest.get_ref().len() as u64 {
            match self.parts.recv_timeout(PATIENCE) {
                Ok(part) => self.rest = Cursor::new(part?),
                Err(RecvTimeoutError::Timeout) if !is_interrupted() => continue,
                Err(RecvTimeoutError::Timeout) => return Err(io::Error::other("interrupted")),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        self.rest.read(buffer)
    }
}

/// Reads through a file and reports damaged games.
fn survey(path: &Path) -> Result<Survey, ToolError> {
    let name = path.display().to_string();
    let (mut survey, mut damaged) = (Survey { all: 0, positions: 0 }, 0);
    for game in PgnReader::open(path)? {
        survey.all += 1;
        remark(&game, survey.all, &name);
        match game {
            Ok(game) => survey.positions += game.moves().count() + 1,
            Err(error @ PgnError::Read { .. }) => return Err(error.into()),
            Err(PgnError::Damaged { .. }) => damaged += 1,
        }
    }
    if damaged == survey.all {
        verdict(&name, survey.all, damaged)?;
    }
    Ok(survey)
}

/// Reports what is wrong with a game. An error that ends the command is reported when it ends.
fn remark(game: &Result<PgnGame, PgnError>, number: usize, name: &str) {
    match game {
        Ok(game) => {
            for remark in &game.remarks {
                warn(&format_args!("{name}: game {number}: {remark}"));
            }
        }
        Err(PgnError::Read { .. }) => {}
        Err(error) => warn(error),
    }
}

fn verdict(name: &str, all: usize, damaged: usize) -> Result<(), ToolError> {
    match (all, damaged) {
        (0, _) => Err(ToolError::BadInput(format!("{name}: no games"))),
        (_, 0) => Ok(()),
        _ => {
            let text = format!("{name}: skipped {}", counted(damaged, "damaged game"));
            Err(ToolError::BadInput(text))
        }
    }
}
