//! How well weights predict games, and which way to change them.
//!
//! An evaluation is read as White's expected share of the point, through a logistic curve; the loss is
//! the mean square of what it is off the target. The gradient goes from there through the evaluation's
//! own [`combine`], computed with dual numbers, to the coefficients of the positions.
//!
//! Sources: Peter Österlund, "Texel's Tuning Method",
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>; Andrew Grant, "Evaluation & Tuning in
//! Chess Engines", 2020, <https://github.com/AndyGrant/Ethereal/blob/master/Tuning.pdf>

use rayon::prelude::*;

use super::dual::Dual;
use super::positions::{Positions, Row};
use crate::eval::{COMPONENTS, COUNT, Pair, Sums, WEIGHTS, combine};
use crate::types::Score;

/// Inputs of [`combine`] that depend on weights: two for each component.
const INPUTS: usize = 2 * COMPONENTS;
/// Variables of the descent: middlegame and endgame of each weight, side by side.
pub(super) const VARIABLES: usize = 2 * COUNT;
/// Positions that a thread takes at a time. Sums are made within chunks and then over them in their
/// order, so that they come out the same on any number of threads.
const CHUNK: usize = 256;

/// Weights as positions are evaluated with them.
pub(super) type Weights = Vec<Pair<f32>>;

/// The weights of these variables.
pub(super) fn weights_of(variables: &[f64]) -> Weights {
    let (pairs, _) = variables.as_chunks();
    pairs.iter().map(|&[mg, eg]| Pair { mg: mg as f32, eg: eg as f32 }).collect()
}

/// The variables of the weights in play.
pub(super) fn variables_in_play() -> Vec<f64> {
    WEIGHTS.iter().flat_map(|weight| [weight.mg().into(), weight.eg().into()]).collect()
}

/// White's expected share of the point with a score, from 0 to 1; `k` is the curve's steepness, per
/// centipawn.
pub(super) fn expectation(k: f64, score: f64) -> f64 {
    1.0 / (1.0 + (-k * score).exp())
}

/// What the weights are to predict.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Model {
    /// Steepness of the curve from scores to expectations, per centipawn.
    pub(super) k: f64,
    /// The result's share in the target; the rest is the search's.
    pub(super) lambda: f64,
}

/// The sum of a chunk's gradients, and of its losses.
struct Part {
    gradient: Weights,
    loss: f64,
}

/// A gradient and the memory that it takes to compute one.
pub(super) struct Gradient {
    /// By variable.
    pub(super) slopes: Vec<f64>,
    parts: Vec<Part>,
}

impl Gradient {
    pub(super) fn new() -> Gradient {
        Gradient { slopes: vec![0.0; VARIABLES], parts: Vec::new() }
    }
}

impl Model {
    /// What the evaluation of a position should be, as an expectation.
    fn target(&self, positions: &Positions, which: usize) -> f64 {
        let searched = expectation(self.k, positions.score(which));
        self.lambda * positions.result(which) + (1.0 - self.lambda) * searched
    }

    /// The mean loss of these weights over some positions.
    pub(super) fn loss(&self, positions: &Positions, some: &[u32], weights: &Weights) -> f64 {
        self.mean_loss(positions, some, |which| score(positions, which, weights))
    }

    /// The same for weights that are whole numbers, with the arithmetic of play.
    pub(super) fn loss_in_play(
        &self,
        positions: &Positions,
        some: &[u32],
        weights: &Weights,
    ) -> f64 {
        self.mean_loss(positions, some, |which| score_in_play(positions, which, weights).into())
    }

    fn mean_loss(
        &self,
        positions: &Positions,
        some: &[u32],
        evaluate: impl Fn(usize) -> f64 + Sync,
    ) -> f64 {
        let loss = |&which: &u32| {
            let which = which as usize;
            let off = expectation(self.k, evaluate(which)) - self.target(positions, which);
            off * off
        };
        mean(some, loss)
    }

