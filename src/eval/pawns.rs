//! Pawn structure: all that depends on pawns alone.

use super::attack_info::AttackInfo;
use super::sink::Sink;
use super::terms::{
    BACKWARD_PAWN, CANDIDATE, DOUBLED_PAWN, EXPOSED_PAWN, ISOLATED_PAWN, PHALANX, PROTECTED_PAWN,
    STOPPED_PAWN, WEAK_LEVER,
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
    let (own_attacks, enemy_attacks) = (info.by[us][0], info.by[them][0]);
    let enemy_attacks_twice = enemy.shift(C::Them::UP_EAST) & enemy.shift(C::Them::UP_WEST);
    let mut passed = Bitboard::EMPTY;
    for square in own {
        let pawn = square.bitboard();
        let rank = usize::from(square.relative_rank(C::COLOR));
        let edge = usize::from(square.file().min(7 - square.file()));
        let file = Bitboard::file(square.file());
        let beside = file.widen() & !file;
        let front = ahead::<C>(pawn);
        let wide_front = ahead::<C>(pawn.widen());
        let next = pawn.shift(C::UP);
        let protected = own_attacks.has(square);
        let doubled = (front & own).any();
        let opposed = (front & enemy).any();
        if doubled {
            sink.add::<C>(DOUBLED_PAWN.at(edge), 1);
        }
        if (beside & own).is_empty() {
            sink.add::<C>(ISOLATED_PAWN.at(edge), 1);
            if !opposed {
                sink.add::<C>(EXPOSED_PAWN.at(0), 1);
            }
        } else if (!wide_front & beside & own).is_empty() && (next & (enemy_attacks | enemy)).any()
        {
            sink.add::<C>(BACKWARD_PAWN.at(rank), 1);
            if !opposed {
                sink.add::<C>(EXPOSED_PAWN.at(1), 1);
            }
        }
        if (pawn.widen() & !pawn & own).any() {
            sink.add::<C>(PHALANX.at(rank), 1);
        }
        if protected {
            sink.add::<C>(PROTECTED_PAWN.at(rank), 1);
        } else if enemy_attacks_twice.has(square) {
            sink.add::<C>(WEAK_LEVER.at(0), 1);
        }
        if (next & enemy).any() && (rank == 4 || rank == 5) {
            sink.add::<C>(STOPPED_PAWN.at(rank - 4), 1);
        }
        let guards = wide_front & enemy;
        if guards.is_empty() {
            if !doubled {
                passed |= pawn;
            }
        } else if !opposed && !doubled {
            let helpers = beside & own & !wide_front;
            if helpers.count() >= guards.count() {
                sink.add::<C>(CANDIDATE.at(usize::from(protected) * 8 + rank), 1);
            }
        }
    }
    passed
}
