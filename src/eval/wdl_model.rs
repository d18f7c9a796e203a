//! The win-draw-loss model's coefficients; `quevedo wdl fit` writes this file.
//!
//! Hand-set.

use super::wdl::Coefficients;

pub(super) const A: Coefficients = [150.0, 60.0, 20.0];
pub(super) const B: Coefficients = [60.0, 30.0, 10.0];
