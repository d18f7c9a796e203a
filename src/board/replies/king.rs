//! The replying king: its steps and castlings, and which of them a move of the other side changes.

use super::change::Change;
use crate::attacks;
use crate::board::legality::CheckInfo;
use crate::board::state::Board;
use crate::types::{Bitboard, List, PieceType, Side, Square};

/// A slider of the moving side, or a square that the king may want to move to, whichever are fewer.
/// The lines between the two decide where the king is safe.
#[derive(Clone, Copy)]
struct KingLines {
    square: Square,
    /// Whether it looks along diagonals; used for sliders alone, as squares look along all lines.
    diagonal: bool,
    /// Up to and including the first piece. The king itself does not block.
    reach: Bitboard,
    /// Whether no slider attacks the square.
    safe: bool,
}

/// Counts the king moves of the side that replies to `S`.
pub(super) struct KingReplies {
    /// The empty or enemy squares around the king.
    steps: Bitboard,
    /// The squares that the king crosses, for each castling whose path is free.
    walks: List<Bitboard, 2>,
    /// All these squares.
    wanted: Bitboard,
    /// The squares attacked by the moving side's pawns, knights and king.
    leapers: Bitboard,
    lines: List<KingLines, 30>,
    /// Whether the lines start at the moving side's sliders or at the wanted squares.
    from_sliders: bool,
    /// Where a piece that leaves or arrives opens or blocks a line from one of the moving side's
    /// sliders towards a wanted square.
    crossings: Bitboard,
    /// Where a slider would attack a wanted square: along ranks and files, and along diagonals.
    straight: Bitboard,
    diagonal: Bitboard,
    /// A piece that leaves or arrives here may change whether a castling path is free.
    pub(super) castling_squares: Bitboard,
    /// King moves in reply to a null move.
    pub(super) count: u32,
}

impl KingReplies {
    /// An empty count.
    #[inline(always)]
    pub(super) fn new() -> KingReplies {
        KingReplies {
            steps: Bitboard::EMPTY,
            walks: List::new(),
            wanted: Bitboard::EMPTY,
            leapers: Bitboard::EMPTY,
            lines: List::new(),
            from_sliders: false,
            crossings: Bitboard::EMPTY,
            straight: Bitboard::EMPTY,
            diagonal: Bitboard::EMPTY,
            castling_squares: Bitboard::EMPTY,
            count: 0,
        }
    }

    /// Counts the replies to a null move.
    #[inline(always)]
    pub(super) fn set_up<S: Side>(&mut self, board: &Board, info: &CheckInfo) {
        let us = board.color(S::COLOR);
        let king = board.king(S::Them::COLOR);
        let occupied = board.occupied();
        self.steps = attacks::king(king) & !board.color(S::Them::COLOR);
        self.wanted = self.steps;
        for rook in board.castling.of(S::Them::COLOR) {
            let (path, walk) = Board::castling_paths(king, rook, S::Them::COLOR);
            self.castling_squares |= path | rook.bitboard();
            if (path & occupied).is_empty() && !info.pinned_straight.has(rook) {
                self.walks.push(walk);
                self.wanted |= walk;
            }
        }
        let [pawns, knights, kings] =
            [board.pawns, board.knights, board.kings].map(|pieces| pieces & us);
        self.leapers = leaper_attacks::<S>(pawns, knights, kings);
        let (straight, diagonal) = (board.straight & us, board.diagonal & us);
        let occupied = occupied ^ king.bitboard();
        let mut safe = self.wanted & !self.leapers;
        self.from_sliders = 2 * (straight.count() + diagonal.count()) <= self.wanted.count();
        if self.from_sliders {
            for (diagonal, sliders) in [(true, diagonal), (false, straight)] {
                for square in sliders {
                    let reach = attacks::slider(diagonal, square, occupied);
                    self.lines.push(KingLines { square, diagonal, reach, safe: false });
                    self.crossings |= reach;
                    safe &= !reach;
                }
            }
            // A slider that moves changes its lines wherever it stands.
            (self.straight, self.diagonal) = (Bitboard::ALL, Bitboard::ALL);
        } else if self.wanted.any() {
            for square in self.wanted {
                let ranks = attacks::rook(square, occupied);
                let diagonals = attacks::bishop(square, occupied);
                let attacked = ((ranks & straight) | (diagonals & diagonal)).any();
                let reach = ranks | diagonals;
                self.lines.push(KingLines { square, diagonal: false, reach, safe: !attacked });
                self.straight |= ranks;
                self.diagonal |= diagonals;
                if attacked {
                    safe &= !square.bitboard();
                }
            }
            let all = |sliders: Bitboard, diagonal| {
                sliders.into_iter().fold(Bitboard::EMPTY, |all, square| {
                    all | attacks::slider(diagonal, square, occupied)
                })
            };
            self.crossings =
                (self.straight & all(straight, false)) | (self.diagonal & all(diagonal, true));
        }
        self.count = self.count_safe(safe);
    }

