//! Values that several commands take as arguments.

use std::ops::RangeInclusive;

use crate::engine::MAX_HASH;
use crate::position::Position;
use crate::support::error::ToolError;
use crate::types::Depth;

/// MB of hash table.
pub const HASH: RangeInclusive<i64> = 1..=MAX_HASH;

/// The greatest search depth that may be asked for.
pub const MAX_DEPTH: Depth = 200;

/// Time for each position unless another limit is given, in ms.
pub const MOVE_TIME: u64 = 1000;

/// The longest time for each position, in ms: a day.
pub const MAX_MOVE_TIME: u64 = 86_400_000;

/// The greatest perft depth that may be asked for; nobody will wait for it.
pub const MAX_PERFT_DEPTH: u32 = 64;

/// The position of a FEN; the start position without one.
pub fn position_of(fen: Option<&str>) -> Result<Position, ToolError> {
    let Some(fen) = fen else { return Ok(Position::start()) };
    Position::from_fen(fen)
        .map_err(|error| ToolError::BadInput(format!("bad FEN '{fen}': {error}")))
}

/// A share of a whole, as an option is given one.
pub fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share is a number from 0 to 1".into())
}
