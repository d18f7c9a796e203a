//! The replies to a check, counted square by square: few squares matter.

use super::king::KingReplies;
use super::strikes::Strikes;
use crate::attacks;
use crate::board::movegen::{LAST_RANKS, third_rank};
use crate::board::state::Board;
use crate::types::{Bitboard, PieceType, Side, Square};

/// The replies to a check by the piece of type `came` that goes from `from` to `to`, and by nothing else: the
/// king steps aside, the piece is captured, or a line is blocked. Not for double pushes, which may be
/// captured en passant.
#[inline(never)]
pub(super) fn replies_to_check<S: Side>(
    board: &Board,
    strikes: &Strikes,
    king_replies: &KingReplies,
    came: PieceType,
    from: Square,
    to: Square,
) -> i64 {
    let them = board.color(S::Them::COLOR) & !to.bitboard();
    let occupied = board.occupied() ^ from.bitboard() | to.bitboard();
    let king = board.king(S::Them::COLOR);
    // A pinned piece neither captures nor blocks.
    let free = them & !strikes.pinned();
    let reachers = |square: Square| {
        (attacks::knight(square) & board.knights)
            | (attacks::bishop(square, occupied) & board.diagonal)
            | (attacks::rook(square, occupied) & board.straight)
    };
    let pawns = board.pawns & free;
    let by_pawns = |captures: Bitboard, square: Bitboard| {
        if (square & LAST_RANKS).any() { 4 * captures.count() } else { captures.count() }
    };
    let mut count = king_replies.steps_from_check::<S>(board, came, from, to);
    count += (reachers(to) & free).count()
        + by_pawns(attacks::pawn(S::COLOR, to) & pawns, to.bitboard());
    let between = attacks::between(king, to);
    if between.any() {
        let single = pawns.shift(S::Them::UP) & !occupied;
        let double = (single & third_rank::<S::Them>()).shift(S::Them::UP) & !occupied;
        count += (single & between).count()
            + 3 * (single & between & LAST_RANKS).count()
            + (double & between).count();
        for square in between {
            count += (reachers(square) & free).count();
        }
    }
    i64::from(count)
}
