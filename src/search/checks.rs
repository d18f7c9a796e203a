//! Which quiet moves give check.

use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, PieceType, Square};

/// Where the pieces of the side to move would give check.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckSquares {
    king: Square,
    by_kind: [Bitboard; 5],
    discoverers: Bitboard,
}

impl CheckSquares {
    /// Where the pieces of the side to move would give check to the other king.
    #[inline]
    pub(super) fn new(board: &Board) -> CheckSquares {
        let (us, them) = (board.side(), !board.side());
        let king = board.king(them);
        let (own, theirs, occupied) = (board.color(us), board.color(them), board.occupied());
        // Own sliders that see the king through own pieces; one that is alone in between discovers the check.
        let snipers = attacks::bishop(king, theirs) & board.diagonal_sliders()
            | attacks::rook(king, theirs) & board.straight_sliders();
        let mut discoverers = Bitboard::EMPTY;
        for sniper in snipers & own {
            let shields = attacks::between(king, sniper) & own;
            if !shields.many() {
                discoverers |= shields;
            }
        }
        let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let (pawn, knight) = (attacks::pawn(them, king), attacks::knight(king));
        CheckSquares {
            king,
            by_kind: [pawn, knight, diagonal, straight, diagonal | straight],
            discoverers,
        }
    }

    /// The squares on which a piece of this type that comes from `from` gives check. A king gives check only by
    /// moving out of the way.
    #[inline(always)]
    pub(super) fn of(&self, kind: PieceType, from: Square) -> Bitboard {
        let direct = self.by_kind.get(kind.index()).copied().unwrap_or(Bitboard::EMPTY);
        if self.discoverers.has(from) { direct | !attacks::line(self.king, from) } else { direct }
    }
}
