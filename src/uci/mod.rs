//! The UCI front end: lines in, lines out.
//!
//! One thread reads input, one executes commands, and the search has its own threads, so commands are answered during a
//! search, and a closed input or output ends the program at once. In WebAssembly a single thread does it all: the
//! search pauses regularly, and a command that would end it stops it and is carried out afterwards.
//!
//! Source: UCI protocol, April 2006, <https://www.chessprogramming.org/UCI>

pub mod command;
mod console;
mod format;
mod log;
mod options;
mod output;
#[cfg_attr(not(feature = "cli"), path = "no_screen.rs")]
mod screen;
#[cfg(feature = "cli")]
mod stdio;
mod terminal;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use crate::notation::san::{self, SanError};
use crate::search::{Event, Listener};
use crate::support::bench::BenchArgs;
use crate::support::speedtest::SpeedtestArgs;
use crate::support::text::wrapped;
use crate::support::why::Question;
use crate::sync::{HAS_THREADS, Instant};
use crate::tt::Bound;
use crate::types::Move;
use command::{split_word, trimmed};
use console::Console;
use format::Style;
use log::Log;
use options::UciSettings;
use output::Output;

pub use crate::engine::NAME;
#[cfg(feature = "cli")]
pub use stdio::{LineError, check_lines, run, run_lines};

/// The authors, as `id author` gives them.
pub const AUTHOR: &str = "the Quevedo authors";

/// Whether the program continues after a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Wait for the next command.
    Continue,
    /// Exit.
    Quit,
}

/// The most unknown words that are skipped before a command.
const MAX_SKIPPED: usize = 10_000;
/// The longest message shown in full, in bytes; longer ones lose their middle.
const MAX_SHOWN: usize = 400;

/// A UCI session in this process. Commands go to [`execute`](Session::execute); output goes to a writer,
/// whole lines at a time, from any thread.
///
/// ```
/// use quevedo::uci::Session;
///
/// let (reader, writer) = std::io::pipe()?;
/// let mut session = Session::new(writer);
/// session.execute("position startpos moves e2e4 e7e5");
/// session.execute("go depth 3");
/// session.wait();
/// drop(session);
/// assert!(std::io::read_to_string(reader)?.contains("bestmove "));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Session {
    settings: UciSettings,
    console: Console,
    output: Output,
    /// `debug on`: print extra info strings.
    debug: bool,
    /// A `wait` is in effect, so commands are queued until the search has ended.
    waiting: bool,
    /// The move that led to the position.
    last_move: Option<Move>,
    /// The queued commands.
    queue: VecDeque<String>,
}

type Handler = fn(&mut Session, &str) -> Flow;

/// The output of `license`.
const LICENSE: &str = concat!(
    "Quevedo ",
    env!("CARGO_PKG_VERSION"),
    " is free software under the GNU General Public License, version 3 or later.\n",
    "It comes without any warranty; see the file LICENSE for the full terms."
);

/// Commands that take effect even while others are queued.
const IS_READY: &str = "isready";
const STOP: &str = "stop";
const PONDER_HIT: &str = "ponderhit";
const QUIT: &str = "quit";

/// A command of the dialogue.
struct Command {
    name: &'static str,
    about: &'static str,
    /// Whether it first ends a running search, because it changes what that works with, or starts something else.
    ends: bool,
    handler: Handler,
}

/// A command that can be executed while a search goes on.
const fn beside(name: &'static str, about: &'static str, handler: Handler) -> Command {
    Command { name, about, ends: false, handler }
}

/// A command that first ends a running search.
const fn ending(name: &'static str, about: &'static str, handler: Handler) -> Command {
    Command { name, about, ends: true, handler }
}

