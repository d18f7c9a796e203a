//! Endgame scale factors: how much of an endgame advantage counts.
//!
//! Source: <https://www.chessprogramming.org/Endgame> and the scale factors of Stockfish 11 and 16.

use super::winnable::are_on_both_flanks;
use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType, Square};

/// The scale of an advantage that counts in full.
pub(super) const FULL: i32 = 128;
/// Opposite-coloured bishops and pawns only.
const OPPOSITE_BISHOPS: i32 = 52;
/// Opposite-coloured bishops with other pieces.
const OPPOSITE_BISHOPS_WITH_PIECES: i32 = 92;
/// No pawns and at most a minor piece ahead: hardly ever won ...
const NO_PAWNS: i32 = 12;
/// ... and even less if the weak side has at most a minor piece, or a pawn on the seventh rank that holds a queen.
const NO_PAWNS_LITTLE_LEFT: i32 = 4;
/// One pawn, for which the weak side can sacrifice a minor piece to draw.
const PIECE_FOR_PAWN: i32 = 32;
/// The scale with few own pawns: a base, and what each pawn adds.
const FEW_PAWNS: i32 = 72;
const EACH_PAWN: i32 = 14;
/// The upper limit with one queen on the board, against pieces, and what each minor piece of the side without it adds.
const ONE_QUEEN: i32 = 74;
const EACH_MINOR: i32 = 6;
/// The upper limit in a rook ending that can often be held.
const HELD_ROOK_ENDING: i32 = 72;

/// A king within this many steps of the promotion square helps its queen against a pawn on the seventh rank.
const NEAR: u8 = 4;

/// Material values for these rules, in pawns.
const MINOR: i32 = 3;
const ROOK: i32 = 5;
const QUEEN: i32 = 9;

/// The scale of an endgame advantage, in units of 1/[`FULL`], by the side that has it.
#[inline(always)]
pub(super) fn endgame_scales(board: &Board) -> [i32; 2] {
    let bishops = opposite_bishops(board);
    let most = with_one_queen(board);
    let of = |strong| {
        let most = if is_held_rook_ending(board, strong) { HELD_ROOK_ENDING } else { most };
        scale(board, strong, bishops).min(most)
    };
    // Not `map`, which calls a function.
    [of(Color::White), of(Color::Black)]
}

/// The scale with opposite-coloured bishops, if those are the bishops on the board.
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

/// The upper limit for either side with one queen on the board, against pieces.
#[inline(always)]
fn with_one_queen(board: &Board) -> i32 {
    let queens = board.kind(PieceType::Queen);
    if queens.is_empty() || queens.many() {
        return FULL;
    }
    let white_has_queen = (queens & board.color(Color::White)).any();
    let queenless = if white_has_queen { Color::Black } else { Color::White };
    if !board.has_non_pawn_material(queenless) {
        return FULL;
    }
    // Where one side is far ahead in pieces, nothing can be held; otherwise promoting to a queen would count for less
    // than promoting to a rook.
    let balance = piece_material(board, Color::White) - piece_material(board, Color::Black);
    if balance.abs() > ROOK {
        return FULL;
    }
    FULL.min(ONE_QUEEN + EACH_MINOR * (minors(board) & board.color(queenless)).count() as i32)
}

/// Whether each side has a rook and no other piece, the strong one has pawns, at most one more and all on one wing,
/// and the weak king stands next to a pawn of its own.
#[inline(always)]
fn is_held_rook_ending(board: &Board, strong: Color) -> bool {
    let has_one_rook = |color| board.pieces(color, PieceType::Rook).count() == 1;
    let pawns = |color| board.pieces(color, PieceType::Pawn);
    let (own, theirs) = (pawns(strong), pawns(!strong));
    board.kind(PieceType::Queen).is_empty()
        && minors(board).is_empty()
        && has_one_rook(strong)
        && has_one_rook(!strong)
        && own.count() <= theirs.count() + 1
        && own.any()
        && !are_on_both_flanks(own)
        && (attacks::king(board.king(!strong)) & theirs).any()
}

#[inline(always)]
fn minors(board: &Board) -> Bitboard {
    board.kind(PieceType::Knight) | board.kind(PieceType::Bishop)
}

#[inline(always)]
fn scale(board: &Board, strong: Color, opposite_bishops: Option<i32>) -> i32 {
    let pawns = board.pieces(strong, PieceType::Pawn);
    let by_pawns = FEW_PAWNS + EACH_PAWN * pawns.count() as i32;
    if by_pawns >= FULL {
        return opposite_bishops.unwrap_or(FULL);
    }
    let by_bishops = opposite_bishops.map(|most| most.min(by_pawns));
    with_few_pawns(board, strong, pawns).or(by_bishops).unwrap_or(by_pawns)
}

