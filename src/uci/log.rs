//! The log of all input and output, for bug reports.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::engine::NAME;
use crate::sync::Instant;

/// The direction of a line.
#[derive(Clone, Copy)]
pub enum Way {
    /// From the GUI.
    #[allow(dead_code, reason = "only standard input is logged as it comes in")]
    In,
    /// To the GUI.
    Out,
}

/// Logs every line while a file is open; clones share the file.
#[derive(Clone)]
pub struct Log {
    file: Arc<Mutex<Option<File>>>,
    start: Instant,
}

impl Log {
    /// A log without a file. Times are measured from now.
    pub fn new() -> Log {
        Log { file: Arc::default(), start: Instant::now() }
    }

    /// Appends to a file from now on; an empty path closes the log.
    ///
    /// # Errors
    /// The file can't be written; the old log stays open.
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
                "# {NAME}, log opened at Unix time {seconds}; > from the GUI, < to it"
            )
            .map_err(failed)?;
            file = Some(opened);
        }
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = file;
        Ok(())
    }

    /// Logs each line of a text. Write errors are ignored: a full disk must not disturb the game.
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
