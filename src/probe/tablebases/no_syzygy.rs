//! Replaces `syzygy.rs` without the feature `syzygy`, and on WebAssembly, which has no files: there are no tables.

use std::fmt;

use super::outcome::{Ranked, TbOutcome};
use crate::position::{KeyHistory, Position};

/// An empty set of tablebases.
#[derive(Default)]
pub struct Tablebases(());

impl fmt::Display for Tablebases {
    /// A line for the user.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "this build reads no tablebases: that takes the feature 'syzygy' and a file system",
        )
    }
}

impl Tablebases {
    /// Opens nothing.
    pub fn open(_: &str) -> (Tablebases, Vec<String>) {
        (Tablebases::default(), Vec::new())
    }

    /// Always 0: there are no tablebases.
    pub fn max_pieces(&self) -> usize {
        0
    }

    /// Always `None`.
    pub fn outcome(&self, _: &Position, _: bool) -> Option<TbOutcome> {
        None
    }

    /// Always `None`.
    pub fn rank_moves(
        &self,
        _: &Position,
        _: &KeyHistory,
        _: bool,
        _: &dyn Fn() -> bool,
    ) -> Option<Vec<Ranked>> {
        None
    }
}
