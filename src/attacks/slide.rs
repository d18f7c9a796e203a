//! A slider's attacks, step by step: slow but obvious. `build.rs` shares this file and fills the attack table with
//! it; the tests compare with it.

/// A step along a ray: files, ranks.
pub type RayStep = (i8, i8);
/// A rook's four rays.
pub const ROOK: [RayStep; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
/// A bishop's four rays.
pub const BISHOP: [RayStep; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Attacks of a slider, square by square: up to and including the first blocker.
pub fn slide(square: u8, occupied: u64, steps: [RayStep; 4]) -> u64 {
    let mut attacks = 0;
    for step in steps {
        let mut at = next(square, step);
        while let Some(target) = at {
            attacks |= 1 << target;
            if occupied >> target & 1 != 0 {
                break;
            }
            at = next(target, step);
        }
    }
    attacks
}

/// The next square of a ray, unless it leaves the board.
pub fn next(square: u8, (files, ranks): RayStep) -> Option<u8> {
    let file = (square & 7) as i8 + files;
    let rank = (square >> 3) as i8 + ranks;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as u8)
}

/// All subsets of a mask, by the carry-rippler trick.
pub fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let next = move |subset: &u64| Some(subset.wrapping_sub(mask) & mask).filter(|&next| next != 0);
    core::iter::successors(Some(0), next)
}
