//! Sessions with the real binary through pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// No answer may take this long, even on a loaded machine and in a debug build.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running engine.
pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    /// Starts the engine.
    pub fn new() -> Session {
        Session::with_args(&[])
    }

    /// Starts the engine with arguments.
    pub fn with_args(args: &[&str]) -> Session {
        Session::of(Command::new(env!("CARGO_BIN_EXE_quevedo")).args(args))
    }

    /// Starts the engine so that its memory can be measured: with this setting, glibc returns every large block to the
    /// system as soon as it is freed, instead of keeping some for later.
    pub fn measured() -> Session {
        Session::of(
            Command::new(env!("CARGO_BIN_EXE_quevedo")).env("MALLOC_MMAP_THRESHOLD_", "65536"),
        )
    }

    /// Starts a command that becomes the engine.
    pub fn of(command: &mut Command) -> Session {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let output = child.stdout.take().unwrap();
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.expect("the engine writes UTF-8")).is_err() {
                    return;
                }
            }
        });
        Session { input: child.stdin.take(), child, lines }
    }

    /// The process ID.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// A number from `/proc/PID/status`; `None` on systems without it.
    pub fn status(&self, name: &str) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.id())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Sends bytes unchanged.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends a line; false if the engine no longer reads its input.
    pub fn try_send(&mut self, line: &str) -> bool {
        self.input.as_mut().is_some_and(|input| writeln!(input, "{line}").is_ok())
    }

    /// The next line.
    pub fn next(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer in time")
    }

    /// Reads up to a line that begins with `start`; returns all lines read.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut read = Vec::new();
        loop {
            read.push(self.next());
            if read.last().unwrap().starts_with(start) {
                return read;
            }
        }
    }

    /// Sends a line and reads up to one that begins with `start`.
    pub fn ask(&mut self, line: &str, start: &str) -> Vec<String> {
        self.send(line);
        self.until(start)
    }

    /// Sends `isready`; returns all lines before `readyok`.
    pub fn sync(&mut self) -> Vec<String> {
        let mut lines = self.ask("isready", "readyok");
        lines.pop();
        lines
    }

    /// The best move of a search.
    pub fn best_move(&mut self, go: &str) -> String {
        let lines = self.ask(go, "bestmove");
        lines.last().unwrap().split(' ').nth(1).unwrap().to_owned()
    }

    /// Whether the engine says nothing for this long.
    pub fn is_silent_for(&mut self, time: Duration) -> bool {
        matches!(self.lines.recv_timeout(time), Err(RecvTimeoutError::Timeout))
    }

    /// Closes the input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the output, like a GUI that has crashed; the engine notices when it writes its next line.
    pub fn close_output(&mut self) {
        (_, self.lines) = channel();
    }

    /// Waits for the end of the process; panics if it takes too long.
    pub fn ends_within(&mut self, time: Duration) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < time, "the engine does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The word after a name in one of the engine's lines.
pub fn word<'a>(line: &'a str, name: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|&word| word != name);
    words.nth(1).unwrap_or_else(|| panic!("nothing after '{name}': {line}"))
}

/// The number after a name in one of the engine's lines.
pub fn number(line: &str, name: &str) -> i64 {
    word(line, name).parse().expect(line)
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
