//! The characters of text files, old or new.

use std::io;

/// Decodes a line of a text file: UTF-8, or Windows-1252, which is common in these formats and contains Latin-1. A byte
/// order mark at the beginning is dropped. Anywhere else it becomes a space, so that it can't get lost when a line is
/// wrapped before it; so do control characters, which may harm a terminal.
///
/// # Errors
/// If there is a zero byte: then this is a different kind of file.
pub fn decode(bytes: &[u8]) -> io::Result<String> {
    const MARK: &str = "\u{feff}";
    if bytes.contains(&0) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "expected text, got a zero byte"));
    }
    let bytes = bytes.strip_prefix(MARK.as_bytes()).unwrap_or(bytes);
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| windows_1252(byte)).collect(),
    };
    let means_nothing = |c: char| MARK.contains(c) || (c.is_control() && !c.is_whitespace());
    Ok(if text.contains(means_nothing) { text.replace(means_nothing, " ") } else { text })
}

/// The character of a byte in Windows-1252. Source: <https://encoding.spec.whatwg.org/index-windows-1252.txt>
fn windows_1252(byte: u8) -> char {
    // From 0x80 on, where Latin-1 has control characters; unused codes stand for themselves.
    const BEYOND: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..0xA0 => BEYOND[usize::from(byte - 0x80)],
        _ => byte as char,
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn old_texts_keep_their_letters() {
        assert_eq!(decode(b"\x8aim\xe1\x9eek, O\x92Donnell").unwrap(), "Šimážek, O’Donnell");
        assert_eq!(decode("Šimážek".as_bytes()).unwrap(), "Šimážek");
        // A character that means nothing, in either encoding.
        assert_eq!(decode(b"a\x81b\xe1").unwrap(), "a b\u{e1}");
    }
}