    /// The number of king moves if exactly these of the wanted squares are safe.
    #[inline(always)]
    fn count_safe(&self, safe: Bitboard) -> u32 {
        let castlings = self.walks.iter().filter(|&&walk| (walk & !safe).is_empty()).count();
        (safe & self.steps).count() + castlings as u32
    }

    /// Where a piece of this type must neither leave nor arrive for the king moves to stay the same.
    #[inline(always)]
    pub(super) fn disturbing<S: Side>(&self, kind: PieceType) -> Bitboard {
        self.crossings
            | match kind {
                PieceType::Pawn => attacks::pawns::<S::Them>(self.wanted),
                PieceType::Knight => attacks::knights(self.wanted),
                PieceType::Bishop => self.diagonal,
                PieceType::Rook => self.straight,
                PieceType::Queen => self.straight | self.diagonal,
                PieceType::King => attacks::kings(self.wanted),
            }
    }

    /// King moves in reply to a move that leaves checks, pins and castling paths unchanged.
    #[inline(never)]
    pub(super) fn count_after<S: Side>(
        &self,
        board: &Board,
        Change { mv, left, came }: Change,
        occupied: Bitboard,
    ) -> u32 {
        let us = board.color(S::COLOR);
        let (from, to) = (mv.from().bitboard(), mv.to().bitboard());
        let touched = from | to;
        let pieces = |set: Bitboard, arrives: bool| {
            (set & us & !from) | if arrives { to } else { Bitboard::EMPTY }
        };
        let leaps = |kind| matches!(kind, PieceType::Pawn | PieceType::Knight | PieceType::King);
        let leapers = if leaps(left) || leaps(came) {
            leaper_attacks::<S>(
                pieces(board.pawns, came == PieceType::Pawn),
                pieces(board.knights, came == PieceType::Knight),
                pieces(board.kings, came == PieceType::King),
            )
        } else {
            self.leapers
        };
        let occupied = occupied ^ board.king(S::Them::COLOR).bitboard();
        let mut safe = self.wanted & !leapers;
        if self.from_sliders {
            for lines in &self.lines {
                if lines.square == mv.from() {
                    continue;
                }
                safe &= !if (lines.reach & touched).any() {
                    attacks::slider(lines.diagonal, lines.square, occupied)
                } else {
                    lines.reach
                };
            }
            if came.is_diagonal() {
                safe &= !attacks::bishop(mv.to(), occupied);
            }
            if came.is_straight() {
                safe &= !attacks::rook(mv.to(), occupied);
            }
        } else {
            let straight = pieces(board.straight, came.is_straight());
            let diagonal = pieces(board.diagonal, came.is_diagonal());
            for lines in &self.lines {
                let is_safe = if (lines.reach & touched).any() {
                    (attacks::rook(lines.square, occupied) & straight).is_empty()
                        && (attacks::bishop(lines.square, occupied) & diagonal).is_empty()
                } else {
                    lines.safe
                };
                if !is_safe {
                    safe &= !lines.square.bitboard();
                }
            }
        }
        self.count_safe(safe)
    }
}

/// The squares attacked by these pawns, knights and kings of side `S`.
#[inline(always)]
fn leaper_attacks<S: Side>(pawns: Bitboard, knights: Bitboard, kings: Bitboard) -> Bitboard {
    attacks::pawns::<S>(pawns) | attacks::knights(knights) | attacks::kings(kings)
}
