//! How people and other programs write chess: moves, games, test positions.

pub mod epd;
pub mod pgn;
pub mod san;

/// The text of a file of any age: UTF-8, or the Latin-1 that was usual when the formats were made.
pub fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| byte as char).collect())
}
