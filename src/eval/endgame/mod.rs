//! Specialized endgame evaluations against a lone king: known wins, with guidance towards the mate, and known
//! draws.
//!
//! Source: <https://www.chessprogramming.org/Endgame>

mod kpk_index;

use super::phase::phase;
use super::scale;
use crate::board::Board;
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Score, Square};
use kpk_index::kpk_index;

include!(concat!(env!("OUT_DIR"), "/kpk.rs"));

/// The base score of a known win: above every ordinary evaluation, below tablebase wins.
const KNOWN_WIN: Score = 10_000;
/// The base score of a won pawn ending, where the pawn still has to promote.
const WON_PAWN: Score = 600;
/// For each rank that the pawn has advanced.
const PAWN_STEP: Score = 20;
/// For each step of the lone king away from the centre: mate comes at the edge.
const EDGE: Score = 30;
/// For each step that the kings are closer to each other.
const CLOSE: Score = 14;
/// For each step of the lone king along the edge towards a corner of the bishop's colour, or from the diagonal between
/// the other two corners towards it.
const CORNER: Score = 60;
/// For each pawn in a known win.
const PAWN: Score = 80;
/// For each unit of the game phase in a known win: more material wins faster.
const PHASE_UNIT: Score = 200;

/// The score of a known ending in centipawns, from the side to move's point of view. It does not depend on
/// the weights.
#[inline(always)]
pub fn known_ending(position: &Position) -> Option<Score> {
    let board = position.board();
    if !is_bare(board, Color::White) && !is_bare(board, Color::Black) {
        return None;
    }
    known_for(board, Color::White)
        .or_else(|| known_for(board, Color::Black).map(|score| -score))
        .map(|score| score * board.side().sign())
}

/// Whether a side has only its king.
#[inline(always)]
fn is_bare(board: &Board, color: Color) -> bool {
    !board.color(color).many()
}

/// The score of an ending against a lone king, from `strong`'s point of view.
fn known_for(board: &Board, strong: Color) -> Option<Score> {
    if !is_bare(board, !strong) || is_bare(board, strong) {
        return None;
    }
    let of = |kind| board.pieces(strong, kind);
    let (pawns, knights, bishops) =
        (of(PieceType::Pawn), of(PieceType::Knight), of(PieceType::Bishop));
    let (king, lone) = (board.king(strong), board.king(!strong));
    let heavy = board.straight_sliders() & board.color(strong);
    let pair = (bishops & Bitboard::LIGHT).any() && (bishops & !Bitboard::LIGHT).any();
    let near = CLOSE * (7 - Score::from(king.distance(lone)));
    if heavy.any() || pair || (knights.any() && bishops.any()) || knights.count() > 2 {
        let mates_in_corner = heavy.is_empty() && !pair && knights.count() <= 2;
        let drive = if mates_in_corner {
            CORNER * Score::from(diagonal_distance(lone, (bishops & Bitboard::LIGHT).any()))
        } else {
            EDGE * Score::from(centre_distance(lone))
        };
        let material = PHASE_UNIT * phase(board) + PAWN * pawns.count() as Score;
        return Some(KNOWN_WIN + material + drive + near);
    }
    if pawns.is_empty() {
        return Some(0);
    }
    if (knights | bishops).is_empty() && !pawns.many() {
        return Some(match is_won(board, strong, king, lone, pawns.first()) {
            true => {
                let rank = Score::from(pawns.first().relative_rank(strong));
                WON_PAWN + PAWN_STEP * rank + near
            }
            false => 0,
        });
    }
    scale::is_held_in_corner(board, strong, pawns).then_some(0)
}

/// Whether king and pawn win against king.
fn is_won(board: &Board, strong: Color, king: Square, lone: Square, pawn: Square) -> bool {
    let mirror = if pawn.file() >= 4 { 7 } else { 0 };
    let square = |square: Square| square.relative(strong).index() ^ mirror;
    let weak_to_move = usize::from(board.side() != strong);
    let index = kpk_index(weak_to_move, square(king), square(lone), square(pawn));
    KPK[index / 64] >> (index % 64) & 1 != 0
}

/// The Manhattan distance to the nearest centre square, 0 to 6.
fn centre_distance(square: Square) -> u8 {
    let away = |line: u8| line.max(7 - line) - 4;
    away(square.file()) + away(square.rank())
}

/// The distance from the long diagonal of the other colour: 7 in a corner of that colour, and less along the edge and
/// towards the centre. The same measure as Stockfish's.
fn diagonal_distance(square: Square, light: bool) -> u8 {
    let (file, rank) = (square.file(), square.rank());
    if light { file.abs_diff(rank) } else { (file + rank).abs_diff(7) }
}

