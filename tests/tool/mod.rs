//! The console tools as a user runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the program.
pub fn quevedo(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quevedo")).args(args).output().unwrap()
}

/// What was written.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a successful run printed.
pub fn printed(args: &[&str]) -> String {
    let output = quevedo(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The complaint of a run that ends with code 2.
pub fn complaint(args: &[&str]) -> String {
    let output = quevedo(args);
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {complaint}");
    complaint
}

/// A folder of a test's own.
pub struct Folder(PathBuf);

impl Folder {
    /// A fresh one.
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The name of a file in it.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file and returns its name.
    #[allow(dead_code, reason = "each test file uses a part")]
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let file = self.file(name);
        fs::write(&file, content).unwrap();
        file
    }
}
