//! Space: room for the pieces in a side's own camp, above all behind its pawns.
//!
//! Source: <https://www.chessprogramming.org/Space>; the formula is that of Stockfish.

use super::attack_info::AttackInfo;
use super::phase::phase;
use super::sink::Sink;
use super::terms::SPACE;
use crate::board::Board;
use crate::types::{Bitboard, Black, PieceType, Side, White};

/// Below this game phase, space counts for nothing: so few pieces have enough of it.
const LEAST_PHASE: i32 = 17;
/// The files c to f on the ranks two to four of a side, by colour.
const AREA: [Bitboard; 2] = [Bitboard(0x0000_0000_3C3C_3C00), Bitboard(0x003C_3C3C_0000_0000)];
/// Blocked pawns beyond this number don't make space worth more.
const MOST_BLOCKED: u32 = 9;
/// With no more pieces (king and pawns included) and blocked pawns than this together, space is worth nothing.
const FEW: u32 = 3;
/// The product of space and squared weight is divided by this.
const PARTS: u32 = 256;

/// Evaluates the space of both sides. Needs all attacks.
#[inline(always)]
pub(super) fn evaluate<K: Sink>(board: &Board, info: &AttackInfo, sink: &mut K) {
    if phase(board) >= LEAST_PHASE {
        let blocked = (info.blocked[0].count() + info.blocked[1].count()).min(MOST_BLOCKED);
        evaluate_side::<White, K>(board, info, blocked, sink);
        evaluate_side::<Black, K>(board, info, blocked, sink);
    }
}

/// Evaluates the space of side `C`; `blocked` is the number of blocked pawns of both sides, at most [`MOST_BLOCKED`].
#[inline(always)]
fn evaluate_side<C: Side, K: Sink>(board: &Board, info: &AttackInfo, blocked: u32, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let pawns = info.pawns[us];
    let safe = AREA[us] & !pawns & !info.by[them][PieceType::Pawn.index()];
    let one = pawns.shift(C::Them::UP);
    let two = one.shift(C::Them::UP);
    let behind = safe & (one | two | two.shift(C::Them::UP)) & !info.all[them];
    let weight = (board.color(C::COLOR).count() + blocked).saturating_sub(FEW);
    let room = safe.count() + behind.count();
    sink.add::<C>(SPACE.at(0), (room * weight * weight / PARTS) as i32, safe);
}
