//! Notations for people and other programs: moves (SAN), games (PGN), test positions (EPD).

#[cfg(feature = "std")]
mod decode;
pub mod epd;
#[cfg(feature = "std")]
pub mod pgn;
pub mod san;

#[cfg(feature = "std")]
pub use decode::decode;
