//! Counts as a table.

use crate::support::speed::mnps;

/// The columns of a table of counts.
pub(super) const HEADINGS: &str = "depth         leaves         s     Mnps";

/// Shorter counts say nothing about speed, because most of their time is spent on starting threads.
const MEASURABLE: f64 = 0.01;

/// A row of a table of counts, below [`HEADINGS`].
pub(super) fn row(depth: u32, leaves: u128, seconds: f64) -> String {
    let speed = match seconds < MEASURABLE {
        true => "-".into(),
        false => format!("{:.1}", mnps(leaves, seconds)),
    };
    format!("{depth:>5} {leaves:>14} {seconds:>9.3} {speed:>8}")
}
