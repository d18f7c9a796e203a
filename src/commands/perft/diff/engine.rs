//! Another program that is asked for divides. It may answer in unexpected ways, hang or die.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use super::divide::{Counted, counted, is_total};
use crate::support::error::ToolError;
use crate::support::interrupt::is_interrupted;
use crate::types::excerpt;

/// How long the engine may take for the handshake. An engine that does not know it is asked nevertheless.
const GREETING: Duration = Duration::from_secs(10);

/// After this much silence the divide counts as complete, if no total marks its end.
const SILENCE: Duration = Duration::from_millis(300);

/// How often Ctrl-C is checked.
const TICK: Duration = Duration::from_millis(50);

/// How long an engine may take to exit.
const FAREWELL: Duration = Duration::from_millis(500);

/// No position has more than 218 moves. An engine that lists far more would never stop.
const MOST_LISTED: usize = 1000;

/// Longer lines are cut.
const LONGEST_LINE: u64 = 1 << 16;

/// The most lines that wait to be read.
const WAITING: usize = 256;

enum Heard {
    Line(String),
    Complaint(String),
    End,
}

/// A running engine.
pub(super) struct Engine {
    name: String,
    child: Child,
    input: ChildStdin,
    heard: Receiver<Heard>,
    patience: Duration,
    answers_ready: bool,
    last_words: String,
}

/// A divide, as far as it has been received.
#[derive(Default)]
struct Answer {
    moves: Vec<Counted>,
    sum: u128,
    has_total: bool,
    is_ready: bool,
    /// The engine answered `isready` after the first moves, so it handles one command after another.
    is_in_order: bool,
}

