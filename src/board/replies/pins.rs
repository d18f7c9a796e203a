//! The moves of a piece that pins.

use super::Pairs;
use crate::attacks;
use crate::types::{Bitboard, PieceType, Side, Square};

impl<S: Side> Pairs<'_, S> {
    /// [`share`](Pairs::share) for a piece that pins. Along the line of its pin it goes on pinning. Off the line
    /// its moves leave the same replies as if it had not pinned: those are counted anew, once for all of them.
    #[inline(never)]
    pub(super) fn share_pinner(&mut self, kind: PieceType, from: Square, to: Bitboard) -> Bitboard {
        let line = attacks::line(self.board.king(S::Them::COLOR), from);
        let along = self.share_along(kind, from, to & line);
        let off = to & !line;
        if !off.many() {
            return along;
        }
        let mut pairs = Pairs::<S>::new(self.board, from.bitboard());
        pairs.set_up(off);
        let shared = pairs.share(kind, kind, from, off);
        self.leaves += pairs.leaves;
        along | shared
    }

    /// Moves along the line of the pin. The moves of the pinned piece may change with them: a slider has other
    /// steps towards the pinning piece, which are counted here, a pawn other pushes or captures.
    #[inline(always)]
    fn share_along(&mut self, kind: PieceType, from: Square, to: Bitboard) -> Bitboard {
        let king = self.board.king(S::Them::COLOR);
        let pinned = attacks::between(king, from) & self.board.color(S::Them::COLOR);
        let mut to = to & !pinned;
        if to.is_empty() {
            return to;
        }
        if (self.board.pawns & pinned).any() {
            let takes = attacks::pawns::<S::Them>(pinned);
            if king.file() == from.file() || takes.has(from) {
                return Bitboard::EMPTY;
            }
            to &= !takes;
        } else {
            let straight = king.rank() == from.rank() || king.file() == from.file();
            let sliders = if straight { self.board.straight } else { self.board.diagonal };
            if (sliders & pinned).any() {
                let steps = |pinner| i64::from(attacks::between(king, pinner).count());
                for to in to {
                    self.leaves += steps(to) - steps(from);
                }
            }
        }
        self.share_all(kind, kind, from, to);
        to
    }
}
