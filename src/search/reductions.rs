//! How much shallower late moves are searched, from depth, move number, history and what node and move are like.
//!
//! Logarithms are computed in integers, by the compiler: the same on every machine.
//!
//! Source: <https://www.chessprogramming.org/Late_Move_Reductions>

use super::params as p;
use crate::types::{Depth, Score};

/// One ply in the unit of reductions.
pub const PLY: i32 = 1024;

const SIZE: usize = 64;

/// log2(n) in 1/1024, for n up to 63; 0 for 0.
static LOG2: [i32; SIZE] = {
    let mut table = [0; SIZE];
    let mut n = 1;
    while n < SIZE {
        table[n] = log2(n as u64);
        n += 1;
    }
    table
};

/// log2(n) in 1/1024: the integer part from the highest bit, then one bit for each squaring.
const fn log2(n: u64) -> i32 {
    const ONE: u64 = 1 << 31;
    let whole = n.ilog2();
    let mut mantissa = (n << 31) >> whole;
    let mut log = whole as i32;
    let mut bit = 0;
    while bit < 10 {
        mantissa = (mantissa * mantissa) >> 31;
        log <<= 1;
        if mantissa >= 2 * ONE {
            mantissa >>= 1;
            log |= 1;
        }
        bit += 1;
    }
    log
}

/// What late-move reductions depend on besides the arguments of [`base_reduction`].
pub struct Signals {
    /// The node is on the principal variation.
    pub is_pv: bool,
    /// The node is on the principal variation, or once was.
    pub was_pv: bool,
    /// A cutoff is expected.
    pub cut_node: bool,
    /// The TT move takes or promotes: a quiet one will hardly be better.
    pub noisy_tt_move: bool,
    /// The node is or was on the principal variation, and the table's score beats alpha.
    pub tt_above_alpha: bool,
    /// The move gives check.
    pub gives_check: bool,
    /// The move was best in a sibling node.
    pub killer: bool,
    /// Fail-highs among the children of this node and of its siblings.
    pub fail_highs: u32,
    /// The correction of the evaluation is large.
    pub complex_eval: bool,
    /// How many moves the opponent has tried before this position, the last of them included.
    pub prior_move_count: usize,
    /// For a quiet move, by how many centipawns alpha is above the evaluation; 0 in check.
    pub below_alpha: Score,
}

/// The reduction of the `number`th move of a node, in 1/1024 ply, before [`adjustment`].
#[inline(always)]
pub fn base_reduction(
    depth: Depth,
    number: usize,
    noisy: bool,
    history: i32,
    improving: bool,
) -> i32 {
    let (base, factor, divisor) = if noisy {
        (p::lmr_noisy_base(), p::lmr_noisy_factor(), p::lmr_capture_history())
    } else {
        (p::lmr_quiet_base(), p::lmr_quiet_factor(), p::lmr_history())
    };
    let logs = LOG2[(depth.max(0) as usize).min(SIZE - 1)] * LOG2[number.min(SIZE - 1)] / PLY;
    let not_improving = if improving { 0 } else { p::lmr_not_improving() };
    base + factor * logs / PLY - history * PLY / divisor + not_improving
}

/// What the signals add to a reduction, in 1/1024 ply.
#[inline(always)]
pub fn adjustment(signals: &Signals) -> i32 {
    let when = |condition: bool, change: i32| if condition { change } else { 0 };
    when(signals.cut_node, p::lmr_cut())
        + when(signals.noisy_tt_move, p::lmr_noisy_tt())
        + when(signals.fail_highs > p::lmr_fail_highs_from() as u32, p::lmr_fail_highs())
        - when(signals.was_pv, p::lmr_pv())
        - when(signals.is_pv, p::lmr_pv_now())
        - when(signals.tt_above_alpha, p::lmr_tt_above_alpha())
        - when(signals.gives_check, p::lmr_check())
        - when(signals.killer, p::lmr_killer())
        - when(signals.complex_eval, p::lmr_complexity())
        - when(signals.prior_move_count > p::lmr_late_from() as usize, p::lmr_late())
        + p::lmr_alpha() * signals.below_alpha.clamp(-p::lmr_alpha_above(), p::lmr_alpha_below())
}

#[cfg(test)]
mod tests {
    use super::{LOG2, base_reduction};

    #[test]
    fn logarithms_are_right() {
        for (n, &log) in LOG2.iter().enumerate().skip(1) {
            let exact = (n as f64).log2() * 1024.0;
            assert!((exact - f64::from(log)).abs() < 2.0, "{n}");
        }
    }

    #[test]
    fn later_and_deeper_is_reduced_more() {
        for depth in 1..63 {
            for number in 1..62 {
                for noisy in [false, true] {
                    let here = base_reduction(depth, number, noisy, 0, true);
                    assert!(base_reduction(depth + 1, number, noisy, 0, true) >= here);
                    assert!(base_reduction(depth, number + 1, noisy, 0, true) >= here);
                }
            }
        }
    }
}
