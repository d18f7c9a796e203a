//! Tables of weights made larger or smaller: what games can tell of them.
//!
//! `quevedo tune` fits the weights to results, which says what foretells results, not what wins. With the
//! feature `tune` each half of each table is a UCI option (`SAFE_CHECK_mg`, say): so many percent of the
//! weights in `weights.rs`. So is each weight of a small table (`SAFE_CHECK_mg_1`, counted from nothing),
//! unless it is nothing. Games then decide, through `scripts/tune-search`.

use super::pair::S;
use super::terms::{TERMS, Term, WEIGHTS};

/// Percent: the weights as they stand.
pub const WHOLE: i32 = 100;
/// The least percent; below nothing a table counts against its owner.
pub const LEAST: i32 = -300;
/// The greatest percent.
pub const GREATEST: i32 = 1000;
/// How many percent a tuner should change at a time.
pub const STEP: i32 = 20;

/// Tables with so many weights at most have each of them as a share, too.
const SMALL: usize = 16;

/// A half of the weights of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Middlegame.
    Mg,
    /// Endgame.
    Eg,
}

impl Half {
    /// That half of a weight.
    fn of(self, weight: S) -> i32 {
        match self {
            Half::Mg => weight.mg(),
            Half::Eg => weight.eg(),
        }
    }
}

/// What a percentage is of.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The table.
    pub term: &'static Term,
    /// Which half of its weights.
    pub half: Half,
    /// Which of its weights, if not all.
    pub single: Option<usize>,
}

impl Share {
    /// The half of a table that a single weight is of.
    pub fn whole(&self) -> Option<Self> {
        self.single.map(|_| Self { single: None, ..*self })
    }

    /// The name of its UCI option.
    pub fn name(&self) -> String {
        let half = match self.half {
            Half::Mg => "mg",
            Half::Eg => "eg",
        };
        match self.single {
            Some(single) => format!("{}_{half}_{single}", self.term.name),
            None => format!("{}_{half}", self.term.name),
        }
    }
}

/// Both halves of every table, and the weights of the small ones.
pub fn all() -> impl Iterator<Item = Share> {
    let halves = TERMS.iter().flat_map(|term| [(term, Half::Mg), (term, Half::Eg)]);
    halves.flat_map(|(term, half)| {
        let singles = if (2..=SMALL).contains(&term.len) { 0..term.len } else { 0..0 };
        let counts = move |single: &usize| half.of(WEIGHTS[term.start + single]) != 0;
        let singles = singles.filter(counts).map(Some);
        std::iter::once(None).chain(singles).map(move |single| Share { term, half, single })
    })
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
    use super::{GREATEST, LEAST, Term, WHOLE, all};

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
        let Term { start, len, .. } = *share.term;
        let (first, len) = share.single.map_or((start, len), |single| (start + single, 1));
        for index in first..first + len {
            let part = f64::from(share.half.of(WEIGHTS[index]) * percent) / f64::from(WHOLE);
            NOW[index][share.half as usize].store(part.round() as i32, Relaxed);
        }
        true
    }
}
