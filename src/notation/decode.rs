//! Characters of files of any age.

use std::io;

/// A line of a file of any age: UTF-8, or the Latin-1 that was usual when the formats were made. A
/// byte order mark is left out at the beginning; anywhere else it becomes a blank, lest it vanish when a
/// line is broken before it, and so do control characters, which harm terminals.
///
/// # Errors
/// A zero byte: that is no such text, but some other kind of file.
pub fn decode(bytes: &[u8]) -> io::Result<String> {
    const MARK: &str = "\u{feff}";
    if bytes.contains(&0) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "zero bytes, which no text has"));
    }
    let bytes = bytes.strip_prefix(MARK.as_bytes()).unwrap_or(bytes);
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| byte as char).collect(),
    };
    let means_nothing = |c: char| MARK.contains(c) || (c.is_control() && !c.is_whitespace());
    Ok(if text.contains(means_nothing) { text.replace(means_nothing, " ") } else { text })
}
