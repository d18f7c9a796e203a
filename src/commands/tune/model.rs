//! The loss of a set of weights, and its gradient.
//!
//! A sigmoid turns an evaluation into White's expected result, and the loss is its mean squared error. The gradient is
//! propagated through [`combine`], computed with dual numbers, to the coefficients of the positions.
//!
//! Sources: Peter Österlund, "Texel's Tuning Method",
//! <https://www.chessprogramming.org/Texel%27s_Tuning_Method>; Andrew Grant, "Evaluation & Tuning in
//! Chess Engines", 2020, <https://github.com/AndyGrant/Ethereal/blob/master/Tuning.pdf>

use rayon::prelude::*;

use super::dual::Dual;
use super::positions::{PositionRow, Positions};
use crate::eval::{COMPONENTS, COUNT, Group, Pair, Sums, TERMS, Term, WEIGHTS, combine};
use crate::types::Score;

/// Inputs of [`combine`] that depend on weights: two for each component.
const INPUTS: usize = 2 * COMPONENTS;
/// The number of variables: middlegame and endgame of each weight, alternately.
pub(super) const VARIABLES: usize = 2 * COUNT;
/// The number of positions that a thread processes at a time. Sums are computed within chunks and then over
/// the chunks in order, so that the result does not depend on the number of threads.
const CHUNK: usize = 256;

/// The weights in the form that evaluation uses.
pub(super) type Weights = Vec<Pair<f32>>;

/// The weights of these variables.
pub(super) fn weights_of(variables: &[f64]) -> Weights {
    let (pairs, _) = variables.as_chunks();
    pairs.iter().map(|&[mg, eg]| Pair { mg: mg as f32, eg: eg as f32 }).collect()
}

/// The variables of the current weights.
pub(super) fn variables_in_play() -> Vec<f64> {
    WEIGHTS.iter().flat_map(|weight| [weight.mg().into(), weight.eg().into()]).collect()
}

/// How many centipawns a unit of a variable adds to the score of a position that has its feature once. A weight that
/// depends on the number of pawns is in 1/32 centipawn per pawn above or below ten, which is typically four pawns, so
/// it counts an eighth. All other weights are taken to be in centipawns.
pub(super) fn unit(variable: usize) -> f64 {
    match TERMS[Term::row(variable / 2)].group {
        Group::ByPawns => 4.0 / 32.0,
        _ => 1.0,
    }
}

/// White's expected result for a score, from 0 to 1; `k` is the scale of the sigmoid, per centipawn.
pub(super) fn expectation(k: f64, score: f64) -> f64 {
    1.0 / (1.0 + (-k * score).exp())
}

/// The score, in centipawns, for which White expects this result: the inverse of [`expectation`]. Certain results give
/// the largest possible scores.
pub(super) fn score_expecting(k: f64, result: f64) -> i16 {
    // The cast saturates, even for infinity.
    ((result / (1.0 - result)).ln() / k).round() as i16
}

/// What the weights should predict.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Model {
    /// The scale of the sigmoid from scores to expected results, per centipawn.
    pub(super) k: f64,
    /// The share of the game's result in the target; the rest is the score of the search.
    pub(super) lambda: f64,
    /// The factor by which search scores are multiplied in the target.
    pub(super) score_scale: f64,
}

/// The sums of the gradients and of the losses of a chunk.
struct Part {
    gradient: Weights,
    loss: f64,
}

/// A gradient with the buffers to compute it.
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
    /// The expected result that a position should have.
    fn target(&self, positions: &Positions, which: usize) -> f64 {
        let searched = expectation(self.k, self.score_scale * positions.score(which));
        self.lambda * positions.result(which) + (1.0 - self.lambda) * searched
    }

    /// The mean loss of these weights over some positions.
    pub(super) fn loss(&self, positions: &Positions, some: &[u32], weights: &Weights) -> f64 {
        self.mean_loss(positions, some, |which| score(positions, which, weights))
    }

    /// The same for integer weights, with the integer arithmetic used in play.
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
            let expected = expectation(self.k, positions.base(which) + evaluate(which));
            let off = expected - self.target(positions, which);
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
        let zero = Pair { mg: 0.0, eg: 0.0 };
        parts.resize_with(batch.len().div_ceil(CHUNK), || Part {
            gradient: vec![zero; COUNT],
            loss: 0.0,
        });
        batch.par_chunks(CHUNK).zip(parts.par_iter_mut()).for_each(|(chunk, part)| {
            part.gradient.fill(zero);
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
        let expected = expectation(self.k, positions.base(which) + score.value);
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

/// The mean absolute evaluation of some positions, in centipawns.
pub(super) fn mean_abs_score(positions: &Positions, some: &[u32], weights: &Weights) -> f64 {
    mean(some, |&which| score(positions, which as usize, weights).abs())
}

/// The evaluation of a position, White-relative.
pub(super) fn score(positions: &Positions, which: usize, weights: &Weights) -> f64 {
    let sums = sums(&positions.rows(which), weights).map(|sum| pair(sum, f64::from));
    combine(&sums, positions.scaling(which))
}

/// The same with the integer arithmetic used in play; the weights must be whole numbers.
pub(super) fn score_in_play(positions: &Positions, which: usize, weights: &Weights) -> Score {
    let sums = sums(&positions.rows(which), weights).map(|sum| pair(sum, |sum| sum as i32));
    combine(&sums, positions.scaling(which))
}

/// The components of a position.
#[inline(always)]
fn sums(rows: &[PositionRow; COMPONENTS], weights: &Weights) -> Sums<f32> {
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

/// The mean of a number over some positions; it does not depend on the number of threads.
pub(super) fn mean(some: &[u32], figure: impl Fn(&u32) -> f64 + Sync) -> f64 {
    let parts: Vec<f64> =
        some.par_chunks(CHUNK).map(|chunk| chunk.iter().map(&figure).sum()).collect();
    parts.iter().sum::<f64>() / some.len().max(1) as f64
}
