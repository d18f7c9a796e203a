//! Castling rights for chess, Chess960 and double Chess960.

use bitflags::bitflags;

use super::bitboard::Bitboard;
use super::color::Color;
use super::square::Square;

bitflags! {
    /// The four rights of standard chess, as FEN writes them. `KING` is the side of the h-file.
    ///
    /// ```
    /// # use quevedo::{CastlingRights, Position};
    /// let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1".parse()?;
    /// let rights = position.board().castling_rights();
    /// assert_eq!(rights.iter_names().count(), 2);
    /// assert!(!rights.is_all());
    /// # Ok::<(), quevedo::FenError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct CastlingRights: u8 {
        /// White castles towards the h-file.
        const WHITE_KING = 1;
        /// White castles towards the a-file.
        const WHITE_QUEEN = 2;
        /// Black castles towards the h-file.
        const BLACK_KING = 4;
        /// Black castles towards the a-file.
        const BLACK_QUEEN = 8;
    }
}

/// The side of the board on which a king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wing {
    /// Towards the h-file: king to g, rook to f.
    King,
    /// Towards the a-file: king to c, rook to d.
    Queen,
}

impl Wing {
    /// Where the king ends up.
    #[inline(always)]
    pub const fn king_target(self, color: Color) -> Square {
        match self {
            Wing::King => Square::G1.relative(color),
            Wing::Queen => Square::C1.relative(color),
        }
    }

    /// Where the rook ends up.
    #[inline(always)]
    pub const fn rook_target(self, color: Color) -> Square {
        match self {
            Wing::King => Square::F1.relative(color),
            Wing::Queen => Square::D1.relative(color),
        }
    }

    /// The wing on which a rook stands, seen from its king.
    #[inline(always)]
    pub const fn of(king: Square, rook: Square) -> Wing {
        if rook.file() > king.file() { Wing::King } else { Wing::Queen }
    }

    /// The right of that side to castle on this wing.
    pub const fn right(self, color: Color) -> CastlingRights {
        match (color, self) {
            (Color::White, Wing::King) => CastlingRights::WHITE_KING,
            (Color::White, Wing::Queen) => CastlingRights::WHITE_QUEEN,
            (Color::Black, Wing::King) => CastlingRights::BLACK_KING,
            (Color::Black, Wing::Queen) => CastlingRights::BLACK_QUEEN,
        }
    }
}

/// The rooks that may still castle, by file: bits 0 to 7 for White, 8 to 15 for Black.
///
/// Storing rooks instead of wings works for Chess960 too, and updating them after a move takes two
/// instructions. Invariant, kept by the board: such a rook and its king stand on their back rank, and
/// there is at most one such rook on each side of the king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRooks(u16);

impl CastlingRooks {
    /// No castling rights.
    pub const NONE: CastlingRooks = CastlingRooks(0);

    /// Whether neither side may castle.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The rooks as a set of squares.
    #[inline(always)]
    pub const fn squares(self) -> Bitboard {
        Bitboard((self.0 & 0xFF) as u64 | ((self.0 >> 8) as u64) << 56)
    }

    /// The rooks of one side.
    #[inline(always)]
    pub const fn of(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard((self.0 & 0xFF) as u64),
            Color::Black => Bitboard(((self.0 >> 8) as u64) << 56),
        }
    }

    /// Keeps only the rights of rooks outside `squares`.
    #[inline(always)]
    pub const fn without(self, squares: Bitboard) -> CastlingRooks {
        let edge = (squares.0 & 0xFF) as u16 | ((squares.0 >> 56) as u16) << 8;
        CastlingRooks(self.0 & !edge)
    }

    /// Adds the right of a rook on a back rank.
    pub const fn with(self, rook: Square) -> CastlingRooks {
        debug_assert!(rook.rank() == 0 || rook.rank() == 7);
        CastlingRooks(self.0 | 1 << (rook.file() + if rook.rank() == 7 { 8 } else { 0 }))
    }

    /// The bit numbers (0 to 15) of the rooks, for the hash keys.
    #[inline(always)]
    pub fn bits(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (bit < 16).then_some(bit)
        })
    }

    /// The rooks in exactly one of the two sets.
    #[inline(always)]
    pub const fn difference(self, other: CastlingRooks) -> CastlingRooks {
        CastlingRooks(self.0 ^ other.0)
    }
}
