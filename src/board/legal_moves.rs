//! Legal moves for users of the library: sets of targets that are unrolled one by one.

use core::fmt;
use core::iter::FusedIterator;

use super::legality::CheckInfo;
use super::movegen::{All, MoveSink, PROMOTIONS, pawn_move, piece_move};
use super::state::Board;
use crate::types::{Bitboard, List, Move, MoveKind, PieceType, Square};

/// Moves of one kind.
#[derive(Clone, Copy)]
enum Origin {
    /// Of the piece on this square.
    Piece(Square),
    /// Of pawns, by a step of this size.
    Pawns(i8, MoveKind),
    /// En passant or castling.
    Single(Move),
}

/// The moves of one piece, or of all pawns in one direction.
#[derive(Clone, Copy)]
struct Batch {
    to: Bitboard,
    origin: Origin,
}

/// Room for the batches of one position: the king's moves, those of fifteen pieces, pawn moves in four
/// directions, promotions in three to each of four pieces, two castlings, and two captures en passant.
const BATCHES: usize = 1 + 15 + 4 + 12 + 2 + 2;

/// The legal moves of a position: an iterator that takes no memory from the heap.
///
/// Its length, asked for before the first move is taken, needs no list of the moves: this is the fastest way to
/// count them.
///
/// ```
/// # use quevedo::Position;
/// let position = Position::default();
/// let mut moves = position.legal_moves();
/// assert_eq!(moves.len(), 20);
/// moves.next();
/// assert_eq!(moves.len(), 19);
/// ```
#[derive(Clone)]
pub struct LegalMoves<'a> {
    board: &'a Board,
    info: &'a CheckInfo,
    /// What is left to unroll; generated when the first move is asked for.
    batches: List<Batch, BATCHES>,
    is_generated: bool,
    /// The batch that is being unrolled.
    batch: usize,
}

impl<'a> LegalMoves<'a> {
    /// `info` must belong to this board.
    #[inline(always)]
    pub(crate) const fn new(board: &'a Board, info: &'a CheckInfo) -> LegalMoves<'a> {
        LegalMoves { board, info, batches: List::new(), is_generated: false, batch: 0 }
    }

    /// Whether no move is left: at first, whether the game is over by mate or stalemate.
    #[inline]
    pub fn is_empty(&self) -> bool {
        match self.is_generated {
            true => self.batch == self.batches.len(),
            false => !self.board.has_legal_move(self.info),
        }
    }

    #[inline(never)]
    fn generate(&mut self) {
        self.is_generated = true;
        self.board.generate::<All, _>(self.info, &mut self.batches);
    }
}

#[inline(always)]
fn add(batches: &mut List<Batch, BATCHES>, to: Bitboard, origin: Origin) {
    if to.any() {
        batches.push(Batch { to, origin });
    }
}

impl MoveSink for List<Batch, BATCHES> {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, from: Square, to: Bitboard, _: Bitboard) {
        add(self, to, Origin::Piece(from));
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8, kind: MoveKind) {
        add(self, to, Origin::Pawns(delta, kind));
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, delta: i8, capture: bool) {
        for kind in PROMOTIONS {
            self.pawns(to, delta, MoveKind::promotion(kind, capture));
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        add(self, mv.to().bitboard(), Origin::Single(mv));
    }
}

impl Iterator for LegalMoves<'_> {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        if !self.is_generated {
            self.generate();
        }
        let batch = self.batches.get_mut(self.batch)?;
        let to = batch.to.first();
        batch.to = batch.to.without_first();
        self.batch += usize::from(batch.to.is_empty());
        Some(match batch.origin {
            Origin::Piece(from) => piece_move(from, to, self.board.occupied()),
            Origin::Pawns(delta, kind) => pawn_move(to, delta, kind),
            Origin::Single(mv) => mv,
        })
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match self.is_generated {
            true => self.batches[self.batch..].iter().map(|batch| batch.to.count() as usize).sum(),
            false => self.board.count_legal_moves(self.info) as usize,
        };
        (left, Some(left))
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.len()
    }
}

impl ExactSizeIterator for LegalMoves<'_> {}

impl FusedIterator for LegalMoves<'_> {}

impl fmt::Debug for LegalMoves<'_> {
    /// The moves that are left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
