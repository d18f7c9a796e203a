//! How people and other programs write chess: moves, games, test positions.

mod decode;
pub mod epd;
pub mod pgn;
pub mod san;

pub use decode::decode;
