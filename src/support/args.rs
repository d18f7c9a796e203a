//! Argument types and limits that several commands share.

use std::ops::RangeInclusive;

use crate::engine::MAX_HASH;
use crate::position::Position;
use crate::support::error::ToolError;
use crate::types::Depth;

/// Hash table size in MB.
pub const HASH: RangeInclusive<i64> = 1..=MAX_HASH;

/// Largest search depth.
pub const MAX_DEPTH: Depth = 200;

/// Time per position unless another limit is given, in ms.
pub const MOVE_TIME: u64 = 1000;

/// Largest time per position, in ms: one day.
pub const MAX_MOVE_TIME: u64 = 86_400_000;

/// Largest perft depth.
pub const MAX_PERFT_DEPTH: u32 = 64;

/// Parses a FEN; the default is the start position, which may also be called `startpos`.
pub fn position_of(fen: Option<&str>) -> Result<Position, ToolError> {
    let Some(fen) = fen.filter(|&fen| fen != "startpos") else { return Ok(Position::start()) };
    Position::from_fen(fen)
        .map_err(|error| ToolError::BadInput(format!("bad FEN '{fen}': {error}")))
}

/// Parses a number from 1 to `most`: an argument of a command in Stockfish's form.
pub fn number(command: &str, name: &str, word: &str, most: u64) -> Result<u64, ToolError> {
    word.parse().ok().filter(|number| (1..=most).contains(number)).ok_or_else(|| {
        ToolError::BadInput(format!(
            "{command} {name}: expected a number from 1 to {most}, got '{word}'"
        ))
    })
}

/// Parses a share from 0 to 1.
pub fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".into())
}
