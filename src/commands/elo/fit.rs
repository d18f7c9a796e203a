//! The joint fit: the ratings that make all results together most likely, with a draw as half a win.
//!
//! The errors follow from the curvature of the likelihood there and from how far the results are from their
//! expectations, so more draws make them smaller.
//!
//! Sources: <https://www.chessprogramming.org/Elo_Rating>; Bradley and Terry, "Rank analysis of incomplete block
//! designs", 1952; Ford, "Solution of a ranking problem from binary comparisons", 1957 (when the most likely ratings
//! are finite); White, "Maximum likelihood estimation of misspecified models", 1982 (the errors).

use std::collections::BTreeMap;

use super::pool::Pool;
use super::tally::Tally;

/// The rating difference that means odds of ten to one.
pub(super) const SCALE: f64 = 400.0;
/// How many standard errors on each side contain 95 % of the cases.
pub(super) const CONFIDENCE: f64 = 1.959_964;
/// Newton's method ends when no rating moves by more points than this.
const STILL: f64 = 1e-9;
/// The most steps of Newton's method, which needs about ten.
const STEPS: usize = 200;
/// The longest step, in natural units; beyond it, the quadratic approximation can't be trusted.
const LONGEST: f64 = 1.0;

/// What fixes the zero of the scale.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Anchor {
    /// The mean of all players is 0.
    Mean,
    /// This player has this rating.
    Player(usize, f64),
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rated {
    pub(super) elo: f64,
    /// Half a 95 % interval, relative to the anchor; infinite if the games don't determine it.
    pub(super) error: f64,
}

/// The ratings.
#[derive(Debug, PartialEq)]
pub(super) struct Fit {
    /// `None` for players whom no chain of games links to the others.
    pub(super) players: Vec<Option<Rated>>,
    /// The most likely ratings were not finite, so a drawn game has been added for every two players who met.
    pub(super) smoothed: bool,
}

type Matches = BTreeMap<(usize, usize), Tally>;

impl Fit {
    /// Rates the players.
    pub(super) fn new(pool: &Pool, anchor: &Anchor) -> Fit {
        let group = main_group(pool, anchor);
        let place = |player| group.iter().position(|&other| other == player);
        let mut matches: Matches = pool
            .matches
            .iter()
            .filter_map(|(&(a, b), tally)| Some(((place(a)?, place(b)?), *tally)))
            .collect();
        let count = group.len();
        let smoothed = !is_finite(count, &matches);
        if smoothed {
            matches.values_mut().for_each(|tally| tally.add_game(1));
        }
        let anchor = match *anchor {
            Anchor::Mean => None,
            Anchor::Player(player, elo) => place(player).map(|place| (place, elo)),
        };
        let ratings = likeliest(count, &matches);
        let zero = anchor.map_or(0.0, |(place, elo)| ratings[place] - elo * TO_NATURAL);
        let errors = errors(&matches, &ratings, anchor.map(|(place, _)| place));
        let mut players = vec![None; pool.names.len()];
        for (place, &player) in group.iter().enumerate() {
            let elo = (ratings[place] - zero) / TO_NATURAL;
            players[player] = Some(Rated { elo, error: errors[place] });
        }
        Fit { players, smoothed }
    }
}

/// A rating point as a natural logarithm of the odds.
const TO_NATURAL: f64 = std::f64::consts::LN_10 / SCALE;

/// The players whom games link to the anchor; without an anchor, the largest group linked by games.
fn main_group(pool: &Pool, anchor: &Anchor) -> Vec<usize> {
    let count = pool.names.len();
    let neighbours = |from: usize| (0..count).filter(move |&to| pool.between(from, to).is_some());
    if let Anchor::Player(player, _) = *anchor {
        return reached(count, player, neighbours);
    }
    let mut best: Vec<usize> = Vec::new();
    let mut grouped = vec![false; count];
    for player in 0..count {
        if !grouped[player] {
            let group = reached(count, player, neighbours);
            group.iter().for_each(|&member| grouped[member] = true);
            if group.len() > best.len() {
                best = group;
            }
        }
    }
    best
}

/// The players that can be reached from one, in order.
fn reached<I: Iterator<Item = usize>>(
    count: usize,
    from: usize,
    next: impl Fn(usize) -> I,
) -> Vec<usize> {
    let mut seen = vec![false; count];
    seen[from] = true;
    let mut open = vec![from];
    while let Some(player) = open.pop() {
        for other in next(player) {
            if !seen[other] {
                seen[other] = true;
                open.push(other);
            }
        }
    }
    (0..count).filter(|&player| seen[player]).collect()
}

