//! Reading and writing files, with error messages.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::data::{DataError, open_alone};
use crate::notation::pgn::{PgnError, PgnGame, PgnReader};
use crate::probe::tablebases::Tablebases;
use crate::support::error::ToolError;
use crate::support::output::warn;

impl From<DataError> for ToolError {
    fn from(error: DataError) -> ToolError {
        ToolError::BadInput(error.to_string())
    }
}

/// A file's name without its directory.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().display().to_string()
}

/// Passes each game of some PGN files to `take`. Damaged games are reported and skipped; returns their
/// number.
pub fn each_game(files: &[PathBuf], mut take: impl FnMut(PgnGame)) -> Result<usize, ToolError> {
    let mut damaged = 0;
    for file in files {
        for game in PgnReader::open(file)? {
            match game {
                Ok(game) => take(game),
                Err(error @ PgnError::Read { .. }) => return Err(error.into()),
                Err(error) => {
                    damaged += 1;
                    warn(&format_args!("skipped: {error}"));
                }
            }
        }
    }
    Ok(damaged)
}

/// An error about a file.
pub fn at(path: &Path, what: &dyn Display) -> ToolError {
    ToolError::BadInput(format!("{}: {what}", path.display()))
}

/// The error for a file that can't be written.
pub fn unwritable(path: &Path) -> impl Fn(io::Error) -> ToolError {
    move |error| ToolError::BadInput(format!("cannot write '{}': {error}", path.display()))
}

/// A file to which results are written as they come.
pub struct OutputFile {
    file: File,
    path: PathBuf,
}

impl OutputFile {
    /// Creates the file, which must not be an input file.
    ///
    /// # Errors
    /// It is one, or the system refuses it.
    pub fn create(path: &Path, sources: &[PathBuf]) -> Result<OutputFile, ToolError> {
        check_target(path, sources)?;
        let file = if is_special(path) { open_special(path) } else { File::create(path) };
        Ok(OutputFile { file: file.map_err(unwritable(path))?, path: path.into() })
    }

    /// Writes at the end.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn write(&mut self, text: &str) -> Result<(), ToolError> {
        self.file.write_all(text.as_bytes()).map_err(unwritable(&self.path))
    }
}

/// Checks that an output file is not an input file and that its directory exists.
pub fn check_target(path: &Path, sources: &[PathBuf]) -> Result<(), ToolError> {
    let bad = |text: String| Err(ToolError::BadInput(text));
    let name = path.display();
    let real = path.canonicalize().ok();
    if real.is_some() && sources.iter().any(|source| source.canonicalize().ok() == real) {
        return bad(format!("refusing to overwrite the input file '{name}'"));
    }
    if path.is_dir() {
        return bad(format!("cannot write '{name}': it is a directory"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return bad(format!("cannot write '{name}': no such directory"));
    }
    Ok(())
}

/// Opens or creates a file to add to it, as its only writer.
pub fn locked(path: &Path) -> Result<File, ToolError> {
    let file = open_alone(path).map_err(unwritable(path))?;
    file.ok_or_else(|| {
        ToolError::BadInput(format!("'{}': another process is using it", path.display()))
    })
}

/// Replaces a file atomically: the old one stays until the new one is complete. A special file such as
/// `/dev/stdout` is written to directly.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), ToolError> {
    let mut new = Replacement::create(path)?;
    new.write(content)?;
    new.finish()
}

/// A file that is written bit by bit and takes another's place when it is complete; if it is never finished,
/// nothing is left of it. A special file such as `/dev/stdout` is written to directly.
pub struct Replacement {
    file: File,
    path: PathBuf,
    /// The file's name until it is complete.
    unfinished: Option<PathBuf>,
    /// Whether everything has been written so far.
    is_whole: bool,
}

impl Replacement {
    /// Creates the new file, beside the old one.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn create(path: &Path) -> Result<Replacement, ToolError> {
        // The target of a link is replaced, not the link.
        let target = if path.is_symlink() { path.canonicalize().ok() } else { None };
        let path = target.as_deref().unwrap_or(path);
        let unfinished = (!is_special(path)).then(|| {
            let mut name = path.file_name().unwrap_or_default().to_owned();
            name.push(".new");
            path.with_file_name(name)
        });
        let file = match &unfinished {
            Some(new) => File::create(new),
            None => open_special(path),
        };
        let file = file.map_err(unwritable(path))?;
        Ok(Replacement { file, path: path.into(), unfinished, is_whole: true })
    }

    /// Writes at the end.
    ///
    /// # Errors
    /// The system refuses it.
    pub fn write(&mut self, content: &[u8]) -> Result<(), ToolError> {
        let written = self.file.write_all(content);
        self.is_whole &= written.is_ok();
        written.map_err(unwritable(&self.path))
    }

    /// Puts the new file in the old one's place.
    ///
    /// # Errors
    /// The system refuses it, or something could not be written.
    pub fn finish(mut self) -> Result<(), ToolError> {
        if !self.is_whole {
            return Err(at(&self.path, &"not written as a whole"));
        }
        match self.unfinished.take() {
            Some(new) => rename(&new, &self.path).map_err(|error| {
                let _ = fs::remove_file(&new);
                unwritable(&self.path)(error)
            }),
            None => Ok(()),
        }
    }
}

/// Whether a path is that of a device or a pipe, which can't be replaced or truncated.
fn is_special(path: &Path) -> bool {
    // On Windows these names exist in every folder.
    let is_device =
        |name: &OsStr| ["NUL", "CON"].iter().any(|device| name.eq_ignore_ascii_case(device));
    cfg!(windows) && path.file_name().is_some_and(is_device) || path.exists() && !path.is_file()
}

fn open_special(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// Renames a file. Windows may refuse this while another program has the file open, as virus scanners do with
/// every new file: it gets some time to close it.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    const PATIENCE: Duration = Duration::from_secs(2);
    const ACCESS_DENIED: i32 = 5;
    const SHARING_VIOLATION: i32 = 32;
    let start = Instant::now();
    loop {
        let renamed = fs::rename(from, to);
        let error = renamed.as_ref().err().and_then(io::Error::raw_os_error);
        let is_open = cfg!(windows) && matches!(error, Some(ACCESS_DENIED | SHARING_VIOLATION));
        if !is_open || start.elapsed() > PATIENCE {
            return renamed;
        }
        thread::sleep(PATIENCE / 100);
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(new) = &self.unfinished {
            // Don't leave half a file on a full disk.
            let _ = fs::remove_file(new);
        }
    }
}

/// Opens the tablebases in these folders; files that can't be used are reported.
pub fn open_tables(path: &str) -> Result<Tablebases, ToolError> {
    let (tables, problems) = Tablebases::open(path);
    if tables.max_pieces() == 0 {
        let first = problems.into_iter().next();
        let text = first.unwrap_or_else(|| format!("no tablebases in '{path}'"));
        return Err(ToolError::BadInput(text));
    }
    problems.iter().for_each(|problem| warn(problem));
    Ok(tables)
}
