//! Tables of weights made larger or smaller: what games can tell of them.
//!
//! `quevedo tune` fits the weights to results, which says what foretells results, not what wins. With the
//! feature `tune` each half of each table is a UCI option (`SAFE_CHECK_mg`, say): so many percent of the
//! weights in `weights.rs`. Games then decide, through `scripts/tune-search`.

use super::terms::{TERMS, Term};

/// Percent: the weights as they stand.
pub const WHOLE: i32 = 100;
/// The least percent; below nothing a table counts against its owner.
pub const LEAST: i32 = -300;
/// The greatest percent.
pub const GREATEST: i32 = 1000;
/// How many percent a tuner should change at a time.
pub const STEP: i32 = 20;

/// A half of the weights of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Middlegame.
    Mg,
    /// Endgame.
    Eg,
}

/// What a percentage is of.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The table.
    pub term: &'static Term,
    /// Which half of its weights.
    pub half: Half,
}

impl Share {
    /// The name of its UCI option.
    pub fn name(&self) -> String {
        let half = match self.half {
            Half::Mg => "mg",
            Half::Eg => "eg",
        };
        format!("{}_{half}", self.term.name)
    }
}

/// Both halves of every table.
pub fn all() -> impl Iterator<Item = Share> {
    TERMS.iter().flat_map(|term| [Half::Mg, Half::Eg].map(|half| Share { term, half }))
}

#[cfg(feature = "tune")]
pub use tuned::set;
#[cfg(feature = "tune")]
pub(super) use tuned::weight;

#[cfg(feature = "tune")]
mod tuned {
    use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

    use super::super::pair::S;
    use super::super::terms::{COUNT, WEIGHTS};
    use super::{GREATEST, Half, LEAST, WHOLE, all};

    /// Middlegame and endgame of every weight as it counts now.
    static NOW: [[AtomicI32; 2]; COUNT] = {
        let mut all = [const { [const { AtomicI32::new(0) }; 2] }; COUNT];
        let mut i = 0;
        while i < COUNT {
            all[i] = [AtomicI32::new(WEIGHTS[i].mg()), AtomicI32::new(WEIGHTS[i].eg())];
            i += 1;
        }
        all
    };

    /// A weight as it counts now.
    #[inline(always)]
    pub(in super::super) fn weight(index: usize) -> S {
        let [mg, eg] = &NOW[index];
        S::new(mg.load(Relaxed), eg.load(Relaxed))
    }

    /// Changes a share; false if there is none of that name or the percentage is out of range. What was
    /// evaluated before is worth nothing then: it is for engines that have not searched yet.
    pub fn set(name: &str, percent: i32) -> bool {
        let Some(share) = all().find(|share| share.name() == name) else { return false };
        if !(LEAST..=GREATEST).contains(&percent) {
            return false;
        }
        for index in share.term.start..share.term.start + share.term.len {
            let (half, weight) = match share.half {
                Half::Mg => (0, WEIGHTS[index].mg()),
                Half::Eg => (1, WEIGHTS[index].eg()),
            };
            let part = f64::from(weight * percent) / f64::from(WHOLE);
            NOW[index][half].store(part.round() as i32, Relaxed);
        }
        true
    }
}
