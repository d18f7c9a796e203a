//! Making a move: the one place where the rules change a board.

use super::state::Board;
use crate::attacks;
use crate::types::{
    Bitboard, Black, Color, Move, MoveKind, Piece, PieceType, Side, Square, White, Wing,
};

/// Is told of every piece that a move displaces, in an order that never puts two on one square.
///
/// This is how a position updates its keys and mailbox without the rules being written twice. `()`
/// ignores everything and costs nothing.
pub trait Observer {
    /// The piece on `square` leaves the board.
    fn remove(&mut self, square: Square);
    /// The piece on `from` moves to the empty square `to`.
    fn shift(&mut self, from: Square, to: Square);
    /// A piece appears on an empty square.
    fn put(&mut self, piece: Piece, square: Square);
}

impl Observer for () {
    #[inline(always)]
    fn remove(&mut self, _: Square) {}
    #[inline(always)]
    fn shift(&mut self, _: Square, _: Square) {}
    #[inline(always)]
    fn put(&mut self, _: Piece, _: Square) {}
}

impl Board {
    /// Plays a legal move.
    #[doc(hidden)]
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) {
        self.play_with(mv, &mut ());
    }

    /// Plays a legal move; the observer is told of every piece that it displaces.
    #[doc(hidden)]
    #[inline]
    pub fn play_with<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        match self.side {
            Color::White => self.play_of::<White, O>(mv, observer),
            Color::Black => self.play_of::<Black, O>(mv, observer),
        }
    }

    /// [`play_with`](Board::play_with) for side `S`, which must be the side to move.
    #[inline(always)]
    pub(super) fn play_of<S: Side, O: Observer>(&mut self, mv: Move, observer: &mut O) {
        debug_assert!(self.is_legal(mv, &self.check_info()), "{mv:?} in {self:?}");
        let (from, to) = (mv.from(), mv.to());
        self.en_passant = None;
        self.side = S::Them::COLOR;
        match mv.kind() {
            MoveKind::Quiet => self.shift::<S, O>(from, to, observer),
            MoveKind::Capture => {
                self.remove::<S::Them, O>(to, observer);
                self.shift::<S, O>(from, to, observer);
            }
            MoveKind::DoublePush => {
                self.shift::<S, O>(from, to, observer);
                self.set_en_passant::<S>(to.offset(-S::UP.delta()));
                return;
            }
            MoveKind::EnPassant => {
                self.remove::<S::Them, O>(to.offset(-S::UP.delta()), observer);
                self.shift::<S, O>(from, to, observer);
                return;
            }
            MoveKind::Castle => return self.castle::<S, O>(from, to, observer),
            _ => {
                if mv.is_capture() {
                    self.remove::<S::Them, O>(to, observer);
                }
                let kind = mv.promotion().unwrap_or(PieceType::Queen);
                self.remove::<S, O>(from, observer);
                self.put(Piece::new(kind, S::COLOR), to);
                observer.put(Piece::new(kind, S::COLOR), to);
            }
        }
        if !self.castling.is_empty() {
            let mut touched = from.bitboard() | to.bitboard();
            if self.kings.has(to) {
                touched |= Bitboard::rank(if S::COLOR == Color::White { 0 } else { 7 });
            }
            self.castling = self.castling.without(touched);
        }
    }

    /// Makes a null move. The side to move must not be in check.
    #[doc(hidden)]
    #[inline(always)]
    pub fn pass(&mut self) {
        debug_assert!(!self.check_info().in_check());
        self.en_passant = None;
        self.side = !self.side;
    }

    /// Every set is tested for the piece, so its type need not be known: five cheap steps, and no
    /// branch to mispredict.
    #[inline(always)]
    fn shift<S: Side, O: Observer>(&mut self, from: Square, to: Square, observer: &mut O) {
        let carry = |set: &mut Bitboard| {
            let bit = set.0 >> from.index() & 1;
            set.0 ^= bit << from.index() | bit << to.index();
        };
        carry(&mut self.pawns);
        carry(&mut self.knights);
        carry(&mut self.diagonal);
        carry(&mut self.straight);
        carry(&mut self.kings);
        self.colors[S::COLOR.index()] ^= from.bitboard() | to.bitboard();
        observer.shift(from, to);
    }

    #[inline(always)]
    fn remove<S: Side, O: Observer>(&mut self, square: Square, observer: &mut O) {
        let rest = !square.bitboard();
        self.pawns &= rest;
        self.knights &= rest;
        self.diagonal &= rest;
        self.straight &= rest;
        self.kings &= rest;
        self.colors[S::COLOR.index()] &= rest;
        observer.remove(square);
    }

    fn castle<S: Side, O: Observer>(&mut self, king: Square, rook: Square, observer: &mut O) {
        let wing = Wing::of(king, rook);
        // Remove both before placing either: in Chess960 one may land where the other stood.
        self.remove::<S, O>(king, observer);
        self.remove::<S, O>(rook, observer);
        for (kind, to) in [
            (PieceType::King, wing.king_target(S::COLOR)),
            (PieceType::Rook, wing.rook_target(S::COLOR)),
        ] {
            self.put(Piece::new(kind, S::COLOR), to);
            observer.put(Piece::new(kind, S::COLOR), to);
        }
        let back_rank = Bitboard::rank(if S::COLOR == Color::White { 0 } else { 7 });
        self.castling = self.castling.without(back_rank);
    }

    /// After a double push of side `S` over `square`: sets the en-passant square if a capture there is
    /// legal.
    #[inline(always)]
    pub(super) fn set_en_passant<S: Side>(&mut self, square: Square) {
        let takers = attacks::pawn(S::COLOR, square) & self.pawns & self.color(S::Them::COLOR);
        if takers.any()
            && takers.into_iter().any(|from| self.en_passant_is_safe::<S::Them>(from, square))
        {
            self.en_passant = Some(square);
        }
    }
}
