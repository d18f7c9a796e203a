//! Dual numbers: forward-mode automatic differentiation.
//!
//! A dual number is a value with its derivatives with respect to `N` variables. Arithmetic computes both, so whatever
//! is computed from the variables comes with its gradient.
//!
//! Source: R. E. Wengert, "A simple automatic derivative evaluation program", 1964 (forward mode).

use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::eval::Number;

/// A value and its derivatives with respect to `N` variables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dual<const N: usize> {
    pub(super) value: f64,
    pub(super) slopes: [f64; N],
}

impl<const N: usize> Dual<N> {
    /// A constant.
    fn constant(value: f64) -> Dual<N> {
        Dual { value, slopes: [0.0; N] }
    }

    /// Variable number `which`, with this value.
    pub(super) fn variable(value: f64, which: usize) -> Dual<N> {
        let mut dual = Dual::constant(value);
        dual.slopes[which] = 1.0;
        dual
    }

    /// A number whose derivatives are a linear combination of those of two others.
    #[inline(always)]
    fn mixed(value: f64, (a, by_a): (Dual<N>, f64), (b, by_b): (Dual<N>, f64)) -> Dual<N> {
        Dual { value, slopes: std::array::from_fn(|i| a.slopes[i] * by_a + b.slopes[i] * by_b) }
    }
}

impl<const N: usize> PartialEq for Dual<N> {
    fn eq(&self, other: &Dual<N>) -> bool {
        self.value == other.value
    }
}

impl<const N: usize> PartialOrd for Dual<N> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Dual<N>) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<const N: usize> Add for Dual<N> {
    type Output = Dual<N>;
    #[inline(always)]
    fn add(self, other: Dual<N>) -> Dual<N> {
        Dual::mixed(self.value + other.value, (self, 1.0), (other, 1.0))
    }
}

impl<const N: usize> Sub for Dual<N> {
    type Output = Dual<N>;
    #[inline(always)]
    fn sub(self, other: Dual<N>) -> Dual<N> {
        Dual::mixed(self.value - other.value, (self, 1.0), (other, -1.0))
    }
}

impl<const N: usize> Mul for Dual<N> {
    type Output = Dual<N>;
    #[inline(always)]
    fn mul(self, other: Dual<N>) -> Dual<N> {
        Dual::mixed(self.value * other.value, (self, other.value), (other, self.value))
    }
}

impl<const N: usize> Div for Dual<N> {
    type Output = Dual<N>;
    #[inline(always)]
    fn div(self, other: Dual<N>) -> Dual<N> {
        let quotient = self.value / other.value;
        Dual::mixed(quotient, (self, 1.0 / other.value), (other, -quotient / other.value))
    }
}

impl<const N: usize> Neg for Dual<N> {
    type Output = Dual<N>;
    #[inline(always)]
    fn neg(self) -> Dual<N> {
        Dual { value: -self.value, slopes: self.slopes.map(|slope| -slope) }
    }
}

impl<const N: usize> Number for Dual<N> {
    #[inline(always)]
    fn of(value: i32) -> Dual<N> {
        Dual::constant(value.into())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Dual;
    use crate::eval::Number;

    /// A formula that uses all operations.
    fn formula<V: Number>(x: V, y: V) -> V {
        let above = (x - V::of(3)).positive();
        above * above / (y + V::of(40)) - x * y * V::of(2) + (-y).positive() / V::of(7)
    }

    proptest! {
        #[test]
        fn slopes_are_those_of_the_value(x in -20.0..20.0, y in -20.0..20.0) {
            const H: f64 = 1e-5;
            // `positive` has no derivative at its kink.
            prop_assume!(f64::abs(x - 3.0) > H && f64::abs(y) > H);
            let both = formula(Dual::<2>::variable(x, 0), Dual::variable(y, 1));
            prop_assert_eq!(both.value, formula(x, y));
            let by_x = (formula(x + H, y) - formula(x - H, y)) / (2.0 * H);
            let by_y = (formula(x, y + H) - formula(x, y - H)) / (2.0 * H);
            prop_assert!((both.slopes[0] - by_x).abs() < 1e-5, "{} {}", both.slopes[0], by_x);
            prop_assert!((both.slopes[1] - by_y).abs() < 1e-5, "{} {}", both.slopes[1], by_y);
        }
    }
}
