//! Commands for the terminal: board display, build information, and long tasks on their own thread.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::output::Output;
use crate::engine::NAME;
use crate::position::{KeyHistory, Position};
use crate::search::Probing;
use crate::support::perft::PerftCounter;
use crate::support::searcher::Searcher;
use crate::support::speed::mnps;
use crate::support::speedtest::{self, SpeedReport, SpeedtestArgs};
use crate::support::why::{self, Question};
use crate::support::{bench, genfens, machine};
use crate::sync::{Instant, Task};
use crate::types::{Color, Move, Piece, Square};

/// Runs one long task at a time on its own thread, so that the session stays responsive.
#[derive(Default)]
pub(super) struct Console {
    task: Option<Task>,
    cancelled: Arc<AtomicBool>,
}

impl Console {
    /// Prints the perft count below each move and the total, in Stockfish's format.
    pub(super) fn perft(&mut self, root: Position, depth: u32, chess960: bool, output: &Output) {
        self.start(output, move |cancelled, output| {
            let start = Instant::now();
            let counter = PerftCounter::without_table(1).cancelled_by(cancelled.clone());
            let total = counter.divide(&root, depth, |mv, leaves| {
                output.line(&format!("{}: {leaves}", mv.uci(chess960)));
                Ok(())
            });
            let Ok(total) = total else { return output.info("perft was stopped") };
            let seconds = start.elapsed().as_secs_f64();
            let speed = mnps(total, seconds);
            output.info(&format!("{seconds:.3} s, {speed:.1} Mnps"));
            output.line(&format!("\nNodes searched: {total}\n"));
        });
    }

    /// Runs the benchmark.
    pub(super) fn bench(&mut self, args: bench::BenchArgs, current: Position, output: &Output) {
        self.start(output, move |cancelled, output| {
            let summary = bench::run(&args, &current, cancelled.clone(), &mut |line| {
                output.line(&line);
                !cancelled.load(Relaxed)
            });
            match summary {
                Ok(_) if cancelled.load(Relaxed) => output.info("bench was stopped"),
                Ok(summary) => output.line(&summary.to_string()),
                Err(error) => output.info(&error.to_string()),
            }
        });
    }

    /// Runs the speed test.
    pub(super) fn speedtest(&mut self, args: SpeedtestArgs, output: &Output) {
        self.start(output, move |cancelled, output| {
            let (count, mut done) = (speedtest::positions(), 0_usize);
            let result = speedtest::run(args, cancelled.clone(), &mut || {
                let tenths = |done: usize| 10 * done / count;
                done += 1;
                if tenths(done) > tenths(done - 1) {
                    output.info(&format!("speedtest: {} %", 10 * tenths(done)));
                }
            });
            match result {
                Ok(Some(speed)) => {
                    output.line(&SpeedReport { args, speeds: &[speed] }.to_string());
                }
                Ok(None) => output.info("speedtest was stopped"),
                Err(error) => output.info(&error.to_string()),
            }
        });
    }

    /// Prints random openings, one per line, in OpenBench's format.
    pub(super) fn genfens(&mut self, rest: &str, output: &Output) {
        let args = rest.to_owned();
        self.start(output, move |cancelled, output| {
            let result = genfens::run(&args, cancelled.clone(), &mut |position| {
                output.line(&format!("info string genfens {position}"));
                !cancelled.load(Relaxed) && !output.is_broken()
            });
            if let Err(error) = result
                && !cancelled.load(Relaxed)
            {
                output.info(&format!("genfens: {error}"));
            }
        });
    }

    /// Says why the best move is better than others. The search uses its own hash table and threads.
    pub(super) fn why(
        &mut self,
        question: Question,
        (threads, hash): (usize, usize),
        probing: Probing,
        output: &Output,
    ) {
        self.start(output, move |cancelled, output| {
            let answer = Searcher::new(threads, hash).and_then(|mut searcher| {
                (searcher.cancelled, searcher.probing) = (cancelled.clone(), probing);
                question.answer(&searcher)
            });
            match answer {
                Ok(Some(answer)) => output.line(&why::text(&answer)),
                Ok(None) => output.info("why was stopped"),
                Err(error) => output.info(&format!("why: {error}")),
            }
        });
    }

    fn start(
        &mut self,
        output: &Output,
        task: impl FnOnce(&Arc<AtomicBool>, &Output) + Send + 'static,
    ) {
        self.wait();
        self.cancelled = Arc::default();
        let cancelled = self.cancelled.clone();
        let to = output.clone();
        match Task::start(move || task(&cancelled, &to)) {
            Ok(task) => self.task = Some(task),
            Err(error) => output.info(&format!("can't start a thread for this task: {error}")),
        }
    }

    /// Tells the running task to stop.
    pub(super) fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Whether a task is running.
    pub(super) fn is_busy(&self) -> bool {
        self.task.as_ref().is_some_and(|task| !task.is_finished())
    }

