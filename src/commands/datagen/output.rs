//! The file to which games are added in order.

use std::collections::BTreeMap;
use std::path::Path;

use crate::data::{Game, GameFile};
use crate::support::error::ToolError;
use crate::support::output::warn;
use crate::support::text::counted;

/// Opens or creates a file of games. `visit` receives the games already in it, whose number is returned. An unfinished
/// game at the end is cut off, with a warning.
pub(super) fn open(path: &Path, visit: impl FnMut(Game)) -> Result<(GameFile, u64), ToolError> {
    let (file, found) = GameFile::open(path, visit)?;
    if let Some(damage) = found.damage {
        let games = counted(found.games as usize, "game");
        warn(&format_args!("{damage}; it was cut off, {games} before it"));
    }
    Ok((file, found.games))
}

/// Takes items that threads finish in any order, and returns them in the order of their numbers.
pub(super) struct InOrder<T> {
    next: u64,
    waiting: BTreeMap<u64, T>,
}

impl<T> InOrder<T> {
    /// Starts empty; `first` is the number of the first item to be returned.
    pub(super) fn new(first: u64) -> InOrder<T> {
        InOrder { next: first, waiting: BTreeMap::new() }
    }

    /// Adds a finished item.
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