/// The commands; each handler gets the rest of the line.
static COMMANDS: &[Command] = &[
    beside("uci", "print the name, the author and the options", |session, _| {
        // It is a GUI after all, on a pseudo-terminal.
        session.output.set_attended(false);
        session.uci()
    }),
    beside(IS_READY, "print readyok once the engine is ready", |session, _| {
        // A running task must neither be delayed nor waited for.
        if !session.console.is_busy() {
            session.settings.engine.prepare();
        }
        session.print("readyok")
    }),
    ending("setoption", "name N value V: set an option", Session::set_option),
    ending("ucinewgame", "start a new game: clear the hash table and histories", |session, _| {
        session.settings.engine.new_game();
        Flow::Continue
    }),
    ending("position", "[startpos | fen F] [moves M ...]: set up a position", Session::position),
    ending(
        "go",
        "[wtime|btime|winc|binc|movestogo|movetime|depth|nodes|mate|perft N] [infinite] [ponder] \
         [searchmoves M ...]: search the position",
        Session::go,
    ),
    beside(STOP, "stop the search, perft, bench, speedtest, genfens or why", |session, _| {
        session.stop();
        Flow::Continue
    }),
    beside(
        PONDER_HIT,
        "the expected move was played: search on, now on the clock",
        |session, _| {
            session.settings.engine.ponder_hit();
            Flow::Continue
        },
    ),
    beside("debug", "on | off: print extra info strings", |session, rest| {
        match rest.trim() {
            "on" => session.debug = true,
            "off" => session.debug = false,
            other => return session.report(&format!("debug: expected on or off, got '{other}'")),
        }
        Flow::Continue
    }),
    beside("register", "do nothing: Quevedo needs no registration", |_, _| Flow::Continue),
    beside(QUIT, "end the program", |_, _| Flow::Quit),
    beside("d", "print the board", |session, _| {
        let engine = &session.settings.engine;
        let (position, history) = (engine.position(), engine.history());
        let last = session.last_move.filter(|_| session.output.is_attended());
        let mut text = console::board(position, history, last, screen::has_colours());
        if session.output.is_attended() {
            text.push_str(&console::turn(position, history, last));
        }
        session.print(&text)
    }),
    beside("eval", "print the evaluation, term by term", |session, _| {
        let Some(evaluation) = session.settings.engine.position().evaluate() else {
            return session.report("the side to move is in check: there is no static evaluation");
        };
        let report = evaluation.to_string();
        session.print(&if screen::has_colours() { console::emphasised(&report) } else { report })
    }),
    ending(
        "why",
        "[depth D | nodes N | movetime MS] [MOVE ...]: say why the best move is better than others",
        Session::why,
    ),
    ending("perft", "D: run perft and print the count below each move", |session, rest| {
        session.perft(rest)
    }),
    ending(
        "bench",
        "[HASH THREADS LIMIT <default|current|FILE> <depth|nodes|movetime|perft>]: run the benchmark",
        |session, rest| {
            let args = match BenchArgs::parse(rest.split_ascii_whitespace()) {
                Ok(args) => args,
                Err(error) => return session.report(&error.to_string()),
            };
            session.settings.engine.end_search();
            session.console.bench(args, *session.settings.engine.position(), &session.output);
            Flow::Continue
        },
    ),
    ending(
        "speedtest",
        "[THREADS HASH SECONDS]: measure the search speed of this machine",
        |session, rest| {
            let args = match SpeedtestArgs::parse(rest.split_ascii_whitespace()) {
                Ok(args) => args,
                Err(error) => return session.report(&error.to_string()),
            };
            session.settings.engine.end_search();
            session.console.speedtest(args, &session.output);
            Flow::Continue
        },
    ),
    ending(
        "genfens",
        "N seed S book <None|FILE> [plies P] [window CP] [frc|dfrc]: print N random openings",
        |session, rest| {
            session.settings.engine.end_search();
            session.console.genfens(rest, &session.output);
            Flow::Continue
        },
    ),
    ending("flip", "swap the colours", |session, _| {
        let position = session.settings.engine.position().mirrored();
        session.settings.engine.set_position(position, crate::position::KeyHistory::new());
        session.last_move = None;
        Flow::Continue
    }),
    beside("wait", "hold the following commands until the search has ended", |session, _| {
        session.waiting = true;
        Flow::Continue
    }),
    beside("license", "print the licence", |session, _| session.print(LICENSE)),
    beside("compiler", "print how this program was built", |session, _| {
        session.print(&console::compiler())
    }),
    beside("help", "print this list", |session, _| {
        let rows = COMMANDS.iter().flat_map(|Command { name, about, .. }| {
            let name = format!("  {name:<11} ");
            wrapped(about.split(' '), &name, name.len())
        });
        let rows: String = rows.map(|line| line + "\n").collect();
        let more = if session.output.is_attended() { terminal::HELP } else { "" };
        session.print(&format!("Commands (see also `quevedo --help`):\n{rows}{more}"))
    }),
];

/// The names and help texts of all commands, in the order of `help`.
pub fn commands() -> Vec<(&'static str, &'static str)> {
    COMMANDS.iter().map(|command| (command.name, command.about)).collect()
}

impl Session {
    /// A session that writes to `sink`. After the first write error, nothing more is written.
    pub fn new(sink: impl Write + Send + 'static) -> Session {
        Session::with(sink, || ())
    }

