//! A middlegame and an endgame score in one word, so that one addition adds both.
//!
//! Source: <https://www.chessprogramming.org/Tapered_Eval>

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A pair of scores in centipawns, each within 16 bits: endgame in the high half.
///
/// Invariant of every sum: both halves stay within the range of `i16`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct S(i32);

/// Shorthand for [`S::new`], for tables.
pub const fn s(mg: i32, eg: i32) -> S {
    S::new(mg, eg)
}

impl S {
    /// Nothing.
    pub const ZERO: S = S(0);

    /// The pair of these scores.
    #[inline(always)]
    pub const fn new(mg: i32, eg: i32) -> S {
        S((eg << 16).wrapping_add(mg))
    }

    /// The middlegame score.
    #[inline(always)]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame score; the carry that a negative middlegame half took is given back.
    #[inline(always)]
    pub const fn eg(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// The sum, in constants.
    pub const fn plus(self, other: S) -> S {
        S(self.0.wrapping_add(other.0))
    }

    /// The negative, in constants.
    pub const fn negated(self) -> S {
        S(self.0.wrapping_neg())
    }
}

impl Add for S {
    type Output = S;
    #[inline(always)]
    fn add(self, other: S) -> S {
        S(self.0.wrapping_add(other.0))
    }
}

impl Sub for S {
    type Output = S;
    #[inline(always)]
    fn sub(self, other: S) -> S {
        S(self.0.wrapping_sub(other.0))
    }
}

impl Neg for S {
    type Output = S;
    #[inline(always)]
    fn neg(self) -> S {
        self.negated()
    }
}

impl Mul<i32> for S {
    type Output = S;
    #[inline(always)]
    fn mul(self, factor: i32) -> S {
        S(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for S {
    #[inline(always)]
    fn add_assign(&mut self, other: S) {
        *self = *self + other;
    }
}

impl SubAssign for S {
    #[inline(always)]
    fn sub_assign(&mut self, other: S) {
        *self = *self - other;
    }
}

impl fmt::Debug for S {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s({}, {})", self.mg(), self.eg())
    }
}
