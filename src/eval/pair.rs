//! Middlegame and endgame scores in pairs, and such a pair packed into one word, so that one addition adds
//! both.
//!
//! Source: <https://www.chessprogramming.org/Tapered_Eval>

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value, unpacked.
#[derive(Clone, Copy, Debug)]
pub struct Pair<V> {
    /// Middlegame.
    pub mg: V,
    /// Endgame.
    pub eg: V,
}

impl<V: Add<Output = V>> Add for Pair<V> {
    type Output = Pair<V>;

    #[inline(always)]
    fn add(self, other: Pair<V>) -> Pair<V> {
        Pair { mg: self.mg + other.mg, eg: self.eg + other.eg }
    }
}

impl<V: Sub<Output = V>> Sub for Pair<V> {
    type Output = Pair<V>;

    #[inline(always)]
    fn sub(self, other: Pair<V>) -> Pair<V> {
        Pair { mg: self.mg - other.mg, eg: self.eg - other.eg }
    }
}

impl From<S> for Pair<i32> {
    #[inline(always)]
    fn from(packed: S) -> Pair<i32> {
        Pair { mg: packed.mg(), eg: packed.eg() }
    }
}

/// A pair of scores in centipawns, packed: 16 bits each, the endgame in the high half.
///
/// Every sum must keep both halves within the range of `i16`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct S(i32);

/// Shorthand for [`S::new`], for tables.
pub const fn s(mg: i32, eg: i32) -> S {
    S::new(mg, eg)
}

impl S {
    /// No score in either phase.
    pub const ZERO: S = S(0);

    /// Packs two scores.
    #[inline(always)]
    pub const fn new(mg: i32, eg: i32) -> S {
        S((eg << 16).wrapping_add(mg))
    }

    /// The middlegame score.
    #[inline(always)]
    pub const fn mg(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame score; adds back the carry that a negative middlegame half borrowed.
    #[inline(always)]
    pub const fn eg(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// The sum, for constants.
    pub const fn plus(self, other: S) -> S {
        S(self.0.wrapping_add(other.0))
    }

    /// The negation, for constants.
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
