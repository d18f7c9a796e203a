//! Mobility and placement of knights, bishops, rooks and queens, and what they do to the king.

use super::attack_info::AttackInfo;
use super::sink::Sink;
use super::terms::{
    BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, KNIGHT_MOBILITY, MINOR_BEHIND_PAWN, OUTPOST,
    QUEEN_MOBILITY, RING_ATTACKER, RING_ATTACKS, ROOK_FILE, ROOK_MOBILITY, ROOK_ON_SEVENTH,
};
use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType, Side, Square};

/// States the terms of side `C`'s pieces and notes their attacks.
#[inline(always)]
pub(super) fn state<C: Side, K: Sink>(board: &Board, info: &mut AttackInfo, sink: &mut K) {
    let queens = board.pieces(C::COLOR, PieceType::Queen);
    let rooks = board.pieces(C::COLOR, PieceType::Rook);
    for square in board.pieces(C::COLOR, PieceType::Knight) {
        let reach = attacks::knight(square);
        let moves = note::<C, K>(PieceType::Knight, reach, info, sink);
        sink.add::<C>(KNIGHT_MOBILITY.at(moves), 1);
        minor::<C, K>(square, 0, info, sink);
    }
    let bishops = board.pieces(C::COLOR, PieceType::Bishop);
    if bishops.many() {
        sink.add::<C>(BISHOP_PAIR.at(0), 1);
    }
    for square in bishops {
        let reach = attacks::bishop(square, info.occupied & !queens);
        let moves = note::<C, K>(PieceType::Bishop, reach, info, sink);
        sink.add::<C>(BISHOP_MOBILITY.at(moves), 1);
        minor::<C, K>(square, 1, info, sink);
        let light = Bitboard::LIGHT.has(square);
        let color = if light { Bitboard::LIGHT } else { !Bitboard::LIGHT };
        let pawns = (info.pawns[C::COLOR.index()] & color).count();
        sink.add::<C>(BISHOP_PAWNS.at(pawns as usize), 1);
    }
    for square in rooks {
        let reach = attacks::rook(square, info.occupied & !(queens | rooks));
        let moves = note::<C, K>(PieceType::Rook, reach, info, sink);
        sink.add::<C>(ROOK_MOBILITY.at(moves), 1);
        rook::<C, K>(square, info, sink);
    }
    for square in queens {
        let reach = attacks::queen(square, info.occupied);
        let moves = note::<C, K>(PieceType::Queen, reach, info, sink);
        sink.add::<C>(QUEEN_MOBILITY.at(moves), 1);
    }
}

/// Notes a piece's attacks and its part in the attack on the king; returns its mobile squares.
#[inline(always)]
fn note<C: Side, K: Sink>(
    kind: PieceType,
    reach: Bitboard,
    info: &mut AttackInfo,
    sink: &mut K,
) -> usize {
    info.add::<C>(kind, reach);
    let ring = (reach & info.ring[C::Them::COLOR.index()]).count() as i32;
    if ring > 0 {
        sink.danger::<C>(RING_ATTACKER.at(kind.index()), 1);
        sink.danger::<C>(RING_ATTACKS.at(0), ring);
    }
    (reach & info.mobility_area[C::COLOR.index()]).count() as usize
}

#[inline(always)]
fn minor<C: Side, K: Sink>(square: Square, which: usize, info: &AttackInfo, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let rank = square.relative_rank(C::COLOR);
    let beside = Bitboard::file(square.file()).widen() & !Bitboard::file(square.file());
    let chasers = info.pawns[them] & beside & super::pawns::ahead::<C>(square.bitboard().widen());
    if (3..=5).contains(&rank)
        && chasers.is_empty()
        && info.by[us][PieceType::Pawn.index()].has(square)
    {
        sink.add::<C>(OUTPOST.at(which), 1);
    }
    let pawns = info.pawns[us] | info.pawns[them];
    if (square.bitboard().shift(C::UP) & pawns).any() {
        sink.add::<C>(MINOR_BEHIND_PAWN.at(0), 1);
    }
}

#[inline(always)]
fn rook<C: Side, K: Sink>(square: Square, info: &AttackInfo, sink: &mut K) {
    let file = Bitboard::file(square.file());
    if (file & info.pawns[C::COLOR.index()]).is_empty() {
        let open = (file & info.pawns[C::Them::COLOR.index()]).is_empty();
        sink.add::<C>(ROOK_FILE.at(usize::from(open)), 1);
    }
    let last_ranks = Bitboard::rank(if C::COLOR == Color::White { 7 } else { 0 });
    let seventh = Bitboard::rank(if C::COLOR == Color::White { 6 } else { 1 });
    let worth_it = (info.king[C::Them::COLOR.index()].bitboard() & last_ranks).any()
        || (info.pawns[C::Them::COLOR.index()] & seventh).any();
    if seventh.has(square) && worth_it {
        sink.add::<C>(ROOK_ON_SEVENTH.at(0), 1);
    }
}
