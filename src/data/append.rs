//! Appending records to a file so that a crash at any moment loses none of the earlier ones.

#[cfg(not(windows))]
use std::fs::TryLockError;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::Path;
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

/// Opens or creates a file, to read it and to write to it as its only writer for as long as it is open; others may
/// read it. `None` if another process is using it.
///
/// # Errors
/// The file can't be opened, or the lock can't be tested.
#[cfg(not(windows))]
pub fn open_alone(path: &Path) -> io::Result<Option<File>> {
    let file = readable_and_writable().open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        // Without file locks, the user must avoid a second writer.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
            Ok(Some(file))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// As on other systems. A lock would keep others, and this process by another handle, from reading as well; here
/// a file is opened on terms that all others must accept.
#[cfg(windows)]
pub fn open_alone(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt as _;
    const SHARE_READ: u32 = 1;
    const SHARE_DELETE: u32 = 4;
    const SHARING_VIOLATION: i32 = 32;
    match readable_and_writable().share_mode(SHARE_READ | SHARE_DELETE).open(path) {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Not for appending: Windows then refuses to cut off an unfinished record.
fn readable_and_writable() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).read(true).write(true);
    options
}
