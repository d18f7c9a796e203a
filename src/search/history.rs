//! What earlier parts of the search say about moves: killers, history, capture history.
//!
//! Source: <https://www.chessprogramming.org/History_Heuristic>

use super::params as p;
use crate::position::Position;
use crate::types::{Color, Depth, Move, PieceType};

/// Bound of every history value.
pub const HISTORY_MAX: i32 = 16_384;

/// A history value that updates pull towards a bound, the less the nearer it is.
#[derive(Clone, Copy, Default, Debug)]
pub struct Gravity(i16);

impl Gravity {
    /// The value, within ±[`HISTORY_MAX`].
    #[inline(always)]
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// Moves the value towards the sign of `bonus`.
    #[inline(always)]
    pub fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
        let value = self.get() + bonus - self.get() * bonus.abs() / HISTORY_MAX;
        debug_assert!(value.abs() <= HISTORY_MAX);
        self.0 = value as i16;
    }
}

/// What a cut-off at this depth earns the move that made it.
pub fn bonus(depth: Depth) -> i32 {
    (p::history_bonus() * depth - p::history_bonus_base()).clamp(0, p::history_bonus_max())
}

/// What the moves lose that were tried before it.
pub fn malus(depth: Depth) -> i32 {
    (p::history_malus() * depth - p::history_malus_base()).clamp(0, p::history_malus_max())
}

/// The histories of one search thread; kept between moves of a game.
pub struct Histories {
    /// Quiet moves, by side, from and to.
    quiet: Box<[[Gravity; 4096]; 2]>,
    /// Captures, by man, target and victim.
    capture: Box<[[[Gravity; 6]; 64]; 12]>,
}

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            quiet: Box::new([[Gravity::default(); 4096]; 2]),
            capture: Box::new([[[Gravity::default(); 6]; 64]; 12]),
        }
    }
}

impl Histories {
    /// How good a quiet move has been.
    #[inline(always)]
    pub fn quiet(&self, side: Color, mv: Move) -> i32 {
        self.quiet[side.index()][mv.from_to()].get()
    }

    /// How good a noisy move has been.
    #[inline(always)]
    pub fn capture(&self, position: &Position, mv: Move) -> i32 {
        let (man, to, victim) = capture_index(position, mv);
        self.capture[man][to][victim].get()
    }

    /// How good any move has been.
    #[inline(always)]
    pub fn of(&self, position: &Position, mv: Move) -> i32 {
        if mv.is_noisy() { self.capture(position, mv) } else { self.quiet(position.side(), mv) }
    }

    /// Adds to a quiet move's history.
    #[inline(always)]
    pub fn update_quiet(&mut self, side: Color, mv: Move, bonus: i32) {
        self.quiet[side.index()][mv.from_to()].update(bonus);
    }

    /// Adds to a noisy move's history.
    #[inline(always)]
    pub fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let (man, to, victim) = capture_index(position, mv);
        self.capture[man][to][victim].update(bonus);
    }
}

/// A promotion without capture counts as taking a pawn: the place is free, and both gain material.
#[inline(always)]
fn capture_index(position: &Position, mv: Move) -> (usize, usize, usize) {
    let man = position.piece_on(mv.from()).map_or(0, crate::types::Piece::index);
    let victim = position.captured(mv).unwrap_or(PieceType::Pawn);
    (man, mv.to().index(), victim.index())
}
