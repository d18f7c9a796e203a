//! Appending records to a file so that a crash at any moment loses none of the earlier ones.

use std::fs::{File, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::time::{Duration, Instant};

/// The most recent data that a power failure may lose.
const SYNC_AFTER: Duration = Duration::from_secs(10);

/// Appends records to a file.
///
/// Each record is a single write, so a killed process leaves whole records and at most one unfinished
/// record at the end. A record that can't be written completely is removed again.
#[derive(Debug)]
pub struct Appender {
    file: File,
    /// Bytes of complete records.
    bytes: u64,
    synced: Instant,
}

impl Appender {
    /// Appends after the first `bytes` bytes of a file that is open for writing; the rest is cut off.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn new(file: File, bytes: u64) -> io::Result<Appender> {
        let mut appender = Appender { file, bytes, synced: Instant::now() };
        appender.cut()?;
        Ok(appender)
    }

    /// Bytes written so far, those of earlier runs included.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Appends a record.
    ///
    /// # Errors
    /// A write fails, for example on a full disk. A partial record is removed.
    pub fn append(&mut self, record: &[u8]) -> io::Result<()> {
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

    /// Cuts off everything after the complete records and seeks there.
    fn cut(&mut self) -> io::Result<()> {
        // A pipe can't be truncated.
        if !self.file.metadata()?.is_file() {
            return Ok(());
        }
        self.file.set_len(self.bytes)?;
        self.file.seek(SeekFrom::Start(self.bytes))?;
        Ok(())
    }
}

/// Locks a file against other writers for as long as it is open. Returns false if another process holds
/// the lock.
///
/// # Errors
/// The lock can't be tested.
pub fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        // Without file locks, the user must avoid a second writer.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
