//! What becomes of a stated feature: it is summed up in play, or noted in a trace.

use super::pair::S;
use super::terms::{COUNT, WEIGHTS};
use crate::types::{Color, Side, White};

/// Takes the features that the evaluation states, each exactly once.
pub trait Sink {
    /// Side `C` has feature `index` `n` times.
    fn add<C: Side>(&mut self, index: usize, n: i32);
    /// Side `C` threatens the enemy king in manner `index`, `n` times.
    fn danger<C: Side>(&mut self, index: usize, n: i32);
    /// The position is simple or rich in manner `index`, `n` times, whoever is ahead.
    fn complexity(&mut self, index: usize, n: i32);
}

/// What a weight goes into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// The sum, White less Black.
    #[default]
    Linear,
    /// The danger of a side's attack, which grows faster than its sum.
    Danger,
    /// What makes an endgame advantage more or less.
    Complexity,
}

/// Sums weights: the sink of play.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Play {
    /// White less Black.
    pub linear: S,
    /// What each side threatens the other's king with.
    pub danger: [S; 2],
    /// What makes an endgame advantage more or less.
    pub complexity: S,
}

impl Play {
    /// Adds sums that were kept elsewhere.
    #[inline(always)]
    pub(super) fn include(&mut self, other: &Play) {
        self.linear += other.linear;
        self.danger[0] += other.danger[0];
        self.danger[1] += other.danger[1];
        self.complexity += other.complexity;
    }
}

impl Sink for Play {
    #[inline(always)]
    fn add<C: Side>(&mut self, index: usize, n: i32) {
        self.linear += WEIGHTS[index] * (C::SIGN * n);
    }

    #[inline(always)]
    fn danger<C: Side>(&mut self, index: usize, n: i32) {
        self.danger[C::COLOR.index()] += WEIGHTS[index] * n;
    }

    #[inline(always)]
    fn complexity(&mut self, index: usize, n: i32) {
        self.complexity += WEIGHTS[index] * n;
    }
}

/// Notes how often each feature occurs: the sink of the `eval` command and of tuning.
pub struct Trace {
    /// By weight and side; what has no side is White's.
    pub counts: Box<[[i16; 2]; COUNT]>,
    /// What each weight that was counted goes into.
    pub parts: Box<[Part; COUNT]>,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace { counts: Box::new([[0; 2]; COUNT]), parts: Box::new([Part::Linear; COUNT]) }
    }
}

impl Sink for Trace {
    fn add<C: Side>(&mut self, index: usize, n: i32) {
        self.counts[index][C::COLOR.index()] += n as i16;
    }

    fn danger<C: Side>(&mut self, index: usize, n: i32) {
        self.add::<C>(index, n);
        self.parts[index] = Part::Danger;
    }

    fn complexity(&mut self, index: usize, n: i32) {
        self.add::<White>(index, n);
        self.parts[index] = Part::Complexity;
    }
}

impl Trace {
    /// The sums that [`Play`] would have come to.
    pub fn totals(&self) -> Play {
        let mut sums = Play::default();
        for (index, counts) in self.counts.iter().enumerate() {
            for color in Color::ALL {
                let value = WEIGHTS[index] * i32::from(counts[color.index()]);
                match self.parts[index] {
                    Part::Linear => sums.linear += value * color.sign(),
                    Part::Danger => sums.danger[color.index()] += value,
                    Part::Complexity => sums.complexity += value,
                }
            }
        }
        sums
    }
}
