//! The win-draw-loss model's coefficients; `quevedo wdl` writes this file.
//!
//! Hand-set.

use super::wdl::Coefficients;

/// The score at which a win is as likely as not, in centipawns.
pub const A: Coefficients = [150.0, 60.0, 20.0];
/// How much the score must grow for the odds to grow by `e`, in centipawns.
pub const B: Coefficients = [60.0, 30.0, 10.0];
