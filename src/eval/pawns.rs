//! Pawn structure and passed pawns.

use super::attack_info::AttackInfo;
use super::sink::Sink;
use super::terms::{
    BACKWARD_PAWN, DOUBLED_PAWN, ISOLATED_PAWN, PASSED_BLOCKED, PASSED_ENEMY_KING, PASSED_OWN_KING,
    PASSED_PAWN, PASSED_SAFE_PATH, PHALANX, PROTECTED_PAWN,
};
use crate::types::{Bitboard, Color, Side};

/// Every square ahead of these, as side `C` goes, on their own files.
#[inline(always)]
pub(super) fn ahead<C: Side>(squares: Bitboard) -> Bitboard {
    match C::COLOR {
        Color::White => squares.shift(C::UP).fill_north(),
        Color::Black => squares.shift(C::UP).fill_south(),
    }
}

/// States the structure of side `C`'s pawns; returns its passed pawns.
#[inline(always)]
pub(super) fn state<C: Side, K: Sink>(info: &AttackInfo, sink: &mut K) -> Bitboard {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let (own, enemy) = (info.pawns[us], info.pawns[them]);
    let own_attacks = info.by[us][0];
    let enemy_attacks = info.by[them][0];
    let mut passed = Bitboard::EMPTY;
    for square in own {
        let pawn = square.bitboard();
        let rank = usize::from(square.relative_rank(C::COLOR));
        let file = Bitboard::file(square.file());
        let beside = file.widen() & !file;
        let front = ahead::<C>(pawn);
        if (front & own).any() {
            sink.add::<C>(DOUBLED_PAWN.at(0), 1);
        } else if (ahead::<C>(pawn.widen()) & enemy).is_empty() {
            passed |= pawn;
        }
        if (beside & own).is_empty() {
            sink.add::<C>(ISOLATED_PAWN.at(usize::from(square.file().min(7 - square.file()))), 1);
        } else if (!ahead::<C>(pawn.widen()) & beside & own).is_empty()
            && (pawn.shift(C::UP) & enemy_attacks).any()
        {
            sink.add::<C>(BACKWARD_PAWN.at(0), 1);
        }
        if (pawn.widen() & !pawn & own).any() {
            sink.add::<C>(PHALANX.at(rank), 1);
        }
        if own_attacks.has(square) {
            sink.add::<C>(PROTECTED_PAWN.at(rank), 1);
        }
    }
    passed
}

/// States what side `C`'s passed pawns are worth; needs all attacks.
#[inline(always)]
pub(super) fn state_passed<C: Side, K: Sink>(passed: Bitboard, info: &AttackInfo, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    for square in passed {
        let rank = usize::from(square.relative_rank(C::COLOR));
        let next = square.offset(C::UP.delta());
        sink.add::<C>(PASSED_PAWN.at(rank), 1);
        if (info.occupied & !info.pawns[us]).has(next) {
            sink.add::<C>(PASSED_BLOCKED.at(rank), 1);
        }
        if (ahead::<C>(square.bitboard()) & info.all[them]).is_empty() {
            sink.add::<C>(PASSED_SAFE_PATH.at(rank), 1);
        }
        // Kings matter once the pawn has crossed the middle.
        if rank >= 3 {
            let distance = |color: usize| usize::from(info.king[color].distance(next));
            sink.add::<C>(PASSED_OWN_KING.at(distance(us)), 1);
            sink.add::<C>(PASSED_ENEMY_KING.at(distance(them)), 1);
        }
    }
}
