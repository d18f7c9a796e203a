//! Notations for people and other programs: moves (SAN), games (PGN), test positions (EPD).

mod decode;
pub mod epd;
pub mod pgn;
pub mod san;

pub use decode::decode;
