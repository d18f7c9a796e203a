//! Squares: a1 = 0, b1 = 1, ... h8 = 63 (little-endian rank-file mapping).

use alloc::string::String;
use core::fmt::{self, Write as _};
use core::str::FromStr;

use super::color::Color;
use super::text::excerpt;

/// One of the 64 squares.
///
/// Invariant: the number is below 64. Only this module makes squares, and table look-ups rely on it.
///
/// ```
/// # use quevedo::Square;
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::E4);
/// assert_eq!((square.file(), square.rank(), square.index()), (4, 3, 28));
/// assert_eq!(square.to_string(), "e4");
/// # Ok::<(), quevedo::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

macro_rules! squares {
    ($($name:ident)*) => { squares!(@ 0; $($name)*); };
    (@ $n:expr; $name:ident $($rest:ident)*) => {
        #[allow(missing_docs, reason = "the name is the documentation")]
        pub const $name: Square = Square($n);
        squares!(@ $n + 1; $($rest)*);
    };
    (@ $n:expr;) => {};
}

impl Square {
    squares! {
        A1 B1 C1 D1 E1 F1 G1 H1 A2 B2 C2 D2 E2 F2 G2 H2 A3 B3 C3 D3 E3 F3 G3 H3 A4 B4 C4 D4 E4 F4 G4
        H4 A5 B5 C5 D5 E5 F5 G5 H5 A6 B6 C6 D6 E6 F6 G6 H6 A7 B7 C7 D7 E7 F7 G7 H7 A8 B8 C8 D8 E8 F8
        G8 H8
    }

    /// The square with this number; only the low six bits count.
    #[inline(always)]
    pub const fn masked(index: u8) -> Square {
        Square(index & 63)
    }

    /// The square with this number, if it is below 64.
    ///
    /// ```
    /// # use quevedo::Square;
    /// assert_eq!(Square::from_index(63), Some(Square::H8));
    /// assert_eq!(Square::from_index(64), None);
    /// ```
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// The square of the lowest set bit.
    ///
    /// For 0, debug builds panic and release builds return a1.
    #[inline(always)]
    pub(super) const fn lowest(bits: u64) -> Square {
        debug_assert!(bits != 0);
        Square((bits.trailing_zeros() & 63) as u8)
    }

    /// The square on a file (0 = a) and a rank (0 = first), if both are below 8.
    ///
    /// ```
    /// # use quevedo::Square;
    /// assert_eq!(Square::from_coords(4, 3), Some(Square::E4));
    /// assert_eq!(Square::from_coords(8, 0), None);
    /// ```
    pub const fn from_coords(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 { Some(Square::new(file, rank)) } else { None }
    }

    /// As [`from_coords`](Square::from_coords), where both are known to be below 8.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn new(file: u8, rank: u8) -> Square {
        debug_assert!(file < 8 && rank < 8);
        Square::masked(rank * 8 + file)
    }

    /// All squares, a1 first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// The number. The mask tells the compiler that it is below 64, so that look-ups in tables of 64
    /// need no bounds check.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 for the a-file to 7 for the h-file.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for the first rank to 7 for the eighth.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Its name, as ASCII: `e4`.
    pub(super) const fn letters(self) -> [u8; 2] {
        [b'a' + self.file(), b'1' + self.rank()]
    }

    /// The rank from that side's point of view: 0 is its own back rank.
    #[inline(always)]
    pub const fn relative_rank(self, color: Color) -> u8 {
        self.relative(color).rank()
    }

    /// The square from that side's point of view: flipped vertically for Black.
    ///
    /// ```
    /// # use quevedo::{Color, Square};
    /// assert_eq!(Square::E2.relative(Color::Black), Square::E7);
    /// ```
    #[inline(always)]
    pub const fn relative(self, color: Color) -> Square {
        Square(self.0 ^ (56 * color as u8))
    }

    /// Flipped vertically.
    #[inline(always)]
    pub const fn flip_rank(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square whose number is `delta` higher. It must be on the board.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn offset(self, delta: i8) -> Square {
        debug_assert!(self.0 as i8 + delta >= 0 && self.0 as i16 + (delta as i16) < 64);
        Square::masked(self.0.wrapping_add_signed(delta))
    }

    /// The number of king moves from one square to the other on an empty board: 0 to 7.
    ///
    /// ```
    /// # use quevedo::Square;
    /// assert_eq!(Square::A1.distance(Square::H2), 7);
    /// ```
    #[inline(always)]
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }
}

/// Text that does not name a square, shortened if it is long.
///
/// ```
/// # use quevedo::Square;
/// let error = "e9".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a square from a1 to h8, got 'e9'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareError(pub String);

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a square from a1 to h8, got '{}'", self.0)
    }
}

impl core::error::Error for SquareError {}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [file, rank] = self.letters();
        f.write_char(file as char)?;
        f.write_char(rank as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::new(file - b'a', rank - b'1')),
            _ => Err(SquareError(excerpt(text))),
        }
    }
}
