//! Sets of squares as 64-bit words.
//!
//! Source: <https://www.chessprogramming.org/Bitboards>

use alloc::string::String;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use super::direction::Direction;
use super::square::Square;

/// A set of squares; bit `n` is the square with number `n`.
///
/// ```
/// use quevedo::{Bitboard, Color, PieceType, Position};
///
/// let position = Position::default();
/// let board = position.board();
/// let (white, pawns) = (board.color(Color::White), board.kind(PieceType::Pawn));
/// assert_eq!((white & pawns).count(), 8);
/// assert_eq!(white - pawns, Bitboard::rank(0));
/// assert!((white - pawns).into_iter().all(|square| square.rank() == 0));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

const NOT_A_FILE: u64 = !0x0101_0101_0101_0101;
const NOT_H_FILE: u64 = !0x8080_8080_8080_8080;

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The light squares, such as h1.
    pub const LIGHT: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);

    /// The squares of a file, 0 = a.
    #[inline(always)]
    pub const fn file(file: u8) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << (file & 7))
    }

    /// The squares of a rank, 0 = first.
    #[inline(always)]
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0xFF << (8 * (rank & 7)))
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set is not empty.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two squares or more.
    #[inline(always)]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The number of squares.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The square with the lowest number. The set must not be empty.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn first(self) -> Square {
        Square::lowest(self.0)
    }

    /// The square with the highest number. The set must not be empty.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn last(self) -> Square {
        Square::lowest(1 << (63 ^ (self.0.leading_zeros() & 63)))
    }

    /// The set without its lowest square.
    #[inline(always)]
    pub const fn without_first(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_sub(1))
    }

    /// Every square moved one step; those that would leave the board are dropped.
    #[inline(always)]
    pub const fn shift(self, direction: Direction) -> Bitboard {
        Bitboard(match direction {
            Direction::North => self.0 << 8,
            Direction::South => self.0 >> 8,
            Direction::East => self.0 << 1 & NOT_A_FILE,
            Direction::West => self.0 >> 1 & NOT_H_FILE,
            Direction::NorthEast => self.0 << 9 & NOT_A_FILE,
            Direction::NorthWest => self.0 << 7 & NOT_H_FILE,
            Direction::SouthEast => self.0 >> 7 & NOT_A_FILE,
            Direction::SouthWest => self.0 >> 9 & NOT_H_FILE,
        })
    }

    /// The set and every square north of its squares.
    #[inline(always)]
    pub const fn fill_north(self) -> Bitboard {
        let mut bits = self.0;
        bits |= bits << 8;
        bits |= bits << 16;
        Bitboard(bits | bits << 32)
    }

    /// The set and every square south of its squares.
    #[inline(always)]
    pub const fn fill_south(self) -> Bitboard {
        let mut bits = self.0;
        bits |= bits >> 8;
        bits |= bits >> 16;
        Bitboard(bits | bits >> 32)
    }

    /// The set and its neighbours to the east and west.
    #[inline(always)]
    pub const fn widen(self) -> Bitboard {
        Bitboard(self.0 | self.shift(Direction::East).0 | self.shift(Direction::West).0)
    }

    /// Flipped vertically.
    #[inline(always)]
    pub const fn flip_ranks(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }
}

impl Square {
    /// The set of this square alone.
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

impl Sub for Bitboard {
    type Output = Bitboard;
    /// The squares of this set that are not in the other.
    #[inline(always)]
    fn sub(self, other: Bitboard) -> Bitboard {
        self & !other
    }
}

impl SubAssign for Bitboard {
    #[inline(always)]
    fn sub_assign(&mut self, other: Bitboard) {
        *self &= !other;
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        square.bitboard()
    }
}

impl From<u64> for Bitboard {
    #[inline(always)]
    fn from(bits: u64) -> Bitboard {
        Bitboard(bits)
    }
}

impl From<Bitboard> for u64 {
    #[inline(always)]
    fn from(set: Bitboard) -> u64 {
        set.0
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect();
    }
}

/// The squares of a set, lowest number first.
#[derive(Clone)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count() as usize;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.last();
        self.0 ^= square.bitboard();
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}

impl FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
    }
}

impl fmt::Debug for Bitboard {
    /// A diagram with the eighth rank on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let row: String = (0..8)
                .map(|file| if self.has(Square::new(file, rank)) { 'X' } else { '.' })
                .collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Bitboard, Square};

    #[test]
    fn a_set_is_what_its_squares_make_of_it() {
        let (a1, d4, h8) = (Square::new(0, 0), Square::new(3, 3), Square::new(7, 7));
        let mut set: Bitboard = [h8, a1].into_iter().collect();
        set.extend([d4]);
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [a1, d4, h8]);
        assert_eq!(set.into_iter().rev().collect::<Vec<_>>(), [h8, d4, a1]);
        assert_eq!(set.into_iter().len(), 3);
        set -= d4.into();
        assert_eq!(u64::from(set), 1 << 63 | 1);
        assert_eq!(set - Bitboard::from(1), h8.bitboard());
    }
}