/// The scale with few pawns, where the material left is not enough to win, or the weak side can sacrifice a
/// piece for the last pawn.
#[cold]
fn with_few_pawns(board: &Board, strong: Color, pawns: Bitboard) -> Option<i32> {
    if pawns.any() && is_held_in_corner(board, strong, pawns) {
        return Some(0);
    }
    if pawns.many() {
        return None;
    }
    let (own, theirs) = (winning_material(board, strong), piece_material(board, !strong));
    if pawns.is_empty() {
        return Some(if is_held_by_pawn(board, strong) {
            NO_PAWNS_LITTLE_LEFT
        } else if own - theirs > MINOR || is_queen_against_two_minors(board, strong) {
            FULL
        } else if own < ROOK {
            0
        } else if theirs <= MINOR {
            NO_PAWNS_LITTLE_LEFT
        } else {
            NO_PAWNS
        });
    }
    let can_sacrifice =
        (minors(board) & board.color(!strong)).any() && own - (theirs - MINOR) <= MINOR;
    can_sacrifice.then_some(PIECE_FOR_PAWN)
}

/// Whether all pawns are on one rook file, the enemy king is in the promotion corner or next to it, and the strong
/// side has no other pieces than bishops that do not attack the corner.
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

/// A queen alone against a pawn on its seventh rank that its king guards: a draw on the files a, c, f and h, where the
/// defender is stalemated or promotes, unless the strong king is near.
///
/// Source: <https://www.chessprogramming.org/KQKP>
fn is_held_by_pawn(board: &Board, strong: Color) -> bool {
    let weak = !strong;
    if !has_alone(board, strong, PieceType::Queen) || !has_alone(board, weak, PieceType::Pawn) {
        return false;
    }
    let pawn = board.kind(PieceType::Pawn).first();
    let promotion = Square::new(pawn.file(), if weak == Color::White { 7 } else { 0 });
    pawn.relative_rank(weak) == 6
        && matches!(pawn.file(), 0 | 2 | 5 | 7)
        && board.king(weak).distance(pawn) == 1
        && board.king(strong).distance(promotion) > NEAR
}

/// Whether a queen alone stands against two minor pieces alone that are not both knights: as a rule it wins.
fn is_queen_against_two_minors(board: &Board, strong: Color) -> bool {
    has_alone(board, strong, PieceType::Queen)
        && piece_material(board, !strong) == 2 * MINOR
        && board.pieces(!strong, PieceType::Bishop).any()
}

/// Whether a side has such a piece or pawn and nothing else but its king.
fn has_alone(board: &Board, color: Color, kind: PieceType) -> bool {
    board.color(color).count() == 2 && board.pieces(color, kind).any()
}

/// What a side has to win with, without pawns: two knights alone can do no more than one.
fn winning_material(board: &Board, color: Color) -> i32 {
    let knights = board.pieces(color, PieceType::Knight).count() as i32;
    let material = piece_material(board, color);
    if knights == 2 && material == 2 * MINOR { MINOR } else { material }
}

/// A side's material without pawns.
fn piece_material(board: &Board, color: Color) -> i32 {
    let count = |kind| board.pieces(color, kind).count() as i32;
    MINOR * (count(PieceType::Knight) + count(PieceType::Bishop))
        + ROOK * count(PieceType::Rook)
        + QUEEN * count(PieceType::Queen)
}

#[cfg(test)]
mod tests {
    use super::{
        EACH_MINOR, EACH_PAWN, FEW_PAWNS, FULL, HELD_ROOK_ENDING, NO_PAWNS, NO_PAWNS_LITTLE_LEFT,
        ONE_QUEEN, OPPOSITE_BISHOPS, PIECE_FOR_PAWN, endgame_scales,
    };
    use crate::board::Board;
    use crate::position::Position;

