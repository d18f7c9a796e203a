//! The win-draw-loss model's coefficients; `quevedo wdl` writes this file.
//!
//! From 94644 scores of 735 games; log likelihood per score -0.69907.

use super::wdl::Coefficients;

/// The score at which a win is as likely as not, in centipawns.
pub const A: Coefficients = [279.37, -506.37, 323.17];
/// How much the score must grow for the odds to grow by `e`, in centipawns.
pub const B: Coefficients = [91.30, -86.66, 92.98];
