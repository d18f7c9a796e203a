//! The benchmark: a fixed search of fixed positions. Its node count is the search's fingerprint; its
//! speed is what test farms scale clocks by.

use std::fmt;
use std::time::Duration;

use super::searcher::{Found, Searcher};
use super::{THREADS, ToolError, print_line};
use crate::eval::wdl;
use crate::position::{KeyHistory, Position};
use crate::search::{Limits, stats};
use crate::types::{Depth, score};

/// The depth of every search.
pub const DEPTH: Depth = 15;
/// MB of hash.
pub const HASH: usize = 16;

/// Varied positions: openings, middlegames, endings, tactics, fortresses, Chess960, and some whose
/// game is over.
static POSITIONS: &str = include_str!("bench.epd");

/// What `quevedo bench` is told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Depth of every search, in plies
    #[arg(long, default_value_t = DEPTH, value_parser = clap::value_parser!(i32).range(1..=200))]
    depth: Depth,
    /// Threads; more than one make the node count vary
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: u16,
    /// MB of hash table
    #[arg(long, value_name = "MB", default_value_t = HASH)]
    hash: usize,
}

/// Runs the tool.
///
/// # Errors
/// No memory for the table, no threads, or nobody reads the output.
pub fn main(args: &Args) -> Result<(), ToolError> {
    let mut result = Ok(());
    let summary = run(args.depth, usize::from(args.threads), args.hash, &mut |line| {
        result = print_line(format_args!("{line}"));
        result.is_ok()
    })?;
    result?;
    if let Some(counts) = stats::report() {
        print_line(format_args!("{counts}"))?;
    }
    Ok(print_line(format_args!("{summary}"))?)
}

/// What a benchmark came to.
pub struct Summary {
    /// Nodes in all.
    pub nodes: u64,
    /// Time in all.
    pub time: Duration,
}

impl fmt::Display for Summary {
    /// The line that test farms read; it must be the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nps = self.nodes as f64 / self.time.as_secs_f64().max(1e-6);
        write!(f, "{} nodes {nps:.0} nps", self.nodes)
    }
}

/// The positions' FENs.
pub fn positions() -> impl Iterator<Item = &'static str> {
    POSITIONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Searches every position to this depth. `tell` gets a line for each and says whether to go on.
///
/// With one thread the node count depends on nothing but the code.
///
/// # Errors
/// There is no memory for the table, or there are no threads to be had.
pub fn run(
    depth: Depth,
    threads: usize,
    hash: usize,
    tell: &mut dyn FnMut(String) -> bool,
) -> Result<Summary, ToolError> {
    let searcher = Searcher::new(threads, hash)?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut summary = Summary { nodes: 0, time: Duration::ZERO };
    for fen in positions() {
        let root = Position::from_fen(fen).expect("the benchmark's positions are sound");
        searcher.forget();
        let Some(found) = searcher.search(root, KeyHistory::new(), limits.clone()) else { break };
        summary.time += found.time;
        summary.nodes += found.nodes;
        let Found { outcome, nodes, .. } = found;
        let best = outcome.best.map_or_else(|| "(none)".into(), |mv| mv.uci(true).to_string());
        let result = format!("{best:<7} {}", score::text(wdl::told(outcome.score)));
        if !tell(format!("{nodes:>10}  {result:<20}  {fen}")) {
            break;
        }
    }
    Ok(summary)
}
