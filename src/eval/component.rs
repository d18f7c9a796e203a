//! The five sums that an evaluation is combined from.

use super::pair::Pair;
use crate::types::Color;

/// A sum of weights. `combine()` makes the score from all components and knows nothing
/// else about the terms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Component {
    /// Everything that counts linearly, White minus Black.
    Linear,
    /// What counts in proportion to the number of pawns on the board less ten, White minus Black.
    ByPawns,
    /// White's threats against Black's king.
    WhiteDanger,
    /// Black's threats against White's king.
    BlackDanger,
    /// How easy an advantage is to win with, whichever side has it.
    Winnable,
}

/// The number of components.
pub const COMPONENTS: usize = Component::Winnable as usize + 1;

/// The value of each component, in the order of [`Component`].
pub type Sums<V> = [Pair<V>; COMPONENTS];

impl Component {
    /// The danger that a side poses to the enemy king.
    #[inline(always)]
    pub const fn danger_by(color: Color) -> Component {
        match color {
            Color::White => Component::WhiteDanger,
            Color::Black => Component::BlackDanger,
        }
    }

    /// The index into [`Sums`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether a side's feature is added to the sum (+1) or subtracted from it (-1).
    #[inline(always)]
    pub const fn sign(self, color: Color) -> i32 {
        match self {
            Component::Linear | Component::ByPawns => color.sign(),
            Component::WhiteDanger | Component::BlackDanger | Component::Winnable => 1,
        }
    }
}
