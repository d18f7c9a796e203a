//! Searches with an empty table, and their results.

use quevedo::position::{KeyHistory, Position};
use quevedo::search::Limits;
use quevedo::support::searcher::{SearchResult, Searcher};

/// The hash table of the tests' searches, in MB.
const HASH: usize = 8;

/// Searches with an empty table.
pub fn search(fen: &str, limits: Limits, threads: usize) -> SearchResult {
    search_lines(fen, limits, threads, 1)
}

/// The same for several lines.
pub fn search_lines(fen: &str, limits: Limits, threads: usize, lines: usize) -> SearchResult {
    let searcher = Searcher::new(threads, HASH).unwrap();
    let root = Position::from_fen(fen).unwrap();
    searcher.search_lines(root, KeyHistory::new(), limits, lines).unwrap()
}

/// A limit of depth in plies.
pub fn depth(depth: i32) -> Limits {
    Limits::depth(depth)
}

/// A limit of this many nodes.
pub fn nodes(nodes: u64) -> Limits {
    Limits::nodes(nodes)
}
