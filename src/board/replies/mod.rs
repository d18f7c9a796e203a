//! Counting two plies at once: how many replies each move leaves, without playing most moves.
//!
//! Let the side to move pass, and the other side has some number of replies. A move leaves
//!
//! > replies(move) = replies(pass) + departure(from) + arrival(to) + king(move) - king(pass)
//!
//! - *departure*: what the replies gain and lose when a piece leaves a square: the lines that it blocked, the
//!   pawns that it blocked, the pawns that could capture it. It is the same for all moves of a piece.
//! - *arrival*: what they gain and lose when a piece arrives on a square: the lines and pawns that it blocks,
//!   the pawns that can capture it; and where it captures, the moves of its victim, and the captures by those
//!   that defended the victim. It is the same for all pieces.
//! - *king*: the moves of the replying king. They depend on both squares, but for most moves on neither.
//!
//! The identity does not require that the pass be legal: in check, too, what captures the king is counted
//! among the replies to a pass, and taken away by every move out of check.
//!
//! It holds as long as checks and pins stay as they are. Where a move pins or frees a piece, that piece's moves are
//! counted afresh (`pins`); the replies to a check by a piece are counted square by square (`checks`). These are
//! actually played: moves that uncover a check, open a castling path or capture en passant; checks by pawns or along
//! with a change of pins; promotions that may check or pin; and castling that checks or pins.
//!
//! Everything else is set up once per node: what matters for checks and pins (`strikes`), and the replying
//! `sliders`, `pawns` and `king`, each with its departures and arrivals. This file adds them up.
//!
//! Figures and what did not pay: docs/perft.md.

mod checks;
mod king;
mod moves;
mod pawns;
mod pins;
mod sliders;
mod strikes;

use super::movegen::All;
use super::state::Board;
use crate::attacks;
use crate::types::{Bitboard, Move, MoveKind, PieceType, Side, Square, Wing};
use checks::replies_to_check;
use king::KingReplies;
use moves::{Moves, PawnMoves, PieceMoves};
use pawns::PawnReplies;
use pins::{changed_pins, pinned_moves};
use sliders::SliderReplies;
use strikes::Strikes;

/// The leaves two plies below a position with side `S` to move. A function of its own: WebAssembly compilers
/// optimize large functions late.
#[inline(never)]
pub(super) fn count_pairs<S: Side>(board: &Board) -> u64 {
    let info = board.check_info_of::<S>();
    let mut moves = Moves::new();
    board.generate_of::<S, All, _>(&info, &mut moves);
    let mut pairs = Pairs::<S>::new(board);
    pairs.set_up(moves.targets);
    pairs.count(&moves);
    pairs.leaves as u64
}

/// The leaves one ply below a position with side `S` to move.
#[inline(always)]
pub(super) fn count_moves<S: Side>(board: &Board) -> u64 {
    board.count_legal_moves_of::<S>(&board.check_info_of::<S>())
}

/// Plays a move of side `S` and counts the replies.
fn count_after<S: Side>(board: &Board, mv: Move) -> i64 {
    let mut child = *board;
    child.play_of::<S, ()>(mv, &mut ());
    count_moves::<S::Them>(&child) as i64
}

/// The replies to the moves of side `S`.
struct Pairs<'a, S: Side> {
    board: &'a Board,
    leaves: i64,
    /// Replies to a pass.
    replies: i64,
    /// What an arrival on a square adds to the replies, except for the king's and the pawns'. Set for
    /// the squares of `listed` alone.
    arrival: [i8; 64],
    listed: Bitboard,
    sliders: SliderReplies,
    pawns: PawnReplies,
    king: KingReplies,
    strikes: Strikes,
    /// What the pinned pieces can do in reply to a pass.
    pinned_moves: i64,
    /// Where a departure changes the moves of sliders and pawns.
    departing: Bitboard,
    side: core::marker::PhantomData<S>,
}

