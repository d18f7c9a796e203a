//! Passed pawns: support, the path ahead, the kings and rooks.

use super::attack_info::AttackInfo;
use super::pawns::{ahead, beside};
use super::sink::Sink;
use super::terms::{
    PASSED_CONNECTED, PASSED_DEFENDED_PUSH, PASSED_ENEMY_KING, PASSED_FREE_PATH, PASSED_OWN_KING,
    PASSED_PAWN, PASSED_ROOK_BEHIND, PASSED_SAFE_PATH, PASSED_WIDE_PATH, UNSTOPPABLE,
};
use crate::board::Board;
use crate::types::{Bitboard, PieceType, Side};

/// The fourth rank: from there on, the distances of the kings and the safety of the path count.
const FOURTH: usize = 3;

/// Evaluates the support of side `C`'s passed pawns: all that depends on pawns and kings alone.
#[inline(always)]
pub(super) fn evaluate_support<C: Side, K: Sink>(
    info: &AttackInfo,
    passed: Bitboard,
    sink: &mut K,
) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let own = info.pawns[us];
    let supported = info.by[us][PieceType::Pawn.index()] | beside(own);
    for square in passed & own {
        let rank = usize::from(square.relative_rank(C::COLOR));
        if supported.has(square) {
            sink.add_at::<C>(PASSED_CONNECTED.at(rank), square);
        }
        if rank >= FOURTH {
            let stop_square = square.offset(C::UP.delta());
            let entry = |color: usize| {
                (rank - FOURTH) * 8 + usize::from(info.king[color].distance(stop_square))
            };
            sink.add_at::<C>(PASSED_OWN_KING.at(entry(us)), square);
            sink.add_at::<C>(PASSED_ENEMY_KING.at(entry(them)), square);
        }
    }
}

/// Evaluates the path ahead of side `C`'s passed pawns and the rooks behind them. Needs all attacks;
/// `to_move` says whether it is this side's turn.
#[inline(always)]
pub(super) fn evaluate_path<C: Side, K: Sink>(
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
        let stop_square = square.offset(C::UP.delta());
        let attacked = info.all[them].has(stop_square);
        let occupied = info.occupied.has(stop_square);
        let obstacle = usize::from(occupied) * 2 + usize::from(attacked);
        sink.add_at::<C>(PASSED_PAWN.at(obstacle * 8 + rank), square);
        let path = ahead::<C>(pawn);
        if (path & (info.all[them] | info.occupied)).is_empty() {
            sink.add_at::<C>(PASSED_FREE_PATH.at(rank), square);
        }
        if rank >= FOURTH {
            let entry = rank - FOURTH;
            if info.all[us].has(stop_square) {
                sink.add_at::<C>(PASSED_DEFENDED_PUSH.at(entry), square);
            }
            if (path & info.all[them]).is_empty() {
                sink.add_at::<C>(PASSED_SAFE_PATH.at(entry), square);
            }
            let wide_path = ahead::<C>(pawn.widen());
            if (wide_path & (info.all[them] | board.color(C::Them::COLOR))).is_empty() {
                sink.add_at::<C>(PASSED_WIDE_PATH.at(entry), square);
            }
        }
        let behind = ahead::<C::Them>(pawn) & board.straight_sliders();
        if behind.any() {
            let own = (behind & board.color(C::COLOR)).any();
            sink.add::<C>(PASSED_ROOK_BEHIND.at(0), i32::from(own), pawn);
            let enemy = (behind & board.color(C::Them::COLOR)).any();
            sink.add::<C>(PASSED_ROOK_BEHIND.at(1), i32::from(enemy), pawn);
        }
        // --- The rule of the square. Source: <https://www.chessprogramming.org/Rule_of_the_Square>
        if !board.has_non_pawn_material(C::Them::COLOR) && (path & info.occupied).is_empty() {
            let promotion = (path | pawn) & (Bitboard::rank(0) | Bitboard::rank(7));
            let steps = path.count() as u8 - u8::from(rank == 1);
            let king = info.king[them].distance(promotion.first());
            if king > steps + u8::from(!to_move) {
                sink.add_at::<C>(UNSTOPPABLE.at(0), square);
            }
        }
    }
}
