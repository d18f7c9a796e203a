//! The win-draw-loss model's coefficients; `quevedo wdl` writes this file.
//!
//! From 94644 scores of 735 games; log likelihood per score -0.70740.

use super::wdl::Coefficients;

/// The score at which a win is as likely as not, in centipawns.
pub const A: Coefficients = [215.26, -173.17, 20.33];
/// How much the score must grow for the odds to grow by `e`, in centipawns.
pub const B: Coefficients = [75.07, 25.51, -24.24];
