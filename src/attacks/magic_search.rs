//! Finds magics and fills the attack table. Runs in `build.rs`.

use super::magic::Magic;
use super::slide::{RayStep, next, slide, subsets};

/// The squares whose occupation changes a slider's attacks: its rays without their last squares.
fn relevant(square: u8, steps: [RayStep; 4]) -> u64 {
    let mut mask = 0;
    for step in steps {
        let mut at = next(square, step);
        while let Some(target) = at {
            at = next(target, step);
            if at.is_some() {
                mask |= 1 << target;
            }
        }
    }
    mask
}

/// The bits of `bits` under `mask`, moved together: what the instruction PEXT does.
pub fn gather(bits: u64, mask: u64) -> u64 {
    let places = (0..64).filter(|place| mask >> place & 1 != 0);
    places.enumerate().fold(0, |all, (n, place)| all | (bits >> place & 1) << n)
}

/// Appends the attacks of one slider from each square to `table` in the order of [`gather`]. No magic is
/// needed then: the multipliers and shifts are zero.
pub fn build_for_pext(steps: [RayStep; 4], table: &mut Vec<u64>) -> Vec<Magic> {
    let mut build = |square| {
        let mask = relevant(square, steps);
        let offset = table.len();
        table.resize(offset + (1 << mask.count_ones()), 0);
        for subset in subsets(mask) {
            table[offset + gather(subset, mask) as usize] = slide(square, subset, steps);
        }
        Magic { mask, multiplier: 0, offset: offset as u32, shift: 0 }
    };
    (0..64).map(&mut build).collect()
}

/// Finds the 64 magics of one slider and appends its attacks to `table`.
///
/// The result is reproducible if `random` gives the same numbers on every run.
pub fn build(
    steps: [RayStep; 4],
    random: &mut impl FnMut() -> u64,
    table: &mut Vec<u64>,
) -> Vec<Magic> {
    (0..64).map(|square| search(square, steps, random, table)).collect()
}

fn search(
    square: u8,
    steps: [RayStep; 4],
    random: &mut impl FnMut() -> u64,
    table: &mut Vec<u64>,
) -> Magic {
    let mask = relevant(square, steps);
    let size = 1usize << mask.count_ones();
    let subsets: Vec<(u64, u64)> =
        subsets(mask).map(|subset| (subset, slide(square, subset, steps))).collect();
    // `stamp` holds the attempt that wrote a cell, so that cells need not be cleared for each attempt.
    let mut cells = vec![0u64; size];
    let mut stamp = vec![0u32; size];
    for attempt in 1u32.. {
        // Sparse multipliers work best; those that reach few of the top bits fail.
        let multiplier = random() & random() & random();
        if (mask.wrapping_mul(multiplier) >> 56).count_ones() < 6 {
            continue;
        }
        let magic = Magic { mask, multiplier, offset: 0, shift: 64 - mask.count_ones() };
        let fits = subsets.iter().all(|&(subset, attacks)| {
            let cell = magic.index(subset);
            if stamp[cell] != attempt {
                stamp[cell] = attempt;
                cells[cell] = attacks;
            }
            cells[cell] == attacks
        });
        if fits {
            let offset = table.len() as u32;
            table.extend_from_slice(&cells);
            return Magic { offset, ..magic };
        }
    }
    unreachable!("every square has a magic")
}
