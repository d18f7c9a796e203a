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

/// The linear weights in wide form, ready to add.
#[cfg(not(any(feature = "tune", quevedo_late_tables)))]
mod wide {
    use super::super::pair::Wide;
    use super::super::terms::{self, LINEAR};

    static LINEAR_WEIGHTS: [Wide; LINEAR] = {
        let mut all = [terms::linear_weight(0); LINEAR];
        let mut i = 0;
        while i < LINEAR {
            all[i] = terms::linear_weight(i);
            i += 1;
        }
        all
    };

    /// The linear weight at an index, with what it counts by the number of pawns.
    #[inline(always)]
    pub(in super::super) fn linear_weight(index: usize) -> Wide {
        LINEAR_WEIGHTS[index]
    }
}

#[cfg(feature = "tune")]
mod tuned {
    use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

    use super::super::pair::{S, Wide};
    use super::super::terms::{COUNT, LINEAR, WEIGHTS};

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

    /// The linear weight at an index, with what it counts by the number of pawns.
    #[inline(always)]
    pub(in super::super) fn linear_weight(index: usize) -> Wide {
        Wide::new(weight(index), weight(LINEAR + index))
    }

    /// Changes a half of a weight: 0 for the middlegame, 1 for the endgame.
    pub(in super::super) fn set(index: usize, half: usize, value: i32) {
        CURRENT[index][half].store(value, Relaxed);
    }
}

#[cfg(all(not(feature = "tune"), quevedo_late_tables))]
// A build for web pages should be small: it puts each weight together when asked for it.
pub(super) use super::terms::linear_weight;
#[cfg(not(feature = "tune"))]
pub(super) use fixed::weight;
#[cfg(feature = "tune")]
pub(super) use tuned::{linear_weight, set, weight};
#[cfg(not(any(feature = "tune", quevedo_late_tables)))]
pub(super) use wide::linear_weight;
