//! The moves of a position, still as sets of targets.

use crate::board::movegen::MoveSink;
use crate::types::{Bitboard, List, Move, MoveKind, MoveList, PieceType, Square};

/// The moves of a piece that is not a pawn.
#[derive(Clone, Copy)]
pub(super) struct PieceMoves {
    pub(super) kind: PieceType,
    pub(super) from: Square,
    pub(super) to: Bitboard,
}

/// The moves of all pawns by one step, other than promotions.
#[derive(Clone, Copy)]
pub(super) struct PawnMoves {
    pub(super) to: Bitboard,
    pub(super) delta: i8,
    pub(super) kind: MoveKind,
}

/// The moves of a position, still as sets.
pub(super) struct Moves {
    /// A queen has two entries, one for its diagonals.
    pub(super) pieces: List<PieceMoves, 32>,
    pub(super) pawns: List<PawnMoves, 4>,
    /// Promotions, castlings, captures en passant.
    pub(super) others: MoveList,
    /// Wherever a piece or a pawn arrives.
    pub(super) targets: Bitboard,
}

impl Moves {
    #[inline(always)]
    pub(super) fn new() -> Moves {
        Moves {
            pieces: List::new(),
            pawns: List::new(),
            others: MoveList::new(),
            targets: Bitboard::EMPTY,
        }
    }
}

impl MoveSink for Moves {
    #[inline(always)]
    fn piece(&mut self, kind: PieceType, from: Square, to: Bitboard, _: Bitboard) {
        self.pieces.push_if(to.any(), PieceMoves { kind, from, to });
        self.targets |= to;
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8, kind: MoveKind) {
        self.pawns.push_if(to.any(), PawnMoves { to, delta, kind });
        self.targets |= to;
    }

    fn promotions(&mut self, to: Bitboard, delta: i8, capture: bool) {
        self.others.promotions(to, delta, capture);
        self.targets |= to;
    }

    fn single(&mut self, mv: Move) {
        self.others.push(mv);
    }
}
