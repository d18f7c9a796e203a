//! Searches with an empty table, and what they found.

use quevedo::position::{KeyHistory, Position};
use quevedo::search::Limits;
use quevedo::support::searcher::{SearchResult, Searcher};

/// MB of hash of the tests' searches.
const HASH: usize = 8;

/// Searches with an empty table.
pub fn search(fen: &str, limits: Limits, threads: usize) -> SearchResult {
    search_lines(fen, limits, threads, 1)
}

/// Likewise, for several lines.
pub fn search_lines(fen: &str, limits: Limits, threads: usize, lines: usize) -> SearchResult {
    let searcher = Searcher::new(threads, HASH).unwrap();
    let root = Position::from_fen(fen).unwrap();
    searcher.search_lines(root, KeyHistory::new(), limits, lines).unwrap()
}

/// Limits of a depth in plies.
pub fn depth(depth: i32) -> Limits {
    Limits::depth(depth)
}

/// Limits of so many nodes.
pub fn nodes(nodes: u64) -> Limits {
    Limits::nodes(nodes)
}