    #[test]
    fn what_white_can_make_of_an_advantage() {
        let white = |fen: &str| {
            let board: Board = *Position::from_fen(fen).unwrap().board();
            endgame_scales(&board)[0]
        };
        for (fen, scale) in [
            ("4k3/8/p7/8/8/8/8/B3K3 w - - 0 1", 0),
            ("4k3/8/1b6/8/8/8/8/R3K3 w - - 0 1", NO_PAWNS_LITTLE_LEFT),
            ("4k3/8/1r6/8/8/8/8/RB2K3 w - - 0 1", NO_PAWNS),
            ("4k3/8/1r6/8/8/8/8/Q3K3 w - - 0 1", ONE_QUEEN),
            // A queen against three minor pieces, whichever side has it, and one on each side.
            ("1nb1kb2/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", ONE_QUEEN + 3 * EACH_MINOR),
            ("3qk3/pppppppp/8/8/8/8/PPPPPPPP/1NB1KB2 w - - 0 1", ONE_QUEEN + 3 * EACH_MINOR),
            ("3qk3/pppppppp/8/8/8/8/PPPPPPPP/1NBQKB2 w - - 0 1", FULL),
            // Against pawns alone it counts in full: otherwise promoting a pawn would lower the evaluation.
            ("Q7/1K3ppp/5k2/8/8/6P1/PPPP4/8 b - - 0 1", FULL),
            ("1nb1kn2/pppppppp/8/8/8/8/PPPPPPPP/3QK2R w - - 0 1", ONE_QUEEN + 3 * EACH_MINOR),
            // And where pieces are missing as well: otherwise promoting to a rook would count for more.
            ("1Q6/5pkp/5np1/8/4P3/3B4/5PPP/3RR1K1 b - - 0 1", FULL),
            ("1R6/5pkp/5np1/8/4P3/3B4/5PPP/3RR1K1 b - - 0 1", FULL),
            // Two knights win no more than one ...
            ("8/8/3k4/8/3p4/8/8/1N1K2N1 w - - 0 1", 0),
            ("8/8/3k4/5b2/3P4/8/8/1N1K2N1 w - - 0 1", PIECE_FOR_PAWN),
            ("8/8/3k4/8/3p4/8/8/1N1K1BN1 w - - 0 1", FULL),
            // ... but hold against a queen, as other minor pieces do not.
            ("4k3/8/8/3nn3/8/8/8/Q3K3 w - - 0 1", NO_PAWNS),
            ("4k3/8/8/3bn3/8/8/8/Q3K3 w - - 0 1", ONE_QUEEN + 2 * EACH_MINOR),
            ("4k3/8/8/3bb3/8/8/8/Q3K3 w - - 0 1", ONE_QUEEN + 2 * EACH_MINOR),
            ("4k3/8/8/3bn3/3p4/8/8/Q3K3 w - - 0 1", ONE_QUEEN + 2 * EACH_MINOR),
            // Opposite bishops are no better than others.
            ("4k3/8/8/2b5/8/3P4/8/R3KB2 w - - 0 1", FEW_PAWNS + EACH_PAWN),
            ("4k3/8/8/1b6/8/3P4/8/R3KB2 w - - 0 1", FEW_PAWNS + EACH_PAWN),
            ("4k3/8/8/1n6/3P4/8/8/B3K3 w - - 0 1", PIECE_FOR_PAWN),
            ("4k3/8/8/1b6/3P4/3P4/8/B3K3 w - - 0 1", OPPOSITE_BISHOPS),
            ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", FULL),
            // The king is next to the corner, and the bishop does not command it.
            ("8/1k6/p7/P7/8/4B3/8/4K3 w - - 0 1", 0),
            ("8/1k6/p7/P7/P7/4B3/8/4K3 w - - 0 1", 0),
        ] {
            assert_eq!(white(fen), scale, "{fen}");
        }
        for (fen, why) in [
            ("8/5pkp/8/r7/8/4PPP1/R5K1/8 w - - 0 1", "held: 3 against 2 on the king's side"),
            ("8/kp6/p7/5r2/8/1PP5/1P2R3/4K3 w - - 0 1", "held: 3 against 2 on the queen's side"),
        ] {
            assert_eq!(white(fen), HELD_ROOK_ENDING, "{fen}: {why}");
        }
        for (fen, why) in [
            ("8/5pkp/8/r7/8/P3PP2/R5K1/8 w - - 0 1", "pawns on both wings"),
            ("8/5pk1/8/r7/8/4PPP1/R5K1/8 w - - 0 1", "two pawns more"),
            ("8/5p1p/k7/r7/8/4PPP1/R5K1/8 w - - 0 1", "the king far from its pawns"),
            ("8/5pkp/8/r7/8/4PPP1/R5K1/R7 w - - 0 1", "two rooks"),
            ("8/5pkp/8/r6n/8/4PPP1/R5K1/1N6 w - - 0 1", "knights"),
            ("8/5pkp/8/r6q/8/4PPP1/R5K1/1Q6 w - - 0 1", "queens"),
        ] {
            assert!(white(fen) > HELD_ROOK_ENDING, "{fen}: {why}");
        }
        for (fen, is_held) in [
            ("7K/8/6Q1/8/8/8/pk6/8 w - - 0 1", true),
            ("7K/8/6Q1/8/8/8/kp6/8 w - - 0 1", false),
            ("7K/8/6Q1/8/8/8/1kp5/8 w - - 0 1", true),
            ("8/8/6Q1/8/3K4/8/1kp5/8 w - - 0 1", false),
            ("7K/8/6Q1/8/8/p7/1k6/8 w - - 0 1", false),
            ("7K/8/6Q1/8/3k4/8/p7/8 w - - 0 1", false),
            ("7K/8/6Q1/8/8/8/pk5p/8 w - - 0 1", false),
        ] {
            assert_eq!(white(fen), if is_held { NO_PAWNS_LITTLE_LEFT } else { FULL }, "{fen}");
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
