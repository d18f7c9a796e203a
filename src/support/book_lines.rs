//! Opening books with one position per line, as test farms use them. They may be very large, so lines
//! are read on demand.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use crate::position::Position;
use crate::support::error::ToolError;

/// An open book.
pub struct BookLines {
    path: PathBuf,
    file: BufReader<File>,
    /// Byte offsets of the lines with a position.
    places: Vec<u64>,
}

impl BookLines {
    /// Opens a book. Empty lines and lines that start with `#` are skipped.
    ///
    /// # Errors
    /// The file can't be read, or it has no lines.
    pub fn open(path: &Path) -> Result<BookLines, ToolError> {
        let fault =
            |what: &dyn Display| ToolError::BadInput(format!("book {}: {what}", path.display()));
        let mut file = BufReader::new(File::open(path).map_err(|error| fault(&error))?);
        let mut places = Vec::new();
        let mut place = 0;
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = file.read_until(b'\n', &mut line).map_err(|error| fault(&error))?;
            if read == 0 {
                break;
            }
            if !matches!(line.trim_ascii_start().first(), None | Some(b'#')) {
                places.push(place);
            }
            place += read as u64;
        }
        if places.is_empty() {
            return Err(fault(&"no positions"));
        }
        Ok(BookLines { path: path.to_owned(), file, places })
    }

    /// The number of positions.
    #[allow(clippy::len_without_is_empty, reason = "a book without lines does not open")]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The position of a line, numbered from 0.
    ///
    /// # Errors
    /// The line is not a FEN or EPD.
    pub fn position(&mut self, index: usize) -> Result<Position, ToolError> {
        let place = self.places[index];
        let line = self.line(place).map_err(|error| self.fault(place, &error))?;
        let line = line.trim_start_matches('\u{feff}').trim();
        Position::from_fen(&fen_of(line))
            .map_err(|error| self.fault(place, &format!("'{line}': {error}")))
    }

    fn line(&mut self, place: u64) -> io::Result<String> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(place))?;
        self.file.read_until(b'\n', &mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// An error in the line at this offset.
    fn fault(&mut self, place: u64, what: &dyn Display) -> ToolError {
        let file = &mut self.file;
        let number = file.rewind().and_then(|()| {
            file.take(place).split(b'\n').try_fold(1, |number, line| line.map(|_| number + 1))
        });
        let number = number.map_or_else(|_| "?".into(), |number: u64| number.to_string());
        ToolError::BadInput(format!("{}:{number}: {what}", self.path.display()))
    }
}

/// The FEN of a line: four fields, and the counters as FEN or EPD writes them.
fn fen_of(line: &str) -> String {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let Some((fields, rest)) = words.split_at_checked(4) else { return line.to_owned() };
    let is_number = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let counters: Vec<&str> = match rest {
        [rule50, fullmove, ..] if is_number(&rule50) && is_number(&fullmove) => {
            vec![rule50, fullmove]
        }
        _ => {
            let operand = |name| {
                let at = rest.iter().position(|&word| word == name)?;
                rest.get(at + 1).map(|value| value.trim_end_matches(';'))
            };
            vec![operand("hmvc").unwrap_or("0"), operand("fmvn").unwrap_or("1")]
        }
    };
    [fields, &counters].concat().join(" ")
}

#[cfg(test)]
mod tests {
    use super::fen_of;

    #[test]
    fn counters_are_read_in_either_form() {
        let board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        for (rest, counters) in [
            ("", "0 1"),
            (" 3 40", "3 40"),
            (" 3 40 ; c0 \"a comment\";", "3 40"),
            (" hmvc 7; fmvn 12;", "7 12"),
            (" bm e4; fmvn 9 ;", "0 9"),
            (" id \"x\";", "0 1"),
        ] {
            assert_eq!(fen_of(&format!("{board}{rest}")), format!("{board} {counters}"));
        }
    }
}
