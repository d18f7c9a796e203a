//! Castling rights for chess, Chess960 and double Chess960.

use bitflags::bitflags;

use super::bitboard::Bitboard;
use super::color::Color;
use super::square::Square;

bitflags! {
    /// The four rights as FEN and GUIs think of them. `KING` is the h-file's wing.
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

/// The direction of a castling move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wing {
    /// Towards the h-file: king to g, rook to f.
    King,
    /// Towards the a-file: king to c, rook to d.
    Queen,
}

impl Wing {
    /// Where the king ends.
    #[inline(always)]
    pub const fn king_target(self, color: Color) -> Square {
        match self {
            Wing::King => Square::G1.relative(color),
            Wing::Queen => Square::C1.relative(color),
        }
    }

    /// Where the rook ends.
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

    /// This wing's right of that side.
    pub const fn right(self, color: Color) -> CastlingRights {
        match (color, self) {
            (Color::White, Wing::King) => CastlingRights::WHITE_KING,
            (Color::White, Wing::Queen) => CastlingRights::WHITE_QUEEN,
            (Color::Black, Wing::King) => CastlingRights::BLACK_KING,
            (Color::Black, Wing::Queen) => CastlingRights::BLACK_QUEEN,
        }
    }
}

/// The rooks that may still castle, by file: bits 0 to 7 White's, 8 to 15 Black's.
///
/// Naming the rooks instead of the wings serves Chess960 too, and makes the update after a move two
/// instructions. Invariant (kept by the board): such a rook stands on its side's back rank, its king
/// too, and a side has at most one on each side of its king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRooks(u16);

impl CastlingRooks {
    /// Nobody may castle.
    pub const NONE: CastlingRooks = CastlingRooks(0);

    /// Whether nobody may castle.
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

    /// Only the rooks that stand outside `squares` keep their right.
    #[inline(always)]
    pub const fn without(self, squares: Bitboard) -> CastlingRooks {
        let edge = (squares.0 & 0xFF) as u16 | ((squares.0 >> 56) as u16) << 8;
        CastlingRooks(self.0 & !edge)
    }

    /// With the right of a rook on a back rank.
    pub const fn with(self, rook: Square) -> CastlingRooks {
        debug_assert!(rook.rank() == 0 || rook.rank() == 7);
        CastlingRooks(self.0 | 1 << (rook.file() + if rook.rank() == 7 { 8 } else { 0 }))
    }

    /// Bit numbers (0 to 15) of the rooks, for the hash keys.
    #[inline(always)]
    pub fn bits(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (bit < 16).then_some(bit)
        })
    }

    /// The rooks in one set only.
    #[inline(always)]
    pub const fn difference(self, other: CastlingRooks) -> CastlingRooks {
        CastlingRooks(self.0 ^ other.0)
    }
}