    /// Blocks until the running task has ended.
    pub(super) fn wait(&mut self) {
        if let Some(task) = self.task.take() {
            task.wait();
        }
    }
}

/// The board in ASCII, White at the bottom, with the squares of the last move in brackets.
fn plain_squares(position: &Position, last: Option<Move>) -> String {
    const LINE: &str = " +---+---+---+---+---+---+---+---+";
    let mut text = format!("\n{LINE}\n");
    for rank in (0..8).rev() {
        let mut end = ' ';
        for file in 0..8 {
            let square = Square::new(file, rank);
            let piece = position.piece_on(square).map_or(' ', Piece::letter);
            let begin = if is_of(last, square) { '[' } else { ' ' };
            let _ = write!(text, "{end}|{begin}{piece}");
            end = if begin == '[' { ']' } else { ' ' };
        }
        let _ = write!(text, "{end}| {}\n{LINE}\n", rank + 1);
    }
    text.push_str("   a   b   c   d   e   f   g   h\n\n");
    text
}

/// Whether a square is the origin or the target of a move.
fn is_of(mv: Option<Move>, square: Square) -> bool {
    mv.is_some_and(|mv| mv.from() == square || mv.to() == square)
}

/// The board in colour with Unicode pieces.
fn coloured_squares(position: &Position, last: Option<Move>) -> String {
    const SYMBOLS: [char; 6] =
        ['\u{265f}', '\u{265e}', '\u{265d}', '\u{265c}', '\u{265b}', '\u{265a}'];
    const SQUARES: [&str; 2] = ["\x1b[48;5;137m", "\x1b[48;5;180m"];
    const MARKED: [&str; 2] = ["\x1b[48;5;100m", "\x1b[48;5;143m"];
    const PIECES: [&str; 2] = ["\x1b[97m", "\x1b[30m"];
    const PLAIN: &str = "\x1b[0m";
    let mut text = String::from("\n");
    for rank in (0..8).rev() {
        let _ = write!(text, " {} ", rank + 1);
        for file in 0..8 {
            let square = Square::new(file, rank);
            let colours = if is_of(last, square) { MARKED } else { SQUARES };
            text.push_str(colours[usize::from((file + rank) % 2 == 1)]);
            match position.piece_on(square) {
                Some(piece) => {
                    let (color, symbol) =
                        (PIECES[piece.color().index()], SYMBOLS[piece.kind().index()]);
                    let _ = write!(text, "{color} {symbol} ");
                }
                None => text.push_str("   "),
            }
        }
        let _ = writeln!(text, "{PLAIN}");
    }
    text.push_str("    a  b  c  d  e  f  g  h\n\n");
    text
}

/// The table with its summary rows, those not indented, in bold.
pub(super) fn emphasised(table: &str) -> String {
    let row = |line: &str| match line.starts_with(char::is_alphabetic) {
        true => format!("\x1b[1m{line}\x1b[0m\n"),
        false => format!("{line}\n"),
    };
    table.lines().map(row).collect()
}

/// Whose turn it is, or how the game has ended, and the last move.
pub(super) fn turn(position: &Position, history: &KeyHistory, last: Option<Move>) -> String {
    let state = match (history.outcome(position), position.side()) {
        (Some(end), _) => end.to_string(),
        (None, Color::White) => "White to move".into(),
        (None, Color::Black) => "Black to move".into(),
    };
    match last {
        Some(mv) => format!("{state}; last move {mv}\n"),
        None => state,
    }
}

/// The board, the FEN, the key, the checkers and the state of the game.
pub(super) fn board(
    position: &Position,
    history: &KeyHistory,
    last: Option<Move>,
    coloured: bool,
) -> String {
    let squares = if coloured { coloured_squares } else { plain_squares };
    let mut text = squares(position, last);
    let checkers: Vec<String> =
        position.check_info().checkers.into_iter().map(|square| square.to_string()).collect();
    let _ = writeln!(text, "Fen: {position}");
    let _ = writeln!(text, "Key: {:016X}", position.key());
    let _ = writeln!(text, "Checkers: {}", checkers.join(" "));
    let moves = position.legal_moves().len();
    let state = history.outcome(position).map_or("in progress".into(), |end| end.to_string());
    let _ = writeln!(text, "Legal moves: {moves}; game: {state}");
    text
}

/// How the program was built.
pub(super) fn compiler() -> String {
    format!(
        "{}\ncommit: {}\nrustc: {}\ntarget: {}\nprofile: {}\nfeatures: {}\ndebug assertions: {}\n",
        NAME,
        machine::COMMIT,
        machine::RUSTC,
        machine::TARGET,
        machine::PROFILE,
        machine::FEATURES,
        cfg!(debug_assertions),
    )
}
