//! The characters of text files, old or new.

use std::io;

/// Decodes a line of a text file: UTF-8, or the Latin-1 that was usual when these formats were made. A
/// byte order mark at the beginning is dropped. Anywhere else it becomes a space, so that it can't
/// get lost when a line is wrapped before it; so do control characters, which may harm a terminal.
///
/// # Errors
/// If there is a zero byte: then this is another kind of file.
pub fn decode(bytes: &[u8]) -> io::Result<String> {
    const MARK: &str = "\u{feff}";
    if bytes.contains(&0) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "expected text, got a zero byte"));
    }
    let bytes = bytes.strip_prefix(MARK.as_bytes()).unwrap_or(bytes);
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| byte as char).collect(),
    };
    let means_nothing = |c: char| MARK.contains(c) || (c.is_control() && !c.is_whitespace());
    Ok(if text.contains(means_nothing) { text.replace(means_nothing, " ") } else { text })
}
