//! How people and other programs write chess: moves, games, test positions.

pub mod pgn;
pub mod san;
