//! Boards and moves in the form that the script shows.

use serde::Serialize;

use crate::notation::san;
use crate::position::Position;
use crate::types::{Move, Piece, Square};

/// A move.
#[derive(Serialize)]
pub(super) struct Shown {
    san: String,
    /// Origin and target.
    arrow: String,
    /// Each square that it changes, with the new contents: `e2-e4P`.
    changes: String,
}

impl Shown {
    pub(super) fn new(position: &Position, mv: Move) -> Shown {
        let mut after = *position;
        after.play_unchecked(mv);
        let changed = |square: &Square| position.piece_on(*square) != after.piece_on(*square);
        let change = |square: Square| format!("{square}{}", letter(&after, square));
        Shown {
            san: san::text(position, mv),
            arrow: format!("{}{}", mv.from(), mv.to()),
            changes: Square::all().filter(changed).map(change).collect(),
        }
    }
}

/// A line that begins in a position.
pub(super) fn shown_line(position: &Position, line: &[Move]) -> Vec<Shown> {
    let mut position = *position;
    let show = |&mv: &Move| {
        let shown = Shown::new(&position, mv);
        position.play_unchecked(mv);
        shown
    };
    line.iter().map(show).collect()
}

/// A position's pieces as 64 letters, from a8 to h1; empty squares are `-`.
pub(super) fn board(position: &Position) -> String {
    let ranks = (0..8).rev();
    let squares = ranks.flat_map(|rank| (0..8).map(move |file| Square::new(file, rank)));
    squares.map(|square| letter(position, square)).collect()
}

fn letter(position: &Position, square: Square) -> char {
    position.piece_on(square).map_or('-', Piece::letter)
}

#[cfg(test)]
mod tests {
    use super::{Shown, board};
    use crate::position::Position;

    #[test]
    fn a_move_changes_what_it_changes() {
        let changes = |fen: &str, san: &str| {
            let position = Position::from_fen(fen).unwrap();
            Shown::new(&position, position.parse_san(san).unwrap()).changes
        };
        let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(changes(array, "e4"), "e2-e4P");
        assert_eq!(changes("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"), "e1-f1Rg1Kh1-");
        assert_eq!(changes("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2", "dxc6"), "c5-d5-c6P");
        assert_eq!(changes("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N"), "a7-a8N");
        let letters = board(&Position::from_fen(array).unwrap());
        assert!(letters.starts_with("rnbqkbnrpppppppp-") && letters.ends_with("RNBQKBNR"));
        assert_eq!(letters.len(), 64);
    }
}
