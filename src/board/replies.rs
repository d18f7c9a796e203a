//! Counting two plies at once: how many replies each move leaves, without playing most of them.
//!
//! The replies to a quiet move are those to a pass, but for what the move disturbs: a line of a slider
//! that it opens or blocks, a pawn that it frees, stops or offers itself to, a square that the enemy
//! king loses or gains. So the replies to a pass are counted once a node, and with them the squares
//! where a man's leaving or coming could disturb anything. Moves that keep clear of those squares all
//! leave the same number of replies and are not looked at one by one. For the others only what is
//! disturbed is counted anew; and the few that pin, unpin, check, castle, promote or take en passant
//! are played.

use super::movegen::{All, Counter, MoveSink};
use super::{Board, CheckInfo};
use crate::attacks;
use crate::types::{Bitboard, Color, List, Move, MoveKind, PieceType, Side, Square};

/// Leaves two plies below a position in which side `S` is to move.
pub(super) fn count_pairs<S: Side>(board: &Board) -> u64 {
    let info = board.check_info_of::<S>();
    let mut pairs = Pairs::<S>::new(board);
    board.generate_of::<S, All, _>(&info, &mut pairs);
    pairs.leaves
}

/// Leaves one ply below a position in which side `S` is to move.
#[inline(always)]
pub(super) fn count_moves<S: Side>(board: &Board) -> u64 {
    let mut count = Counter::default();
    board.generate_of::<S, All, _>(&board.check_info_of::<S>(), &mut count);
    count.0
}

/// The lines of one slider of the replying side; a queen has two.
#[derive(Clone, Copy)]
struct Lines {
    square: Square,
    diagonal: bool,
    /// Up to and including the first man.
    reach: Bitboard,
    /// Where it may go: not on its own men, and along the pin if it is pinned.
    allowed: Bitboard,
    count: u32,
}

/// Adds up the replies to the moves that a generator yields. `S` moves, the other side replies.
struct Pairs<'a, S: Side> {
    board: &'a Board,
    leaves: u64,
    /// Replies to a pass, and the parts of them that a move may change.
    replies: u64,
    pawn_replies: u32,
    king_replies: u32,
    sliders: List<Lines>,
    /// Checks and pins against the replying side; they stay as they are but for played moves.
    info: CheckInfo,

    /// A man that leaves or comes here disturbs a slider's line ...
    slider_squares: Bitboard,
    /// ... or a pawn's way or prey ...
    pawn_squares: Bitboard,
    /// ... or what the king is safe from.
    king_squares: Bitboard,
    /// Squares that the king may want to go to or cross: attackers of these matter, too.
    king_wants: Bitboard,
    /// A man that leaves here may uncover a check or a pin.
    uncovering: Bitboard,
    /// A man that leaves or comes here changes a pin or a castling path.
    fixed: Bitboard,
    /// A man of that kind that comes here gives check or pins.
    striking: [Bitboard; 6],
    side: std::marker::PhantomData<S>,
}

