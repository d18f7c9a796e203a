//! The win-draw-loss model's coefficients; `quevedo wdl` writes this file.
//!
//! From 103301 scores of 1000 games; log likelihood per score -0.59700.

/// The score at which a win is as likely as not, in the evaluation's unit.
pub const A: [f64; 3] = [262.96, -462.51, 281.23];
/// How much the score must grow for the odds to grow by `e`.
pub const B: [f64; 3] = [65.16, -32.70, 46.40];
