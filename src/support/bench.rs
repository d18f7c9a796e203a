//! The benchmark: a fixed search of fixed positions. Its node count identifies the search; test farms
//! scale time controls by its speed.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::eval::wdl;
use crate::position::{KeyHistory, Position};
use crate::search::Limits;
use crate::support::args::{
    HASH as HASH_RANGE, MAX_DEPTH, MAX_MOVE_TIME, MAX_PERFT_DEPTH, MOVE_TIME, number,
};
use crate::support::book_lines::BookLines;
use crate::support::error::ToolError;
use crate::support::perft::PerftCounter;
use crate::support::searcher::{SearchResult, Searcher};
use crate::support::threads::THREADS;
use crate::sync::Instant;
use crate::types::{Depth, score};

/// Default search depth.
pub const DEPTH: Depth = 15;
/// Hash size in MB.
pub const HASH: usize = 16;
/// Default number of nodes per position.
const NODES: u64 = 100_000;
/// Default perft depth.
const PERFT_DEPTH: u32 = 4;

/// Openings, middlegames, endgames, tactics, fortresses, Chess960, and a few finished games.
static POSITIONS: &str = include_str!("bench.epd");

/// The result of a benchmark.
pub struct BenchResult {
    /// Total nodes.
    pub nodes: u64,
    /// Total time.
    pub time: Duration,
}

impl fmt::Display for BenchResult {
    /// The line that test farms read. It must be the last one printed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nps = self.nodes as f64 / self.time.as_secs_f64().max(1e-6);
        write!(f, "{} nodes {nps:.0} nps", self.nodes)
    }
}

/// The positions' FENs.
pub fn positions() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The limit for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchLimit {
    /// Search depth in plies.
    Depth(Depth),
    /// Number of nodes.
    Nodes(u64),
    /// Time in ms.
    MoveTime(u64),
    /// Perft depth instead of a search.
    Perft(u32),
}

/// The positions of a benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BenchPositions {
    /// The built-in positions.
    Default,
    /// The current position.
    Current,
    /// A file with one FEN or EPD per line.
    File(PathBuf),
}

/// The arguments of `bench`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchArgs {
    /// Hash size in MB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// The limit for each position.
    pub limit: BenchLimit,
    /// The positions.
    pub positions: BenchPositions,
}

impl Default for BenchArgs {
    fn default() -> BenchArgs {
        let (limit, positions) = (BenchLimit::Depth(DEPTH), BenchPositions::Default);
        BenchArgs { hash: HASH, threads: 1, limit, positions }
    }
}

impl BenchArgs {
    /// Parses `HASH THREADS LIMIT POSITIONS TYPE`, the arguments of Stockfish's `bench`: MB, threads, a
    /// number, `default`, `current` or a file, and `depth`, `nodes`, `movetime` or `perft`. Missing arguments
    /// take their defaults.
    ///
    /// # Errors
    /// A bad or superfluous argument.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<BenchArgs, ToolError> {
        let mut words = words.into_iter();
        let mut args = BenchArgs::default();
        if let Some(word) = words.next() {
            args.hash = number("bench", "hash", word, *HASH_RANGE.end() as u64)? as usize;
        }
        if let Some(word) = words.next() {
            args.threads = number("bench", "threads", word, *THREADS.end() as u64)? as usize;
        }
        let limit = words.next();
        if let Some(word) = words.next() {
            args.positions = match word {
                "default" => BenchPositions::Default,
                "current" => BenchPositions::Current,
                file => BenchPositions::File(file.into()),
            };
        }
        let kind = words.next().unwrap_or("depth");
        let limit = |most| limit.map(|word| number("bench", kind, word, most)).transpose();
        args.limit = match kind {
            "depth" => {
                BenchLimit::Depth(limit(MAX_DEPTH as u64)?.map_or(DEPTH, |depth| depth as Depth))
            }
            "nodes" => BenchLimit::Nodes(limit(u64::MAX)?.unwrap_or(NODES)),
            "movetime" => BenchLimit::MoveTime(limit(MAX_MOVE_TIME)?.unwrap_or(MOVE_TIME)),
            "perft" => {
                let depth = limit(MAX_PERFT_DEPTH.into())?;
                BenchLimit::Perft(depth.map_or(PERFT_DEPTH, |depth| depth as u32))
            }
            _ => {
                let text = format!("bench: expected depth, nodes, movetime or perft, got '{kind}'");
                return Err(ToolError::BadInput(text));
            }
        };
        match words.next() {
            None => Ok(args),
            Some(word) => Err(ToolError::BadInput(format!("bench: unexpected '{word}'"))),
        }
    }
}

