//! Measuring speed.

/// The median of at least one value.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Millions of leaves per second.
pub fn mnps(leaves: u128, seconds: f64) -> f64 {
    leaves as f64 / seconds.max(1e-9) / 1e6
}
