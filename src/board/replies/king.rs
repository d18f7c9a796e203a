//! The replying king: its steps and castlings, and what of them a move of the other side changes.

use super::change::Change;
use crate::attacks;
use crate::board::legality::CheckInfo;
use crate::board::state::Board;
use crate::types::{Bitboard, List, PieceType, Side, Square};

/// A line man of the moving side, or a square that the king wants, whichever are fewer: the lines
/// between the two decide where the king is safe.
#[derive(Clone, Copy)]
struct KingLines {
    square: Square,
    /// Whether it looks along diagonals; squares look both ways.
    diagonal: bool,
    /// Up to and including the first man. The king itself is no obstacle.
    reach: Bitboard,
    /// Whether no slider attacks the square.
    safe: bool,
}

/// Keeps count of the king moves of the side that replies to `S`.
pub(super) struct KingReplies {
    /// The empty or enemy squares beside the king.
    steps: Bitboard,
    /// The squares that the king crosses when castling, for each castling whose way is free.
    walks: List<Bitboard, 2>,
    /// All these squares.
    wanted: Bitboard,
    /// What the moving side's pawns, knights and king attack.
    leapers: Bitboard,
    lines: List<KingLines, 30>,
    /// Whether the lines start at the moving side's sliders, or else at the squares wanted.
    from_sliders: bool,
    /// Where a man that leaves or comes opens or blocks a line of the moving side's sliders towards
    /// a wanted square.
    crossings: Bitboard,
    /// Where a slider attacks a wanted square, along ranks and files, and along diagonals.
    straight: Bitboard,
    diagonal: Bitboard,
    /// A man that leaves or comes here changes whether there is a way to castle.
    pub(super) castling_squares: Bitboard,
    /// King moves in reply to a pass.
    pub(super) count: u32,
}

impl KingReplies {
    /// Nothing counted yet.
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

    /// Counts the replies to a pass.
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
        let [pawns, knights, kings] = [board.pawns, board.knights, board.kings].map(|men| men & us);
        self.leapers = leaper_attacks::<S>(pawns, knights, kings);
        let (straight, diagonal) = (board.straight & us, board.diagonal & us);
        let occupied = occupied ^ king.bitboard();
        let mut safe = self.wanted & !self.leapers;
        self.from_sliders = 2 * (straight.count() + diagonal.count()) <= self.wanted.count();
        if self.from_sliders {
            for (diagonal, men) in [(true, diagonal), (false, straight)] {
                for square in men {
                    let reach = attacks::slider(diagonal, square, occupied);
                    self.lines.push(KingLines { square, diagonal, reach, safe: false });
                    self.crossings |= reach;
                    safe &= !reach;
                }
            }
            // A slider takes its lines along.
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
            let all = |men: Bitboard, diagonal| {
                men.into_iter().fold(Bitboard::EMPTY, |all, square| {
                    all | attacks::slider(diagonal, square, occupied)
                })
            };
            self.crossings =
                (self.straight & all(straight, false)) | (self.diagonal & all(diagonal, true));
        }
        self.count = self.count_safe(safe);
    }

    /// King moves if exactly these of the wanted squares are safe.
    #[inline(always)]
    fn count_safe(&self, safe: Bitboard) -> u32 {
        let castlings = self.walks.iter().filter(|&&walk| (walk & !safe).is_empty()).count();
        (safe & self.steps).count() + castlings as u32
    }

    /// Where a man of that kind must neither leave nor come for the king moves to stay as they are.
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

    /// King moves in reply to a move that leaves checks, pins and castling ways as they are.
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
        let men = |set: Bitboard, arrives: bool| {
            (set & us & !from) | if arrives { to } else { Bitboard::EMPTY }
        };
        let leaps = |kind| matches!(kind, PieceType::Pawn | PieceType::Knight | PieceType::King);
        let leapers = if leaps(left) || leaps(came) {
            leaper_attacks::<S>(
                men(board.pawns, came == PieceType::Pawn),
                men(board.knights, came == PieceType::Knight),
                men(board.kings, came == PieceType::King),
            )
        } else {
            self.leapers
        };
        let occupied = occupied ^ board.king(S::Them::COLOR).bitboard();
        let mut safe = self.wanted & !leapers;
        if self.from_sliders {
            for lines in self.lines.iter() {
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
            let straight = men(board.straight, came.is_straight());
            let diagonal = men(board.diagonal, came.is_diagonal());
            for lines in self.lines.iter() {
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

/// What these pawns, knights and kings of side `S` attack.
#[inline(always)]
fn leaper_attacks<S: Side>(pawns: Bitboard, knights: Bitboard, kings: Bitboard) -> Bitboard {
    attacks::pawns::<S>(pawns) | attacks::knights(knights) | attacks::kings(kings)
}
