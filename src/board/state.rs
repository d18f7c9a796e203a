//! The board: piece placement, side to move, castling rights, en-passant square.

use crate::attacks;
use crate::types::{
    Bitboard, CastlingRights, CastlingRooks, Color, Piece, PieceType, Side, Square, Wing,
};

/// A chess position without its history: 64 bytes, copied for every move.
///
/// Sliders are stored by the way they move. A queen is in both `diagonal` and `straight`, so the sets
/// that move generation and check detection need are ready, and one word is saved.
///
/// Invariants: each side has exactly one king; the side not to move is not in check; `en_passant` is set
/// only if such a capture is legal; a castling rook and its king stand on their back rank.
///
/// ```
/// # use quevedo::{Color, PieceType, Position, Square};
/// let position = Position::default();
/// let board = position.board();
/// assert_eq!(board.pieces(Color::White, PieceType::Rook).count(), 2);
/// assert_eq!(board.king(Color::Black), Square::E8);
/// assert_eq!(board.attackers(Square::F3, board.occupied()).count(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub(super) pawns: Bitboard,
    pub(super) knights: Bitboard,
    /// Bishops and queens.
    pub(super) diagonal: Bitboard,
    /// Rooks and queens.
    pub(super) straight: Bitboard,
    pub(super) kings: Bitboard,
    pub(super) colors: [Bitboard; 2],
    pub(super) castling: CastlingRooks,
    pub(super) en_passant: Option<Square>,
    pub(super) side: Color,
}

const _: () = assert!(size_of::<Board>() <= 64);

impl Board {
    /// A board without pieces. It breaks the invariants and is only a starting point for others.
    pub(super) fn empty() -> Board {
        Board {
            pawns: Bitboard::EMPTY,
            knights: Bitboard::EMPTY,
            diagonal: Bitboard::EMPTY,
            straight: Bitboard::EMPTY,
            kings: Bitboard::EMPTY,
            colors: [Bitboard::EMPTY; 2],
            castling: CastlingRooks::NONE,
            en_passant: None,
            side: Color::White,
        }
    }

    /// The start position.
    pub const fn start() -> Board {
        const CORNERS: [u8; 4] = [0, 7, 56, 63];
        let mut castling = CastlingRooks::NONE;
        let mut corner = 0;
        while corner < CORNERS.len() {
            castling = castling.with(Square::masked(CORNERS[corner]));
            corner += 1;
        }
        Board {
            pawns: Bitboard(0x00FF_0000_0000_FF00),
            knights: Bitboard(0x4200_0000_0000_0042),
            diagonal: Bitboard(0x2C00_0000_0000_002C),
            straight: Bitboard(0x8900_0000_0000_0089),
            kings: Bitboard(0x1000_0000_0000_0010),
            colors: [Bitboard(0xFFFF), Bitboard(0xFFFF << 48)],
            castling,
            en_passant: None,
            side: Color::White,
        }
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// All pieces of one side.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// All pieces of one type.
    #[inline(always)]
    pub fn kind(&self, kind: PieceType) -> Bitboard {
        match kind {
            PieceType::Pawn => self.pawns,
            PieceType::Knight => self.knights,
            PieceType::Bishop => self.diagonal & !self.straight,
            PieceType::Rook => self.straight & !self.diagonal,
            PieceType::Queen => self.diagonal & self.straight,
            PieceType::King => self.kings,
        }
    }

    /// All pieces of one side and type.
    #[inline(always)]
    pub fn pieces(&self, color: Color, kind: PieceType) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// Bishops and queens of both sides.
    #[inline(always)]
    pub const fn diagonal_sliders(&self) -> Bitboard {
        self.diagonal
    }

    /// Rooks and queens of both sides.
    #[inline(always)]
    pub const fn straight_sliders(&self) -> Bitboard {
        self.straight
    }

    /// The square of a side's king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        (self.kings & self.color(color)).first()
    }

    /// The type of the piece on a square.
    #[inline(always)]
    #[expect(clippy::manual_find, reason = "a loop is unrolled; `find` would be a call")]
    pub fn kind_on(&self, square: Square) -> Option<PieceType> {
        for kind in PieceType::ALL {
            if self.kind(kind).has(square) {
                return Some(kind);
            }
        }
        None
    }

