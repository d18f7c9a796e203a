//! `genfens`: random openings for OpenBench's data generation.
//!
//! Source: <https://github.com/AndyGrant/OpenBench/wiki>, `Client/genfens.py`

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::position::Position;
use crate::support::book_lines::BookLines;
use crate::support::error::ToolError;
use crate::support::openings::{
    BOOK_PLIES, MAX_PLIES, OpeningBook, Openings, PLIES, Recipe, Start, WINDOW,
};
use crate::types::Score;
use crate::types::score::MAX_EVAL;

/// Largest number of openings per command.
const MAX_COUNT: u64 = 1_000_000_000;

/// Executes `N seed S book <None|FILE> [plies P] [window CP] [frc|dfrc]`. `tell` receives each opening and
/// returns whether to continue; `cancelled` stops it, even within a search.
///
/// # Errors
/// A bad argument, a book that can't be read, or no more openings.
pub fn run(
    line: &str,
    cancelled: Arc<AtomicBool>,
    tell: &mut dyn FnMut(&Position) -> bool,
) -> Result<(), ToolError> {
    let GenfensArgs { count, seed, start, plies, window } = GenfensArgs::parse(line)?;
    let mut start = start.with_book(|file| {
        BookLines::open(Path::new(file)).map(|lines| OpeningBook { lines, plies })
    })?;
    let mut openings = Openings::new(Recipe { plies, temper: 0, window }, seed)?;
    openings.cancel_by(cancelled);
    for _ in 0..count {
        if !tell(&openings.draw(&mut start)?) {
            break;
        }
    }
    Ok(())
}

/// The arguments of `genfens`.
#[derive(Debug, PartialEq, Eq)]
struct GenfensArgs<'a> {
    count: u64,
    seed: u64,
    /// Where openings start; a book is given by its file.
    start: Start<&'a str>,
    plies: u32,
    window: Score,
}

impl<'a> GenfensArgs<'a> {
    fn parse(text: &'a str) -> Result<GenfensArgs<'a>, ToolError> {
        let mut words = text.split_ascii_whitespace();
        let count = number("count", words.next(), 1, MAX_COUNT)?;
        let (mut seed, mut plies, mut window) = (None, None, WINDOW);
        let mut start = None;
        let mut begin_at = |place| match start.replace(place) {
            None => Ok(()),
            Some(_) => Err(bad("only one of book, frc and dfrc can be given".into())),
        };
        while let Some(word) = words.next() {
            match word {
                "seed" => seed = Some(number(word, words.next(), 0, u64::MAX)?),
                "plies" => plies = Some(number(word, words.next(), 0, MAX_PLIES.into())? as u32),
                "window" => window = number(word, words.next(), 0, MAX_EVAL as u64)? as Score,
                "frc" => begin_at(Start::Chess960)?,
                "dfrc" => begin_at(Start::DoubleChess960)?,
                "book" => match words.next() {
                    None => return Err(bad("book: expected a file, got nothing".into())),
                    Some(none) if none.eq_ignore_ascii_case("none") => {}
                    Some(file) => begin_at(Start::Book(file))?,
                },
                _ => return Err(bad(format!("unexpected '{word}'"))),
            }
        }
        let seed = seed.ok_or_else(|| bad("expected a seed".into()))?;
        let start = start.unwrap_or(Start::Standard);
        let usual = if let Start::Book(_) = start { BOOK_PLIES } else { PLIES };
        Ok(GenfensArgs { count, seed, start, plies: plies.unwrap_or(usual), window })
    }
}

fn bad(text: String) -> ToolError {
    ToolError::BadInput(text)
}

fn number(name: &str, text: Option<&str>, min: u64, max: u64) -> Result<u64, ToolError> {
    let value = text.and_then(|text| text.parse().ok()).filter(|value| (min..=max).contains(value));
    value.ok_or_else(|| {
        let found = text.map_or("nothing".into(), |text| format!("'{text}'"));
        bad(format!("{name}: expected a number from {min} to {max}, got {found}"))
    })
}

#[cfg(test)]
mod tests {
    use super::{GenfensArgs, WINDOW};
    use crate::support::openings::{BOOK_PLIES, PLIES, Start};

    #[test]
    fn what_openbench_sends_is_read() {
        let args = GenfensArgs::parse("64 seed 2147483647 book None ").unwrap();
        assert_eq!((args.count, args.seed), (64, 2_147_483_647));
        assert_eq!((args.start, args.plies), (Start::Standard, PLIES));
        let args = GenfensArgs::parse("8 seed 1 book Books/DFRC.epd").unwrap();
        assert_eq!(args.start, Start::Book("Books/DFRC.epd"));
        assert_eq!(args.plies, BOOK_PLIES);
        assert_eq!(args.window, WINDOW);
        let args = GenfensArgs::parse("1 seed 0 book none dfrc plies 3 window 80").unwrap();
        assert_eq!((args.start, args.plies, args.window), (Start::DoubleChess960, 3, 80));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (text, named) in [
            ("", "nothing"),
            ("x seed 1 book None", "'x'"),
            ("0 seed 1 book None", "'0'"),
            ("-1 seed 1 book None", "'-1'"),
            ("5 book None", "expected a seed"),
            ("5 seed", "seed: expected a number from 0 to 18446744073709551615, got nothing"),
            ("5 seed 18446744073709551616", "'18446744073709551616'"),
            ("5 seed 1 book", "book: expected a file"),
            ("5 seed 1 book None plies 101", "'101'"),
            ("5 seed 1 book None window -3", "'-3'"),
            ("5 seed 1 book None frobnicate", "'frobnicate'"),
            ("5 seed 1 book x.epd dfrc", "only one of"),
        ] {
            let error = GenfensArgs::parse(text).unwrap_err().to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
    }
}
