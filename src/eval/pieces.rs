//! Mobility and placement of knights, bishops, rooks and queens, and what they do to the king.

use super::attack_info::AttackInfo;
use super::pawns::ahead;
use super::sink::Sink;
use super::terms::{
    BAD_BISHOP, BISHOP_AIMS_AT_RING, BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, KNIGHT_IN_CLOSED,
    KNIGHT_MOBILITY, LONG_DIAGONAL, MINOR_BEHIND_PAWN, MINOR_FAR_FROM_KING, OUTPOST,
    OUTPOST_REACHED, QUEEN_MOBILITY, RING_ATTACKER, RING_ATTACKS, ROOK_AIMS_AT_RING, ROOK_FILE,
    ROOK_IN_CLOSED, ROOK_MOBILITY, ROOK_ON_QUEEN_FILE, ROOK_ON_SEVENTH, ROOK_SHUT_IN, SPACE,
    TRAPPED_ROOK, WEAK_QUEEN,
};
use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType, Side, Square};

/// The squares d4, e4, d5, e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The files c to f.
const MIDDLE_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
/// Mobile squares of a rook that is not free.
const TRAPPED: usize = 3;

/// States the terms of side `C`'s pieces and notes their attacks.
#[inline(always)]
pub(super) fn state<C: Side, K: Sink>(board: &Board, info: &mut AttackInfo, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let queens = board.pieces(C::COLOR, PieceType::Queen);
    let rooks = board.pieces(C::COLOR, PieceType::Rook);
    let closed = info.rammed[us].count() as usize;
    for square in board.pieces(C::COLOR, PieceType::Knight) {
        let moves = note::<C, K>(PieceType::Knight, square, attacks::knight(square), info, sink);
        sink.add::<C>(KNIGHT_MOBILITY.at(moves), 1);
        sink.add::<C>(KNIGHT_IN_CLOSED.at(closed), 1);
        minor::<C, K>(square, 0, attacks::knight(square), info, sink);
    }
    let bishops = board.pieces(C::COLOR, PieceType::Bishop);
    if bishops.many() {
        sink.add::<C>(BISHOP_PAIR.at(0), 1);
    }
    let stopped = info.pawns[us] & info.occupied.shift(C::Them::UP) & MIDDLE_FILES;
    for square in bishops {
        let reach = attacks::bishop(square, info.occupied & !queens);
        let moves = note::<C, K>(PieceType::Bishop, square, reach, info, sink);
        sink.add::<C>(BISHOP_MOBILITY.at(moves), 1);
        minor::<C, K>(square, 1, reach, info, sink);
        let light = Bitboard::LIGHT.has(square);
        let color = if light { Bitboard::LIGHT } else { !Bitboard::LIGHT };
        let pawns = (info.pawns[us] & color).count();
        sink.add::<C>(BISHOP_PAWNS.at(pawns as usize), 1);
        sink.add::<C>(BAD_BISHOP.at(0), (pawns * stopped.count()) as i32);
        let through = attacks::bishop(square, info.pawns[us] | info.pawns[them]);
        if (through & CENTRE).many() {
            sink.add::<C>(LONG_DIAGONAL.at(0), 1);
        }
        if (reach & info.ring[them]).is_empty()
            && (attacks::bishop(square, info.pawns[us]) & info.ring[them]).any()
        {
            sink.add::<C>(BISHOP_AIMS_AT_RING.at(0), 1);
        }
    }
    for square in rooks {
        let reach = attacks::rook(square, info.occupied & !(queens | rooks));
        let moves = note::<C, K>(PieceType::Rook, square, reach, info, sink);
        sink.add::<C>(ROOK_MOBILITY.at(moves), 1);
        sink.add::<C>(ROOK_IN_CLOSED.at(closed), 1);
        rook::<C, K>(board, square, reach, moves, info, sink);
    }
    for square in queens {
        let reach = attacks::queen(square, info.occupied);
        let moves = note::<C, K>(PieceType::Queen, square, reach, info, sink);
        sink.add::<C>(QUEEN_MOBILITY.at(moves), 1);
        if is_aimed_at::<C>(board, square, info) {
            sink.add::<C>(WEAK_QUEEN.at(0), 1);
        }
    }
}

/// Notes a piece's attacks and its part in the attack on the king; returns its mobile squares.
#[inline(always)]
fn note<C: Side, K: Sink>(
    kind: PieceType,
    square: Square,
    mut reach: Bitboard,
    info: &mut AttackInfo,
    sink: &mut K,
) -> usize {
    let us = C::COLOR.index();
    if info.pinned[us].has(square) {
        reach &= attacks::line(info.king[us], square);
    }
    info.add::<C>(kind, reach);
    let ring = (reach & info.ring[C::Them::COLOR.index()]).count() as i32;
    if ring > 0 {
        sink.danger::<C>(RING_ATTACKER.at(kind.index()), 1);
        sink.danger::<C>(RING_ATTACKS.at(0), ring);
    }
    (reach & info.mobility_area[us]).count() as usize
}

