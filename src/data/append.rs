//! Appending records to a file so that an end of the process at any moment loses none that were there.

use std::fs::{File, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::time::{Duration, Instant};

/// How long a power failure may reach back.
const SYNC_AFTER: Duration = Duration::from_secs(10);

/// The end of a file, where records go.
///
/// A record goes out in one write, so a process that is killed leaves whole records and at most one
/// unfinished one at the end. A record that can't be written as a whole is taken back.
#[derive(Debug)]
pub struct Appender {
    file: File,
    /// Bytes of whole records: all there are.
    bytes: u64,
    synced: Instant,
}

impl Appender {
    /// Goes on after so many bytes of a file that is open for writing; what comes after them is cut
    /// off.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn new(file: File, bytes: u64) -> io::Result<Appender> {
        let mut appender = Appender { file, bytes, synced: Instant::now() };
        appender.cut()?;
        Ok(appender)
    }

    /// Bytes of the records that are there.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Appends a record.
    ///
    /// # Errors
    /// It can't be written, for want of space for instance. Then what was written of it is taken back.
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

    /// Cuts off what comes after the whole records, and goes there.
    fn cut(&mut self) -> io::Result<()> {
        // A pipe can't take anything back.
        if !self.file.metadata()?.is_file() {
            return Ok(());
        }
        self.file.set_len(self.bytes)?;
        self.file.seek(SeekFrom::Start(self.bytes))?;
        Ok(())
    }
}

/// Keeps other processes from writing to a file for as long as it is open here. False if one of them
/// has done the same.
///
/// # Errors
/// The system can't tell.
pub fn lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        // A file system without locks: one writer is then the user's business.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
