//! The weights in use: those of `weights.rs`, unless the options of a build with the feature `tune` changed
//! them.

#[cfg(not(feature = "tune"))]
mod fixed {
    use super::super::pair::S;
    use super::super::terms::WEIGHTS;

    /// The weight at an index.
    #[inline(always)]
    pub(in super::super) fn weight(index: usize) -> S {
        WEIGHTS[index]
    }
}

#[cfg(feature = "tune")]
mod tuned {
    use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

    use super::super::pair::S;
    use super::super::terms::{COUNT, WEIGHTS};

    /// Middlegame and endgame half of every weight.
    static CURRENT: [[AtomicI32; 2]; COUNT] = {
        let mut all = [const { [const { AtomicI32::new(0) }; 2] }; COUNT];
        let mut i = 0;
        while i < COUNT {
            all[i] = [AtomicI32::new(WEIGHTS[i].mg()), AtomicI32::new(WEIGHTS[i].eg())];
            i += 1;
        }
        all
    };

    /// The weight at an index.
    #[inline(always)]
    pub(in super::super) fn weight(index: usize) -> S {
        let [mg, eg] = &CURRENT[index];
        S::new(mg.load(Relaxed), eg.load(Relaxed))
    }

    /// Changes a half of a weight: 0 for the middlegame, 1 for the endgame.
    pub(in super::super) fn set(index: usize, half: usize, value: i32) {
        CURRENT[index][half].store(value, Relaxed);
    }
}

#[cfg(not(feature = "tune"))]
pub(super) use fixed::weight;
#[cfg(feature = "tune")]
pub(super) use tuned::{set, weight};
