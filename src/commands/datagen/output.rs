//! The file that games are added to, in order.

use std::collections::BTreeMap;
use std::path::Path;

use crate::data::{Game, GameFile};
use crate::support::error::ToolError;
use crate::support::output::warn;
use crate::support::text::counted;

/// Opens or creates a file of games; `visit` receives those that are there, whose number is returned. An unfinished one
/// at the end is cut off, with a warning.
pub(super) fn open(path: &Path, visit: impl FnMut(Game)) -> Result<(GameFile, u64), ToolError> {
    let (file, found) = GameFile::open(path, visit)?;
    if let Some(damage) = found.damage {
        let games = counted(found.games as usize, "game");
        warn(&format_args!("{damage}; it was cut off, {games} before it"));
    }
    Ok((file, found.games))
}

/// What threads finish in any order, given out in the order of its numbers.
pub(super) struct InOrder<T> {
    next: u64,
    waiting: BTreeMap<u64, T>,
}

impl<T> InOrder<T> {
    /// Nothing yet; the first number to be given out.
    pub(super) fn new(first: u64) -> InOrder<T> {
        InOrder { next: first, waiting: BTreeMap::new() }
    }

    /// Adds what is finished.
    pub(super) fn put(&mut self, number: u64, item: T) {
        self.waiting.insert(number, item);
    }
}

impl<T> Iterator for InOrder<T> {
    type Item = T;

    /// The item with the next number, if it is finished.
    fn next(&mut self) -> Option<T> {
        let item = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(item)
    }
}
