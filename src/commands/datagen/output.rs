//! The file that games are added to.

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
