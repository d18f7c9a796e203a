//! What makes an advantage easier or harder to win with, whichever side has it.
//!
//! These features belong to neither side: `combine()` adds their sum to the advantage of the side that is ahead.

use super::attack_info::AttackInfo;
use super::sink::Sink;
use super::terms::{
    ALMOST_UNWINNABLE, BOTH_FLANKS, INFILTRATION, OUTFLANKING, PAWN_ENDGAME, WINNABLE_BASE,
    WINNABLE_PASSED_PAWNS, WINNABLE_PAWNS,
};
use crate::board::Board;
use crate::types::{Bitboard, Color};

/// The files a to d.
const QUEENSIDE: Bitboard = Bitboard(0x0F0F_0F0F_0F0F_0F0F);
/// The enemy half of the board, by colour.
const ENEMY_HALF: [Bitboard; 2] =
    [Bitboard(0xFFFF_FFFF_0000_0000), Bitboard(0x0000_0000_FFFF_FFFF)];

/// Evaluates what depends on pawns and kings alone; `passed` are the passed pawns of both sides.
#[inline(always)]
pub(super) fn evaluate<K: Sink>(info: &AttackInfo, passed: Bitboard, sink: &mut K) {
    let pawns = info.pawns[0] | info.pawns[1];
    sink.winnable_each(WINNABLE_PAWNS.at(0), pawns);
    sink.winnable_each(WINNABLE_PASSED_PAWNS.at(0), passed);
    let both_flanks = are_on_both_flanks(pawns);
    sink.winnable(BOTH_FLANKS.at(0), i32::from(both_flanks), Bitboard::EMPTY);

    let [white, black] = info.king;
    let files = i32::from(white.file().abs_diff(black.file()));
    let outflanking = files + i32::from(white.rank()) - i32::from(black.rank());
    sink.winnable(OUTFLANKING.at(0), outflanking, Bitboard::EMPTY);
    let unwinnable = outflanking < 0 && !both_flanks;
    sink.winnable(ALMOST_UNWINNABLE.at(0), i32::from(unwinnable), Bitboard::EMPTY);
    let [white, black] =
        Color::ALL.map(|color| info.king[color.index()].bitboard() & ENEMY_HALF[color.index()]);
    sink.winnable_each(INFILTRATION.at(0), white | black);
    sink.winnable(WINNABLE_BASE.at(0), 1, Bitboard::EMPTY);
}

/// Whether some of these stand on the files a to d and some on the files e to h.
#[inline(always)]
pub(super) fn are_on_both_flanks(pawns: Bitboard) -> bool {
    (pawns & QUEENSIDE).any() && (pawns & !QUEENSIDE).any()
}

/// Evaluates what depends on the pieces.
#[inline(always)]
pub(super) fn evaluate_pieces<K: Sink>(board: &Board, sink: &mut K) {
    if !Color::ALL.iter().any(|&color| board.has_non_pawn_material(color)) {
        sink.winnable(PAWN_ENDGAME.at(0), 1, Bitboard::EMPTY);
    }
}
