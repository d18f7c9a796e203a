//! The replying king: its steps and castlings, and how moves of the other side change them.

use super::strikes::Strikes;
use crate::attacks;
use crate::board::state::Board;
use crate::types::{Bitboard, List, PieceType, Side, Square};

/// The diagonals, or the rank and file, of a slider of the moving side.
#[derive(Clone, Copy)]
struct Lines {
    square: Square,
    diagonal: bool,
    /// Up to and including the first piece.
    reach: Bitboard,
}

/// A castling with a free path.
#[derive(Clone, Copy)]
struct Castling {
    /// The squares that the king crosses, which must be safe.
    walk: Bitboard,
    /// The squares that must stay empty, and the rook's.
    path: Bitboard,
}

/// Counts the king moves of the side that replies to `S`.
pub(super) struct KingReplies {
    /// The squares around the king.
    zone: Bitboard,
    /// Those of them without a piece of its own side.
    steps: Bitboard,
    /// The castlings whose paths are free.
    castlings: List<Castling, 2>,
    /// The squares of steps and walks, which must be safe.
    wanted: Bitboard,
    /// What the moving side's pawns, knights and king attack.
    leapers: Bitboard,
    /// What the moving side attacks, as far as it is wanted.
    danger: Bitboard,
    /// The moving side's sliders that attack a wanted square, or would if another piece left.
    sliders: List<Lines, 30>,
    /// By piece type: where a piece attacks a wanted square.
    near: [Bitboard; 6],
    /// Where a piece of the moving side stands before such a slider.
    openers: Bitboard,
    /// Where an arriving piece may block a slider's line to a wanted square.
    crossings: Bitboard,
    /// Where any arriving piece changes the king's moves: on a castling path, or as the captor of a piece next
    /// to the king.
    arriving: Bitboard,
    /// King moves in reply to a pass.
    pub(super) count: u32,
}

impl KingReplies {
    #[inline(always)]
    pub(super) fn new() -> KingReplies {
        KingReplies {
            zone: Bitboard::EMPTY,
            steps: Bitboard::EMPTY,
            castlings: List::new(),
            wanted: Bitboard::EMPTY,
            leapers: Bitboard::EMPTY,
            danger: Bitboard::EMPTY,
            sliders: List::new(),
            near: [Bitboard::EMPTY; 6],
            openers: Bitboard::EMPTY,
            crossings: Bitboard::EMPTY,
            arriving: Bitboard::EMPTY,
            count: 0,
        }
    }

    /// Counts the replies to a pass. A piece that alone blocks a castling path is added to those that must be
    /// played.
    #[inline(always)]
    pub(super) fn set_up<S: Side>(&mut self, board: &Board, strikes: &mut Strikes) {
        let (us, them) = (board.color(S::COLOR), board.color(S::Them::COLOR));
        let king = board.king(S::Them::COLOR);
        let occupied = us | them;
        self.zone = attacks::king(king);
        self.steps = self.zone & !them;
        self.wanted = self.steps;
        for rook in board.castling.of(S::Them::COLOR) {
            let (path, walk) = Board::castling_paths(king, rook, S::Them::COLOR);
            // In Chess960 what stands behind a rook may pin it, now or after the move.
            let behind = attacks::beyond(king, rook);
            strikes.uncovering |= behind & us;
            strikes.behind_rooks |= behind;
            let blockers = path & occupied;
            if blockers.any() {
                if !blockers.many() {
                    strikes.uncovering |= blockers & us;
                }
            } else if !strikes.pinned_straight.has(rook) {
                let path = path | rook.bitboard();
                self.castlings.push(Castling { walk, path });
                self.wanted |= walk;
                self.arriving |= path;
            }
        }
        self.arriving |= self.zone & them;
        self.leapers = leaper_attacks::<S>(board.pawns & us, board.knights & us, board.kings & us);
        let none = Bitboard::EMPTY;
        let (straight, diagonal) = (board.straight & us, board.diagonal & us);
        let rooks = if straight.any() { attacks::rooks(self.wanted, occupied) } else { none };
        let bishops = if diagonal.any() { attacks::bishops(self.wanted, occupied) } else { none };
        self.near = [
            attacks::pawns::<S::Them>(self.wanted),
            attacks::knights(self.wanted),
            bishops,
            rooks,
            bishops | rooks,
            attacks::kings(self.wanted),
        ];
        let mut danger = self.leapers;
        for (is_diagonal, sliders, near) in [(true, diagonal, bishops), (false, straight, rooks)] {
            for square in sliders {
                let reach = attacks::slider(is_diagonal, square, occupied);
                let openers = reach & near & us;
                let attacks = near.has(square);
                if openers.any() || attacks {
                    self.sliders.push(Lines { square, diagonal: is_diagonal, reach });
                    self.openers |= openers;
                    if attacks {
                        self.crossings |= reach & near;
                        danger |= reach;
                    }
                }
            }
        }
        self.arriving |= self.crossings;
        self.danger = danger;
        self.count = self.count_safe(self.wanted & !danger, Bitboard::EMPTY);
    }

    /// The number of king moves if exactly these of the wanted squares are safe, and a piece arrived on `to`.
    #[inline(always)]
    fn count_safe(&self, safe: Bitboard, to: Bitboard) -> u32 {
        let may_castle = |castling: &&Castling| {
            (castling.walk & !safe).is_empty() && (castling.path & to).is_empty()
        };
        (safe & self.steps).count() + self.castlings.iter().filter(may_castle).count() as u32
    }

