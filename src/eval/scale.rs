//! How much of an endgame advantage can be made to count.
//!
//! Source: <https://www.chessprogramming.org/Endgame>; Stockfish 11 scales likewise.

use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType, Square};

/// Full value of an endgame advantage.
pub(super) const FULL: i32 = 128;
/// Bishops of opposite colours and pawns only.
const OPPOSITE_BISHOPS: i32 = 52;
/// Bishops of opposite colours with other pieces.
const OPPOSITE_BISHOPS_WITH_PIECES: i32 = 92;
/// No pawn, and not more than a minor piece ahead: hardly a win ...
const NO_PAWNS: i32 = 12;
/// ... and less if the weak side has no more than a minor piece.
const NO_PAWNS_LITTLE_LEFT: i32 = 4;
/// One pawn, for which the weak side can give a minor piece and draw.
const PIECE_FOR_PAWN: i32 = 32;
/// With few pawns little is left to promote: this much, and so much more for each.
const FEW_PAWNS: i32 = 72;
const EACH_PAWN: i32 = 14;

/// The share, of [`FULL`], of an endgame advantage, by the side that has it.
#[inline(always)]
pub(super) fn endgame_shares(board: &Board) -> [i32; 2] {
    let bishops = opposite_bishops(board);
    [share(board, Color::White, bishops), share(board, Color::Black, bishops)]
}

/// What bishops of opposite colours leave of an advantage, if it is they that are on the board.
#[inline(always)]
fn opposite_bishops(board: &Board) -> Option<i32> {
    let bishops = board.kind(PieceType::Bishop);
    let opposite = bishops.count() == 2
        && (bishops & Bitboard::LIGHT).count() == 1
        && (bishops & board.color(Color::White)).count() == 1;
    opposite.then(|| {
        let others = board.kind(PieceType::Knight) | board.straight_sliders();
        if others.is_empty() { OPPOSITE_BISHOPS } else { OPPOSITE_BISHOPS_WITH_PIECES }
    })
}

#[inline(always)]
fn share(board: &Board, strong: Color, opposite_bishops: Option<i32>) -> i32 {
    let pawns = board.pieces(strong, PieceType::Pawn);
    let by_pawns = FEW_PAWNS + EACH_PAWN * pawns.count() as i32;
    if by_pawns >= FULL {
        return opposite_bishops.unwrap_or(FULL);
    }
    with_few_pawns(board, strong, pawns).or(opposite_bishops).unwrap_or(by_pawns)
}

/// With few pawns: whether enough remains to win with, and whether the weak side can give a piece for the
/// last.
#[cold]
fn with_few_pawns(board: &Board, strong: Color, pawns: Bitboard) -> Option<i32> {
    if pawns.any() && is_held_in_corner(board, strong, pawns) {
        return Some(0);
    }
    if pawns.many() {
        return None;
    }
    let (own, theirs) = (minors_worth(board, strong), minors_worth(board, !strong));
    if pawns.is_empty() {
        return Some(match own - theirs {
            4.. => FULL,
            _ if own < 5 => 0,
            _ if theirs <= 3 => NO_PAWNS_LITTLE_LEFT,
            _ => NO_PAWNS,
        });
    }
    let minors = board.kind(PieceType::Knight) | board.kind(PieceType::Bishop);
    let given_up = (minors & board.color(!strong)).any() && own - (theirs - 3) <= 3;
    given_up.then_some(PIECE_FOR_PAWN)
}

/// Whether all pawns go to a corner where the enemy king is, with nothing but bishops that don't command
/// it, if any, to drive it away.
///
/// Source: <https://www.chessprogramming.org/Wrong_Color_Bishop_and_Rook_Pawn>
pub(super) fn is_held_in_corner(board: &Board, strong: Color, pawns: Bitboard) -> bool {
    let Some(file) = [0, 7].into_iter().find(|&file| (pawns & !Bitboard::file(file)).is_empty())
    else {
        return false;
    };
    let corner = Square::new(file, if strong == Color::White { 7 } else { 0 });
    let color = if Bitboard::LIGHT.has(corner) { Bitboard::LIGHT } else { !Bitboard::LIGHT };
    let pieces = board.color(strong) & !(pawns | board.king(strong).bitboard());
    let useless = board.kind(PieceType::Bishop) & !color;
    (pieces & !useless).is_empty() && board.king(!strong).distance(corner) <= 1
}

/// A side's pieces, 3 for a minor piece: a rook counts for a minor and two thirds, a queen for three.
fn minors_worth(board: &Board, color: Color) -> i32 {
    let count = |kind| board.pieces(color, kind).count() as i32;
    3 * (count(PieceType::Knight) + count(PieceType::Bishop))
        + 5 * count(PieceType::Rook)
        + 9 * count(PieceType::Queen)
}

#[cfg(test)]
mod tests {
    use super::{
        FULL, NO_PAWNS, NO_PAWNS_LITTLE_LEFT, OPPOSITE_BISHOPS, PIECE_FOR_PAWN, endgame_shares,
    };
    use crate::board::Board;
    use crate::position::Position;

    #[test]
    fn what_white_can_make_of_an_advantage() {
        let white = |fen: &str| {
            let board: Board = *Position::from_fen(fen).unwrap().board();
            endgame_shares(&board)[0]
        };
        for (fen, share) in [
            ("4k3/8/p7/8/8/8/8/B3K3 w - - 0 1", 0),
            ("4k3/8/1b6/8/8/8/8/R3K3 w - - 0 1", NO_PAWNS_LITTLE_LEFT),
            ("4k3/8/1r6/8/8/8/8/RB2K3 w - - 0 1", NO_PAWNS),
            ("4k3/8/1r6/8/8/8/8/Q3K3 w - - 0 1", FULL),
            ("4k3/8/8/1n6/3P4/8/8/B3K3 w - - 0 1", PIECE_FOR_PAWN),
            ("4k3/8/8/1b6/3P4/3P4/8/B3K3 w - - 0 1", OPPOSITE_BISHOPS),
            ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", FULL),
            // The king is next to the corner, and the bishop does not command it.
            ("8/1k6/p7/P7/8/4B3/8/4K3 w - - 0 1", 0),
            ("8/1k6/p7/P7/P7/4B3/8/4K3 w - - 0 1", 0),
        ] {
            assert_eq!(white(fen), share, "{fen}");
        }
        for (fen, why) in [
            ("8/1k6/p7/P7/8/8/4B3/4K3 w - - 0 1", "the bishop commands it"),
            ("8/5k2/p7/P7/8/4B3/8/4K3 w - - 0 1", "the king is far away"),
            ("8/1k6/p7/P7/1P6/4B3/8/4K3 w - - 0 1", "a pawn beside"),
        ] {
            assert!(white(fen) > 0, "{fen}: {why}");
        }
    }
}
