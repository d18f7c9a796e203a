//! Attacks on men that are worth more than the attacker or stand unprotected.

use super::attack_info::AttackInfo;
use super::sink::Sink;
use super::terms::{HANGING, PUSH_THREAT, Slot, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_ROOK};
use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType, Side};

/// States what side `C` threatens to take.
#[inline(always)]
pub(super) fn state<C: Side, K: Sink>(board: &Board, info: &AttackInfo, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let enemy = board.color(C::Them::COLOR);
    let by = &info.by[us];
    let minors = by[PieceType::Knight.index()] | by[PieceType::Bishop.index()];
    let rooks = by[PieceType::Rook.index()];
    let pawn_protected = info.by[them][PieceType::Pawn.index()];

    by_kind::<C, K>(board, by[PieceType::Pawn.index()] & enemy, THREAT_BY_PAWN, sink);
    by_kind::<C, K>(board, minors & enemy & !pawn_protected, THREAT_BY_MINOR, sink);
    by_kind::<C, K>(board, rooks & enemy & !pawn_protected, THREAT_BY_ROOK, sink);

    let hanging = info.all[us] & enemy & !info.all[them];
    sink.add::<C>(HANGING.at(0), hanging.count() as i32);

    let safe = !info.occupied & !pawn_protected & (info.all[us] | !info.all[them]);
    let third = Bitboard::rank(if C::COLOR == Color::White { 2 } else { 5 });
    let once = info.pawns[us].shift(C::UP) & !info.occupied;
    let pushed = (once | (once & third).shift(C::UP) & !info.occupied) & safe;
    let targets = attacks::pawns::<C>(pushed) & enemy & !board.kind(PieceType::Pawn);
    sink.add::<C>(PUSH_THREAT.at(0), targets.count() as i32);
}

#[inline(always)]
fn by_kind<C: Side, K: Sink>(board: &Board, victims: Bitboard, term: Slot<6>, sink: &mut K) {
    if victims.is_empty() {
        return;
    }
    for kind in &PieceType::ALL[..5] {
        let count = (victims & board.kind(*kind)).count() as i32;
        if count > 0 {
            sink.add::<C>(term.at(kind.index()), count);
        }
    }
}
