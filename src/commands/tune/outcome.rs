//! The outcome of a descent: rounded weights, their losses, and the files to write.

use super::args::FitArgs;
use super::extract::Dataset;
use super::model::{Model, mean_abs_score, weights_of};
use super::part::{hold, named};
use super::plot;
use super::positions::Positions;
use super::train::{Settings, State, TrainingSet};
use super::weights_file::{self, LARGEST};
use crate::eval::{COUNT, ORIGIN, S};
use crate::support::drawing::save;
use crate::support::error::ToolError;
use crate::support::files::file_name;
use crate::support::text::counted;

/// At most this many files are named; the others are only counted.
const MOST_NAMES: usize = 3;

/// Mean losses of the rounded weights.
struct RoundedLoss {
    train: f64,
    /// `None` where nothing is held out.
    held_out: Option<f64>,
}

/// Rounds the best weights, prints their losses, and writes the files.
pub(super) fn finish(
    args: &FitArgs,
    dataset: &Dataset,
    set: &TrainingSet,
    state: &State,
) -> Result<(), ToolError> {
    let rounded: Vec<f64> = state
        .start
        .iter()
        .zip(&state.best)
        .enumerate()
        .map(|(variable, (start, best))| {
            let reach = if hold(&args.restore, variable) { 0.0 } else { args.reach };
            (start + reach * (best - start)).round()
        })
        .collect();
    if let Some(lost) =
        rounded.iter().find(|weight| weight.is_nan() || weight.abs() > LARGEST.into())
    {
        let text = format!("a weight has diverged to {lost}; try a smaller --rate");
        return Err(ToolError::BadInput(text));
    }
    let played = print_losses(args, set, state, &rounded)?;
    args.print(format_args!("best after {}", counted(state.best_epoch, "epoch")))?;
    print_unseen(args, set.positions)?;
    let weights: [S; COUNT] =
        std::array::from_fn(|i| S::new(rounded[2 * i] as i32, rounded[2 * i + 1] as i32));
    let text = weights_file::text(&origin(args, dataset, set, state, &played), &weights);
    weights_file::write(args.out.as_deref(), &text)?;
    if let Some(path) = &args.out {
        args.print(format_args!("weights in '{}'", path.display()))?;
    }
    if let Some(path) = &args.plot {
        let title = format!("Loss over {}", counted(state.losses.len(), "epoch"));
        let picture = plot::svg(&title, &state.losses, !set.held_out.is_empty());
        save(path, picture)?;
    }
    Ok(())
}

/// Prints the losses of the weights before tuning, after it, and rounded.
fn print_losses(
    args: &FitArgs,
    set: &TrainingSet,
    state: &State,
    rounded: &[f64],
) -> Result<RoundedLoss, ToolError> {
    let TrainingSet { positions, train, held_out, model, .. } = set;
    let (start, best) = (weights_of(&state.start), weights_of(&state.best));
    let whole = weights_of(rounded);
    let columns = ["loss", "before", "tuned", "as played"];
    args.print(format_args!(
        "\n{:<24} {:>10} {:>10} {:>10}",
        columns[0], columns[1], columns[2], columns[3]
    ))?;
    let row = |name: &str, model: &Model, some: &[u32]| -> Result<f64, ToolError> {
        let before = model.loss_in_play(positions, some, &start);
        let tuned = model.loss(positions, some, &best);
        let played = model.loss_in_play(positions, some, &whole);
        args.print(format_args!("{name:<24} {before:>10.6} {tuned:>10.6} {played:>10.6}"))?;
        Ok(played)
    };
    let mut played = RoundedLoss { train: row("learnt from", model, train)?, held_out: None };
    if !held_out.is_empty() {
        played.held_out = Some(row("held out", model, held_out)?);
        row("held out, results alone", &Model { lambda: 1.0, ..*model }, held_out)?;
    }
    let [before, tuned] = [&start, &best].map(|weights| mean_abs_score(positions, train, weights));
    args.print(format_args!("{:<24} {before:>10.1} {tuned:>10.1}", "mean |score|, centipawns"))?;
    Ok(played)
}

/// Names the weights that count in no position and therefore stay as they are.
fn print_unseen(args: &FitArgs, positions: &Positions) -> Result<(), ToolError> {
    let seen = positions.occurrences();
    let unseen: [bool; COUNT] = std::array::from_fn(|i| seen[i] == 0);
    match unseen.iter().filter(|&&unseen| unseen).count() {
        0 => Ok(()),
        count => args.print(format_args!(
            "untouched, because no position has them: {}: {}",
            counted(count, "weight"),
            weights_file::names(&unseen)
        )),
    }
}

/// How the weights were made, in one line with everything needed to make them again.
fn origin(
    args: &FitArgs,
    dataset: &Dataset,
    set: &TrainingSet,
    state: &State,
    played: &RoundedLoss,
) -> String {
    let files = match args.games.len() {
        0..=MOST_NAMES => {
            args.games.iter().map(|path| file_name(path)).collect::<Vec<_>>().join(" ")
        }
        many => counted(many, "file"),
    };
    let data = format!(
        "{files} ({}, {}, {:016x}; {})",
        counted(dataset.games as usize, "game"),
        counted(set.positions.len(), "position"),
        dataset.fingerprint,
        args.filters
    );
    let how = format!(
        "{} of {}, {}, K {:.6}, {}, reach {}",
        state.best_epoch,
        counted(args.settings.epochs as usize, "epoch"),
        args.target(),
        set.model.k,
        args.settings,
        args.reach
    );
    let restored = named("restored", &args.restore);
    let held_out = played.held_out.map(|loss| format!(", {loss:.6} held out")).unwrap_or_default();
    let version = env!("CARGO_PKG_VERSION");
    // What is left of the earlier weights keeps its origin: tables not tuned or restored, the part of the way not gone,
    // and what a residual refers to.
    let Settings { only, except, .. } = &args.settings;
    let all = [only, except, &args.restore].into_iter().all(Vec::is_empty);
    let anew = all && args.reach == 1.0 && !args.residual;
    let before = if anew { String::new() } else { format!("{ORIGIN} Then ") };
    format!(
        "{before}quevedo tune {version}; {data}; {how}{restored}; loss {:.6}{held_out}.",
        played.train
    )
}