    /// Where the departure of a piece of this type may change the king's moves.
    #[inline(always)]
    pub(super) fn leaving(&self, kind: PieceType) -> Bitboard {
        self.near[kind.index()] | self.openers
    }

    /// Where the arrival of a piece of this type may change the king's moves.
    #[inline(always)]
    pub(super) fn arriving(&self, kind: PieceType) -> Bitboard {
        self.near[kind.index()] | self.arriving
    }

    /// How many more king moves there are in reply to all these moves of a piece than to as many passes.
    /// `leaves` says whether the departure alone may make a difference.
    #[inline(never)]
    pub(super) fn difference<S: Side>(
        &self,
        board: &Board,
        (left, came): (PieceType, PieceType),
        from: Square,
        to: Bitboard,
        leaves: bool,
    ) -> i64 {
        let us = board.color(S::COLOR);
        let occupied = board.occupied() ^ from.bitboard();
        let staying = |pieces: Bitboard| pieces & us & !from.bitboard();
        let mut leapers = self.leapers;
        let mut danger = self.danger;
        let mut crossings = self.crossings;
        let mut arriving = self.near[came.index()] | self.arriving;
        if leaves {
            if self.near[left.index()].has(from) {
                leapers = leaper_attacks::<S>(
                    staying(board.pawns),
                    staying(board.knights),
                    staying(board.kings),
                );
                if left.is_diagonal() || left.is_straight() {
                    // Along its own lines it attacks the same squares, from further away too.
                    for square in attacks::piece(left, from, occupied) & self.wanted {
                        arriving |= attacks::line(square, from);
                    }
                }
            }
            if left != came {
                // A promoted piece may attack through the square of its pawn.
                arriving = to;
            }
            danger = leapers;
            for slider in &self.sliders {
                if slider.square == from {
                    continue;
                }
                let mut reach = slider.reach;
                if reach.has(from) {
                    reach = attacks::slider(slider.diagonal, slider.square, occupied);
                    if ((reach ^ slider.reach) & self.wanted).any() {
                        crossings |= reach;
                    }
                }
                danger |= reach;
            }
        }
        let count = i64::from(self.count_safe(self.wanted & !danger, Bitboard::EMPTY));
        let mut sum = 0;
        for square in to & (arriving | crossings) {
            let occupied = occupied | square.bitboard();
            let mut danger = danger;
            if crossings.has(square) {
                danger = leapers | self.slider_attacks(from, occupied);
            }
            danger |= attacks_of::<S>(came, square, occupied);
            sum += i64::from(self.count_safe(self.wanted & !danger, square.bitboard())) - count;
            sum += i64::from(self.recaptures::<S>(board, from, square, occupied));
        }
        sum + (count - i64::from(self.count)) * i64::from(to.count())
    }

    /// The king's steps out of a check by the piece of type `came` that goes from `from` to `to`.
    #[inline(always)]
    pub(super) fn steps_from_check<S: Side>(
        &self,
        board: &Board,
        came: PieceType,
        from: Square,
        to: Square,
    ) -> u32 {
        let us = board.color(S::COLOR);
        let staying = |pieces: Bitboard| pieces & us & !from.bitboard();
        let occupied = board.occupied() ^ from.bitboard() | to.bitboard();
        let mut danger =
            leaper_attacks::<S>(staying(board.pawns), staying(board.knights), staying(board.kings));
        danger |= self.slider_attacks(from, occupied);
        // The piece that checks also attacks the squares behind the king.
        let behind = occupied ^ board.king(S::Them::COLOR).bitboard();
        danger |= attacks_of::<S>(came, to, behind);
        (self.steps & !danger).count() + u32::from(self.recaptures::<S>(board, from, to, occupied))
    }

    /// What the sliders attack, except for one that has left `from`.
    #[inline(always)]
    fn slider_attacks(&self, from: Square, occupied: Bitboard) -> Bitboard {
        let staying = self.sliders.iter().filter(|slider| slider.square != from);
        staying.fold(Bitboard::EMPTY, |all, slider| {
            all | attacks::slider(slider.diagonal, slider.square, occupied)
        })
    }

    /// Whether the king can recapture on `to`: a piece of its own stood there beside it, and nothing of the
    /// moving side defends the captor from `from`.
    #[inline(always)]
    fn recaptures<S: Side>(
        &self,
        board: &Board,
        from: Square,
        to: Square,
        occupied: Bitboard,
    ) -> bool {
        let defenders = || board.color(S::COLOR) & !from.bitboard() & board.attackers(to, occupied);
        (self.zone & board.color(S::Them::COLOR)).has(to) && defenders().is_empty()
    }
}

/// What a piece of side `S` attacks, a pawn included.
#[inline(always)]
fn attacks_of<S: Side>(kind: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn => attacks::pawn(S::COLOR, square),
        _ => attacks::piece(kind, square, occupied),
    }
}

/// The squares attacked by these pawns, knights and kings of side `S`.
#[inline(always)]
fn leaper_attacks<S: Side>(pawns: Bitboard, knights: Bitboard, kings: Bitboard) -> Bitboard {
    attacks::pawns::<S>(pawns) | attacks::knights(knights) | attacks::kings(kings)
}
