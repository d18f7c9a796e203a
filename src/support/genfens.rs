//! `genfens`: random openings as OpenBench's workers ask for them, before they play games for data.
//!
//! Source: <https://github.com/AndyGrant/OpenBench/wiki>, `Client/genfens.py`

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::position::Position;
use crate::support::book_lines::BookLines;
use crate::support::error::ToolError;
use crate::support::openings::{BOOK_PLIES, MAX_PLIES, Openings, PLIES, Recipe, Start, WINDOW};
use crate::types::Score;
use crate::types::score::MAX_EVAL;

/// Most openings that one command may ask for.
const MAX_COUNT: u64 = 1_000_000_000;

/// Carries out `N seed S book <None|FILE> [plies P] [window CP] [frc|dfrc]`. `tell` gets each opening
/// and says whether to go on; `cancelled` ends it within a search.
///
/// # Errors
/// A word that makes no sense, a book that can't be read, or no openings that fit.
pub fn run(
    order: &str,
    cancelled: Arc<AtomicBool>,
    tell: &mut dyn FnMut(&Position) -> bool,
) -> Result<(), ToolError> {
    let order = Order::parse(order)?;
    let book = order.book.map(|file| BookLines::open(Path::new(file))).transpose()?;
    let recipe = Recipe { plies: order.plies, temper: 0, window: order.window };
    let mut openings = Openings::new(order.start, recipe, order.seed)?;
    if let Some(book) = book {
        openings = openings.with_book(book, order.plies);
    }
    openings.cancel_by(cancelled);
    for _ in 0..order.count {
        if !tell(&openings.draw()?) {
            break;
        }
    }
    Ok(())
}

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
struct Order<'a> {
    count: u64,
    seed: u64,
    start: Start,
    /// The file of the book, if openings begin there.
    book: Option<&'a str>,
    plies: u32,
    window: Score,
}

impl<'a> Order<'a> {
    fn parse(text: &'a str) -> Result<Order<'a>, ToolError> {
        let mut words = text.split_ascii_whitespace();
        let count = number("the number of openings", words.next(), 1, MAX_COUNT)?;
        let (mut seed, mut plies, mut window) = (None, None, WINDOW);
        let (mut start, mut book) = (None, None);
        let mut begin_at = |place| match start.replace(place) {
            None => Ok(()),
            Some(_) => Err(bad("a book, frc and dfrc exclude one another".into())),
        };
        while let Some(word) = words.next() {
            match word {
                "seed" => seed = Some(number(word, words.next(), 0, u64::MAX)?),
                "plies" => plies = Some(number(word, words.next(), 0, MAX_PLIES.into())? as u32),
                "window" => window = number(word, words.next(), 0, MAX_EVAL as u64)? as Score,
                "frc" => begin_at(Start::Chess960)?,
                "dfrc" => begin_at(Start::DoubleChess960)?,
                "book" => match words.next() {
                    None => return Err(bad("no file after 'book'".into())),
                    Some(none) if none.eq_ignore_ascii_case("none") => {}
                    Some(file) => {
                        begin_at(Start::Book)?;
                        book = Some(file);
                    }
                },
                _ => return Err(bad(format!("unknown word '{word}'"))),
            }
        }
        let seed = seed.ok_or_else(|| bad("no seed".into()))?;
        let start = start.unwrap_or(Start::Standard);
        let usual = if book.is_some() { BOOK_PLIES } else { PLIES };
        Ok(Order { count, seed, start, book, plies: plies.unwrap_or(usual), window })
    }
}

fn bad(text: String) -> ToolError {
    ToolError::BadInput(text)
}

fn number(name: &str, text: Option<&str>, min: u64, max: u64) -> Result<u64, ToolError> {
    let value = text.and_then(|text| text.parse().ok()).filter(|value| (min..=max).contains(value));
    value.ok_or_else(|| {
        let found = text.map_or("nothing".into(), |text| format!("'{text}'"));
        bad(format!("{name}: {found} is no number from {min} to {max}"))
    })
}

#[cfg(test)]
mod tests {
    use super::{Order, WINDOW};
    use crate::support::openings::{BOOK_PLIES, PLIES, Start};

    #[test]
    fn what_openbench_sends_is_read() {
        let order = Order::parse("64 seed 2147483647 book None ").unwrap();
        assert_eq!((order.count, order.seed), (64, 2_147_483_647));
        assert_eq!((order.start, order.plies), (Start::Standard, PLIES));
        let order = Order::parse("8 seed 1 book Books/DFRC.epd").unwrap();
        assert_eq!((order.start, order.book), (Start::Book, Some("Books/DFRC.epd")));
        assert_eq!(order.plies, BOOK_PLIES);
        assert_eq!(order.window, WINDOW);
        let order = Order::parse("1 seed 0 book none dfrc plies 3 window 80").unwrap();
        assert_eq!((order.start, order.plies, order.window), (Start::DoubleChess960, 3, 80));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (text, named) in [
            ("", "nothing"),
            ("x seed 1 book None", "'x'"),
            ("0 seed 1 book None", "'0'"),
            ("-1 seed 1 book None", "'-1'"),
            ("5 book None", "no seed"),
            ("5 seed", "seed: nothing"),
            ("5 seed 18446744073709551616", "'18446744073709551616'"),
            ("5 seed 1 book", "'book'"),
            ("5 seed 1 book None plies 101", "'101'"),
            ("5 seed 1 book None window -3", "'-3'"),
            ("5 seed 1 book None frobnicate", "'frobnicate'"),
            ("5 seed 1 book x.epd dfrc", "exclude"),
        ] {
            let error = Order::parse(text).unwrap_err().to_string();
            assert!(error.contains(named), "{text}: {error}");
        }
    }
}
