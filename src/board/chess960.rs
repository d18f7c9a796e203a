//! The start positions of Chess960 and double Chess960, by Scharnagl's numbers.
//!
//! Source: <https://www.chessprogramming.org/Reinhard_Scharnagl>

use alloc::format;
use alloc::string::String;

use super::fen::Setup;
use crate::types::PieceType;

impl Setup {
    /// The number of Chess960 back ranks; they are numbered from 0.
    pub const CHESS960_RANKS: u16 = 960;
    /// The number of the standard back rank.
    pub const STANDARD_RANK: u16 = 518;

    /// The start position with these back ranks: Chess960 if the numbers are equal, otherwise double
    /// Chess960.
    ///
    /// # Panics
    /// If a number is not below [`Setup::CHESS960_RANKS`].
    pub fn chess960(white: u16, black: u16) -> Setup {
        let letters = |number| -> String {
            back_rank(number).iter().map(|kind: &PieceType| kind.letter()).collect()
        };
        let (white, black) = (letters(white).to_ascii_uppercase(), letters(black));
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
        Setup::parse(&fen).expect("a valid back rank makes a valid position")
    }
}

/// The files of the two knights, counted among those that the bishops and the queen leave free.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The pieces of a back rank, starting from the a-file.
fn back_rank(number: u16) -> [PieceType; 8] {
    assert!(number < Setup::CHESS960_RANKS, "there is no back rank {number}");
    let mut rest = usize::from(number);
    let mut digit = |base| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    let (light, dark, queen, knights) = (digit(4), digit(4), digit(6), digit(10));
    let mut rank = [None; 8];
    rank[2 * light + 1] = Some(PieceType::Bishop);
    rank[2 * dark] = Some(PieceType::Bishop);
    let mut fill = |nth, kind| {
        let mut free = rank.iter_mut().filter(|square| square.is_none());
        *free.nth(nth).expect("a free file for each piece") = Some(kind);
    };
    fill(queen, PieceType::Queen);
    let (first, second) = KNIGHTS[knights];
    fill(first, PieceType::Knight);
    // The first knight has taken one of the free files.
    fill(second - 1, PieceType::Knight);
    for kind in [PieceType::Rook, PieceType::King, PieceType::Rook] {
        fill(0, kind);
    }
    rank.map(|kind| kind.expect("eight pieces for eight files"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Setup, back_rank};
    use crate::board::Board;
    use crate::types::PieceType;

    /// The number of a back rank, computed the other way round.
    fn number(rank: &[PieceType; 8]) -> usize {
        let files = |kind| (0..8).filter(move |&file| rank[file] == kind);
        let bishop = |color| files(PieceType::Bishop).find(|file| file % 2 == color).unwrap() / 2;
        let free: Vec<PieceType> =
            rank.iter().copied().filter(|&kind| kind != PieceType::Bishop).collect();
        let queen = free.iter().position(|&kind| kind == PieceType::Queen).unwrap();
        let free: Vec<PieceType> =
            free.into_iter().filter(|&kind| kind != PieceType::Queen).collect();
        let first = free.iter().position(|&kind| kind == PieceType::Knight).unwrap();
        let second = free.iter().rposition(|&kind| kind == PieceType::Knight).unwrap();
        // Pairs are ordered by their first knight: 4 + 3 + 2 + 1 of them.
        let knights = [0, 4, 7, 9][first] + second - first - 1;
        bishop(1) + 4 * (bishop(0) + 4 * (queen + 6 * knights))
    }

    #[test]
    fn every_number_is_that_of_its_rank() {
        let mut seen = HashSet::new();
        for n in 0..Setup::CHESS960_RANKS {
            let rank = back_rank(n);
            assert_eq!(number(&rank), usize::from(n));
            let king = rank.iter().position(|&kind| kind == PieceType::King).unwrap();
            assert!(rank[..king].contains(&PieceType::Rook));
            assert!(rank[king..].contains(&PieceType::Rook));
            assert!(seen.insert(rank));
        }
    }

    #[test]
    fn known_numbers() {
        let ranks = |n, m| Setup::chess960(n, m).to_string();
        let standard = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(ranks(Setup::STANDARD_RANK, Setup::STANDARD_RANK), standard);
        assert_eq!(Setup::parse(standard).unwrap().board, Board::start());
        assert_eq!(ranks(0, 959), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    }
}
