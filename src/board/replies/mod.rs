//! Counting two plies at once: how many replies each move leaves, without playing most moves.
//!
//! The replies to a quiet move equal those to a null move, except for what the move disturbs: a
//! slider's line that it opens or blocks; a pawn that it frees, blocks or can be captured by; a square
//! that the enemy king loses or gains. So the replies to a null move are counted once per node, along
//! with the squares where a piece that leaves or arrives could disturb anything. All moves that avoid
//! those squares leave the same number of replies and are counted together. For the others only the
//! disturbed part is recounted. The few that pin, unpin, give check, castle, capture en passant or
//! change a castling path are played.

mod change;
mod king;

use super::legality::CheckInfo;
use super::movegen::{All, MoveSink, pawn_targets};
use super::state::Board;
use crate::attacks;
use crate::types::{Bitboard, Color, List, Move, MoveKind, PieceType, Side, Square};
use change::Change;
use king::KingReplies;

/// The leaves two plies below a position with side `S` to move.
pub(super) fn count_pairs<S: Side>(board: &Board) -> u64 {
    let info = board.check_info_of::<S>();
    let mut pairs = Pairs::<S>::new(board);
    // Step by step and in place: the lists are too large to move around.
    pairs.count_knights();
    pairs.count_sliders();
    pairs.count_pawns();
    pairs.find_strikes();
    pairs.count_king();
    board.generate_of::<S, All, _>(&info, &mut pairs);
    pairs.leaves
}

/// The leaves one ply below a position with side `S` to move.
#[inline(always)]
pub(super) fn count_moves<S: Side>(board: &Board) -> u64 {
    board.count_legal_moves_of::<S>(&board.check_info_of::<S>())
}

/// Room for fifteen queens with two lines each: a side has at most sixteen pieces, one of them the king.
const MAX_LINES: usize = 30;

/// The diagonals, or the rank and file, of a slider of the replying side; a queen has both.
#[derive(Clone, Copy)]
struct SliderLines {
    square: Square,
    diagonal: bool,
    /// Up to and including the first piece.
    reach: Bitboard,
    /// Where it may move: not to squares of its own side, and only along the pin if it is pinned.
    allowed: Bitboard,
    count: u32,
}

/// Adds up the replies to the generated moves. Side `S` moves, the other side replies.
struct Pairs<'a, S: Side> {
    board: &'a Board,
    leaves: u64,
    /// Replies to a null move, and the parts of them that a move may change.
    replies: u64,
    pawn_replies: u32,
    king: KingReplies,
    sliders: List<SliderLines, MAX_LINES>,
    /// Checks and pins against the replying side. Only moves that are played change them.
    info: CheckInfo,

    /// A piece that leaves or arrives here disturbs a slider's line.
    slider_squares: Bitboard,
    /// A piece that leaves or arrives here disturbs a pawn's path or what it may capture.
    pawn_squares: Bitboard,
    /// The squares around the king.
    king_zone: Bitboard,
    /// A piece that leaves here may uncover a check or a pin.
    uncovering: Bitboard,
    /// A piece that leaves or arrives here changes a pin or a castling path.
    fixed: Bitboard,
    /// By piece type: a piece that arrives here gives check or pins.
    striking: [Bitboard; 6],
    side: core::marker::PhantomData<S>,
}

