//! Checks, pins, and whether a single move is legal.

use super::state::Board;
use crate::attacks;
use crate::types::{Bitboard, Black, Color, Move, MoveKind, PieceType, Side, Square, White, Wing};

/// Checks and pins: what the legality of a position's moves depends on. Computed once per node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckInfo {
    /// The pieces that give check.
    pub checkers: Bitboard,
    /// Where a piece other than the king may move: anywhere, or in check only where it captures or
    /// blocks the checker.
    pub targets: Bitboard,
    /// The lines from the king through a pinned piece up to the rook or queen that pins it.
    pub pinned_straight: Bitboard,
    /// The same for pins by bishops and queens.
    pub pinned_diagonal: Bitboard,
}

impl CheckInfo {
    /// Whether the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }
}

impl Board {
    /// Checks and pins against the side to move.
    #[doc(hidden)]
    #[inline(always)]
    pub fn check_info(&self) -> CheckInfo {
        match self.side {
            Color::White => self.check_info_of::<White>(),
            Color::Black => self.check_info_of::<Black>(),
        }
    }

    /// Checks and pins against side `S`.
    #[inline(always)]
    pub(super) fn check_info_of<S: Side>(&self) -> CheckInfo {
        let (us, them) = (self.color(S::COLOR), self.color(S::Them::COLOR));
        let king = self.king(S::COLOR);
        let mut checkers = them
            & ((attacks::pawn(S::COLOR, king) & self.pawns)
                | (attacks::knight(king) & self.knights));
        let mut blocks = Bitboard::EMPTY;
        let mut pins = [Bitboard::EMPTY; 2];
        let snipers = [
            attacks::rook(king, them) & them & self.straight,
            attacks::bishop(king, them) & them & self.diagonal,
        ];
        for (pin, snipers) in pins.iter_mut().zip(snipers) {
            for sniper in snipers {
                let between = attacks::between(king, sniper);
                let line = between | sniper.bitboard();
                let shields = between & us;
                if shields.is_empty() {
                    checkers |= sniper.bitboard();
                    blocks |= line;
                } else if !shields.many() {
                    *pin |= line;
                }
            }
        }
        let targets = if checkers.is_empty() {
            Bitboard::ALL
        } else if checkers.many() {
            Bitboard::EMPTY
        } else {
            blocks | checkers
        };
        CheckInfo { checkers, targets, pinned_straight: pins[0], pinned_diagonal: pins[1] }
    }

    /// Whether capturing en passant from `from` leaves side `S`'s king safe. Two pawns leave their
    /// squares at once, which pin masks don't cover.
    pub(super) fn en_passant_is_safe<S: Side>(&self, from: Square, to: Square) -> bool {
        let victim = to.offset(-S::UP.delta()).bitboard();
        let occupied = (self.occupied() ^ from.bitboard() ^ victim) | to.bitboard();
        let king = self.king(S::COLOR);
        (self.attackers(king, occupied) & self.color(S::Them::COLOR) & !victim).is_empty()
    }

    /// The squares that must be empty for castling with `rook`, and those that the king crosses,
    /// including its target.
    #[inline(always)]
    pub(super) fn castling_paths(king: Square, rook: Square, color: Color) -> (Bitboard, Bitboard) {
        let wing = Wing::of(king, rook);
        let (king_to, rook_to) = (wing.king_target(color), wing.rook_target(color));
        let walk = attacks::between(king, king_to) | king_to.bitboard();
        let path = walk | attacks::between(rook, rook_to) | rook_to.bitboard();
        (path & !(king.bitboard() | rook.bitboard()), walk & !king.bitboard())
    }

    /// The squares that side `S`'s king crosses when it castles with this rook, if nothing but attacks on
    /// them can forbid it. It has the right and is not in check.
    #[inline(always)]
    pub(super) fn castling_walk<S: Side>(
        &self,
        king: Square,
        rook: Square,
        info: &CheckInfo,
    ) -> Option<Bitboard> {
        let (path, walk) = Self::castling_paths(king, rook, S::COLOR);
        // In Chess960 the rook may shield its king from a rook on the edge: it is pinned then.
        let free = (path & self.occupied()).is_empty() && !info.pinned_straight.has(rook);
        free.then_some(walk)
    }