/// Runs a benchmark. `tell` receives a line for each position and returns whether to continue; `cancelled`
/// stops it, even within a search. `current` is the current position.
///
/// With one thread and a depth or node limit, the node count depends on the code alone.
///
/// # Errors
/// The file can't be read or has a bad position, or the table or threads can't be allocated.
pub fn run(
    args: &BenchArgs,
    current: &Position,
    cancelled: Arc<AtomicBool>,
    tell: &mut dyn FnMut(String) -> bool,
) -> Result<BenchResult, ToolError> {
    let roots: Vec<Position> = match &args.positions {
        BenchPositions::Default => positions()
            .map(|fen| Position::from_fen(fen).expect("the benchmark's positions are sound"))
            .collect(),
        BenchPositions::Current => vec![*current],
        BenchPositions::File(path) => {
            let mut lines = BookLines::open(path)?;
            (0..lines.len()).map(|line| lines.position(line)).collect::<Result<_, _>>()?
        }
    };
    let limits = match args.limit {
        BenchLimit::Depth(depth) => Limits::depth(depth),
        BenchLimit::Nodes(nodes) => Limits::nodes(nodes),
        BenchLimit::MoveTime(time) => Limits::move_time(Duration::from_millis(time)),
        BenchLimit::Perft(depth) => return Ok(count(&roots, depth, cancelled, tell)),
    };
    let mut searcher = Searcher::new(args.threads, args.hash)?;
    searcher.cancelled = cancelled;
    let mut summary = BenchResult { nodes: 0, time: Duration::ZERO };
    for (number, root) in (1..).zip(roots) {
        searcher.forget();
        let Some(found) = searcher.search(root, KeyHistory::new(), limits.clone()) else { break };
        summary.time += found.time;
        summary.nodes += found.nodes;
        let SearchResult { outcome, nodes, .. } = found;
        let score = wdl::normalized(outcome.score);
        let result = match outcome.best {
            Some(mv) => format!("{:<7}{}", mv.uci(true).to_string(), aligned(&score::text(score))),
            None if root.is_check() => "checkmate".into(),
            None => "stalemate".into(),
        };
        if !tell(row(number, nodes, &result, &root)) {
            break;
        }
    }
    Ok(summary)
}

/// The line for a position: its number, the nodes, the result, the FEN.
fn row(number: usize, nodes: u64, result: &str, root: &Position) -> String {
    format!("{number:>3} {nodes:>10}  {result:<17}  {root}")
}

/// `cp 23` and `mate 3` with their numbers aligned.
fn aligned(score: &str) -> String {
    let (unit, value) = score.split_once(' ').unwrap_or((score, ""));
    format!("{unit:<4}{value:>6}")
}

/// Runs perft on each position, on one thread and without a table.
fn count(
    roots: &[Position],
    depth: u32,
    cancelled: Arc<AtomicBool>,
    tell: &mut dyn FnMut(String) -> bool,
) -> BenchResult {
    let counter = PerftCounter::without_table(1).cancelled_by(cancelled);
    let mut summary = BenchResult { nodes: 0, time: Duration::ZERO };
    for (number, root) in (1..).zip(roots) {
        let start = Instant::now();
        let Ok(leaves) = counter.count(root, depth) else { break };
        // Counted one by one, they never get that far.
        let nodes = u64::try_from(leaves).unwrap_or(u64::MAX);
        summary.time += start.elapsed();
        summary.nodes += nodes;
        if !tell(row(number, nodes, &format!("perft {depth}"), root)) {
            break;
        }
    }
    summary
}

#[cfg(test)]
mod tests {
    use super::{BenchArgs, BenchLimit, BenchPositions, DEPTH};

    #[test]
    fn the_form_of_stockfish_is_read() {
        let read = |text: &str| BenchArgs::parse(text.split_whitespace());
        assert_eq!(read("").unwrap(), BenchArgs::default());
        let args = read("128 2 8 default depth").unwrap();
        assert_eq!((args.hash, args.threads, args.limit), (128, 2, BenchLimit::Depth(8)));
        assert_eq!(read("64 1").unwrap(), BenchArgs { hash: 64, ..BenchArgs::default() });
        let args = read("1 1 5000 current nodes").unwrap();
        assert_eq!(
            (args.limit, args.positions),
            (BenchLimit::Nodes(5000), BenchPositions::Current)
        );
        let args = read("1 1 100 some/file.epd movetime").unwrap();
        assert_eq!(args.positions, BenchPositions::File("some/file.epd".into()));
        assert_eq!(args.limit, BenchLimit::MoveTime(100));
        assert_eq!(read("1 1 3 default perft").unwrap().limit, BenchLimit::Perft(3));
        assert_eq!(read("1 1").unwrap().limit, BenchLimit::Depth(DEPTH));
        for (text, named) in [
            ("x", "bench hash: expected a number from 1 to 1048576, got 'x'"),
            ("0", "got '0'"),
            ("1 0", "bench threads"),
            ("1 1 0", "bench depth"),
            ("1 1 500 default depth", "'500'"),
            ("1 1 5 default eval", "got 'eval'"),
            ("1 1 5 default depth more", "unexpected 'more'"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
    }
}