    /// The piece on a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let color = if self.color(Color::White).has(square) { Color::White } else { Color::Black };
        self.kind_on(square).map(|kind| Piece::new(kind, color))
    }

    /// All pieces, type by type.
    #[inline]
    pub(crate) fn all_pieces(&self) -> impl Iterator<Item = (Piece, Square)> {
        Color::ALL.into_iter().flat_map(move |color| {
            PieceType::ALL.into_iter().flat_map(move |kind| {
                let squares = self.pieces(color, kind).into_iter();
                squares.map(move |square| (Piece::new(kind, color), square))
            })
        })
    }

    /// The rooks that may still castle.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn castling(&self) -> CastlingRooks {
        self.castling
    }

    /// The castling rights by side and wing.
    pub fn castling_rights(&self) -> CastlingRights {
        let mut rights = CastlingRights::empty();
        for color in Color::ALL {
            for rook in self.castling.of(color) {
                rights |= Wing::of(self.king(color), rook).right(color);
            }
        }
        rights
    }

    /// The square behind a pawn that has just advanced two squares, if a capture there is legal.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// All pieces of either side that attack a square, given the occupied squares.
    #[inline(always)]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let white_pawns = attacks::pawn(Color::Black, square) & self.color(Color::White);
        let black_pawns = attacks::pawn(Color::White, square) & self.color(Color::Black);
        ((white_pawns | black_pawns) & self.pawns)
            | (attacks::knight(square) & self.knights)
            | (attacks::bishop(square, occupied) & self.diagonal)
            | (attacks::rook(square, occupied) & self.straight)
            | (attacks::king(square) & self.kings)
    }

    /// Whether side `S` attacks a square, given the occupied squares.
    #[doc(hidden)]
    #[inline(always)]
    pub fn attacked_by<S: Side>(&self, square: Square, occupied: Bitboard) -> bool {
        let pieces = self.color(S::COLOR);
        let leapers = (attacks::pawn(S::Them::COLOR, square) & self.pawns)
            | (attacks::knight(square) & self.knights)
            | (attacks::king(square) & self.kings);
        (leapers & pieces).any()
            || (attacks::bishop(square, occupied) & self.diagonal & pieces).any()
            || (attacks::rook(square, occupied) & self.straight & pieces).any()
    }

    /// The squares among these that side `S` does not attack, given the occupied squares.
    #[inline(always)]
    pub(crate) fn not_attacked_by<S: Side>(
        &self,
        squares: Bitboard,
        occupied: Bitboard,
    ) -> Bitboard {
        let pieces = self.color(S::COLOR);
        let mut safe = squares
            & !(attacks::pawns::<S>(self.pawns & pieces)
                | attacks::knights(self.knights & pieces)
                | attacks::king(self.king(S::COLOR)));
        let (diagonal, straight) = (self.diagonal & pieces, self.straight & pieces);
        // Look from the squares or from the sliders, whichever takes fewer look-ups: a square takes two.
        if 2 * safe.count() < diagonal.count() + straight.count() {
            for square in safe {
                if (attacks::bishop(square, occupied) & diagonal).any()
                    || (attacks::rook(square, occupied) & straight).any()
                {
                    safe ^= square.bitboard();
                }
            }
        } else {
            for slider in diagonal {
                safe &= !attacks::bishop(slider, occupied);
            }
            for slider in straight {
                safe &= !attacks::rook(slider, occupied);
            }
        }
        safe
    }

    /// Whether a side has a piece besides its king and pawns.
    #[inline(always)]
    pub fn has_non_pawn_material(&self, color: Color) -> bool {
        (self.color(color) & !(self.pawns | self.kings)).any()
    }

    /// Whether neither side has the material to mate by any sequence of moves: bare kings, one minor
    /// piece, or bishops all on one square colour.
    pub fn insufficient_material(&self) -> bool {
        if (self.pawns | self.straight).any() {
            return false;
        }
        let minors = self.knights | self.diagonal;
        !minors.many()
            || (self.knights.is_empty()
                && ((self.diagonal & Bitboard::LIGHT).is_empty()
                    || (self.diagonal & !Bitboard::LIGHT).is_empty()))
    }

    /// The same position with colours swapped and the board flipped vertically.
    pub fn mirrored(&self) -> Board {
        Board {
            pawns: self.pawns.flip_ranks(),
            knights: self.knights.flip_ranks(),
            diagonal: self.diagonal.flip_ranks(),
            straight: self.straight.flip_ranks(),
            kings: self.kings.flip_ranks(),
            colors: [self.colors[1].flip_ranks(), self.colors[0].flip_ranks()],
            castling: self
                .castling
                .squares()
                .into_iter()
                .fold(CastlingRooks::NONE, |rooks, square| rooks.with(square.flip_rank())),
            en_passant: self.en_passant.map(Square::flip_rank),
            side: !self.side,
        }
    }

    /// Adds a piece to an empty square.
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        let bit = square.bitboard();
        self.colors[piece.color().index()] |= bit;
        match piece.kind() {
            PieceType::Pawn => self.pawns |= bit,
            PieceType::Knight => self.knights |= bit,
            PieceType::King => self.kings |= bit,
            kind => {
                if kind.is_diagonal() {
                    self.diagonal |= bit;
                }
                if kind.is_straight() {
                    self.straight |= bit;
                }
            }
        }
    }
}