/// Whether the most likely ratings are finite: however the players are divided in two groups, each group has scored
/// against the other.
fn is_finite(count: usize, matches: &Matches) -> bool {
    let mut scored = vec![Vec::new(); count];
    let mut conceded = vec![Vec::new(); count];
    for (&(a, b), tally) in matches {
        for (one, other, points) in [(a, b, tally.points()), (b, a, tally.mirrored().points())] {
            if points > 0.0 {
                scored[one].push(other);
                conceded[other].push(one);
            }
        }
    }
    [scored, conceded]
        .iter()
        .all(|lists| reached(count, 0, |player| lists[player].iter().copied()).len() == count)
}

/// The expected score of one rating against another, in natural units.
fn expected(one: f64, other: f64) -> f64 {
    1.0 / (1.0 + (other - one).exp())
}

/// The most likely ratings in natural units, with mean 0, found by Newton's method on a concave function.
fn likeliest(count: usize, matches: &Matches) -> Vec<f64> {
    let mut ratings = vec![0.0; count];
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; count];
        for (&(a, b), tally) in matches {
            let surplus = tally.points() - tally.count() * expected(ratings[a], ratings[b]);
            gradient[a] += surplus;
            gradient[b] -= surplus;
        }
        let inverse = inverse_curvature(matches, &ratings);
        let step: Vec<f64> = inverse
            .iter()
            .map(|row| row.iter().zip(&gradient).map(|(one, other)| one * other).sum())
            .collect();
        let largest = step.iter().fold(0.0_f64, |largest, part| largest.max(part.abs()));
        let share = (LONGEST / largest).min(1.0);
        ratings.iter_mut().zip(&step).for_each(|(rating, part)| *rating += share * part);
        if largest < STILL * TO_NATURAL {
            break;
        }
    }
    let mean = ratings.iter().sum::<f64>() / count as f64;
    ratings.iter().map(|rating| rating - mean).collect()
}

/// The inverse of the likelihood's curvature, with the sum of all ratings fixed: a game between `a` and `b` that
/// differs from its expectation by `surprise` moves player `i` by `surprise * (inverse[i][a] - inverse[i][b])`.
fn inverse_curvature(matches: &Matches, ratings: &[f64]) -> Vec<Vec<f64>> {
    let count = ratings.len();
    // The same number in every cell makes the matrix regular, and changes nothing while the sum is fixed.
    let filling = 1.0 / count as f64;
    let mut matrix = vec![vec![filling; 2 * count]; count];
    for (index, row) in matrix.iter_mut().enumerate() {
        row[count..].fill(0.0);
        row[count + index] = 1.0;
    }
    for (&(a, b), tally) in matches {
        let chance = expected(ratings[a], ratings[b]);
        let information = tally.count() * chance * (1.0 - chance);
        for (i, j) in [(a, b), (b, a)] {
            matrix[i][i] += information;
            matrix[i][j] -= information;
        }
    }
    // Gauss-Jordan elimination. The matrix is positive definite, so no pivot is 0.
    for pivot in 0..count {
        let lead = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|cell| *cell /= lead);
        let row = matrix[pivot].clone();
        for (index, other) in matrix.iter_mut().enumerate() {
            let factor = other[pivot];
            if index != pivot && factor != 0.0 {
                other.iter_mut().zip(&row).for_each(|(cell, above)| *cell -= factor * above);
            }
        }
    }
    matrix.into_iter().map(|mut row| row.split_off(count)).collect()
}

/// Half 95 % intervals in rating points.
fn errors(matches: &Matches, ratings: &[f64], anchor: Option<usize>) -> Vec<f64> {
    let inverse = inverse_curvature(matches, ratings);
    let units: u32 = matches.values().map(Tally::units).sum();
    (0..ratings.len())
        .map(|player| {
            if anchor == Some(player) {
                return 0.0;
            }
            let moved = |by: usize| inverse[player][by] - anchor.map_or(0.0, |at| inverse[at][by]);
            let variance: f64 = matches
                .iter()
                .map(|(&(a, b), tally)| {
                    tally.surprise(expected(ratings[a], ratings[b])) * (moved(a) - moved(b)).powi(2)
                })
                .sum();
            // A single result, or results that are all the same, do not show their spread.
            if units < 2 || variance <= 0.0 {
                return f64::INFINITY;
            }
            CONFIDENCE * variance.sqrt() / TO_NATURAL
        })
        .collect()
}

#[cfg(test)]
mod tests;