impl<'a, S: Side> Pairs<'a, S> {
    #[inline(always)]
    fn new(board: &'a Board) -> Pairs<'a, S> {
        let info = board.check_info_of::<S::Them>();
        Pairs {
            board,
            leaves: 0,
            replies: 0,
            pawn_replies: 0,
            king: KingReplies::new(),
            sliders: List::new(),
            info,
            slider_squares: Bitboard::EMPTY,
            pawn_squares: Bitboard::EMPTY,
            king_zone: attacks::king(board.king(S::Them::COLOR)),
            uncovering: Bitboard::EMPTY,
            fixed: info.pinned_straight | info.pinned_diagonal,
            striking: [Bitboard::EMPTY; 6],
            side: core::marker::PhantomData,
        }
    }

    fn count_knights(&mut self) {
        let them = self.board.color(S::Them::COLOR);
        for from in them & self.board.knights & !self.pinned() {
            self.replies += u64::from((attacks::knight(from) & !them).count());
        }
    }

    #[inline(always)]
    fn pinned(&self) -> Bitboard {
        self.info.pinned_straight | self.info.pinned_diagonal
    }

    fn count_sliders(&mut self) {
        let them = self.board.color(S::Them::COLOR);
        let occupied = self.board.occupied();
        for (diagonal, pieces, pins, other_pins) in [
            (true, self.board.diagonal, self.info.pinned_diagonal, self.info.pinned_straight),
            (false, self.board.straight, self.info.pinned_straight, self.info.pinned_diagonal),
        ] {
            for square in them & pieces & !other_pins {
                let reach = attacks::slider(diagonal, square, occupied);
                let allowed = if pins.has(square) { pins & !them } else { !them };
                let count = (reach & allowed).count();
                self.sliders.push(SliderLines { square, diagonal, reach, allowed, count });
                self.slider_squares |= reach;
                self.replies += u64::from(count);
            }
        }
    }

    fn count_pawns(&mut self) {
        let pawns = self.board.pawns & self.board.color(S::Them::COLOR);
        let third = Bitboard::rank(if S::Them::COLOR == Color::White { 2 } else { 5 });
        let once = pawns.shift(S::Them::UP);
        let twice = (once & third).shift(S::Them::UP);
        self.pawn_squares = once | twice | attacks::pawns::<S::Them>(pawns);
        self.pawn_replies =
            self.pawn_moves(pawns, self.board.occupied(), self.board.color(S::COLOR));
        self.replies += u64::from(self.pawn_replies);
    }

    /// Moves of the replying side's pawns, with all four promotions but without en passant.
    #[inline(always)]
    fn pawn_moves(&self, pawns: Bitboard, occupied: Bitboard, victims: Bitboard) -> u32 {
        let last = Bitboard::rank(0) | Bitboard::rank(7);
        let to = pawn_targets::<S::Them>(pawns, occupied, victims, &self.info);
        let mut count = to.single.count() + to.double.count() + to.east.count() + to.west.count();
        if (pawns.shift(S::Them::UP) & last).any() {
            let promoting = [to.single, to.east, to.west].map(|set| (set & last).count());
            count += 3 * promoting.iter().sum::<u32>();
        }
        count
    }

    fn count_king(&mut self) {
        self.king.set_up::<S>(self.board, &self.info);
        self.fixed |= self.king.castling_squares;
        self.replies += u64::from(self.king.count);
    }

    /// Finds where an arriving piece gives check or pins, and which pieces do by leaving.
    fn find_strikes(&mut self) {
        let board = self.board;
        let (us, them) = (board.color(S::COLOR), board.color(S::Them::COLOR));
        let occupied = us | them;
        let king = board.king(S::Them::COLOR);
        // Lines from the king, each through one piece of its own side.
        let straight = attacks::rook(king, occupied);
        let straight = attacks::rook(king, occupied ^ (straight & them));
        let diagonal = attacks::bishop(king, occupied);
        let diagonal = attacks::bishop(king, occupied ^ (diagonal & them));
        self.striking = [
            attacks::pawn(S::Them::COLOR, king),
            attacks::knight(king),
            diagonal,
            straight,
            diagonal | straight,
            Bitboard::EMPTY,
        ];
        let none = Bitboard::EMPTY;
        let snipers = (attacks::rook(king, none) & board.straight)
            | (attacks::bishop(king, none) & board.diagonal);
        for sniper in snipers & us {
            let between = attacks::between(king, sniper);
            let own = between & us;
            if own.any() && !own.many() && !(between & them).many() {
                self.uncovering |= own;
            }
        }
    }

    /// Plays a move and counts the replies.
    fn play(&mut self, mv: Move) {
        let mut child = *self.board;
        child.play_of::<S, ()>(mv, &mut ());
        self.leaves += count_moves::<S::Them>(&child);
    }

    /// Adds the replies to a move that disturbs something, but no pins, checks or castling paths.
    #[inline(always)]
    fn recount(&mut self, change: Change, near_king: Bitboard) {
        let board = self.board;
        let (from, to) = (change.mv.from().bitboard(), change.mv.to().bitboard());
        let touched = from | to;
        let occupied = (board.occupied() ^ from) | to;
        let captures = change.mv.is_capture();
        let mut replies = self.replies;
        if captures {
            let reached = attacks::knight(change.mv.to());
            let others = board.color(S::Them::COLOR) & !to;
            if (board.knights & to).any() {
                replies -= u64::from((reached & !others).count());
            }
            // Knights that defended the captured piece may now recapture.
            replies += u64::from((reached & others & board.knights & !self.pinned()).count());
        }
        if captures || (touched & self.slider_squares).any() {
            for lines in &self.sliders {
                if lines.square == change.mv.to() {
                    replies -= u64::from(lines.count);
                } else if (lines.reach & touched).any() {
                    let reach = attacks::slider(lines.diagonal, lines.square, occupied);
                    let pinned = self.pinned().has(lines.square);
                    let allowed = if pinned { lines.allowed } else { lines.allowed | to };
                    replies += u64::from((reach & allowed).count());
                    replies -= u64::from(lines.count);
                }
            }
        }
        if captures || (touched & self.pawn_squares).any() {
            let pawns = board.pawns & board.color(S::Them::COLOR) & !to;
            let victims = (board.color(S::COLOR) ^ from) | to;
            replies += u64::from(self.pawn_moves(pawns, occupied, victims));
            replies -= u64::from(self.pawn_replies);
        }
        if (touched & near_king).any() {
            replies += u64::from(self.king.count_after::<S>(board, change, occupied));
            replies -= u64::from(self.king.count);
        }
        self.leaves += replies;
    }
}

impl<S: Side> MoveSink for Pairs<'_, S> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceType, from: Square, to: Bitboard, them: Bitboard) {
        let mut played = if (self.uncovering | self.fixed).has(from) {
            to
        } else {
            to & (self.striking[kind.index()] | self.fixed | (them & self.king_zone))
        };
        let near_king = self.king.disturbing::<S>(kind);
        let disturbing = them | self.slider_squares | self.pawn_squares | near_king;
        let rest = to & !played;
        let mut recounted = if disturbing.has(from) { rest } else { rest & disturbing };
        self.leaves += self.replies * u64::from((rest & !recounted).count());
        let mv = |target: Square| {
            let captures = them.has(target);
            let kind = if captures { MoveKind::Capture } else { MoveKind::Quiet };
            Move::new(from, target, kind)
        };
        while recounted.any() {
            let target = recounted.first();
            recounted = recounted.without_first();
            self.recount(Change { mv: mv(target), left: kind, came: kind }, near_king);
        }
        while played.any() {
            let target = played.first();
            played = played.without_first();
            self.play(mv(target));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8, kind: MoveKind) {
        let came_from = |squares: Bitboard| {
            if delta > 0 { Bitboard(squares.0 << delta) } else { Bitboard(squares.0 >> -delta) }
        };
        let mut played = came_from(self.uncovering | self.fixed)
            | self.striking[PieceType::Pawn.index()]
            | self.fixed;
        if kind == MoveKind::Capture {
            played |= self.king_zone;
        } else if kind == MoveKind::DoublePush {
            // Next to an enemy pawn it may be captured en passant.
            let enemies = self.board.pawns & self.board.color(S::Them::COLOR);
            played |= enemies.widen();
        }
        let near_king = self.king.disturbing::<S>(PieceType::Pawn);
        let disturbing = self.slider_squares | self.pawn_squares | near_king;
        let rest = to & !played;
        let recounted = if kind == MoveKind::Capture {
            rest
        } else {
            rest & (disturbing | came_from(disturbing))
        };
        self.leaves += self.replies * u64::from((rest & !recounted).count());
        for target in recounted {
            let mv = Move::new(target.offset(-delta), target, kind);
            let change = Change { mv, left: PieceType::Pawn, came: PieceType::Pawn };
            self.recount(change, near_king);
        }
        for target in to & played {
            self.play(Move::new(target.offset(-delta), target, kind));
        }
    }

    fn promotions(&mut self, to: Bitboard, delta: i8, capture: bool) {
        let pawn_near_king = self.king.disturbing::<S>(PieceType::Pawn);
        for target in to {
            let from = target.offset(-delta);
            // The new piece may give check or pin through the square that its pawn has left.
            let kept = !(self.uncovering | self.fixed | self.striking[PieceType::Queen.index()]);
            for came in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
                let mv = Move::new(from, target, MoveKind::promotion(came, capture));
                let played = !kept.has(from)
                    || (self.striking[came.index()] | self.fixed).has(target)
                    || (capture && self.king_zone.has(target));
                if played {
                    self.play(mv);
                } else {
                    let near_king = pawn_near_king | self.king.disturbing::<S>(came);
                    self.recount(Change { mv, left: PieceType::Pawn, came }, near_king);
                }
            }
        }
    }

    fn single(&mut self, mv: Move) {
        self.play(mv);
    }
}