    /// Sends the message and location of any panic to the GUI and the log. Panicking code never holds the
    /// output's lock.
    pub fn report_panics(&self) {
        let output = self.output.clone();
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |what| {
            let text = what.to_string().replace('\n', " ");
            let thread = std::thread::current();
            output.info(&format!("thread {} {text}", thread.name().unwrap_or("without a name")));
            usual(what);
        }));
    }

    fn with(
        sink: impl Write + Send + 'static,
        on_break: impl Fn() + Send + Sync + 'static,
    ) -> Session {
        let log = Log::new();
        let output = Output::new(sink, log.clone(), on_break);
        Session {
            settings: UciSettings::new(log),
            console: Console::default(),
            output,
            debug: false,
            waiting: false,
            last_move: None,
            queue: VecDeque::new(),
        }
    }

    /// Executes a command, or queues it while a task runs (perft, bench, speedtest, genfens or why) or a `wait` is in
    /// effect. Unknown words before a command are skipped, as UCI requires.
    ///
    /// This never blocks: `isready` is answered at once, and `stop` stops the search or task.
    pub fn execute(&mut self, line: &str) -> Flow {
        if self.resume(|session, line, execute| execute(session, line)) == Flow::Quit {
            return Flow::Quit;
        }
        self.is_held_back(line);
        match self.is_waiting()
            && command_of(line).is_none_or(|(command, _)| command.name != IS_READY)
        {
            true => {
                self.apply_at_once(line);
                self.queue.push_back(line.to_owned());
                Flow::Continue
            }
            false => self.carry_out(line),
        }
    }

    /// Executes a command like [`execute`](Session::execute). If it panics, the panic is reported and ends only this
    /// command, where panics unwind.
    pub fn hear(&mut self, line: &str) -> Flow {
        self.guarded(line, Session::execute)
    }

    /// Executes the queued commands whose turn has come, now that a search or task may be over.
    pub fn go_on(&mut self) -> Flow {
        self.resume(Session::guarded)
    }

    fn carry_out(&mut self, line: &str) -> Flow {
        let line = trimmed(line);
        if self.output.is_attended()
            && let Some(next) = self.play_typed(line)
        {
            return next;
        }
        match command_of(line) {
            Some((command, rest)) => (command.handler)(self, rest),
            None if self.output.is_attended() && line == "?" => self.carry_out("help"),
            None if line.is_empty() || line.starts_with('#') => Flow::Continue,
            None => self.report(&format!("unknown command '{line}'; type 'help' for a list")),
        }
    }

    /// Plays the moves in a line, all or none; `None` if the line does not begin with a move.
    fn play_typed(&mut self, line: &str) -> Option<Flow> {
        let is_number = |word: &str| word.trim_end_matches('.').bytes().all(|c| c.is_ascii_digit());
        let mut position = *self.settings.engine.position();
        let mut moves = Vec::new();
        for word in line.split_ascii_whitespace().filter(|word| !is_number(word)) {
            if moves.is_empty() && COMMANDS.iter().any(|command| command.name == word) {
                return None;
            }
            match san::parse(&position, word) {
                Ok(mv) => {
                    position.play_unchecked(mv);
                    moves.push(mv);
                }
                Err(SanError::Unreadable(_)) if moves.is_empty() => return None,
                Err(error) => return Some(self.report(&error.to_string())),
            }
        }
        self.last_move = Some(*moves.last()?);
        let text = san::line(self.settings.engine.position(), &moves);
        for mv in moves {
            self.settings.engine.play(mv);
        }
        let turn = console::turn(&position, self.settings.engine.history(), None);
        Some(self.print(&format!("{text}   {turn}")))
    }

    /// Whether commands are queued: while a task runs, as if it blocked, and while a search runs after `wait`.
    fn is_waiting(&self) -> bool {
        self.console.is_busy() || self.waiting && self.settings.engine.is_searching()
    }

    /// Whether a search or a task is running.
    pub fn is_busy(&self) -> bool {
        self.settings.engine.is_searching() || self.console.is_busy()
    }

    /// Whether a command must be queued because it needs the end of a search on the same thread. It can't wait here,
    /// because the search has only paused to hear the command. The search is then told to stop.
    fn is_held_back(&mut self, line: &str) -> bool {
        let is_held_back = !HAS_THREADS
            && self.settings.engine.is_searching()
            && !self.is_waiting()
            && command_of(line).is_some_and(|(command, _)| command.ends);
        if is_held_back {
            self.stop();
            self.waiting = true;
        }
        is_held_back
    }

    /// The immediate effect of a queued command: `stop` and `ponderhit` act at once, and again on each command that was
    /// queued before them; `quit` stops a search that would never end, and whatever runs if a person types it.
    fn apply_at_once(&self, line: &str) {
        match command_of(line).map(|(command, _)| command.name) {
            Some(STOP) => self.stop(),
            Some(PONDER_HIT) => self.settings.engine.ponder_hit(),
            Some(QUIT) if self.settings.engine.is_endless() || self.output.is_attended() => {
                self.stop();
            }
            _ => {}
        }
    }

    /// Executes the queued commands with `way` once their turn has come.
    fn resume(&mut self, way: fn(&mut Session, &str, Handler) -> Flow) -> Flow {
        while !self.is_waiting() {
            self.waiting = false;
            let Some(line) = self.queue.pop_front() else { break };
            if self.is_held_back(&line) {
                self.queue.push_front(line);
                break;
            }
            if way(self, &line, Session::carry_out) == Flow::Quit {
                return Flow::Quit;
            }
            if self.is_waiting() {
                self.queue.iter().for_each(|line| self.apply_at_once(line));
            }
        }
        Flow::Continue
    }

    fn stop(&self) {
        self.settings.engine.stop();
        self.console.cancel();
    }

    /// Executes a command; a panic is reported and must not cost the game.
    fn guarded(&mut self, line: &str, execute: Handler) -> Flow {
        match panic::catch_unwind(AssertUnwindSafe(|| execute(self, line))) {
            Ok(next) => next,
            Err(_) => self.report(&format!(
                "internal error, please report it; the command was '{}'",
                line.trim()
            )),
        }
    }

    /// Blocks until the search and the task have finished.
    pub fn wait(&mut self) {
        self.settings.engine.wait();
        self.console.wait();
    }

    fn print(&self, text: &str) -> Flow {
        self.output.line(text);
        Flow::Continue
    }

    fn report(&self, text: &str) -> Flow {
        self.output.info(&shortened(text));
        Flow::Continue
    }

    /// Prints an info string in debug mode.
    fn debug_info(&self, text: impl FnOnce() -> String) {
        if self.debug {
            self.output.info(&shortened(&text()));
        }
    }

    fn uci(&self) -> Flow {
        let mut lines = vec![format!("id name {NAME}"), format!("id author {AUTHOR}")];
        lines.extend(options::declarations());
        lines.push("uciok".into());
        self.print(&lines.join("\n"))
    }

    fn set_option(&mut self, rest: &str) -> Flow {
        match options::set(&mut self.settings, rest) {
            Ok(None) => self.debug_info(|| format!("set: {}", rest.trim())),
            Ok(Some(note)) => self.output.info(&note),
            Err(error) => return self.report(&error),
        }
        Flow::Continue
    }

    fn position(&mut self, rest: &str) -> Flow {
        match command::position(rest) {
            Ok((position, history, last)) => {
                self.last_move = last;
                self.debug_info(|| format!("position {position}, after {} plies", history.len()));
                self.settings.engine.set_position(position, history);
                Flow::Continue
            }
            Err(error) => self.report(&error.to_string()),
        }
    }

    fn go(&mut self, rest: &str) -> Flow {
        let start = Instant::now();
        if let ("perft", depth) = split_word(rest) {
            return self.perft(depth);
        }
        let (limits, errors) = command::go(rest, self.settings.engine.position());
        for error in errors {
            self.report(&error.to_string());
        }
        self.debug_info(|| format!("{limits:?}, {:?}", self.settings.engine.budget(&limits)));
        let listener = self.listener();
        if self.output.is_attended() {
            // First, or the heading would come between the lines of a running search.
            self.settings.engine.end_search();
            self.print(&terminal::head(self.settings.show_wdl));
        }
        self.settings.engine.go(limits, start, listener);
        Flow::Continue
    }

    fn why(&mut self, rest: &str) -> Flow {
        self.settings.engine.end_search();
        let engine = &self.settings.engine;
        match command::why(rest, engine.position()) {
            Ok((moves, limits)) => {
                let (position, history) = (*engine.position(), engine.history().clone());
                let question = Question { position, history, moves, limits };
                let (resources, probing) = (engine.resources(), engine.probing.clone());
                self.console.why(question, resources, probing, &self.output);
                Flow::Continue
            }
            Err(error) => self.report(&error.to_string()),
        }
    }

    /// A listener that prints search events.
    fn listener(&self) -> Listener {
        let style =
            Style { chess960: self.settings.engine.chess960, show_wdl: self.settings.show_wdl };
        let (output, minimal) = (self.output.clone(), self.settings.minimal);
        let root = self.output.is_attended().then(|| *self.settings.engine.position());
        let last = Mutex::new(None);
        Arc::new(move |event| {
            let line = match &root {
                Some(root) => terminal::event(&event, root, style.show_wdl),
                None => Some(format::event(&event, style)),
            };
            let Some(line) = line else { return };
            if minimal {
                let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
                match &event {
                    Event::Info(info) if info.line > 1 || info.bound != Bound::Exact => {}
                    Event::CurrentMove { .. } => {}
                    Event::Remark(_) => output.line(&line),
                    Event::Info(_) => *last = Some(line),
                    Event::BestMove { .. } => {
                        let info = last.take().map_or_else(String::new, |info| info + "\n");
                        output.line(&(info + &line));
                    }
                }
            } else {
                output.line(&line);
            }
        })
    }

    fn perft(&mut self, rest: &str) -> Flow {
        match command::perft_depth(rest) {
            Ok(depth) => {
                self.settings.engine.end_search();
                let root = *self.settings.engine.position();
                self.console.perft(root, depth, self.settings.engine.chess960, &self.output);
                Flow::Continue
            }
            Err(error) => self.report(&error.to_string()),
        }
    }
}

