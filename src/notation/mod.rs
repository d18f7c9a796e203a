//! How people and other programs write chess: moves, games, test positions.

pub mod epd;
pub mod pgn;
pub mod san;

use std::io;

/// A line of a file of any age: UTF-8, or the Latin-1 that was usual when the formats were made. A
/// byte order mark is left out; control characters, which harm terminals, become blanks.
///
/// # Errors
/// A zero byte: that is no such text, but some other kind of file.
pub fn decode(bytes: &[u8]) -> io::Result<String> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    if bytes.contains(&0) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "zero bytes, which no text has"));
    }
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| byte as char).collect(),
    };
    let means_nothing = |c: char| c.is_control() && !c.is_whitespace();
    Ok(if text.contains(means_nothing) { text.replace(means_nothing, " ") } else { text })
}