impl<'a, S: Side> Pairs<'a, S> {
    #[inline(always)]
    fn new(board: &'a Board) -> Pairs<'a, S> {
        let info = board.check_info_of::<S::Them>();
        let mut pairs = Pairs {
            board,
            leaves: 0,
            replies: 0,
            pawn_replies: 0,
            king_replies: 0,
            sliders: List::new(),
            info,
            slider_squares: Bitboard::EMPTY,
            pawn_squares: Bitboard::EMPTY,
            king_squares: Bitboard::EMPTY,
            king_wants: Bitboard::EMPTY,
            uncovering: Bitboard::EMPTY,
            fixed: info.pinned_straight | info.pinned_diagonal,
            striking: [Bitboard::EMPTY; 6],
            side: std::marker::PhantomData,
        };
        pairs.count_knights();
        pairs.count_sliders();
        pairs.count_pawns();
        pairs.count_king();
        pairs.find_strikes();
        pairs
    }

    fn count_knights(&mut self) {
        let them = self.board.color(S::Them::COLOR);
        let pinned = self.info.pinned_straight | self.info.pinned_diagonal;
        for from in them & self.board.knights & !pinned {
            self.replies += u64::from((attacks::knight(from) & !them).count());
        }
    }

    fn count_sliders(&mut self) {
        let them = self.board.color(S::Them::COLOR);
        let occupied = self.board.occupied();
        for (diagonal, men, pins, other_pins) in [
            (true, self.board.diagonal, self.info.pinned_diagonal, self.info.pinned_straight),
            (false, self.board.straight, self.info.pinned_straight, self.info.pinned_diagonal),
        ] {
            for square in them & men & !other_pins {
                let reach = reach(square, diagonal, occupied);
                let allowed = if pins.has(square) { pins & !them } else { !them };
                let count = (reach & allowed).count();
                self.sliders.push(Lines { square, diagonal, reach, allowed, count });
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
        self.pawn_replies = self.pawn_moves(self.board.occupied(), self.board.color(S::COLOR));
        self.replies += u64::from(self.pawn_replies);
    }

    /// Moves of the replying side's pawns, all four promotions counted, en passant not.
    #[inline(always)]
    fn pawn_moves(&self, occupied: Bitboard, prey: Bitboard) -> u32 {
        let (straight, diagonal) = (self.info.pinned_straight, self.info.pinned_diagonal);
        let pawns = self.board.pawns & self.board.color(S::Them::COLOR);
        let last = Bitboard::rank(0) | Bitboard::rank(7);
        let third = Bitboard::rank(if S::Them::COLOR == Color::White { 2 } else { 5 });
        let pushers = pawns & !diagonal;
        let single = ((pushers & !straight).shift(S::Them::UP)
            | ((pushers & straight).shift(S::Them::UP) & straight))
            & !occupied;
        let double = (single & third).shift(S::Them::UP) & !occupied;
        let takers = pawns & !straight;
        let (free, bound) = (takers & !diagonal, takers & diagonal);
        let east =
            (free.shift(S::Them::UP_EAST) | (bound.shift(S::Them::UP_EAST) & diagonal)) & prey;
        let west =
            (free.shift(S::Them::UP_WEST) | (bound.shift(S::Them::UP_WEST) & diagonal)) & prey;
        let mut count = single.count() + double.count() + east.count() + west.count();
        if (pawns.shift(S::Them::UP) & last).any() {
            count += 3 * ((single & last).count() + (east & last).count() + (west & last).count());
        }
        count
    }

    fn count_king(&mut self) {
        let board = self.board;
        let king = board.king(S::Them::COLOR);
        let occupied = board.occupied() ^ king.bitboard();
        self.king_replies = king_moves::<S>(board);
        self.replies += u64::from(self.king_replies);
        self.king_wants = attacks::king(king) & !board.color(S::Them::COLOR);
        for rook in board.castling.of(S::Them::COLOR) {
            let (path, walk) = Board::castling_paths(king, rook, S::Them::COLOR);
            self.fixed |= path | rook.bitboard();
            self.king_wants |= walk;
            self.replies += u64::from(board.can_castle::<S::Them>(rook, &self.info));
        }
        for wanted in self.king_wants {
            self.king_squares |= attacks::queen(wanted, occupied);
        }
    }

    fn find_strikes(&mut self) {
        let board = self.board;
        let (us, them) = (board.color(S::COLOR), board.color(S::Them::COLOR));
        let king = board.king(S::Them::COLOR);
        let (diagonal, straight) = (attacks::bishop(king, us), attacks::rook(king, us));
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

    /// Squares from which a man of that kind attacks what the enemy king wants.
    #[inline(always)]
    fn guarding(&self, kind: PieceType) -> Bitboard {
        match kind {
            PieceType::Pawn => attacks::pawns::<S::Them>(self.king_wants),
            PieceType::Knight => attacks::knights(self.king_wants),
            PieceType::King => attacks::kings(self.king_wants),
            // What a slider attacks is among the king's squares already.
            _ => Bitboard::EMPTY,
        }
    }

    /// Plays a move and counts the replies.
    fn play(&mut self, mv: Move) {
        let mut child = *self.board;
        child.play_of::<S, ()>(mv, &mut ());
        self.leaves += count_moves::<S::Them>(&child);
    }

    /// Adds the replies to a quiet move that disturbs something.
    #[inline(always)]
    fn recount(&mut self, mv: Move, kind: PieceType, guarding: Bitboard) {
        let touched = mv.from().bitboard() | mv.to().bitboard();
        let occupied = self.board.occupied() ^ touched;
        let mut replies = self.replies;
        if (touched & self.slider_squares).any() {
            for lines in self.sliders.iter() {
                if (lines.reach & touched).any() {
                    let reach = reach(lines.square, lines.diagonal, occupied);
                    replies += u64::from((reach & lines.allowed).count());
                    replies -= u64::from(lines.count);
                }
            }
        }
        if (touched & self.pawn_squares).any() {
            let prey = self.board.color(S::COLOR) ^ touched;
            replies += u64::from(self.pawn_moves(occupied, prey));
            replies -= u64::from(self.pawn_replies);
        }
        if (touched & (self.king_squares | guarding)).any() {
            if !self.board.castling.of(S::Them::COLOR).is_empty() {
                return self.play(mv);
            }
            let child = self.board.with_man_moved::<S>(kind, touched);
            replies += u64::from(king_moves::<S>(&child));
            replies -= u64::from(self.king_replies);
        }
        self.leaves += replies;
    }
}

impl<S: Side> MoveSink for Pairs<'_, S> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceType, from: Square, to: Bitboard, them: Bitboard) {
        for target in to & them {
            self.play(Move::new(from, target, MoveKind::Capture));
        }
        let quiet = to & !them;
        if (self.uncovering | self.fixed).has(from) {
            for target in quiet {
                self.play(Move::new(from, target, MoveKind::Quiet));
            }
            return;
        }
        let played = quiet & (self.striking[kind.index()] | self.fixed);
        for target in played {
            self.play(Move::new(from, target, MoveKind::Quiet));
        }
        let guarding = self.guarding(kind);
        let disturbing = self.slider_squares | self.pawn_squares | self.king_squares | guarding;
        let rest = quiet & !played;
        let recounted = if disturbing.has(from) { rest } else { rest & disturbing };
        for target in recounted {
            self.recount(Move::new(from, target, MoveKind::Quiet), kind, guarding);
        }
        self.leaves += self.replies * u64::from((rest & !recounted).count());
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
            played = Bitboard::ALL;
        } else if kind == MoveKind::DoublePush {
            // Beside an enemy pawn it may be taken en passant.
            let enemies = self.board.pawns & self.board.color(S::Them::COLOR);
            played |= enemies.widen();
        }
        for target in to & played {
            self.play(Move::new(target.offset(-delta), target, kind));
        }
        let guarding = self.guarding(PieceType::Pawn);
        let disturbing = self.slider_squares | self.pawn_squares | self.king_squares | guarding;
        let rest = to & !played;
        let recounted = rest & (disturbing | came_from(disturbing));
        for target in recounted {
            let mv = Move::new(target.offset(-delta), target, kind);
            self.recount(mv, PieceType::Pawn, guarding);
        }
        self.leaves += self.replies * u64::from((rest & !recounted).count());
    }

    fn promotions(&mut self, to: Bitboard, delta: i8, capture: bool) {
        let mut list = List::<Move>::new();
        list.promotions(to, delta, capture);
        for &mv in list.iter() {
            self.play(mv);
        }
    }

    fn single(&mut self, mv: Move) {
        self.play(mv);
    }
}

#[inline(always)]
fn reach(square: Square, diagonal: bool, occupied: Bitboard) -> Bitboard {
    if diagonal { attacks::bishop(square, occupied) } else { attacks::rook(square, occupied) }
}

/// Safe steps of the king of the side that replies to `S`.
#[inline(always)]
fn king_moves<S: Side>(board: &Board) -> u32 {
    let king = board.king(S::Them::COLOR);
    let occupied = board.occupied() ^ king.bitboard();
    (attacks::king(king) & !board.color(S::Them::COLOR))
        .into_iter()
        .map(|target| u32::from(!board.attacked_by::<S>(target, occupied)))
        .sum()
}
