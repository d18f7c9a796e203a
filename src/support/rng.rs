//! Chance that can be repeated: what is drawn from dice that a seed decides.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use crate::types::Score;

/// The dice of one of many things that a seed decides.
pub fn seeded(seed: u64, number: u64) -> Xoshiro256PlusPlus {
    // Any odd constant will do: no two numbers of a seed share their dice.
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(32) ^ number.wrapping_mul(SPREAD))
}

/// A number below `limit`, all but equally likely: the limits are far below 2^64.
pub fn below(dice: &mut Xoshiro256PlusPlus, limit: usize) -> usize {
    ((u128::from(dice.next_u64()) * limit as u128) >> u64::BITS) as usize
}

/// A number from 0 to 1.
pub fn unit(dice: &mut Xoshiro256PlusPlus) -> f64 {
    dice.next_u64() as f64 / 2f64.powi(64)
}

/// One of several things by chance: one that is worth `temper` less than another has e times less of it.
pub fn by_worth(
    dice: &mut Xoshiro256PlusPlus,
    worths: impl Iterator<Item = Score> + Clone,
    temper: f64,
) -> usize {
    let best = worths.clone().max().unwrap_or(0);
    let mut chances = worths.map(|worth| (-f64::from(best - worth) / temper).exp());
    let mut left = unit(dice) * chances.clone().sum::<f64>();
    let index = chances.position(|chance| {
        left -= chance;
        left < 0.0
    });
    // Sums of fractions may fall short of themselves.
    index.unwrap_or(0)
}
