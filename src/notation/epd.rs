//! Positions with operations, one per line: `4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "castling";`.
//!
//! Source: PGN standard, section 16.2, <https://www.chessprogramming.org/Extended_Position_Description>

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::board::{FenError, Setup, counter};
use crate::position::Position;
use crate::types::excerpt;

/// What is wrong with a line, with the offending text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EpdError {
    /// The position is not valid.
    Position {
        /// Its text.
        fen: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// A quotation mark is not closed; the text from there on.
    Quotation(String),
    /// An operation does not start with a name; the text found instead.
    Operation(String),
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdError::Position { fen, error } => write!(f, "bad FEN '{fen}': {error}"),
            EpdError::Quotation(text) => {
                write!(f, "expected a closing quotation mark, got '{text}'")
            }
            EpdError::Operation(text) => {
                write!(f, "expected an operation like 'bm Nf3;', got '{text}'")
            }
        }
    }
}

impl core::error::Error for EpdError {}

/// An operation: a name and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The name, such as `bm`.
    pub code: String,
    /// The operands: moves, numbers or text.
    pub operands: Vec<String>,
}

/// A position with its operations.
///
/// ```
/// use quevedo::notation::epd::Record;
///
/// let record = Record::parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";")?;
/// let operands = record.operands("bm").expect("it has a best move");
/// assert!(record.position.is_legal(record.position.parse_san(&operands[0])?));
/// assert_eq!(record.operands("id"), Some(&["back rank".to_string()][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position; its counters come from `hmvc` and `fmvn`, or from a FEN's last two fields.
    pub position: Position,
    /// The operations in order.
    pub operations: Vec<Operation>,
}

impl Record {
    /// Reads a line. The two counters of a FEN may stand before the operations, and the last
    /// semicolon may be missing.
    ///
    /// ```
    /// # use quevedo::notation::epd::Record;
    /// let error = Record::parse("4k3/8/8/8/8/8/8/4K3 w - - id \"open").unwrap_err();
    /// assert_eq!(error.to_string(), "expected a closing quotation mark, got '\"open'");
    /// ```
    ///
    /// # Errors
    /// If the position is not valid or the operations can't be separated.
    pub fn parse(line: &str) -> Result<Record, EpdError> {
        const FIELDS: usize = 4;
        let mut rest = line.trim();
        let mut fields: Vec<&str> = Vec::new();
        while fields.len() < FIELDS + 2 {
            let (field, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            let is_counter = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
            if field.is_empty() || (fields.len() >= FIELDS && !is_counter) {
                break;
            }
            fields.push(field);
            rest = after.trim_start();
        }
        let operations = operations(rest)?;
        let counters = fields.split_off(fields.len().min(FIELDS));
        let stated = |code: &str, place: usize| {
            let operation = operations.iter().find(|operation| operation.code == code);
            let operand = operation.and_then(|operation| operation.operands.first());
            operand.map(String::as_str).or(counters.get(place).copied())
        };
        let fen = fields.join(" ");
        let set_up = || {
            let mut setup = Setup::parse(&fen)?;
            setup.rule50 = stated("hmvc", 0).map_or(Ok(setup.rule50), counter)?;
            setup.fullmove = stated("fmvn", 1).map_or(Ok(setup.fullmove), counter)?;
            Ok(Position::new(setup))
        };
        match set_up() {
            Ok(position) => Ok(Record { position, operations }),
            Err(error) => Err(EpdError::Position { fen: excerpt(&fen), error }),
        }
    }

    /// The operands of an operation; `None` if there is no such operation.
    pub fn operands(&self, code: &str) -> Option<&[String]> {
        let operation = self.operations.iter().find(|operation| operation.code == code)?;
        Some(&operation.operands)
    }
}

fn operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        match first {
            ';' => {
                operations.extend(operation(&mut words)?);
                rest = &rest[1..];
            }
            '"' => {
                let Some(end) = rest[1..].find('"') else {
                    return Err(EpdError::Quotation(excerpt(rest)));
                };
                words.push(rest[1..=end].into());
                rest = &rest[end + 2..];
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
                words.push(rest[..end].into());
                rest = &rest[end..];
            }
        }
        rest = rest.trim_start();
    }
    operations.extend(operation(&mut words)?);
    Ok(operations)
}

/// Makes these words into an operation and clears them; `None` if there are none.
fn operation(words: &mut Vec<String>) -> Result<Option<Operation>, EpdError> {
    let mut words = core::mem::take(words).into_iter();
    let Some(code) = words.next() else { return Ok(None) };
    let named = code.starts_with(|c: char| c.is_ascii_alphabetic())
        && code.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !named {
        return Err(EpdError::Operation(excerpt(&code)));
    }
    Ok(Some(Operation { code, operands: words.collect() }))
}

#[cfg(test)]
mod tests {
    use super::{EpdError, Record};

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

    #[test]
    fn operations_are_told_apart() {
        let record =
            Record::parse(&format!("{KINGS} bm O-O Kf2; id \"a; b\";c0 \"x=1, y=2\" ;noop; dm 3"))
                .unwrap();
        assert_eq!(record.operands("bm").unwrap(), ["O-O", "Kf2"]);
        assert_eq!(record.operands("id").unwrap(), ["a; b"]);
        assert_eq!(record.operands("c0").unwrap(), ["x=1, y=2"]);
        assert_eq!(record.operands("noop").unwrap(), [""; 0]);
        assert_eq!(record.operands("dm").unwrap(), ["3"]);
        assert_eq!(record.operands("am"), None);
    }

    #[test]
    fn counters_come_from_either_place() {
        for (line, counters) in [
            (format!("{KINGS} bm O-O;"), "0 1"),
            (format!("{KINGS} 7 33 bm O-O;"), "7 33"),
            (format!("{KINGS} hmvc 7; fmvn 33;"), "7 33"),
            (KINGS.to_owned(), "0 1"),
        ] {
            let fen = Record::parse(&line).unwrap().position.to_string();
            assert_eq!(fen, format!("{KINGS} {counters}"));
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |line: &str| Record::parse(line).unwrap_err().to_string();
        assert!(error("").contains("bad FEN ''"));
        assert!(error("4k3/8/8 w - - bm e4;").contains("expected 8 ranks, got 3"));
        assert!(error(&format!("{KINGS} hmvc x;")).contains("'x'"));
        assert!(
            error(&format!("{KINGS} hmvc \"\"; fmvn 20;"))
                .contains("move counter: expected 0 to 9999, got ''")
        );
        assert!(
            error(&format!("{KINGS} hmvc \"7 33\";"))
                .contains("move counter: expected 0 to 9999, got '7 33'")
        );
        let long = "9".repeat(3000);
        let fen = format!("{KINGS} 0 1");
        for place in 0..6 {
            let mut fields: Vec<&str> = fen.split(' ').collect();
            fields[place] = &long;
            let error = error(&fields.join(" "));
            assert!(error.contains("'999") && error.len() < 300, "{error}");
        }
        assert!(error(&format!("{KINGS} hmvc x{long};")).len() < 300);
        assert_eq!(
            Record::parse(&format!("{KINGS} id \"open;")),
            Err(EpdError::Quotation("\"open;".into()))
        );
        assert!(error(&format!("{KINGS} bm O-O; 12 \"x\";")).contains("'12'"));
    }
}
