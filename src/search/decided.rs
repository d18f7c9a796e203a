//! Decided positions: one side is so far ahead that all that is left to find is the mate.
//!
//! There the evaluation is a poor guide: what wins another piece looks better than a quiet move that mates soon, and
//! a defender with a rook against a queen looks safe enough to be cut off. So where the bounds of the search lie this
//! far out, the main search prunes nothing because of its evaluation (quiescence still does), and every check that
//! loses nothing is extended.

use super::params as p;
use crate::types::Score;
use crate::types::score::INFINITE;

/// Whether a side that has this score has won or lost for all practical purposes. An infinite bound says nothing, but
/// below the root mate-distance pruning has made it finite.
#[inline(always)]
pub(super) fn is_decided(score: Score) -> bool {
    (p::decided_score()..INFINITE).contains(&score.abs())
}
