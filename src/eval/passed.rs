//! Passed pawns: what stands before them, who escorts them, who stops them.

use super::attack_info::AttackInfo;
use super::pawns::{ahead, beside};
use super::sink::Sink;
use super::terms::{
    PASSED_BACKED, PASSED_CONNECTED, PASSED_ENEMY_KING, PASSED_FREE_WAY, PASSED_OWN_KING,
    PASSED_PAWN, UNSTOPPABLE,
};
use crate::board::Board;
use crate::types::{Bitboard, PieceType, Side};

/// The fourth rank: from there on kings matter.
const KINGS_MATTER: usize = 3;

/// States what side `C`'s passed pawns are worth by pawns and kings alone.
#[inline(always)]
pub(super) fn state_pawns<C: Side, K: Sink>(info: &AttackInfo, passed: Bitboard, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let own = info.pawns[us];
    let backed = info.by[us][PieceType::Pawn.index()] | beside(own);
    for square in passed & own {
        let rank = usize::from(square.relative_rank(C::COLOR));
        if backed.has(square) {
            sink.add::<C>(PASSED_CONNECTED.at(rank), 1);
        }
        if rank >= KINGS_MATTER {
            let next = square.offset(C::UP.delta());
            let place = |color: usize| {
                (rank - KINGS_MATTER) * 8 + usize::from(info.king[color].distance(next))
            };
            sink.add::<C>(PASSED_OWN_KING.at(place(us)), 1);
            sink.add::<C>(PASSED_ENEMY_KING.at(place(them)), 1);
        }
    }
}

/// States what the pieces make of side `C`'s passed pawns; needs all attacks. `to_move` says whether it
/// is this side's turn.
#[inline(always)]
pub(super) fn state<C: Side, K: Sink>(
    board: &Board,
    passed: Bitboard,
    info: &AttackInfo,
    to_move: bool,
    sink: &mut K,
) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    for square in passed & info.pawns[us] {
        let pawn = square.bitboard();
        let rank = usize::from(square.relative_rank(C::COLOR));
        let next = square.offset(C::UP.delta());
        let attacked = info.all[them].has(next);
        let taken = info.occupied.has(next);
        sink.add::<C>(
            PASSED_PAWN.at((usize::from(taken) * 2 + usize::from(attacked)) * 8 + rank),
            1,
        );
        let way = ahead::<C>(pawn);
        if (way & (info.all[them] | info.occupied)).is_empty() {
            sink.add::<C>(PASSED_FREE_WAY.at(rank), 1);
        }
        let behind = ahead::<C::Them>(pawn) & board.straight_sliders();
        if behind.any() {
            let backed = (behind & board.color(C::COLOR)).any();
            sink.add::<C>(PASSED_BACKED.at(0), i32::from(backed));
            let chased = (behind & board.color(C::Them::COLOR)).any();
            sink.add::<C>(PASSED_BACKED.at(1), i32::from(chased));
        }
        // --- The square rule: Source: <https://www.chessprogramming.org/Rule_of_the_Square>
        if !board.has_non_pawn_material(C::Them::COLOR) && (way & info.occupied).is_empty() {
            let last = (way | pawn) & (Bitboard::rank(0) | Bitboard::rank(7));
            let steps = way.count() as u8 - u8::from(rank == 1);
            let king = info.king[them].distance(last.first());
            if king > steps + u8::from(!to_move) {
                sink.add::<C>(UNSTOPPABLE.at(0), 1);
            }
        }
    }
}
