//! The coefficients of the win-draw-loss model; `quevedo wdl` writes this file.
//!
//! From 103301 scores of 1000 games; log likelihood per score -0.59700.

/// The score at which the win probability is one half, in internal units.
pub const A: [f64; 3] = [262.96, -462.51, 281.23];
/// The score that multiplies the odds of a win by `e`.
pub const B: [f64; 3] = [65.16, -32.70, 46.40];