    /// The mean gradient of the loss over a batch of positions; returns the sum of their losses.
    pub(super) fn gradient(
        &self,
        positions: &Positions,
        batch: &[u32],
        weights: &Weights,
        gradient: &mut Gradient,
    ) -> f64 {
        let Gradient { slopes, parts } = gradient;
        let nothing = Pair { mg: 0.0, eg: 0.0 };
        parts.resize_with(batch.len().div_ceil(CHUNK), || Part {
            gradient: vec![nothing; COUNT],
            loss: 0.0,
        });
        batch.par_chunks(CHUNK).zip(parts.par_iter_mut()).for_each(|(chunk, part)| {
            part.gradient.fill(nothing);
            part.loss = chunk.iter().map(|&which| self.add(positions, which, weights, part)).sum();
        });
        slopes.fill(0.0);
        for part in &*parts {
            let (pairs, _) = slopes.as_chunks_mut();
            for ([mg, eg], slope) in pairs.iter_mut().zip(&part.gradient) {
                *mg += f64::from(slope.mg);
                *eg += f64::from(slope.eg);
            }
        }
        let share = 1.0 / batch.len() as f64;
        slopes.iter_mut().for_each(|slope| *slope *= share);
        parts.iter().map(|part| part.loss).sum()
    }

    /// Adds a position's gradient to a part; returns its loss.
    fn add(&self, positions: &Positions, which: u32, weights: &Weights, part: &mut Part) -> f64 {
        let which = which as usize;
        let rows = positions.rows(which);
        let sums = sums(&rows, weights);
        let inputs: Sums<Dual<INPUTS>> = std::array::from_fn(|component| Pair {
            mg: Dual::variable(sums[component].mg.into(), 2 * component),
            eg: Dual::variable(sums[component].eg.into(), 2 * component + 1),
        });
        let score = combine(&inputs, positions.scaling(which));
        let expected = expectation(self.k, score.value);
        let off = expected - self.target(positions, which);
        let by_score = 2.0 * off * expected * (1.0 - expected) * self.k;
        for (component, row) in rows.iter().enumerate() {
            let by_sum = Pair {
                mg: (by_score * score.slopes[2 * component]) as f32,
                eg: (by_score * score.slopes[2 * component + 1]) as f32,
            };
            for (index, count) in row.iter() {
                let slope = &mut part.gradient[index];
                slope.mg += by_sum.mg * count;
                slope.eg += by_sum.eg * count;
            }
        }
        off * off
    }
}

/// How far from even these weights find some positions, in centipawns.
pub(super) fn mean_size(positions: &Positions, some: &[u32], weights: &Weights) -> f64 {
    mean(some, |&which| score(positions, which as usize, weights).abs())
}

/// The evaluation of a position, White-relative.
pub(super) fn score(positions: &Positions, which: usize, weights: &Weights) -> f64 {
    let sums = sums(&positions.rows(which), weights).map(|sum| pair(sum, f64::from));
    combine(&sums, positions.scaling(which))
}

/// The same with the arithmetic of play; the weights must be whole numbers.
pub(super) fn score_in_play(positions: &Positions, which: usize, weights: &Weights) -> Score {
    let sums = sums(&positions.rows(which), weights).map(|sum| pair(sum, |sum| sum as i32));
    combine(&sums, positions.scaling(which))
}

/// What stands in the components of a position.
#[inline(always)]
fn sums(rows: &[Row; COMPONENTS], weights: &Weights) -> Sums<f32> {
    rows.map(|row| {
        row.iter().fold(Pair { mg: 0.0, eg: 0.0 }, |sum, (index, count)| Pair {
            mg: sum.mg + weights[index].mg * count,
            eg: sum.eg + weights[index].eg * count,
        })
    })
}

fn pair<V>(sum: Pair<f32>, of: impl Fn(f32) -> V) -> Pair<V> {
    Pair { mg: of(sum.mg), eg: of(sum.eg) }
}

/// The mean of a figure over some positions, the same on any number of threads.
pub(super) fn mean(some: &[u32], figure: impl Fn(&u32) -> f64 + Sync) -> f64 {
    let parts: Vec<f64> =
        some.par_chunks(CHUNK).map(|chunk| chunk.iter().map(&figure).sum()).collect();
    parts.iter().sum::<f64>() / some.len().max(1) as f64
}
