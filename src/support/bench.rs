//! The benchmark: a fixed search of fixed positions. Its node count is the search's fingerprint; its
//! speed is what test farms scale clocks by.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::eval::wdl;
use crate::position::{History, Position};
use crate::search::Limits;
use crate::support::error::ToolError;
use crate::support::searcher::{Found, Searcher};
use crate::types::{Depth, score};

/// The depth of every search.
pub const DEPTH: Depth = 15;
/// MB of hash.
pub const HASH: usize = 16;

/// Varied positions: openings, middlegames, endings, tactics, fortresses, Chess960, and some whose
/// game is over.
static POSITIONS: &str = include_str!("bench.epd");

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

/// Searches every position to this depth. `tell` gets a line for each and says whether to go on;
/// `cancelled` ends it within a search.
///
/// With one thread the node count depends on nothing but the code.
///
/// # Errors
/// There is no memory for the table, or there are no threads to be had.
pub fn run(
    depth: Depth,
    threads: usize,
    hash: usize,
    cancelled: Arc<AtomicBool>,
    tell: &mut dyn FnMut(String) -> bool,
) -> Result<Summary, ToolError> {
    let mut searcher = Searcher::new(threads, hash)?;
    searcher.cancelled = cancelled;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut summary = Summary { nodes: 0, time: Duration::ZERO };
    for fen in positions() {
        let root = Position::from_fen(fen).expect("the benchmark's positions are sound");
        searcher.forget();
        let Some(found) = searcher.search(root, History::new(), limits.clone()) else { break };
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
