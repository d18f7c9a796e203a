//! Console tools: one file a subcommand or command, and what several of them use.

mod adam;
pub mod analyse;
pub mod bench;
pub mod book;
pub mod book_lines;
pub mod classics;
pub mod completions;
pub mod datagen;
mod dice;
mod drawing;
pub mod elo;
pub mod epd;
pub mod explain;
pub mod figures;
mod files;
pub mod genfens;
mod histogram;
pub mod man;
pub mod openings;
pub mod perft;
pub mod scaling;
pub mod searcher;
mod selfplay;
pub mod spsa;
pub mod tune;
pub mod wdl;

use std::fmt::{self, Arguments, Display};
use std::io::{self, Write as _};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::data::DataError;
use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::notation::pgn::PgnError;
use crate::position::Position;
use crate::tt::TableError;
use crate::types::score::{self, Score};
use files::{at, check_target, create, each_game, file_name, locked, replace, unwritable};

/// Why a tool ends early.
#[derive(Debug)]
pub enum ToolError {
    /// Nobody reads the output any more.
    Closed,
    /// The tool did its work, and the result is bad; it has told so.
    Failed,
    /// The user has had enough; the text says what is kept.
    Interrupted(String),
    /// What it was given makes no sense; the text says what and why.
    BadInput(String),
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ToolError::Closed => "nobody reads the output",
            ToolError::Failed => "the result is bad",
            ToolError::Interrupted(text) | ToolError::BadInput(text) => text,
        })
    }
}

impl From<io::Error> for ToolError {
    fn from(error: io::Error) -> ToolError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => ToolError::Closed,
            _ => ToolError::BadInput(error.to_string()),
        }
    }
}

impl From<DataError> for ToolError {
    fn from(error: DataError) -> ToolError {
        ToolError::BadInput(error.to_string())
    }
}

impl From<PgnError> for ToolError {
    fn from(error: PgnError) -> ToolError {
        ToolError::BadInput(error.to_string())
    }
}

impl From<TableError> for ToolError {
    fn from(error: TableError) -> ToolError {
        ToolError::BadInput(error.to_string())
    }
}

/// What options take for numbers of threads and for MB of table.
const THREADS: RangeInclusive<i64> = 1..=MAX_THREADS;
const HASH: RangeInclusive<i64> = 1..=MAX_HASH;

/// Prints a line to standard output; a closed pipe is an error, not a panic.
fn print_line(text: Arguments) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// Prints a text of many lines, likewise.
fn print_text(text: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()
}

/// The middle of some figures, of which there is one at least.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// The position of a FEN; the start position without one.
fn position_of(fen: Option<&str>) -> Result<Position, ToolError> {
    let Some(fen) = fen else { return Ok(Position::start()) };
    Position::from_fen(fen)
        .map_err(|error| ToolError::BadInput(format!("bad FEN '{fen}': {error}")))
}

/// Says on standard error what a tool goes on in spite of.
fn warn(text: &dyn Display) {
    // Who can't be warned can't be helped either.
    let _ = writeln!(io::stderr(), "quevedo: {text}");
}

/// A bar on standard error for that many positions.
fn progress_bar(positions: usize) -> ProgressBar {
    bar(positions as u64, "{bar:40} {pos}/{len}  {msg}  {elapsed}, left {eta}")
}

/// A bar on standard error that looks like this.
fn bar(steps: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is sound");
    let bar = ProgressBar::new(steps).with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}

/// How often a bar is drawn anew while nothing happens: its clock goes on.
const TICK: Duration = Duration::from_millis(200);

/// `1 position`, `2 positions`.
fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A score in pawns, or the moves to mate as `#3`.
fn pawns(score: Score) -> String {
    match score::moves_to_mate(score) {
        Some(0) => "mate".into(),
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

/// A share of a whole, as an option is given one.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share is a number from 0 to 1".into())
}

/// As many threads as were asked for; one a core if none were.
fn threads(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    asked.map_or_else(cores, usize::from)
}

/// Does the same work on so many threads. Once all have ended, the first error, if there is one.
fn on_threads(
    threads: usize,
    work: impl Fn() -> Result<(), ToolError> + Sync,
) -> Result<(), ToolError> {
    let results: Vec<Result<(), ToolError>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        let joined = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.map(|done| done.unwrap_or(Err(ToolError::Failed))).collect()
    });
    results.into_iter().collect()
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C lets a tool end in good order, within the time of a small piece of its work.
fn interruptible() {
    // Without a handler Ctrl-C ends the program at once, as ever.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Relaxed));
}

/// Whether the user has pressed Ctrl-C.
fn is_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}