impl Drop for Session {
    /// Stops the search and the task; the search still prints its best move.
    fn drop(&mut self) {
        self.console.cancel();
        self.settings.engine.end_search();
    }
}

/// A text that is too long loses its middle, because errors are usually at either end.
fn shortened(text: &str) -> Cow<'_, str> {
    const END: usize = MAX_SHOWN / 4;
    if text.len() <= MAX_SHOWN {
        return text.into();
    }
    let head = text.floor_char_boundary(MAX_SHOWN - END);
    let tail = text.ceil_char_boundary(text.len() - END);
    format!("{} ... {}", &text[..head], &text[tail..]).into()
}

/// The first known command of a line and the rest of the line; `None` for a comment.
fn command_of(line: &str) -> Option<(&'static Command, &str)> {
    let mut rest = trimmed(line);
    if rest.starts_with('#') {
        return None;
    }
    for _ in 0..MAX_SKIPPED {
        let (word, after) = split_word(rest);
        if word.is_empty() {
            return None;
        }
        if let Some(command) = COMMANDS.iter().find(|command| command.name == word) {
            return Some((command, after));
        }
        rest = after;
    }
    None
}

#[cfg(all(test, not(feature = "loom")))]
mod tests {
    use std::io::read_to_string;
    use std::{env, fs, panic, process};

