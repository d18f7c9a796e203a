//! Which moves check, pin or unpin.

use crate::attacks;
use crate::board::state::Board;
use crate::types::{Bitboard, PieceType, Side};

/// The squares where moves of side `S` change checks or pins against the replying side. All other moves leave
/// them as they are.
pub(super) struct Strikes {
    /// A piece that leaves here may uncover a check or open a castling path.
    pub(super) uncovering: Bitboard,
    /// A piece that leaves here uncovers a pin.
    pub(super) uncovering_pins: Bitboard,
    /// What arrives here, behind a rook that may castle, may pin it.
    pub(super) behind_rooks: Bitboard,
    /// The pinned pieces.
    pub(super) pinned_pieces: Bitboard,
    /// The king's diagonals, and its rank and file, up to the first piece.
    lines: [Bitboard; 2],
    /// By piece type: a piece that arrives here checks or pins.
    pub(super) arriving: [Bitboard; 6],
    /// The lines from the replying king through a pinned piece to the rook or queen that pins it.
    pub(super) pinned_straight: Bitboard,
    /// The same for pins by bishops and queens.
    pub(super) pinned_diagonal: Bitboard,
}

impl Strikes {
    #[inline(always)]
    pub(super) fn find<S: Side>(board: &Board) -> Strikes {
        let (us, them) = (board.color(S::COLOR), board.color(S::Them::COLOR));
        let occupied = us | them;
        let king = board.king(S::Them::COLOR);
        let mut pins = [Bitboard::EMPTY; 2];
        let [mut uncovering, mut uncovering_pins, mut pinned_pieces] = [Bitboard::EMPTY; 3];
        let snipers = [
            attacks::rook_rays(king) & board.straight,
            attacks::bishop_rays(king) & board.diagonal,
        ];
        for (pin, snipers) in pins.iter_mut().zip(snipers) {
            for sniper in snipers & us {
                let between = attacks::between(king, sniper);
                let (own, other) = (between & us, between & them);
                if other.many() || own.many() {
                    continue;
                }
                if own.is_empty() {
                    *pin |= between | sniper.bitboard();
                    pinned_pieces |= other;
                } else if other.is_empty() {
                    uncovering |= own;
                } else {
                    uncovering_pins |= own;
                }
            }
        }
        // Lines from the king up to the first piece, and through one of its own.
        let lines = [attacks::bishop(king, occupied), attacks::rook(king, occupied)];
        let further = [
            attacks::bishop(king, occupied ^ (lines[0] & them)),
            attacks::rook(king, occupied ^ (lines[1] & them)),
        ];
        Strikes {
            uncovering,
            uncovering_pins,
            behind_rooks: Bitboard::EMPTY,
            pinned_pieces,
            lines,
            arriving: [
                attacks::pawn(S::Them::COLOR, king),
                attacks::knight(king),
                further[0],
                further[1],
                further[0] | further[1],
                Bitboard::EMPTY,
            ],
            pinned_straight: pins[0],
            pinned_diagonal: pins[1],
        }
    }

    /// Where a piece that arrives gives check.
    #[inline(always)]
    pub(super) fn checks(&self, kind: PieceType) -> Bitboard {
        match kind {
            PieceType::Bishop => self.lines[0],
            PieceType::Rook => self.lines[1],
            PieceType::Queen => self.lines[0] | self.lines[1],
            _ => self.arriving[kind.index()],
        }
    }

    /// Any move of a piece here changes a pin: it pins, or uncovers a pin.
    #[inline(always)]
    pub(super) fn leaving(&self) -> Bitboard {
        self.uncovering_pins | self.pinned()
    }

    /// The lines of all pins.
    #[inline(always)]
    pub(super) fn pinned(&self) -> Bitboard {
        self.pinned_straight | self.pinned_diagonal
    }
}
