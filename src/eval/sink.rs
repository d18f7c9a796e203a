//! What becomes of a stated feature: it is summed up in play, or noted in a trace.

use super::pair::S;
use super::terms::{COUNT, WEIGHTS};
use crate::types::{Color, Side};

/// Takes the features that the evaluation states, each exactly once.
pub trait Sink {
    /// Whether sums kept elsewhere (incremental piece-square sums) must be stated one by one.
    const TRACING: bool;
    /// Side `C` has feature `index` `n` times.
    fn add<C: Side>(&mut self, index: usize, n: i32);
    /// Side `C` threatens the enemy king in manner `index`, `n` times.
    fn danger<C: Side>(&mut self, index: usize, n: i32);
}

/// Sums weights: the sink of play.
#[derive(Clone, Copy, Default, Debug)]
pub struct Play {
    /// White less Black.
    pub linear: S,
    /// What each side threatens the other's king with.
    pub danger: [S; 2],
}

impl Sink for Play {
    const TRACING: bool = false;

    #[inline(always)]
    fn add<C: Side>(&mut self, index: usize, n: i32) {
        self.linear += WEIGHTS[index] * (C::SIGN * n);
    }

    #[inline(always)]
    fn danger<C: Side>(&mut self, index: usize, n: i32) {
        self.danger[C::COLOR.index()] += WEIGHTS[index] * n;
    }
}

/// Notes how often each feature occurs: the sink of the `eval` command and of tuning.
pub struct Trace {
    /// By weight and side.
    pub counts: Box<[[i16; 2]; COUNT]>,
    /// Which weights go into the danger instead of the sum.
    pub is_danger: Box<[bool; COUNT]>,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace { counts: Box::new([[0; 2]; COUNT]), is_danger: Box::new([false; COUNT]) }
    }
}

impl Sink for Trace {
    const TRACING: bool = true;

    fn add<C: Side>(&mut self, index: usize, n: i32) {
        self.counts[index][C::COLOR.index()] += n as i16;
    }

    fn danger<C: Side>(&mut self, index: usize, n: i32) {
        self.add::<C>(index, n);
        self.is_danger[index] = true;
    }
}

impl Trace {
    /// The sums that [`Play`] would have come to.
    pub fn totals(&self) -> Play {
        let mut sums = Play::default();
        for (index, counts) in self.counts.iter().enumerate() {
            for color in Color::ALL {
                let value = WEIGHTS[index] * i32::from(counts[color.index()]);
                if self.is_danger[index] {
                    sums.danger[color.index()] += value;
                } else {
                    sums.linear += value * color.sign();
                }
            }
        }
        sums
    }
}
