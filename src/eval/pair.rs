//! Middlegame and endgame scores in pairs, and one or two such pairs packed into a word, so that one addition adds
//! all.
//!
//! Source: <https://www.chessprogramming.org/Tapered_Eval>

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

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

/// A pair of weights or of their sums, packed: 16 bits each, the endgame in the high half.
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
}

impl fmt::Debug for S {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s({}, {})", self.mg(), self.eg())
    }
}

/// Two pairs of scores, packed: one that counts as it is, and in the high half one that is proportional to the number
/// of pawns.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct Wide(i64);

impl Wide {
    /// Packs two pairs.
    #[inline(always)]
    pub const fn new(plain: S, by_pawns: S) -> Wide {
        Wide(((by_pawns.0 as i64) << 32).wrapping_add(plain.0 as i64))
    }

    /// The pair that counts as it is.
    #[inline(always)]
    pub const fn plain(self) -> S {
        S(self.0 as i32)
    }

    /// The pair that counts in proportion to the number of pawns; adds back the carry that a negative low half
    /// borrowed.
    #[inline(always)]
    pub const fn by_pawns(self) -> S {
        S((self.0.wrapping_add(0x8000_0000) >> 32) as i32)
    }

    /// The sum, for constants.
    pub const fn plus(self, other: Wide) -> Wide {
        Wide(self.0.wrapping_add(other.0))
    }
}

/// Packed scores are added, subtracted and multiplied as one number.
macro_rules! arithmetic {
    ($($packed:ident),+) => {$(
        impl Add for $packed {
            type Output = $packed;
            #[inline(always)]
            fn add(self, other: $packed) -> $packed {
                $packed(self.0.wrapping_add(other.0))
            }
        }

        impl Sub for $packed {
            type Output = $packed;
            #[inline(always)]
            fn sub(self, other: $packed) -> $packed {
                $packed(self.0.wrapping_sub(other.0))
            }
        }

        impl Mul<i32> for $packed {
            type Output = $packed;
            #[inline(always)]
            fn mul(self, factor: i32) -> $packed {
                $packed(self.0.wrapping_mul(factor.into()))
            }
        }

        impl AddAssign for $packed {
            #[inline(always)]
            fn add_assign(&mut self, other: $packed) {
                *self = *self + other;
            }
        }

        impl SubAssign for $packed {
            #[inline(always)]
            fn sub_assign(&mut self, other: $packed) {
                *self = *self - other;
            }
        }
    )+};
}

arithmetic!(S, Wide);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{S, Wide};

    fn part() -> impl Strategy<Value = i32> {
        -300..=300
    }

    proptest! {
        #[test]
        fn four_sums_are_added_at_once(
            weights in prop::collection::vec(((part(), part(), part(), part()), -9..=9), 1..12)
        ) {
            let mut wide = Wide::default();
            let mut sums = [0; 4];
            for ((a, b, c, d), n) in weights {
                wide += Wide::new(S::new(a, b), S::new(c, d)) * n;
                for (sum, part) in sums.iter_mut().zip([a, b, c, d]) {
                    *sum += part * n;
                }
            }
            let (plain, by_pawns) = (wide.plain(), wide.by_pawns());
            prop_assert_eq!([plain.mg(), plain.eg(), by_pawns.mg(), by_pawns.eg()], sums);
            wide -= Wide::new(plain, by_pawns);
            prop_assert_eq!(wide, Wide::default());
        }
    }
}