#[cfg(test)]
mod tests {
    use super::{diagonal_distance, known_ending};
    use crate::position::Position;
    use crate::types::Square;

    fn score(fen: &str) -> Option<i32> {
        known_ending(&Position::from_fen(fen).unwrap())
    }

    #[test]
    fn pawn_endings_everybody_knows() {
        for (fen, won) in [
            ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
            ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", true),
            ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", false),
            ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", true),
            ("k7/8/K7/P7/8/8/8/8 w - - 0 1", false),
            ("8/8/8/8/7p/7k/8/7K b - - 0 1", false),
            ("8/8/8/7p/8/2k5/8/K7 b - - 0 1", true),
        ] {
            let strong_to_move = fen.contains('P') == fen.contains(" w ");
            let score = score(fen).unwrap() * if strong_to_move { 1 } else { -1 };
            assert_eq!(score > 500, won, "{fen}: {score}");
            assert!(won || score == 0, "{fen}: {score}");
        }
    }

    #[test]
    fn lone_kings_lose_or_draw() {
        for (fen, won) in [
            ("8/8/4k3/8/8/4K3/8/R7 w - - 0 1", true),
            ("8/8/4k3/8/8/4K3/8/BB6 w - - 0 1", true),
            ("8/8/4k3/8/8/4K3/8/B1B5 w - - 0 1", false),
            ("8/8/4k3/8/8/4K3/8/BN6 w - - 0 1", true),
            ("8/8/4k3/8/8/4K3/8/NN6 w - - 0 1", false),
            ("7k/8/8/8/7P/4K3/8/3B4 w - - 0 1", false),
            ("7k/8/8/6K1/7P/7P/8/8 w - - 0 1", false),
        ] {
            let score = score(fen).unwrap();
            assert_eq!(score > 9000, won, "{fen}: {score}");
            assert!(won || score == 0, "{fen}: {score}");
        }
        assert_eq!(score("7k/8/8/8/7P/4K3/8/2B5 w - - 0 1"), None, "the right bishop");
    }

    /// A lone king is worth less the nearer it is to the edge, and to the other king.
    #[test]
    fn the_lone_king_is_driven_to_the_edge() {
        let way = [
            "8/8/8/4k3/8/8/Q7/2K5",
            "8/8/5k2/8/8/8/Q7/2K5",
            "8/6k1/8/8/8/8/Q7/2K5",
            "7k/8/8/8/8/8/Q7/2K5",
        ];
        let scores = way.map(|pieces| score(&format!("{pieces} w - - 0 1")).unwrap());
        assert!(scores.is_sorted_by(|one, next| one < next), "{scores:?}");
        let near = ["7k/8/8/8/8/8/Q7/2K5", "7k/8/8/8/3K4/8/Q7/8", "7k/8/6K1/8/8/8/Q7/8"];
        let scores = near.map(|pieces| score(&format!("{pieces} w - - 0 1")).unwrap());
        assert!(scores.is_sorted_by(|one, next| one < next), "{scores:?}");
    }

    #[test]
    fn the_right_corners_are_far_from_the_other_diagonal() {
        for (square, light, dark) in [
            (Square::A1, 0, 7),
            (Square::H8, 0, 7),
            (Square::H1, 7, 0),
            (Square::A8, 7, 0),
            (Square::D4, 0, 1),
            (Square::E4, 1, 0),
            (Square::C7, 4, 1),
        ] {
            assert_eq!(diagonal_distance(square, true), light, "{square}");
            assert_eq!(diagonal_distance(square, false), dark, "{square}");
        }
    }

    /// Bishop and knight mate in the bishop's corners.
    #[test]
    fn the_lone_king_is_driven_to_the_right_corner() {
        let at = |square: &str| {
            let mut rows = vec!["8".to_owned(); 8];
            let rank: usize = square[1..].parse().unwrap();
            let file = (square.as_bytes()[0] - b'a') as usize;
            rows[8 - rank] = format!("{}k{}", file, 7 - file).replace('0', "");
            rows[3] = "2K2N2".into();
            rows[6] = "7B".into();
            score(&format!("{} w - - 0 1", rows.join("/"))).unwrap()
        };
        // The bishop on h2 goes on dark squares.
        assert!(at("h8") > at("a8") && at("a1") > at("h1") && at("h8") > at("d8"));
        // The way there: out of the centre, and along the edge.
        let way = ["e4", "e6", "d8", "e8", "f8", "g8", "h8"];
        assert!(way.map(at).is_sorted_by(|one, next| one < next), "{:?}", way.map(at));
    }
}
