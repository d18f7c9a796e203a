//! Runs the console tools as a user does.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Nothing here may take this long, even on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    command.args(args);
    command
}

/// The same, but on Windows with a separate console, because Ctrl-C reaches every process of a console.
fn with_console(args: &[&str]) -> Command {
    let mut command = command(args);
    #[cfg(windows)]
    {
        const NO_WINDOW: u32 = 0x0800_0000;
        std::os::windows::process::CommandExt::creation_flags(&mut command, NO_WINDOW);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program.
pub fn quevedo(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

/// Runs the program with this on its standard input.
pub fn quevedo_reading(args: &[&str], input: &str) -> Output {
    let mut running = Running::reading(args, input);
    drop(running.0.stdin.take());
    running.end()
}

/// Output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a successful run printed.
pub fn printed(args: &[&str]) -> String {
    let output = quevedo(args);
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// What a run writes to standard error; it must end with code 2.
pub fn complaint(args: &[&str]) -> String {
    let output = quevedo(args);
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {complaint}");
    complaint
}

/// Checks that bad input is refused: exit code 2, one line that names it, and nothing on standard output.
pub fn refused(args: &[&str], what: &str) {
    let output = quevedo(args);
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {complaint}");
    assert_eq!(text(&output.stdout), "", "{args:?}");
    assert!(complaint.lines().count() == 1 && complaint.contains(what), "{args:?}: {complaint}");
}

/// Runs the program where no file may grow beyond this many blocks of 512 bytes, as on a full disk.
#[cfg(unix)]
pub fn on_a_full_disk(blocks: u32, args: &[&str]) -> Output {
    // Without the trap, the system would kill the process instead of letting the write fail.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_quevedo")]).args(args);
    shell.output().unwrap()
}

/// The error of a run on a full disk: one line that names the file.
#[cfg(unix)]
pub fn has_no_room(blocks: u32, args: &[&str], file: &str) -> String {
    complaint_about(&on_a_full_disk(blocks, args), args, file)
}

/// The error of a run that has failed: one line that names the file.
#[cfg(unix)]
pub fn complaint_about(output: &Output, args: &[&str], file: &str) -> String {
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {complaint}");
    let last = complaint.lines().last().unwrap_or_default().to_owned();
    assert!(last.starts_with("quevedo: ") && last.contains(file), "{args:?}: {complaint}");
    assert_eq!(complaint.matches("quevedo: ").count(), 1, "{args:?}: {complaint}");
    last
}

/// Waits until the condition holds.
pub fn until(mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < PATIENCE, "waited for too long");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A running program, which is killed when the test ends.
pub struct Running(Child);

impl Running {
    /// Starts the program.
    pub fn start(args: &[&str]) -> Running {
        Running(with_console(args).spawn().unwrap())
    }

    /// Starts the program with this on its standard input, which stays open.
    pub fn reading(args: &[&str], input: &str) -> Running {
        let mut child = with_console(args).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.as_mut().unwrap().write_all(input.as_bytes()).unwrap();
        Running(child)
    }

    /// Waits for the first byte of output.
    pub fn speaks(&mut self) {
        self.0.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
    }

    /// Stops reading its output.
    pub fn close_output(&mut self) {
        drop(self.0.stdout.take());
    }

    /// Presses Ctrl-C in the program's console, using a program that `scripts/check-windows` builds and names. There is
    /// no way to tell whether the key is handled yet, so this waits a little first.
    #[cfg(windows)]
    pub fn interrupt(&self) {
        let presser = std::env::var_os("QUEVEDO_CTRL_C").expect("scripts/check-windows names it");
        std::thread::sleep(Duration::from_millis(700));
        // The key may end this program itself.
        Command::new(presser).arg(self.0.id().to_string()).status().unwrap();
    }

    /// Presses Ctrl-C as soon as the program handles it; at once on systems without `/proc`.
    #[cfg(unix)]
    pub fn interrupt(&self) {
        const SIGINT_BIT: u64 = 1 << 1;
        let handles_it = || {
            let path = format!("/proc/{}/status", self.0.id());
            let Ok(status) = std::fs::read_to_string(path) else { return true };
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            let caught = caught.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
            caught.is_none_or(|bits| bits & SIGINT_BIT != 0)
        };
        until(handles_it);
        let status = Command::new("kill").args(["-INT", &self.0.id().to_string()]).status();
        assert!(status.unwrap().success());
    }

    /// Kills the program.
    pub fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    /// Waits until the program ends; returns the unread output, which must fit into a pipe.
    pub fn end(mut self) -> Output {
        until(|| self.0.try_wait().unwrap().is_some());
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        if let Some(mut pipe) = self.0.stdout.take() {
            pipe.read_to_end(&mut stdout).unwrap();
        }
        self.0.stderr.take().unwrap().read_to_end(&mut stderr).unwrap();
        Output { status: self.0.wait().unwrap(), stdout, stderr }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A temporary folder for one test.
pub struct Folder(PathBuf);

impl Folder {
    /// An empty folder.
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The path of a file in it.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let file = self.file(name);
        fs::write(&file, content).unwrap();
        file
    }

    /// Writes an executable script, and returns its path.
    #[cfg(unix)]
    pub fn write_script(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        use std::os::unix::fs::PermissionsExt as _;
        let file = self.write(name, content);
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file
    }
}