/// A knight or bishop (`which` 0 or 1).
#[inline(always)]
fn minor<C: Side, K: Sink>(
    square: Square,
    which: usize,
    reach: Bitboard,
    info: &AttackInfo,
    sink: &mut K,
) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let outposts = match C::COLOR {
        Color::White => Bitboard(0x0000_FFFF_FF00_0000),
        Color::Black => Bitboard(0x0000_00FF_FFFF_0000),
    };
    let protected = info.by[us][PieceType::Pawn.index()];
    // Where no enemy pawn can ever attack.
    let chased = attacks::pawns::<C::Them>(info.pawns[them] | ahead::<C::Them>(info.pawns[them]));
    let outposts = outposts & !chased;
    if outposts.has(square) {
        sink.add::<C>(OUTPOST.at(usize::from(protected.has(square)) * 2 + which), 1);
    } else if (reach & outposts & protected & !info.occupied).any() {
        sink.add::<C>(OUTPOST_REACHED.at(which), 1);
    }
    let pawns = info.pawns[us] | info.pawns[them];
    if (square.bitboard().shift(C::UP) & pawns).any() {
        sink.add::<C>(MINOR_BEHIND_PAWN.at(which), 1);
    }
    let distance = usize::from(info.king[us].distance(square));
    sink.add::<C>(MINOR_FAR_FROM_KING.at(which * 8 + distance), 1);
}

#[inline(always)]
fn rook<C: Side, K: Sink>(
    board: &Board,
    square: Square,
    reach: Bitboard,
    moves: usize,
    info: &AttackInfo,
    sink: &mut K,
) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let file = Bitboard::file(square.file());
    let own_pawns = file & info.pawns[us];
    if own_pawns.is_empty() {
        let open = (file & info.pawns[them]).is_empty();
        sink.add::<C>(ROOK_FILE.at(usize::from(open)), 1);
        if (file & info.ring[them]).any() && (reach & info.ring[them]).is_empty() {
            sink.add::<C>(ROOK_AIMS_AT_RING.at(0), 1);
        }
    } else if (own_pawns.shift(C::UP) & info.occupied).any() {
        sink.add::<C>(ROOK_SHUT_IN.at(0), 1);
    }
    if (file & board.kind(PieceType::Queen)).any() {
        sink.add::<C>(ROOK_ON_QUEEN_FILE.at(0), 1);
    }
    let king = info.king[us];
    if moves <= TRAPPED && (king.file() < 4) == (square.file() < king.file()) {
        sink.add::<C>(TRAPPED_ROOK.at(usize::from(board.castling().of(C::COLOR).is_empty())), 1);
    }
    let last_ranks = Bitboard::rank(if C::COLOR == Color::White { 7 } else { 0 });
    let seventh = Bitboard::rank(if C::COLOR == Color::White { 6 } else { 1 });
    let worth_it =
        (info.king[them].bitboard() & last_ranks).any() || (info.pawns[them] & seventh).any();
    if seventh.has(square) && worth_it {
        sink.add::<C>(ROOK_ON_SEVENTH.at(0), 1);
    }
}

/// Whether an enemy rook or bishop would attack the queen if one man left.
#[inline(always)]
fn is_aimed_at<C: Side>(board: &Board, queen: Square, info: &AttackInfo) -> bool {
    let none = Bitboard::EMPTY;
    let enemies = board.color(C::Them::COLOR) & !board.kind(PieceType::Queen);
    let snipers = (attacks::rook(queen, none) & board.straight_sliders())
        | (attacks::bishop(queen, none) & board.diagonal_sliders());
    (snipers & enemies).into_iter().any(|sniper| {
        let between = attacks::between(queen, sniper) & info.occupied;
        between.any() && !between.many()
    })
}

/// States the room behind side `C`'s pawns; needs all attacks.
///
/// Source: <https://www.chessprogramming.org/Space>
#[inline(always)]
pub(super) fn state_space<C: Side, K: Sink>(board: &Board, info: &AttackInfo, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let camp = match C::COLOR {
        Color::White => Bitboard(0x0000_0000_FFFF_FF00),
        Color::Black => Bitboard(0x00FF_FFFF_0000_0000),
    };
    let safe = camp & MIDDLE_FILES & !info.pawns[us] & !info.by[them][PieceType::Pawn.index()];
    let behind = safe & ahead::<C::Them>(info.pawns[us]) & !info.all[them];
    let room = safe.count() + behind.count();
    let men = board.color(C::COLOR).count() as usize;
    sink.add::<C>(SPACE.at(men), room as i32);
}
