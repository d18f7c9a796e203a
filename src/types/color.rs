//! The two sides, as values and as types.

use core::ops::Not;

use super::direction::Direction;

/// A side: White moves first.
///
/// ```
/// # use quevedo::Color;
/// assert_eq!(!Color::White, Color::Black);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// +1 for White, -1 for Black: turns a score relative to a side into one relative to White.
    #[inline(always)]
    pub const fn sign(self) -> i32 {
        1 - 2 * (self as i32)
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// A side known at compile time: code generic over `Side` has no branches on colour.
pub trait Side: Copy {
    /// The opponent.
    type Them: Side<Them = Self>;
    /// The side as a value.
    const COLOR: Color;
    /// The direction in which its pawns advance.
    const UP: Direction;
    /// The direction in which its pawns capture towards the h-file.
    const UP_EAST: Direction;
    /// The direction in which its pawns capture towards the a-file.
    const UP_WEST: Direction;
}

/// [`Color::White`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct White;
/// [`Color::Black`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    type Them = Black;
    const COLOR: Color = Color::White;
    const UP: Direction = Direction::North;
    const UP_EAST: Direction = Direction::NorthEast;
    const UP_WEST: Direction = Direction::NorthWest;
}

impl Side for Black {
    type Them = White;
    const COLOR: Color = Color::Black;
    const UP: Direction = Direction::South;
    const UP_EAST: Direction = Direction::SouthEast;
    const UP_WEST: Direction = Direction::SouthWest;
}
