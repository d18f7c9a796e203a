//! Weight tables scaled by percentages, so that games can tune them.
//!
//! `quevedo tune` fits the weights to game results, but the weights that predict results best are not always
//! those that win. With the feature `tune`, each half of each table is a UCI option (`SAFE_CHECK_mg`, for
//! example) that holds a percentage of the weights in `weights.rs`. So is each nonzero weight of a small
//! table (`SAFE_CHECK_mg_1`; indices start at 0). `scripts/tune-search` or OpenBench finds good percentages
//! by games, and `quevedo tune apply` writes them into `weights.rs`.

use std::ops::Range;

use super::pair::S;
use super::terms::{TERMS, Term, WEIGHTS};

/// The percentage that leaves the weights as they are.
pub const WHOLE: i32 = 100;
/// The smallest percentage. A negative one turns a bonus into a penalty.
pub const LEAST: i32 = -300;
/// The largest percentage.
pub const GREATEST: i32 = 1000;
/// The tuner's step, in percent.
pub const STEP: i32 = 20;

/// In tables of at most this many weights, each weight also has its own share.
const SMALL: usize = 16;

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

/// The weights that one percentage scales.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    /// The table.
    pub term: &'static Term,
    /// The half of its weights.
    pub half: Half,
    /// A single weight of the table; `None` means all of them.
    pub single: Option<usize>,
}

impl Share {
    /// The share of that name.
    pub fn named(name: &str) -> Option<Self> {
        all().find(|share| share.name() == name)
    }

    /// The indices of the weights that it scales.
    pub fn indices(&self) -> Range<usize> {
        let Term { start, len, .. } = *self.term;
        match self.single {
            Some(single) => start + single..start + single + 1,
            None => start..start + len,
        }
    }

    /// Its half of a weight of `weights.rs`, scaled to `percent` and rounded to a whole centipawn.
    pub fn scaled(&self, index: usize, percent: i32) -> i32 {
        let scaled = f64::from(self.half.of(WEIGHTS[index]) * percent) / f64::from(WHOLE);
        scaled.round() as i32
    }

    /// The share of the whole table, if this is the share of a single weight.
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

/// Both halves of every table, each followed by the single weights of a small table.
pub fn all() -> impl Iterator<Item = Share> {
    let halves = TERMS.iter().flat_map(|term| [(term, Half::Mg), (term, Half::Eg)]);
    halves.flat_map(|(term, half)| {
        let singles = if (2..=SMALL).contains(&term.len) { 0..term.len } else { 0..0 };
        let counts = move |single: &usize| half.of(WEIGHTS[term.start + single]) != 0;
        let singles = singles.filter(counts).map(Some);
        std::iter::once(None).chain(singles).map(move |single| Share { term, half, single })
    })
}

/// Changes a share; false if there is none of that name or the percentage is out of range. Scores evaluated
/// before no longer hold, so only an engine that has not searched yet may do this.
#[cfg(feature = "tune")]
pub fn set(name: &str, percent: i32) -> bool {
    let Some(share) = Share::named(name) else { return false };
    if !(LEAST..=GREATEST).contains(&percent) {
        return false;
    }
    for index in share.indices() {
        super::current_weights::set(index, share.half as usize, share.scaled(index, percent));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{Share, all};

    #[test]
    fn a_share_scales_weights_of_its_own_table() {
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
        }
    }
}
