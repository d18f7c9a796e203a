//! Whatever games can tune: the search's numbers, and shares of the evaluation's tables.

use crate::eval::shares;
use crate::search::params;

/// A whole number that a tuner may change; with the feature `tune` a UCI option of that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// The name of the number and of its option.
    pub name: String,
    /// What it is in normal builds.
    pub default: i32,
    /// The least sensible value.
    pub min: i32,
    /// The greatest sensible value.
    pub max: i32,
    /// How much to change it at a time.
    pub step: i32,
    /// The number that changes this one and its neighbours together, if there is one.
    pub whole: Option<String>,
}

impl Tunable {
    /// Whether a prefix means this number. One that a whole table's name begins with, or is, means the table,
    /// not each of its weights besides.
    pub fn is_meant_by(&self, prefix: &str) -> bool {
        let is_longer = |whole: &String| prefix.len() > whole.len();
        self.name.starts_with(prefix) && self.whole.as_ref().is_none_or(is_longer)
    }
}

/// The search's numbers, in the order of their table.
pub fn of_search() -> impl Iterator<Item = Tunable> {
    params::TABLE.iter().map(|row| Tunable {
        name: row.name.to_owned(),
        default: row.default,
        min: row.min,
        max: row.max,
        step: row.step,
        whole: None,
    })
}

/// Both halves of each of the evaluation's tables and of the weights in the small ones, in percent of the
/// weights as they stand.
pub fn of_evaluation() -> impl Iterator<Item = Tunable> {
    shares::all().map(|share| Tunable {
        name: share.name(),
        default: shares::WHOLE,
        min: shares::LEAST,
        max: shares::GREATEST,
        step: shares::STEP,
        whole: share.whole().map(|whole| whole.name()),
    })
}

/// Changes a number; false if there is none of that name or the value is out of its range.
#[cfg(feature = "tune")]
pub fn set(name: &str, value: i32) -> bool {
    params::set(name, value) || shares::set(name, value)
}
