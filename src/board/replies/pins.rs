//! The replies of pieces that a move pins or frees, counted piece by piece.

use super::strikes::Strikes;
use crate::attacks;
use crate::board::movegen::{LAST_RANKS, pawn_targets};
use crate::board::state::Board;
use crate::types::{Bitboard, PieceType, Side, Square};

/// The line of a pin; empty for a piece that is not pinned.
#[derive(Clone, Copy)]
struct Pin {
    straight: Bitboard,
    diagonal: Bitboard,
}

const FREE: Pin = Pin { straight: Bitboard::EMPTY, diagonal: Bitboard::EMPTY };

/// The replies of the pinned pieces to a pass.
#[inline(always)]
pub(super) fn pinned_moves<S: Side>(board: &Board, strikes: &Strikes) -> i64 {
    let (us, them) = (board.color(S::COLOR), board.color(S::Them::COLOR));
    let mut moves = 0;
    for piece in strikes.pinned_pieces {
        // The lines of all pins together serve as the line of each, as in the generator.
        let pin = if strikes.pinned_straight.has(piece) {
            Pin { straight: strikes.pinned_straight, ..FREE }
        } else {
            Pin { diagonal: strikes.pinned_diagonal, ..FREE }
        };
        moves += moves_of::<S>(board, piece, us, them, pin);
    }
    moves
}

/// What the pinned pieces can do after a move, less what they could do if it left all pins as they are. The
/// piece that moves arrives as `came`; `before` is [`pinned_moves`].
#[inline(never)]
pub(super) fn changed_pins<S: Side>(
    board: &Board,
    strikes: &Strikes,
    before: i64,
    came: PieceType,
    from: Square,
    to: Square,
) -> i64 {
    let (left, arrived) = (from.bitboard(), to.bitboard());
    let us = board.color(S::COLOR) ^ left | arrived;
    let them = board.color(S::Them::COLOR) & !arrived;
    let moved = |sliders: Bitboard, slides: bool| {
        let staying = sliders & board.color(S::COLOR) & !left;
        if slides { staying | arrived } else { staying }
    };
    let king = board.king(S::Them::COLOR);
    let straight = attacks::rook_rays(king) & moved(board.straight, came.is_straight());
    let diagonal = attacks::bishop_rays(king) & moved(board.diagonal, came.is_diagonal());
    let mut change = -before;
    let mut pinned = Bitboard::EMPTY;
    for sniper in straight | diagonal {
        let between = attacks::between(king, sniper);
        let blockers = between & (us | them);
        if blockers.many() || (blockers & them).is_empty() {
            continue;
        }
        let piece = blockers.first();
        let line = between | sniper.bitboard();
        let pin = if straight.has(sniper) {
            Pin { straight: line, ..FREE }
        } else {
            Pin { diagonal: line, ..FREE }
        };
        pinned |= blockers;
        change += moves_of::<S>(board, piece, us, them, pin);
        if !strikes.pinned_pieces.has(piece) {
            change -= moves_of::<S>(board, piece, us, them, FREE);
        }
    }
    for piece in strikes.pinned_pieces & them & !pinned {
        change += moves_of::<S>(board, piece, us, them, FREE);
    }
    change
}

/// The moves of a replying piece, where these are the squares of the moving side and of its own.
#[inline(always)]
fn moves_of<S: Side>(board: &Board, piece: Square, us: Bitboard, them: Bitboard, pin: Pin) -> i64 {
    let occupied = us | them;
    let count = if board.pawns.has(piece) {
        let pawn = piece.bitboard();
        let to = pawn_targets::<S::Them>(pawn, occupied, us, pin.straight, pin.diagonal);
        let count = |to: Bitboard| to.count() + 3 * (to & LAST_RANKS).count();
        count(to.single) + count(to.double) + count(to.east) + count(to.west)
    } else if board.knights.has(piece) {
        let free = (pin.straight | pin.diagonal).is_empty();
        if free { (attacks::knight(piece) & !them).count() } else { 0 }
    } else {
        let mut reach = Bitboard::EMPTY;
        if board.diagonal.has(piece) && pin.straight.is_empty() {
            reach |= attacks::bishop(piece, occupied);
        }
        if board.straight.has(piece) && pin.diagonal.is_empty() {
            reach |= attacks::rook(piece, occupied);
        }
        let line = pin.straight | pin.diagonal;
        let along = if line.is_empty() { Bitboard::ALL } else { line };
        (reach & along & !them).count()
    };
    i64::from(count)
}