impl Engine {
    /// Starts a program. While it counts, it may be silent for as long as `patience`.
    pub(super) fn start(
        program: &str,
        arguments: &[String],
        patience: Duration,
        options: &[(String, String)],
    ) -> Result<Engine, ToolError> {
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let cannot = |why: &str| ToolError::BadInput(format!("cannot start '{program}': {why}"));
        let mut child = command.spawn().map_err(|error| cannot(&error.to_string()))?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(complaints)) = pipes else {
            return Err(cannot("no pipes"));
        };
        let (sender, heard) = sync_channel(WAITING);
        listen(output, sender.clone(), Heard::Line, true);
        listen(complaints, sender, Heard::Complaint, false);
        let mut engine = Engine {
            name: program.into(),
            child,
            input,
            heard,
            patience,
            answers_ready: false,
            last_words: String::new(),
        };
        engine.greet(options)?;
        Ok(engine)
    }

    fn greet(&mut self, options: &[(String, String)]) -> Result<(), ToolError> {
        self.ask("uci", "uciok")?;
        for (name, value) in options {
            let option = format!("setoption name {name} value {value}");
            self.say(&option, &option)?;
        }
        self.answers_ready = self.ask("isready", "readyok")?;
        Ok(())
    }

    /// Whether the answer comes in time.
    fn ask(&mut self, question: &str, answer: &str) -> Result<bool, ToolError> {
        self.say(question, question)?;
        let start = Instant::now();
        while start.elapsed() < GREETING.min(self.patience) {
            if self.next(question)?.is_some_and(|line| line == answer) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Asks for the divide of a position that has this many moves.
    pub(super) fn divide(
        &mut self,
        position: &str,
        command: &str,
        moves: usize,
    ) -> Result<Vec<Counted>, ToolError> {
        let order = format!("{command}' after '{position}");
        let question = if self.answers_ready { "\nisready" } else { "" };
        self.say(&format!("{position}\n{command}{question}"), &order)?;
        let mut answer = Answer::default();
        let (mut spoke, mut counted) = (Instant::now(), Instant::now());
        loop {
            if let Some(line) = self.next(&order)? {
                spoke = Instant::now();
                let listed = answer.moves.len();
                answer.read(&line);
                if answer.moves.len() > listed {
                    counted = spoke;
                }
                if answer.moves.is_empty() && line.starts_with("bestmove") {
                    return Err(self.fault("searches", &order));
                }
                if answer.moves.len() > MOST_LISTED {
                    return Err(self.fault("lists moves without end", &order));
                }
            }
            let is_over = answer.has_total
                || spoke.elapsed() >= SILENCE && (answer.is_in_order || answer.is_whole(moves));
            if is_over && (answer.is_ready || !self.answers_ready) {
                return Ok(answer.moves);
            }
            if counted.elapsed() >= self.patience {
                let what = format!("has not finished within {} s", self.patience.as_secs());
                return Err(self.fault(&what, &order));
            }
        }
    }

    /// Sends lines to the engine. If it has exited, the error names the `order` to which the lines belong.
    fn say(&mut self, lines: &str, order: &str) -> Result<(), ToolError> {
        match writeln!(self.input, "{lines}").and_then(|()| self.input.flush()) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.death(order)),
        }
    }

    /// The next line, or `None` if none comes soon. `order` is what the engine was told last.
    fn next(&mut self, order: &str) -> Result<Option<String>, ToolError> {
        if is_interrupted() {
            return Err(ToolError::Interrupted("stopped".into()));
        }
        match self.heard.recv_timeout(TICK) {
            Ok(Heard::Line(line)) => {
                if !matches!(line.as_str(), "uciok" | "readyok") {
                    self.last_words.clone_from(&line);
                }
                Ok(Some(line))
            }
            Ok(Heard::Complaint(line)) => {
                self.last_words = line;
                Ok(None)
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => Err(self.death(order)),
        }
    }

    fn death(&mut self, order: &str) -> ToolError {
        if is_interrupted() {
            // Ctrl-C has reached the engine as well.
            return ToolError::Interrupted("stopped".into());
        }
        let start = Instant::now();
        let mut status = None;
        while status.is_none() && start.elapsed() < FAREWELL {
            status = self.child.try_wait().ok().flatten();
            // This includes what it has written to standard error.
            if let Ok(Heard::Line(line) | Heard::Complaint(line)) = self.heard.recv_timeout(TICK) {
                self.last_words = line;
            }
        }
        while let Ok(heard) = self.heard.recv_timeout(TICK) {
            if let Heard::Line(line) | Heard::Complaint(line) = heard {
                self.last_words = line;
            }
        }
        let how =
            status.map_or("has closed its output".into(), |status| format!("has ended, {status}"));
        self.fault(&how, order)
    }

    fn fault(&self, what: &str, order: &str) -> ToolError {
        let last = match self.last_words.trim() {
            "" => "it has said nothing".into(),
            words => format!("its last words: {}", excerpt(words)),
        };
        ToolError::BadInput(format!("'{}' {what} at '{order}'; {last}", self.name))
    }

    fn say_farewell(&mut self) -> std::io::Result<()> {
        writeln!(self.input, "quit")?;
        let start = Instant::now();
        while self.child.try_wait()?.is_none() && start.elapsed() < FAREWELL {
            // Keep reading, so that an engine that still talks is not blocked.
            let _ = self.heard.recv_timeout(TICK / 10);
        }
        Ok(())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.say_farewell();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Answer {
    /// Whether there are as many moves as the position has.
    fn is_whole(&self, moves: usize) -> bool {
        self.moves.len() == moves && (moves > 0 || self.is_ready)
    }

    fn read(&mut self, line: &str) {
        if line == "readyok" {
            self.is_ready = true;
            self.is_in_order = !self.moves.is_empty();
        } else if let Some((mv, leaves)) = counted(line) {
            self.sum = self.sum.saturating_add(leaves);
            self.moves.push((mv, leaves));
        } else {
            self.has_total |= is_total(line, self.sum, !self.moves.is_empty());
        }
    }
}

/// Forwards every line of a pipe that is not empty.
fn listen(
    pipe: impl Read + Send + 'static,
    sender: SyncSender<Heard>,
    heard: fn(String) -> Heard,
    tells_end: bool,
) {
    let read = move || {
        let mut pipe = BufReader::new(pipe);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let length = (&mut pipe).take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            if !matches!(length, Ok(1..)) {
                break;
            }
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            if !line.is_empty() && sender.send(heard(line)).is_err() {
                return;
            }
        }
        if tells_end {
            let _ = sender.send(Heard::End);
        }
    };
    std::thread::spawn(read);
}
