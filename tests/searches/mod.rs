//! Searches from scratch, and what they told.

#![allow(dead_code, reason = "each test file uses a part")]

use quevedo::position::{KeyHistory, Position};
use quevedo::search::Limits;
use quevedo::support::searcher::{SearchResult, Searcher};

/// MB of hash of the tests' searches.
const HASH: usize = 8;

/// The bench's positions.
pub fn bench_fens() -> Vec<&'static str> {
    let lines = include_str!("../../src/support/bench.epd").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// A search from scratch.
pub fn search(fen: &str, limits: Limits, threads: usize) -> SearchResult {
    search_lines(fen, limits, threads, 1)
}

/// Likewise, for so many lines.
pub fn search_lines(fen: &str, limits: Limits, threads: usize, lines: usize) -> SearchResult {
    let searcher = Searcher::new(threads, HASH).unwrap();
    let root = Position::from_fen(fen).unwrap();
    searcher.search_lines(root, KeyHistory::new(), limits, lines).unwrap()
}

/// To a depth in plies.
pub fn depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// With so many nodes.
pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}
