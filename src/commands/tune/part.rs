//! Parts of the weights, as named in options: `SAFE_CHECK` is a table, `SAFE_CHECK_mg` its middlegame half.

use std::fmt;
use std::str::FromStr;

use crate::eval::shares::{Half, Share};
use crate::eval::{TERMS, Term};

/// A table of weights, or one half of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    term: &'static Term,
    /// `None` for both.
    half: Option<Half>,
}

impl Part {
    /// Whether it contains a variable of the descent. The variables are the middlegame and endgame halves of the first
    /// weight, of the second, and so on.
    fn holds(&self, variable: usize) -> bool {
        let Term { start, len, .. } = *self.term;
        (start..start + len).contains(&(variable / 2))
            && self.half.is_none_or(|half| half as usize == variable % 2)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(name: &str) -> Result<Part, String> {
        if let Some(term) = TERMS.iter().find(|term| term.name == name) {
            return Ok(Part { term, half: None });
        }
        match Share::named(name) {
            Some(Share { term, half, single: None }) => Ok(Part { term, half: Some(half) }),
            _ => Err("no table of weights has this name".into()),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.half {
            None => f.write_str(self.term.name),
            Some(half) => write!(f, "{}_{half}", self.term.name),
        }
    }
}

/// Whether one of these parts contains a variable of the descent.
pub(super) fn hold(parts: &[Part], variable: usize) -> bool {
    parts.iter().any(|part| part.holds(variable))
}

/// What was done with these parts, to be appended to a description; empty if there are none.
pub(super) fn named(done: &str, parts: &[Part]) -> String {
    match parts.iter().map(Part::to_string).collect::<Vec<_>>() {
        names if names.is_empty() => String::new(),
        names => format!(", {done} {}", names.join(" ")),
    }
}
