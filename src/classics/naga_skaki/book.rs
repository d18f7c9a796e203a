//! A small opening book: main lines, one per line of text, looked up by position.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::OnceLock;

use crate::position::Position;
use crate::types::{Key, Move};

/// The lines; `#` begins a comment.
static LINES: &str = include_str!("book.txt");

/// Moves by position; a move occurs once for each line that plays it.
type BookMoves = HashMap<Key, Vec<Move>>;

/// A random book move among these; the more lines play it, the more likely it is.
pub(super) fn choose(position: &Position, moves: &[Move]) -> Option<Move> {
    static BOOK: OnceLock<BookMoves> = OnceLock::new();
    let book = BOOK.get_or_init(|| read(LINES).expect("the book's lines are legal"));
    let known = book.get(&position.key())?;
    let known: Vec<Move> = known.iter().copied().filter(|mv| moves.contains(mv)).collect();
    // Each `RandomState` has different keys: random enough for an opening.
    let random = RandomState::new().hash_one(position.key()) as usize;
    known.get(random.checked_rem(known.len())?).copied()
}

/// Reads a book; an illegal move is an error.
fn read(text: &str) -> Result<BookMoves, String> {
    let mut book = BookMoves::new();
    for line in text.lines() {
        let mut position = Position::start();
        for text in line.split('#').next().unwrap_or_default().split_whitespace() {
            let mv = position.parse_uci(text).map_err(|error| error.to_string())?;
            book.entry(position.key()).or_default().push(mv);
            position.play_unchecked(mv);
        }
    }
    Ok(book)
}

#[cfg(test)]
mod tests {
    use super::{LINES, choose, read};
    use crate::position::Position;

    #[test]
    fn every_line_is_legal() {
        let book = read(LINES).unwrap();
        assert!(book.len() > 100);
        assert!(read("e2e4 e7e5 e4e5").is_err());
    }

    #[test]
    fn only_known_positions_have_a_move() {
        let start = Position::start();
        let all = start.board().legal_moves();
        assert!(choose(&start, &all).is_some());
        let rare: Vec<_> = ["a2a3", "h2h4"].map(|text| start.parse_uci(text).unwrap()).into();
        assert_eq!(choose(&start, &rare), None);
        let ending = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        assert_eq!(choose(&ending, &ending.board().legal_moves()), None);
    }
}
