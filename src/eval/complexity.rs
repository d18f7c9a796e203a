//! How much can still happen: simple positions are drawn more often than their score says.
//!
//! Source: <https://www.chessprogramming.org/Initiative>

use super::attack_info::AttackInfo;
use super::sink::Sink;
use super::terms::{
    COMPLEXITY_BASE, COMPLEXITY_KING_AHEAD, COMPLEXITY_PASSED, COMPLEXITY_PAWN_ENDING,
    COMPLEXITY_PAWNS, COMPLEXITY_WINGS,
};
use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType};

/// The files a to d.
const QUEEN_WING: Bitboard = Bitboard(0x0F0F_0F0F_0F0F_0F0F);

/// States what kings and pawns have to do with it; `passed` are the passed pawns of both sides.
#[inline(always)]
pub(super) fn state_pawns<K: Sink>(info: &AttackInfo, passed: Bitboard, sink: &mut K) {
    let pawns = info.pawns[0] | info.pawns[1];
    sink.complexity(COMPLEXITY_PAWNS.at(0), pawns.count() as i32);
    if (pawns & QUEEN_WING).any() && (pawns & !QUEEN_WING).any() {
        sink.complexity(COMPLEXITY_WINGS.at(0), 1);
    }
    sink.complexity(COMPLEXITY_PASSED.at(0), passed.count() as i32);
    let ahead = Color::ALL.map(|color| info.king[color.index()].relative_rank(color) >= 4);
    sink.complexity(COMPLEXITY_KING_AHEAD.at(0), ahead.map(i32::from).iter().sum());
    sink.complexity(COMPLEXITY_BASE.at(0), 1);
}

/// States what the pieces have to do with it.
#[inline(always)]
pub(super) fn state_pieces<K: Sink>(board: &Board, info: &AttackInfo, sink: &mut K) {
    let kings_and_pawns = info.pawns[0] | info.pawns[1] | board.kind(PieceType::King);
    if info.occupied == kings_and_pawns {
        sink.complexity(COMPLEXITY_PAWN_ENDING.at(0), 1);
    }
}
