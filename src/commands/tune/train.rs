//! The descent: epoch after epoch, batch after batch, and the best weights met on the way.

use std::fmt;

use indicatif::ProgressBar;

use super::model::{Gradient, Model, VARIABLES, variables_in_play, weights_of};
use super::positions::Positions;
use super::positive;
use crate::eval::{COUNT, TERMS, Term};
use crate::support::adam::Adam;
use crate::support::rng::{below, seeded};

/// The steps of the last batch, as a share of those of the first.
const LAST_RATE: f64 = 0.01;

/// How the descent goes.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Descent")]
pub(super) struct Settings {
    /// Times that all positions are learnt from
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) epochs: u32,
    /// Positions between two steps
    #[arg(long, default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) batch: u32,
    /// Most that a weight changes at a step, at first; it falls to a hundredth of that
    #[arg(long, default_value_t = 1.0, value_parser = positive)]
    pub(super) rate: f64,
    /// How many positions the value of a weight before tuning counts for: what is rare changes little
    #[arg(long, value_name = "POSITIONS", default_value_t = 100)]
    pub(super) prior: u32,
    /// End when the held-out loss has not fallen for so many epochs
    #[arg(long, value_name = "EPOCHS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) patience: Option<u32>,
    /// Random seed: the split, the sampling, the batches
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Learn the weights of these tables alone, and leave all others as they are (default: learn all)
    #[arg(long, value_name = "TABLE,...", value_delimiter = ',', value_parser = table)]
    pub(super) only: Vec<&'static Term>,
}

/// A table by its name, as an option is given one.
fn table(name: &str) -> Result<&'static Term, String> {
    let found = TERMS.iter().find(|term| term.name == name);
    found.ok_or_else(|| "there is no table of weights of that name".into())
}

impl Settings {
    /// Whether a weight is to be learnt.
    fn learns(&self, weight: usize) -> bool {
        let holds = |term: &&Term| (term.start..term.start + term.len).contains(&weight);
        self.only.is_empty() || self.only.iter().any(holds)
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { batch, rate, prior, seed, .. } = self;
        write!(f, "batch {batch}, rate {rate}, prior {prior}, seed {seed}")?;
        match self.only.iter().map(|term| term.name).collect::<Vec<_>>() {
            names if names.is_empty() => Ok(()),
            names => write!(f, ", only {}", names.join(" ")),
        }
    }
}

/// What is learnt from, and what the learning is tested on.
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
    /// Over the epoch's batches, while the weights changed.
    pub(super) train: f64,
    /// Of the weights at its end.
    pub(super) held_out: f64,
}

/// How far the descent has come: all that an interrupted one needs to go on.
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
    /// Of each epoch.
    pub(super) losses: Vec<Losses>,
}

impl State {
    /// A descent that begins at the weights in play.
    pub(super) fn new(lessons: &TrainingSet) -> State {
        State::from(lessons, variables_in_play())
    }

    /// A descent that begins there.
    pub(super) fn from(lessons: &TrainingSet, start: Vec<f64>) -> State {
        State {
            best_loss: lessons.held_out_loss(&start),
            now: start.clone(),
            best: start.clone(),
            start,
            best_epoch: 0,
            adam: Adam::new(VARIABLES),
            losses: Vec::new(),
        }
    }

    /// Whether all epochs are over, or there is no more hope.
    pub(super) fn is_over(&self, settings: &Settings) -> bool {
        let idle = self.losses.len() - self.best_epoch;
        self.losses.len() >= settings.epochs as usize
            || settings.patience.is_some_and(|patience| idle >= patience as usize)
    }

    /// Learns from all positions once. The bar moves with every batch.
    pub(super) fn epoch(&mut self, lessons: &TrainingSet, bar: &ProgressBar) {
        let TrainingSet { positions, train, model, settings, .. } = lessons;
        let order = shuffled(train, settings.seed, self.losses.len() as u64);
        let batches = lessons.batches();
        let all_steps = (batches * settings.epochs as usize) as f64;
        // As strong as so many positions of which each says something of one weight alone: such a
        // position bends the loss by about this much.
        let prior = 2.0 * f64::from(settings.prior) * (model.k / 4.0).powi(2) / train.len() as f64;
        let left_alone: Vec<usize> =
            (0..COUNT).filter(|&weight| !settings.learns(weight)).collect();
        let mut gradient = Gradient::new();
        let mut loss = 0.0;
        // Batches of equal size, but for a remainder.
        for batch in order.chunks(order.len().div_ceil(batches)) {
            loss += model.gradient(positions, batch, &weights_of(&self.now), &mut gradient);
            let pulls = self.now.iter().zip(&self.start).map(|(now, start)| prior * (now - start));
            gradient.slopes.iter_mut().zip(pulls).for_each(|(slope, pull)| *slope += pull);
            // Where there never was a slope Adam takes no step.
            for &weight in &left_alone {
                gradient.slopes[2 * weight..2 * weight + 2].fill(0.0);
            }
            let done = self.adam.steps as f64 / all_steps;
            self.adam.step(&mut self.now, &gradient.slopes, rate(settings.rate, done));
            bar.inc(1);
        }
        let held_out = lessons.held_out_loss(&self.now);
        self.losses.push(Losses { train: loss / train.len() as f64, held_out });
        // Without held-out positions the last weights are as good as any.
        if held_out < self.best_loss || lessons.held_out.is_empty() {
            self.best.clone_from(&self.now);
            self.best_epoch = self.losses.len();
            self.best_loss = held_out;
        }
    }
}

impl TrainingSet<'_> {
    /// Steps of an epoch.
    pub(super) fn batches(&self) -> usize {
        self.train.len().div_ceil(self.settings.batch as usize).max(1)
    }

    pub(super) fn held_out_loss(&self, variables: &[f64]) -> f64 {
        self.model.loss(self.positions, self.held_out, &weights_of(variables))
    }
}

/// The size of a step after this share of them all: falls as a cosine. Source: Loshchilov and Hutter,
/// "SGDR: Stochastic Gradient Descent with Warm Restarts", 2016, <https://arxiv.org/abs/1608.03983>
fn rate(first: f64, done: f64) -> f64 {
    let falling = (1.0 + (std::f64::consts::PI * done.min(1.0)).cos()) / 2.0;
    first * (LAST_RATE + (1.0 - LAST_RATE) * falling)
}

/// The positions in an order that the seed and the epoch alone decide. Source: Fisher and Yates.
fn shuffled(some: &[u32], seed: u64, epoch: u64) -> Vec<u32> {
    let mut order = some.to_vec();
    let mut rng = seeded(seed, epoch);
    for last in (1..order.len()).rev() {
        order.swap(last, below(&mut rng, last + 1));
    }
    order
}
