//! The scale K of the sigmoid from scores to expected results.
//!
//! K is fitted once, so that the search scores predict the results of the games as well as possible, and then stays
//! fixed: the weights follow the sigmoid, not the other way round. So K defines what a centipawn is. If it were fitted
//! again to games of the tuned engine, it would follow any drift; therefore later generations of data are tuned with
//! the K of the first one (`--k`).

use super::model::{expectation, mean};
use super::positions::Positions;

/// The range of K per centipawn: at one end a queen means little, at the other 200 centipawns are almost a certain win.
const LEAST: f64 = 1e-4;
const MOST: f64 = 3e-2;
/// The relative precision of the fitted value.
const PRECISION: f64 = 1e-5;

/// The K with which the scores of some positions predict their results best; `None` if they do not predict them at all.
pub(super) fn fit_k(positions: &Positions, some: &[u32]) -> Option<f64> {
    let loss = |k: f64| {
        mean(some, |&which| {
            let which = which as usize;
            let off = expectation(k, positions.score(which)) - positions.result(which);
            off * off
        })
    };
    // Golden-section search over the logarithm of K. Source: Kiefer, "Sequential minimax search for a
    // maximum", 1953.
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (LEAST.ln(), MOST.ln());
    let mut points = [high - ratio * (high - low), low + ratio * (high - low)];
    let mut losses = points.map(|point| loss(point.exp()));
    while high - low > PRECISION {
        if losses[0] < losses[1] {
            high = points[1];
            points = [high - ratio * (high - low), points[0]];
            losses = [loss(points[0].exp()), losses[0]];
        } else {
            low = points[0];
            points = [points[1], low + ratio * (high - low)];
            losses = [losses[1], loss(points[1].exp())];
        }
    }
    let k = ((low + high) / 2.0).exp();
    let inside = k > LEAST * (1.0 + PRECISION) && k < MOST / (1.0 + PRECISION);
    (inside && !some.is_empty()).then_some(k)
}