impl<'a, S: Side> Pairs<'a, S> {
    #[inline(always)]
    fn new(board: &'a Board) -> Pairs<'a, S> {
        Pairs {
            board,
            leaves: 0,
            replies: 0,
            arrival: [0; 64],
            listed: Bitboard::EMPTY,
            sliders: SliderReplies::new(),
            pawns: PawnReplies::default(),
            king: KingReplies::new(),
            strikes: Strikes::find::<S>(board),
            pinned_moves: 0,
            departing: Bitboard::EMPTY,
            side: core::marker::PhantomData,
        }
    }

    /// Counts the replies to a pass, and what arrivals on these squares change.
    #[inline(always)]
    fn set_up(&mut self, targets: Bitboard) {
        let board = self.board;
        let them = board.color(S::Them::COLOR);
        self.listed = them;
        for from in them & board.knights & !self.strikes.pinned_pieces {
            let reach = attacks::knight(from);
            let count = (reach & !them).count();
            self.replies += i64::from(count);
            self.arrival[from.index()] -= count as i8;
            for to in reach & them & targets {
                self.arrival[to.index()] += 1;
            }
        }
        self.replies += self.sliders.set_up::<S>(board, &self.strikes, targets, &mut self.arrival);
        self.listed |= self.sliders.reach;
        self.pawns = PawnReplies::of::<S>(board, &self.strikes);
        self.replies += self.pawns.count;
        self.departing = self.pawns.touching | self.sliders.reach;
        self.king.set_up::<S>(board, &mut self.strikes);
        self.replies += i64::from(self.king.count);
        self.pinned_moves = pinned_moves::<S>(board, &self.strikes);
        self.replies += self.pinned_moves;
    }

    /// Adds up the replies to all moves.
    #[inline(always)]
    fn count(&mut self, moves: &Moves) {
        for &moves in &moves.pieces {
            self.count_piece(moves);
        }
        for &moves in &moves.pawns {
            self.count_pawns(moves);
        }
        for &mv in &moves.others {
            self.leaves += match mv.promotion() {
                Some(came) if self.share_promotion(mv, came) => 0,
                None if mv.is_castle() && !self.disturbs(mv) => self.replies,
                _ => count_after::<S>(self.board, mv),
            };
        }
    }

    /// Adds the replies to the moves of a piece.
    #[inline(always)]
    fn count_piece(&mut self, PieceMoves { kind, from, to }: PieceMoves) {
        let shared = self.share(kind, kind, from, to);
        let played = to & !shared;
        if played.any() {
            self.count_played(kind, from, played);
        }
    }

    /// Adds the replies to moves that check, and those to moves of a piece that must be played.
    #[inline(never)]
    fn count_played(&mut self, kind: PieceType, from: Square, to: Bitboard) {
        let board = self.board;
        let strikes = &self.strikes;
        // A check along with a change of pins is played, too.
        let checks = if (strikes.uncovering | strikes.leaving()).has(from) {
            Bitboard::EMPTY
        } else {
            strikes.checks(kind) & !strikes.pinned()
        };
        for to in to {
            self.leaves += if checks.has(to) {
                replies_to_check::<S>(board, strikes, &self.king, kind, from, to)
            } else {
                let captures = board.color(S::Them::COLOR).has(to);
                let kind = if captures { MoveKind::Capture } else { MoveKind::Quiet };
                count_after::<S>(board, Move::new(from, to, kind))
            };
        }
    }

    /// Adds the replies to the pawns' moves by one step. Those that disturb nothing are counted together.
    #[inline(always)]
    fn count_pawns(&mut self, PawnMoves { to, delta, kind }: PawnMoves) {
        let came_from = |squares: Bitboard| {
            if delta > 0 { Bitboard(squares.0 << delta) } else { Bitboard(squares.0 >> -delta) }
        };
        let pawn = PieceType::Pawn;
        let strikes = &self.strikes;
        let leaving =
            strikes.uncovering | strikes.uncovering_pins | self.departing | self.king.leaving(pawn);
        let alone = came_from(leaving)
            | self.king.arriving(pawn)
            | strikes.pinned()
            | strikes.arriving[pawn.index()];
        let together = to & !alone;
        let mut played = Bitboard::EMPTY;
        self.leaves += self.replies * i64::from(together.count()) + self.arrivals(together);
        for to in to & alone {
            let shared = self.share(pawn, pawn, to.offset(-delta), to.bitboard());
            played |= to.bitboard() & !shared;
        }
        if kind == MoveKind::DoublePush {
            let enemies = self.board.pawns & self.board.color(S::Them::COLOR);
            for to in to & !played & enemies.widen() {
                self.leaves += self.en_passant(to.offset(-delta), to);
            }
        }
        for to in played {
            self.leaves += count_after::<S>(self.board, Move::new(to.offset(-delta), to, kind));
        }
    }

    /// The captures en passant that a double push allows.
    #[inline(never)]
    fn en_passant(&self, from: Square, to: Square) -> i64 {
        let board = self.board;
        let us = board.color(S::COLOR);
        let square = to.offset(-S::UP.delta());
        let takers = attacks::pawn(S::COLOR, square) & board.pawns & board.color(S::Them::COLOR);
        let king = board.king(S::Them::COLOR);
        let is_legal = |taker: &Square| {
            let occupied =
                board.occupied() ^ from.bitboard() ^ taker.bitboard() | square.bitboard();
            let attackers = (attacks::rook(king, occupied) & board.straight)
                | (attacks::bishop(king, occupied) & board.diagonal);
            (attackers & us).is_empty()
        };
        takers.into_iter().filter(is_legal).count() as i64
    }

    /// Whether castling may change anything.
    #[inline(always)]
    fn disturbs(&self, mv: Move) -> bool {
        let (king, rook) = (mv.from(), mv.to());
        let wing = Wing::of(king, rook);
        let rook_to = wing.rook_target(S::COLOR).bitboard();
        let touched =
            king.bitboard() | rook.bitboard() | rook_to | wing.king_target(S::COLOR).bitboard();
        let king_moves = self.king.leaving(PieceType::Rook)
            | self.king.arriving(PieceType::Rook)
            | self.king.arriving(PieceType::King);
        let strikes = self.strikes.uncovering
            | self.strikes.leaving()
            | self.strikes.arriving[PieceType::Rook.index()];
        (touched & (self.departing | king_moves | strikes)).any()
    }

    /// Adds the replies to a promotion, unless it must be played.
    #[inline(always)]
    fn share_promotion(&mut self, mv: Move, came: PieceType) -> bool {
        // The new piece may check or pin through the square that its pawn has left.
        !self.strikes.arriving[PieceType::Queen.index()].has(mv.from())
            && self.share(PieceType::Pawn, came, mv.from(), mv.to().bitboard()).any()
    }

    /// Adds the replies to those moves of a piece that need not be played, and returns their targets. The
    /// piece that arrives differs from the one that left if it is a pawn that promotes.
    #[inline(always)]
    fn share(&mut self, left: PieceType, came: PieceType, from: Square, to: Bitboard) -> Bitboard {
        let strikes = &self.strikes;
        if strikes.uncovering.has(from) {
            return Bitboard::EMPTY;
        }
        let shared = to & !(strikes.checks(came) | strikes.behind_rooks);
        let changing = if strikes.leaving().has(from) {
            Bitboard::ALL
        } else {
            strikes.arriving[came.index()] | strikes.pinned()
        };
        for to in shared & changing {
            self.leaves +=
                changed_pins::<S>(self.board, &self.strikes, self.pinned_moves, came, from, to);
        }
        self.share_all(left, came, from, shared);
        shared
    }

    /// Adds the replies to moves of a piece, as if they left pins as they are.
    #[inline(always)]
    fn share_all(&mut self, left: PieceType, came: PieceType, from: Square, to: Bitboard) {
        self.leaves += self.arrivals(to) + self.replies * i64::from(to.count());
        let occupied = self.board.occupied();
        if self.pawns.touching.has(from) {
            self.leaves += self.pawns.departure::<S>(from, to, occupied);
        }
        if self.sliders.reach.has(from) {
            self.leaves += self.sliders.departure(from, to, occupied);
        }
        let leaves = left != came || self.king.leaving(left).has(from);
        if leaves || (to & self.king.arriving(came)).any() {
            self.leaves += self.king.difference::<S>(self.board, (left, came), from, to, leaves);
        }
    }

    /// What arrivals on all these squares add to the replies, except for the king's.
    #[inline(always)]
    fn arrivals(&self, to: Bitboard) -> i64 {
        let mut sum = self.pawns.arrivals(to);
        for square in to & self.listed {
            sum += i64::from(self.arrival[square.index()]);
        }
        sum
    }
}
