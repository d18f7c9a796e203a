//! Weight tables scaled by percentages, and single weights, so that games can tune them.
//!
//! `quevedo tune` fits the weights to game results, but the weights that predict results best are not always
//! those that win. With the feature `tune`, each half of each table is a UCI option (`SAFE_CHECK_mg`, for
//! example) that holds a percentage of the weights in `weights.rs`. Each weight is an option, too, which holds the
//! weight itself (`SAFE_CHECK_mg_1`; indices start at 0), so that games can try a step in any direction.
//! `scripts/tune-search`, `scripts/factorial` or OpenBench finds good values by games, and `quevedo tune apply`
//! writes them into `weights.rs`.

use std::fmt;
use std::ops::{Range, RangeInclusive};

use super::pair::S;
use super::terms::{TERMS, Term, WEIGHTS};

/// The percentage that leaves the weights as they are.
pub const WHOLE: i32 = 100;
/// The percentages. A negative one turns a bonus into a penalty.
const PERCENT: RangeInclusive<i32> = -300..=1000;
/// The tuner's step, in percent.
const PERCENT_STEP: i32 = 20;
/// Single weights, in the unit of their table.
const WEIGHT: RangeInclusive<i32> = -3000..=3000;
/// The tuner's step of a single weight: this part of it, but no less than [`LEAST_STEP`].
const WEIGHT_STEPS: i32 = 5;
const LEAST_STEP: i32 = 3;

/// One half of a weight.
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

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Half::Mg => "mg",
            Half::Eg => "eg",
        })
    }
}

/// The weights that one option changes.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The table.
    pub term: &'static Term,
    /// The half of its weights.
    pub half: Half,
    /// The index of a single weight, which the option holds itself; `None` if it holds a percentage of the whole half.
    pub single: Option<usize>,
}

impl Share {
    /// The share of that name.
    pub fn named(name: &str) -> Option<Self> {
        // This way only few names have to be formatted: there are thousands of shares, and a factorial design sets as
        // many.
        let single = name.rsplit('_').next().and_then(|end| end.parse().ok());
        let like_it = |share: &Share| share.single == single && name.starts_with(share.term.name);
        all().filter(like_it).find(|share| share.name() == name)
    }

    /// The indices of the weights that it changes.
    pub fn indices(&self) -> Range<usize> {
        let Term { start, len, .. } = *self.term;
        match self.single {
            Some(single) => start + single..start + single + 1,
            None => start..start + len,
        }
    }

    /// The value that leaves the weights as they are.
    pub fn default(&self) -> i32 {
        match self.single {
            Some(single) => self.half.of(WEIGHTS[self.term.start + single]),
            None => WHOLE,
        }
    }

    /// The values that it may have.
    pub const fn range(&self) -> RangeInclusive<i32> {
        if self.single.is_some() { WEIGHT } else { PERCENT }
    }

    /// The step by which a tuner should change it.
    pub fn step(&self) -> i32 {
        match self.single {
            Some(_) => (self.default().abs() / WEIGHT_STEPS).max(LEAST_STEP),
            None => PERCENT_STEP,
        }
    }

    /// Its half of the weight at an index, where the option has this value: the value itself, or that percentage
    /// of the weight in `weights.rs`, rounded to a whole unit.
    pub fn weight(&self, index: usize, value: i32) -> i32 {
        match self.single {
            Some(_) => value,
            None => {
                let scaled = f64::from(self.half.of(WEIGHTS[index]) * value) / f64::from(WHOLE);
                scaled.round() as i32
            }
        }
    }

    /// Changes its weights. Scores evaluated before no longer hold, so only an engine that has not searched yet may do
    /// this.
    #[cfg(feature = "tune")]
    pub fn set(&self, value: i32) {
        for index in self.indices() {
            super::current_weights::set(index, self.half as usize, self.weight(index, value));
        }
    }

    /// The share of the whole table, if this is a single weight.
    pub fn whole(&self) -> Option<Self> {
        self.single.map(|_| Self { single: None, ..*self })
    }

    /// The name of its UCI option.
    pub fn name(&self) -> String {
        let (name, half) = (self.term.name, self.half);
        match self.single {
            Some(single) => format!("{name}_{half}_{single}"),
            None => format!("{name}_{half}"),
        }
    }
}

/// Both halves of every table, each followed by its single weights.
pub fn all() -> impl Iterator<Item = Share> {
    let halves = TERMS.iter().flat_map(|term| [(term, Half::Mg), (term, Half::Eg)]);
    halves.flat_map(|(term, half)| {
        let singles = (0..term.len).map(Some);
        std::iter::once(None).chain(singles).map(move |single| Share { term, half, single })
    })
}

#[cfg(test)]
mod tests {
    use super::{Share, WEIGHTS, all};

    #[test]
    fn a_share_changes_weights_of_its_own_table() {
        for share in all() {
            let name = share.name();
            let table = share.term.start..share.term.start + share.term.len;
            let wanted = match share.single {
                Some(single) => table.start + single..table.start + single + 1,
                None => table,
            };
            assert_eq!(share.indices(), wanted, "{name}");
            let found = Share::named(&name).unwrap();
            assert_eq!(
                (found.term.name, found.half, found.single),
                (share.term.name, share.half, share.single)
            );
            // Its default changes nothing, and can be chosen.
            assert!(share.range().contains(&share.default()), "{name}");
            // A tuner changes a table by a fifth at a time, and a weight likewise, but by 3 at least.
            let fifth = if share.single.is_some() { share.default().abs() / 5 } else { 20 };
            assert_eq!(share.step(), fifth.max(3), "{name}");
            for index in share.indices() {
                let weight = share.half.of(WEIGHTS[index]);
                assert_eq!(share.weight(index, share.default()), weight, "{name}");
            }
        }
    }
}
