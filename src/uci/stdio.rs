//! UCI sessions on standard input and output, or with commands given as arguments.

use std::fmt::Display;
use std::io::{self, BufRead as _, IsTerminal as _};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::command::{self, split_word, trimmed};
use super::log::{Log, Way};
use super::{COMMANDS, Flow, QUIT, Session, options};
use crate::engine::NAME;
use crate::position::Position;
use crate::support::bench::BenchArgs;
use crate::support::speedtest::SpeedtestArgs;

/// A message to the command thread.
enum Input {
    Line(String),
    /// The output is closed.
    Closed,
}

/// The stack size of the thread that executes commands given as arguments, as large as that of a main thread.
const STACK: usize = 8 << 20;

/// How often `wait` checks whether the search or task has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Runs a UCI session on standard input and output until `quit` or until either is closed.
///
/// # Errors
/// The system provides no thread to read the input.
pub fn run() -> io::Result<()> {
    let (sender, inbox) = channel();
    let mut session = session_on_stdout(sender.clone());
    session.report_panics();
    if session.output.is_attended() {
        session.print(&banner());
    }
    let log = session.settings.log.clone();
    std::thread::Builder::new().spawn(move || read_lines(&sender, &log))?;
    loop {
        let input = match session.is_waiting() {
            true => inbox.recv_timeout(POLL_INTERVAL),
            false => inbox.recv().map_err(RecvTimeoutError::from),
        };
        let next = match input {
            Ok(Input::Line(line)) => session.hear(&line),
            Err(RecvTimeoutError::Timeout) => Flow::Continue,
            Ok(Input::Closed) | Err(RecvTimeoutError::Disconnected) => break,
        };
        if next == Flow::Quit || session.go_on() == Flow::Quit {
            break;
        }
    }
    Ok(())
}

/// An error in commands given as arguments.
#[derive(Debug)]
pub enum LineError {
    /// An unknown command.
    Unknown(String),
    /// Bad arguments; the message says what is wrong.
    Bad(String),
}

/// Checks commands given as arguments before any is executed, because a misspelt limit would start a search that nobody
/// can stop, and a misspelt option would measure something else.
///
/// # Errors
/// An unknown command, or bad arguments of one.
pub fn check_lines(lines: &[String]) -> Result<(), LineError> {
    let mut root = Position::start();
    for line in lines.iter().map(|line| trimmed(line)) {
        match split_word(line) {
            ("position", rest) => root = command::position(rest).map_err(bad)?.0,
            ("flip", _) => root = root.mirrored(),
            ("setoption", rest) => options::parse(rest).map(drop).map_err(bad)?,
            ("go", rest) if split_word(rest).0 == "perft" => {
                command::perft_depth(split_word(rest).1).map_err(bad)?;
            }
            ("go", rest) => {
                if let Some(error) = command::go(rest, &root).1.into_iter().next() {
                    return Err(bad(error));
                }
            }
            ("perft", rest) => command::perft_depth(rest).map(drop).map_err(bad)?,
            ("why", rest) => command::why(rest, &root).map(drop).map_err(bad)?,
            ("bench", rest) => {
                BenchArgs::parse(rest.split_ascii_whitespace()).map(drop).map_err(bad)?;
            }
            ("speedtest", rest) => {
                SpeedtestArgs::parse(rest.split_ascii_whitespace()).map(drop).map_err(bad)?;
            }
            (QUIT, _) => break,
            (word, _) => {
                let is_known = COMMANDS.iter().any(|command| command.name == word);
                if !is_known && !word.is_empty() && !word.starts_with('#') {
                    return Err(LineError::Unknown(word.to_owned()));
                }
            }
        }
    }
    Ok(())
}

fn bad(error: impl Display) -> LineError {
    LineError::Bad(error.to_string())
}

/// Executes these commands one after another, waiting for each to finish: `quevedo "go depth 12"`. Returns at once
/// when the output is closed.
///
/// # Errors
/// The system provides no thread for them.
pub fn run_lines(lines: Vec<String>) -> io::Result<()> {
    let (sender, inbox) = channel();
    // On a separate thread, since a thread that executes a command can't notice that the output is closed.
    let commands = std::thread::Builder::new().stack_size(STACK).spawn(move || {
        let mut session = session_on_stdout(sender);
        for line in &lines {
            if session.execute(line) == Flow::Quit {
                break;
            }
            session.wait();
        }
    })?;
    // Without a message, the session is over, since its end of the channel is gone.
    if inbox.recv().is_err()
        && let Err(panic) = commands.join()
    {
        std::panic::resume_unwind(panic);
    }
    Ok(())
}

/// Whether a person types and reads; GUIs and scripts use pipes.
fn is_attended() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The text printed before the first command.
fn banner() -> String {
    format!(
        "{NAME}, a UCI chess engine. Type a move (e4, g1f3) to play it,\n\
         'go movetime 3000' to search, 'd' to see the board, 'help' for all commands."
    )
}

fn session_on_stdout(sender: Sender<Input>) -> Session {
    let session = Session::with(io::stdout(), move || {
        let _ = sender.send(Input::Closed);
    });
    session.output.set_attended(is_attended());
    session
}

/// Reads lines of any length; invalid UTF-8 is replaced. The end of input counts as `quit`.
fn read_lines(sender: &Sender<Input>, log: &Log) {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    while let Ok(1..) = input.read_until(b'\n', &mut bytes) {
        let line = String::from_utf8_lossy(&bytes).into_owned();
        bytes.clear();
        log.note(Way::In, line.trim_end());
        if sender.send(Input::Line(line)).is_err() {
            return;
        }
    }
    let _ = sender.send(Input::Line(QUIT.into()));
}