    use super::{Flow, Session, shortened};

    #[test]
    fn a_long_message_keeps_both_ends() {
        let number = |n: u32| format!("{n:05}");
        let text: String = (0..200).map(number).collect();
        assert_eq!(shortened(&text[..400]), text[..400]);
        assert_eq!(shortened(&text), format!("{} ... {}", &text[..300], &text[900..]));
        // Never cut within a character.
        let text = "\u{e9}".repeat(199) + "a" + &"\u{e9}".repeat(50);
        let kept = shortened(&text);
        assert!(kept.len() <= 405 && kept.starts_with("\u{e9}") && kept.ends_with("\u{e9}"));
    }

    #[test]
    fn a_command_that_fails_is_told_and_logged_and_the_next_is_heard() {
        let log = env::temp_dir().join(format!("quevedo_panic_{}.log", process::id()));
        let (hear, said) = std::io::pipe().unwrap();
        let mut session = Session::new(said);
        session.execute(&format!("setoption name Debug Log File value {}", log.display()));
        let usual = panic::take_hook();
        session.report_panics();
        let next = session.guarded(" go wrong\n", |_, _| panic!("a defect,\nto be found"));
        panic::set_hook(usual);
        assert_eq!(next, Flow::Continue);
        session.execute("go depth 1");
        session.wait();
        drop(session);
        let said = read_to_string(hear).unwrap();
        let logged = fs::read_to_string(&log).unwrap();
        fs::remove_file(&log).unwrap();
        for text in [&said, &logged] {
            let line = text.lines().find(|line| line.contains("a defect, to be found")).unwrap();
            assert!(line.contains("info string thread ") && line.contains(file!()), "{line}");
            assert!(
                text.contains(
                    "info string internal error, please report it; the command was 'go wrong'"
                ),
                "{text}"
            );
            assert!(text.contains("bestmove "), "{text}");
        }
    }
}
