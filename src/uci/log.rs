//! The log of all traffic, for bug reports.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::engine::NAME;

/// The way a line went.
#[derive(Clone, Copy)]
pub enum Way {
    /// From the GUI.
    In,
    /// To the GUI.
    Out,
}

/// A file that every line goes to, once one is open; may be cloned to other threads.
#[derive(Clone)]
pub struct Log {
    file: Arc<Mutex<Option<File>>>,
    start: Instant,
}

impl Log {
    /// A log without a file; times count from now.
    pub fn new() -> Log {
        Log { file: Arc::default(), start: Instant::now() }
    }

    /// Goes on in a file, at its end; an empty path ends the log.
    ///
    /// # Errors
    /// The file can't be written; the log goes on where it was.
    pub fn open(&self, path: &str) -> Result<(), String> {
        let mut file = None;
        if !path.is_empty() {
            let failed = |error| format!("log file '{path}': {error}");
            let opened = OpenOptions::new().create(true).append(true).open(path);
            let mut opened = opened.map_err(failed)?;
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let seconds = since.as_secs();
            writeln!(
                opened,
                "# {NAME}, log opened {seconds} s after 1970; > from the GUI, < to it"
            )
            .map_err(failed)?;
            file = Some(opened);
        }
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = file;
        Ok(())
    }

    /// Notes the lines of a text. A disk that is full must not disturb the game.
    pub fn note(&self, direction: Way, text: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(file) = file.as_mut() else { return };
        let time = self.start.elapsed().as_secs_f64();
        let sign = match direction {
            Way::In => '>',
            Way::Out => '<',
        };
        let lines = text.lines().map(|line| format!("{time:12.6} {sign} {line}\n"));
        let _ = file.write_all(lines.collect::<String>().as_bytes());
    }
}
