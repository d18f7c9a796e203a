//! Pawn structure: the terms that depend on pawns alone.

use super::attack_info::AttackInfo;
use super::sink::Sink;
use super::terms::{
    BACKWARD_PAWN, BLOCKED_PAWN, CANDIDATE, DOUBLED_PAWN, ISOLATED_PAWN, PASSED_LEVER, PHALANX,
    PROTECTED_PAWN, WEAK_LEVER, WEAK_UNOPPOSED,
};
use crate::attacks;
use crate::types::{Bitboard, Color, Direction, Side, Square};

/// The squares ahead of these on the same files, as side `C` moves.
#[inline(always)]
pub(super) fn ahead<C: Side>(squares: Bitboard) -> Bitboard {
    match C::COLOR {
        Color::White => squares.shift(C::UP).fill_north(),
        Color::Black => squares.shift(C::UP).fill_south(),
    }
}

/// The squares behind these on the same files, as side `C` moves.
#[inline(always)]
fn behind<C: Side>(squares: Bitboard) -> Bitboard {
    ahead::<C::Them>(squares)
}

/// The squares directly to the left and right of these.
#[inline(always)]
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    squares.shift(Direction::East) | squares.shift(Direction::West)
}

/// Evaluates the structure of side `C`'s pawns; returns its passed pawns.
///
/// Each set is computed for all pawns at once; only its members are visited one by one.
#[inline(always)]
pub(super) fn evaluate<C: Side, K: Sink>(info: &AttackInfo, sink: &mut K) -> Bitboard {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let (own, enemy) = (info.pawns[us], info.pawns[them]);
    let (own_attacks, enemy_attacks) = (info.by[us][0], info.by[them][0]);
    let enemy_attacks_twice = enemy.shift(C::Them::UP_EAST) & enemy.shift(C::Them::UP_WEST);
    let rank = |square: Square| usize::from(square.relative_rank(C::COLOR));
    let edge = |square: Square| usize::from(square.file().min(7 - square.file()));

    let doubled = own & behind::<C>(own);
    let opposed = own & behind::<C>(enemy);
    let on_files = own.fill_north().fill_south();
    let isolated = own & !beside(on_files);
    // Pawns with an own pawn on an adjacent file that is no further ahead.
    let supportable = beside(own | ahead::<C>(own));
    let cannot_advance = (enemy_attacks | enemy).shift(C::Them::UP);
    let backward = own & cannot_advance & !supportable & !isolated;
    for square in doubled {
        sink.add_at::<C>(DOUBLED_PAWN.at(edge(square)), square);
    }
    for square in isolated {
        sink.add_at::<C>(ISOLATED_PAWN.at(edge(square)), square);
    }
    for square in backward {
        sink.add_at::<C>(BACKWARD_PAWN.at(rank(square)), square);
    }
    for (index, weak) in [isolated, backward].into_iter().enumerate() {
        sink.add_each::<C>(WEAK_UNOPPOSED.at(index), weak & !opposed);
    }
    for square in own & beside(own) {
        sink.add_at::<C>(PHALANX.at(rank(square)), square);
    }
    for square in own & own_attacks {
        sink.add_at::<C>(PROTECTED_PAWN.at(rank(square)), square);
    }
    sink.add_each::<C>(WEAK_LEVER.at(0), own & !own_attacks & enemy_attacks_twice);
    for (index, rank) in [4, 5].into_iter().enumerate() {
        let there = Bitboard::rank(if C::COLOR == Color::White { rank } else { 7 - rank });
        sink.add_each::<C>(BLOCKED_PAWN.at(index), info.blocked[us] & there);
    }

    let has_sentries = behind::<C>(enemy.widen());
    for square in own & has_sentries & !opposed & !doubled {
        let pawn = square.bitboard();
        let front_span = ahead::<C>(pawn.widen());
        let sentries = front_span & enemy;
        let neighbours = beside(Bitboard::file(square.file())) & own;
        if (neighbours & !front_span).count() >= sentries.count() {
            let protected = usize::from(own_attacks.has(square));
            sink.add_at::<C>(CANDIDATE.at(protected * 8 + rank(square)), square);
        }
        // The sentries can be taken, or exchanged after a step for the pawns beside this one.
        let helpers = beside(pawn) & own;
        if (sentries & !attacks::pawns::<C>(pawn)).is_empty()
            || (sentries & !attacks::pawns::<C>(pawn.shift(C::UP))).is_empty()
                && helpers.count() >= sentries.count()
        {
            sink.add_at::<C>(PASSED_LEVER.at(rank(square)), square);
        }
    }
    own & !has_sentries & !doubled
}
