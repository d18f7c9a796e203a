//! Passed pawns: what stands before them, who escorts them, who stops them.

use super::attack_info::AttackInfo;
use super::pawns::ahead;
use super::sink::Sink;
use super::terms::{
    PASSED_BACKED, PASSED_CONNECTED, PASSED_ENEMY_KING, PASSED_FREE_WAY, PASSED_OWN_KING,
    PASSED_PAWN, UNSTOPPABLE,
};
use crate::board::Board;
use crate::types::{Bitboard, PieceType, Side};

/// The fourth rank: from there on kings matter.
const KINGS_MATTER: usize = 3;

/// States what side `C`'s passed pawns are worth; needs all attacks. `to_move` says whether it is this
/// side's turn.
#[inline(always)]
pub(super) fn state<C: Side, K: Sink>(
    board: &Board,
    passed: Bitboard,
    info: &AttackInfo,
    to_move: bool,
    sink: &mut K,
) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let pieces = board.color(C::Them::COLOR) & !(info.pawns[them] | info.king[them].bitboard());
    for square in passed {
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
        let free = (way & (info.all[them] | info.occupied)).is_empty();
        if free {
            sink.add::<C>(PASSED_FREE_WAY.at(rank), 1);
        }
        if info.by[us][PieceType::Pawn.index()].has(square)
            || (pawn.widen() & !pawn & info.pawns[us]).any()
        {
            sink.add::<C>(PASSED_CONNECTED.at(rank), 1);
        }
        if rank >= KINGS_MATTER {
            let place = |color: usize| {
                (rank - KINGS_MATTER) * 8 + usize::from(info.king[color].distance(next))
            };
            sink.add::<C>(PASSED_OWN_KING.at(place(us)), 1);
            sink.add::<C>(PASSED_ENEMY_KING.at(place(them)), 1);
        }
        let behind = ahead::<C::Them>(pawn) & board.straight_sliders();
        for (index, color) in [C::COLOR, C::Them::COLOR].into_iter().enumerate() {
            if (behind & board.color(color)).any() {
                sink.add::<C>(PASSED_BACKED.at(index), 1);
            }
        }
        // --- The square rule: Source: <https://www.chessprogramming.org/Rule_of_the_Square>
        if pieces.is_empty() && (way & info.occupied).is_empty() {
            let last = (way | pawn) & (Bitboard::rank(0) | Bitboard::rank(7));
            let steps = way.count() as u8 - u8::from(rank == 1);
            let king = info.king[them].distance(last.first());
            if king > steps + u8::from(!to_move) {
                sink.add::<C>(UNSTOPPABLE.at(0), 1);
            }
        }
    }
}
