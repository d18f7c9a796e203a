//! How much shallower late moves are searched, from depth and move number.
//!
//! Logarithms are computed in integers, by the compiler: the same on every machine.
//!
//! Source: <https://www.chessprogramming.org/Late_Move_Reductions>

use super::params as p;
use crate::types::Depth;

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

/// The reduction of the `number`th move of a node, in 1/1024 ply, before adjustments.
#[inline(always)]
pub fn late_move(depth: Depth, number: usize, noisy: bool) -> i32 {
    let (base, factor) = if noisy {
        (p::lmr_noisy_base(), p::lmr_noisy_factor())
    } else {
        (p::lmr_quiet_base(), p::lmr_quiet_factor())
    };
    let logs = LOG2[(depth.max(0) as usize).min(SIZE - 1)] * LOG2[number.min(SIZE - 1)] / PLY;
    base + factor * logs / PLY
}

#[cfg(test)]
mod tests {
    use super::{LOG2, late_move};

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
                    let here = late_move(depth, number, noisy);
                    assert!(late_move(depth + 1, number, noisy) >= here);
                    assert!(late_move(depth, number + 1, noisy) >= here);
                }
            }
        }
    }
}
