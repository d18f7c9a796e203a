//! Reproducible random numbers.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use crate::types::Score;

/// The generator for item `number` of a seed.
pub fn seeded(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    // Any odd constant will do: no two items of a seed share a generator.
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(32) ^ number.wrapping_mul(SPREAD))
}

/// A number below `limit`. The bias is negligible: limits are far below 2^64.
pub fn below(rng: &mut Xoshiro256PlusPlus, limit: usize) -> usize {
    ((u128::from(rng.next_u64()) * limit as u128) >> u64::BITS) as usize
}

/// A number in [0, 1).
pub fn unit(rng: &mut Xoshiro256PlusPlus) -> f64 {
    rng.next_u64() as f64 / 2f64.powi(64)
}

/// A random index: something worth `temper` less than another is chosen e times less often.
pub fn by_worth(
    rng: &mut Xoshiro256PlusPlus,
    worths: impl Iterator<Item = Score> + Clone,
    temper: f64,
) -> usize {
    let best = worths.clone().max().unwrap_or(0);
    let mut chances = worths.map(|worth| (-f64::from(best - worth) / temper).exp());
    let mut left = unit(rng) * chances.clone().sum::<f64>();
    let index = chances.position(|chance| {
        left -= chance;
        left < 0.0
    });
    // Rounding may leave a little of the sum.
    index.unwrap_or(0)
}
