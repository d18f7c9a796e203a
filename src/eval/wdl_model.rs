//! The coefficients of the win-draw-loss model; `quevedo wdl` writes this file.
//!
//! From 124927 scores of 2464 games; log likelihood per score -0.50941.

/// The score at which the win probability is one half, in internal units.
pub const A: [f64; 3] = [272.75, -432.88, 244.02];
/// The score that multiplies the odds of a win by `e`.
pub const B: [f64; 3] = [45.70, 5.89, 4.90];
