//! Gradient descent with Adam in epochs and batches; it keeps the best weights.

use std::fmt;

use indicatif::ProgressBar;

use super::model::{Gradient, Model, VARIABLES, unit, variables_in_play, weights_of};
use super::part::{Part, hold, named};
use super::positions::Positions;
use crate::support::adam::Adam;
use crate::support::rng::{below, seeded};

/// The final learning rate, as a share of the initial one.
const LAST_RATE: f64 = 0.01;

/// Parses the value of an option that must be above 0.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "should be a number above 0".into())
}

/// The settings of the descent.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Descent")]
pub(super) struct Settings {
    /// Learn from all positions this many times, from 1 to 100000
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) epochs: u32,
    /// Take a step after this many positions, at least 1
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) batch: u32,
    /// Begin with steps of this many centipawns, above 0; they shrink to a hundredth of that
    #[arg(long, value_name = "CP", default_value_t = 1.0, value_parser = positive)]
    pub(super) rate: f64,
    /// Let the old value of a weight count as much as this many positions, so that rare weights change little
    #[arg(long, value_name = "POSITIONS", default_value_t = 100)]
    pub(super) prior: u32,
    /// Stop when the loss on the games held out has not fallen for this many epochs, at least 1
    #[arg(long, value_name = "EPOCHS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) patience: Option<u32>,
    /// Draw random numbers from this seed: the games held out, the sampling, the batches
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Tune only the weights of these tables (TEMPO) or halves of tables (TEMPO_mg) [default: all]
    #[arg(long, value_name = "TABLE,...", value_delimiter = ',')]
    pub(super) only: Vec<Part>,
    /// Keep the weights of these tables, or halves of tables, fixed, and fit the others
    #[arg(long, value_name = "TABLE,...", value_delimiter = ',', conflicts_with = "only")]
    pub(super) except: Vec<Part>,
}

impl Settings {
    /// Whether a variable is tuned.
    fn tunes(&self, variable: usize) -> bool {
        (self.only.is_empty() || hold(&self.only, variable)) && !hold(&self.except, variable)
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { batch, rate, prior, seed, .. } = self;
        let (only, except) = (named("only", &self.only), named("all but", &self.except));
        write!(f, "batch {batch}, rate {rate}, prior {prior}, seed {seed}{only}{except}")
    }
}

/// The positions to train on and those to test on, with the model and the settings.
pub(super) struct TrainingSet<'a> {
    pub(super) positions: &'a Positions,
    pub(super) train: &'a [u32],
    pub(super) held_out: &'a [u32],
    pub(super) model: Model,
    pub(super) settings: &'a Settings,
}

/// Mean losses at the end of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Losses {
    /// Over the batches of the epoch, while the weights changed.
    pub(super) train: f64,
    /// Of the weights at the end of the epoch.
    pub(super) held_out: f64,
}

/// The state of a descent: all that an interrupted one needs to continue.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    /// The weights before tuning, as variables.
    pub(super) start: Vec<f64>,
    /// The weights now.
    pub(super) now: Vec<f64>,
    /// The weights with the least held-out loss so far.
    pub(super) best: Vec<f64>,
    /// After how many epochs that was, and the loss.
    pub(super) best_epoch: usize,
    pub(super) best_loss: f64,
    pub(super) adam: Adam,
    /// The losses of each epoch.
    pub(super) losses: Vec<Losses>,
}

impl State {
    /// A descent that starts from the current weights.
    pub(super) fn new(set: &TrainingSet) -> State {
        State::from(set, variables_in_play())
    }

    /// A descent that starts from these variables.
    pub(super) fn from(set: &TrainingSet, start: Vec<f64>) -> State {
        State {
            best_loss: set.held_out_loss(&start),
            now: start.clone(),
            best: start.clone(),
            start,
            best_epoch: 0,
            adam: Adam::new(VARIABLES),
            losses: Vec::new(),
        }
    }

    /// Whether all epochs are done or the patience has run out.
    pub(super) fn is_over(&self, settings: &Settings) -> bool {
        let idle = self.losses.len() - self.best_epoch;
        self.losses.len() >= settings.epochs as usize
            || settings.patience.is_some_and(|patience| idle >= patience as usize)
    }

    /// Trains on all positions once. The bar advances with every batch.
    pub(super) fn epoch(&mut self, set: &TrainingSet, bar: &ProgressBar) {
        let TrainingSet { positions, train, model, settings, .. } = set;
        let order = shuffled(train, settings.seed, self.losses.len() as u64);
        let batches = set.batches();
        let all_steps = (batches * settings.epochs as usize) as f64;
        // As strong as this many positions that depend on a single weight: the curvature of such a position's loss is
        // at most about this much, for weights in centipawns.
        let prior = 2.0 * f64::from(settings.prior) * (model.k / 4.0).powi(2) / train.len() as f64;
        let priors: Vec<f64> =
            (0..self.now.len()).map(|variable| prior * unit(variable).powi(2)).collect();
        let fixed: Vec<usize> =
            (0..self.now.len()).filter(|&variable| !settings.tunes(variable)).collect();
        let mut gradient = Gradient::new();
        let mut loss = 0.0;
        // Batches of equal size, except for the last.
        for batch in order.chunks(order.len().div_ceil(batches)) {
            loss += model.gradient(positions, batch, &weights_of(&self.now), &mut gradient);
            for (variable, slope) in gradient.slopes.iter_mut().enumerate() {
                *slope += priors[variable] * (self.now[variable] - self.start[variable]);
            }
            // Adam takes no step where the gradient has always been 0.
            for &variable in &fixed {
                gradient.slopes[variable] = 0.0;
            }
            let done = self.adam.steps as f64 / all_steps;
            self.adam.step(&mut self.now, &gradient.slopes, rate(settings.rate, done));
            bar.inc(1);
        }
        let held_out = set.held_out_loss(&self.now);
        self.losses.push(Losses { train: loss / train.len() as f64, held_out });
        // Without held-out positions the last weights count as the best.
        if held_out < self.best_loss || set.held_out.is_empty() {
            self.best.clone_from(&self.now);
            self.best_epoch = self.losses.len();
            self.best_loss = held_out;
        }
    }
}

impl TrainingSet<'_> {
    /// The number of batches in an epoch.
    pub(super) fn batches(&self) -> usize {
        self.train.len().div_ceil(self.settings.batch as usize).max(1)
    }

    pub(super) fn held_out_loss(&self, variables: &[f64]) -> f64 {
        self.model.loss(self.positions, self.held_out, &weights_of(variables))
    }
}

/// The learning rate after this share of all steps, by cosine annealing. Source: Loshchilov and Hutter, "SGDR:
/// Stochastic Gradient Descent with Warm Restarts", 2016, <https://arxiv.org/abs/1608.03983>
fn rate(first: f64, done: f64) -> f64 {
    let falling = (1.0 + (std::f64::consts::PI * done.min(1.0)).cos()) / 2.0;
    first * (LAST_RATE + (1.0 - LAST_RATE) * falling)
}

/// The positions, shuffled by seed and epoch. Source: Fisher and Yates.
fn shuffled(some: &[u32], seed: u64, epoch: u64) -> Vec<u32> {
    let mut order = some.to_vec();
    let mut rng = seeded(seed, epoch);
    for last in (1..order.len()).rev() {
        order.swap(last, below(&mut rng, last + 1));
    }
    order
}
