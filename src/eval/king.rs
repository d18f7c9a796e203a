//! The shelter of a king, and the danger that it is in.

use super::attack_info::AttackInfo;
use super::sink::Sink;
use super::terms::{DANGER_BASE, NO_QUEEN, PAWNLESS_FLANK, SAFE_CHECK, SHELTER, STORM, WEAK_RING};
use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType, Side, Square};

/// States the pawns round side `C`'s own king.
#[inline(always)]
pub(super) fn state_shelter<C: Side, K: Sink>(info: &AttackInfo, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let king = info.king[us];
    let middle = king.file().clamp(1, 6);
    let rank = king.relative_rank(C::COLOR);
    let ahead = ranks_from::<C>(rank);
    for file in middle - 1..=middle + 1 {
        let column = Bitboard::file(file) & ahead;
        let beside = usize::from(file != king.file());
        let distance = |pawns: Bitboard| {
            let nearest = nearest::<C>(pawns & column);
            nearest.map_or(0, |pawn| usize::from((pawn.relative_rank(C::COLOR) - rank).max(1)))
        };
        sink.add::<C>(SHELTER.at(beside * 8 + distance(info.pawns[us])), 1);
        sink.add::<C>(STORM.at(beside * 8 + distance(info.pawns[them])), 1);
    }
    let flank = Bitboard::file(middle).widen().widen();
    if (flank & (info.pawns[us] | info.pawns[them])).is_empty() {
        sink.add::<C>(PAWNLESS_FLANK.at(0), 1);
    }
}

/// All squares on this rank, as side `C` counts, and beyond.
#[inline(always)]
const fn ranks_from<C: Side>(rank: u8) -> Bitboard {
    match C::COLOR {
        Color::White => Bitboard(!0 << (8 * rank)),
        Color::Black => Bitboard(!0 >> (8 * rank)),
    }
}

/// The square of the lowest rank, as side `C` counts, in a set within one file.
#[inline(always)]
fn nearest<C: Side>(squares: Bitboard) -> Option<Square> {
    match C::COLOR {
        _ if squares.is_empty() => None,
        Color::White => Some(squares.first()),
        Color::Black => Some(squares.last()),
    }
}

/// States what side `C` threatens the enemy king with, besides the pieces near it.
#[inline(always)]
pub(super) fn state_danger<C: Side, K: Sink>(board: &Board, info: &AttackInfo, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let guards = info.by[them][PieceType::King.index()] | info.by[them][PieceType::Queen.index()];
    let weak = info.all[us] & !info.twice[them] & (guards | !info.all[them]);
    sink.danger::<C>(WEAK_RING.at(0), (weak & info.ring[them]).count() as i32);

    let king = info.king[them];
    let safe = !board.color(C::COLOR) & (!info.all[them] | (weak & info.twice[us]));
    let queens = board.pieces(C::Them::COLOR, PieceType::Queen);
    let straight = attacks::rook(king, info.occupied & !queens);
    let diagonal = attacks::bishop(king, info.occupied & !queens);
    for (kind, lines) in [
        (PieceType::Knight, attacks::knight(king)),
        (PieceType::Bishop, diagonal),
        (PieceType::Rook, straight),
        (PieceType::Queen, straight | diagonal),
    ] {
        let checks = info.by[us][kind.index()] & lines & safe;
        if checks.any() {
            sink.danger::<C>(SAFE_CHECK.at(kind.index()), checks.count() as i32);
        }
    }
    if board.pieces(C::COLOR, PieceType::Queen).is_empty() {
        sink.danger::<C>(NO_QUEEN.at(0), 1);
    }
    sink.danger::<C>(DANGER_BASE.at(0), 1);
}
