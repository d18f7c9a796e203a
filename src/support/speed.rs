//! Measuring speed.

/// The median of at least one value: the middle one, or the mean of the two in the middle.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    let (low, high) = ((figures.len() - 1) / 2, figures.len() / 2);
    (figures[low] + figures[high]) / 2.0
}

/// Millions of leaves per second.
pub fn mnps(leaves: u128, seconds: f64) -> f64 {
    leaves as f64 / seconds.max(1e-9) / 1e6
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_middle_is_between_the_two_of_an_even_number() {
        assert_eq!(median(vec![9.0]), 9.0);
        assert_eq!(median(vec![2139.0, 17.0]), 1078.0);
        assert_eq!(median(vec![3.0, 1.0, 20.0]), 3.0);
        assert_eq!(median(vec![4.0, 1.0, 20.0, 2.0]), 3.0);
    }
}
