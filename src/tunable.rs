//! Everything that games can tune: the search parameters, and the evaluation's tables (by percentages) and weights.

#[cfg(feature = "tune")]
use std::ops::RangeInclusive;
#[cfg(feature = "tune")]
use std::sync::atomic::Ordering::Relaxed;

use crate::eval::shares;
#[cfg(feature = "tune")]
use crate::eval::shares::Share;
use crate::search::params;
#[cfg(feature = "tune")]
use crate::search::params::Param;

/// A number that games can tune. With the feature `tune` it is a UCI option of that name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// The name of the number and of its option.
    pub name: String,
    /// The value in normal builds.
    pub default: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// The step by which a tuner should change it.
    pub step: i32,
    /// For a single weight, the name of the number that scales the whole table.
    pub whole: Option<String>,
}

impl Tunable {
    /// Whether a prefix selects this number. A prefix of a table's name selects only the table, not its single weights
    /// as well.
    pub fn is_meant_by(&self, prefix: &str) -> bool {
        let is_longer = |whole: &String| prefix.len() > whole.len();
        self.name.starts_with(prefix) && self.whole.as_ref().is_none_or(is_longer)
    }
}

/// The search parameters, in the order of their table.
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

/// The middlegame and endgame halves of each of the evaluation's tables, in percent of the current weights, and the
/// single weights.
pub fn of_evaluation() -> impl Iterator<Item = Tunable> {
    shares::all().map(|share| Tunable {
        name: share.name(),
        default: share.default(),
        min: *share.range().start(),
        max: *share.range().end(),
        step: share.step(),
        whole: share.whole().map(|whole| whole.name()),
    })
}

/// One of these numbers, for changing it.
#[cfg(feature = "tune")]
pub enum Number {
    /// A search parameter.
    OfSearch(&'static Param),
    /// A share of the evaluation's weights.
    OfEvaluation(Share),
}

#[cfg(feature = "tune")]
impl Number {
    /// The number with this name.
    pub fn named(name: &str) -> Option<Number> {
        let of_search = params::TABLE.iter().find(|row| row.name == name).map(Number::OfSearch);
        of_search.or_else(|| Share::named(name).map(Number::OfEvaluation))
    }

    /// The values that the number may have.
    pub fn range(&self) -> RangeInclusive<i32> {
        match self {
            Number::OfSearch(row) => row.min..=row.max,
            Number::OfEvaluation(share) => share.range(),
        }
    }

    /// Changes the number to a value within its [`range`](Number::range).
    pub fn set(&self, value: i32) {
        debug_assert!(self.range().contains(&value), "{value}");
        match self {
            Number::OfSearch(row) => row.value.store(value, Relaxed),
            Number::OfEvaluation(share) => share.set(value),
        }
    }
}