    /// Whether side `S` may castle with this rook. It has the right and is not in check.
    pub(super) fn can_castle<S: Side>(&self, rook: Square, info: &CheckInfo) -> bool {
        let king = self.king(S::COLOR);
        let occupied = self.occupied() ^ king.bitboard();
        self.castling_walk::<S>(king, rook, info).is_some_and(|walk| {
            walk.into_iter().all(|square| !self.attacked_by::<S::Them>(square, occupied))
        })
    }

    /// Whether the move fits the pieces on the board, ignoring whether it leaves the king in check.
    ///
    /// True for every generated move. Of all other moves, such as a hash table may hold,
    /// [`is_legal`](Board::is_legal) accepts none.
    #[doc(hidden)]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        match self.side {
            Color::White => self.is_pseudo_legal_of::<White>(mv),
            Color::Black => self.is_pseudo_legal_of::<Black>(mv),
        }
    }

    fn is_pseudo_legal_of<S: Side>(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let (us, them) = (self.color(S::COLOR), self.color(S::Them::COLOR));
        let occupied = us | them;
        if mv.is_castle() {
            return self.kings.has(from)
                && us.has(from)
                && self.castling.of(S::COLOR).has(to)
                && (Self::castling_paths(from, to, S::COLOR).0 & occupied).is_empty();
        }
        if !us.has(from) || us.has(to) {
            return false;
        }
        if mv.kind() == MoveKind::EnPassant {
            return self.pawns.has(from)
                && self.en_passant == Some(to)
                && attacks::pawn(S::COLOR, from).has(to);
        }
        if mv.is_capture() != them.has(to) {
            return false;
        }
        if self.pawns.has(from) {
            let last_rank = to.relative_rank(S::COLOR) == 7;
            let one = from.bitboard().shift(S::UP) & !occupied;
            return mv.is_promotion() == last_rank
                && match mv.kind() {
                    MoveKind::DoublePush => {
                        from.relative_rank(S::COLOR) == 1 && (one.shift(S::UP) & !occupied).has(to)
                    }
                    _ if mv.is_capture() => attacks::pawn(S::COLOR, from).has(to),
                    _ => one.has(to),
                };
        }
        matches!(mv.kind(), MoveKind::Quiet | MoveKind::Capture)
            && self.kind_on(from).is_some_and(|kind| attacks::piece(kind, from, occupied).has(to))
    }

    /// Whether the move is legal: true for exactly the moves that are generated.
    ///
    /// `info` must belong to this position.
    #[doc(hidden)]
    pub fn is_legal(&self, mv: Move, info: &CheckInfo) -> bool {
        self.is_pseudo_legal(mv)
            && match self.side {
                Color::White => self.keeps_king_safe::<White>(mv, info),
                Color::Black => self.keeps_king_safe::<Black>(mv, info),
            }
    }

    fn keeps_king_safe<S: Side>(&self, mv: Move, info: &CheckInfo) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            return !info.in_check() && self.can_castle::<S>(to, info);
        }
        if self.kings.has(from) {
            return !self.attacked_by::<S::Them>(to, self.occupied() ^ from.bitboard());
        }
        if mv.kind() == MoveKind::EnPassant {
            return self.en_passant_is_safe::<S>(from, to);
        }
        let pinned = (info.pinned_straight | info.pinned_diagonal).has(from);
        info.targets.has(to) && (!pinned || attacks::line(self.king(S::COLOR), from).has(to))
    }

    /// The type of the piece that the move captures, if any; a pawn for en passant.
    #[doc(hidden)]
    pub fn captured(&self, mv: Move) -> Option<PieceType> {
        match mv.kind() {
            MoveKind::EnPassant => Some(PieceType::Pawn),
            _ if mv.is_capture() => self.kind_on(mv.to()),
            _ => None,
        }
    }
}
