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

/// The positions that have a name: the start position and those commonly used to compare move generators.
/// Source: <https://www.chessprogramming.org/Perft_Results>
pub const NAMED: [(&str, &str); 6] = [
    ("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("checks", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
];

/// The FEN of a position that has a name.
pub fn named(name: &str) -> Option<&'static str> {
    NAMED.iter().find(|(known, _)| *known == name).map(|(_, fen)| *fen)
}

/// Parses a FEN or the name of a position; the default is the start position.
pub fn position_of(text: Option<&str>) -> Result<Position, ToolError> {
    let Some(text) = text else { return Ok(Position::start()) };
    let is_word = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    match named(text) {
        None if is_word => {
            let names = NAMED.map(|(name, _)| name).join(", ");
            let text = format!("'{text}' is neither a FEN nor one of the names {names}");
            Err(ToolError::BadInput(text))
        }
        fen => Position::from_fen(fen.unwrap_or(text))
            .map_err(|error| ToolError::BadInput(format!("bad FEN '{text}': {error}"))),
    }
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
