//! A complete fit, from the games to the weights.

use std::time::Instant;

use super::args::FitArgs;
use super::extract::Dataset;
use super::model::{Model, expectation};
use super::train::{State, TrainingSet};
use super::{checkpoint, outcome, sigmoid};
use crate::support::ctrl_c::interruptible;
use crate::support::error::ToolError;
use crate::support::files::check_target;
use crate::support::interrupt::is_interrupted;
use crate::support::progress::bar;
use crate::support::text::counted;
use crate::support::threads::threads;

/// The least number of positions to train on.
const LEAST_POSITIONS: usize = 1000;
/// The stack size of each thread, the same as that of search threads: quiescence search recurses.
const STACK_BYTES: usize = 8 << 20;

/// Fits the weights and writes them.
pub(super) fn run(args: &FitArgs) -> Result<(), ToolError> {
    // Fail before the work, not after it.
    for path in [&args.out, &args.plot, &args.resume].into_iter().flatten() {
        check_target(path, &args.games)?;
    }
    interruptible();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(args.threads));
    let pool = pool.stack_size(STACK_BYTES).build();
    let pool = pool.map_err(|error| ToolError::BadInput(format!("no threads: {error}")))?;
    pool.install(|| tune(args))
}

fn tune(args: &FitArgs) -> Result<(), ToolError> {
    let settings = &args.settings;
    let dataset = Dataset::collect(&args.games, &args.filters, args.objective(), settings.seed)?;
    let Dataset { positions, train, held_out, games, left_out, .. } = &dataset;
    args.print(format_args!(
        "{} of {}: {} to learn from, {} held out\nleft out: {left_out}",
        counted(positions.len(), "position"),
        counted(*games as usize, "game"),
        train.len(),
        held_out.len(),
    ))?;
    if train.len() < LEAST_POSITIONS {
        let text = format!(
            "only {} to learn from, {LEAST_POSITIONS} are needed",
            counted(train.len(), "position")
        );
        return Err(ToolError::BadInput(text));
    }
    if held_out.is_empty() && args.filters.held_out > 0.0 {
        return Err(ToolError::BadInput(
            "no game is held out: use more games or --held-out 0".into(),
        ));
    }
    args.print(format_args!(
        "{:.1} coefficients a position; {} MB",
        positions.coefficients() as f64 / positions.len() as f64,
        positions.bytes() >> 20
    ))?;
    let k = args.k.or_else(|| sigmoid::fit_k(positions, train)).ok_or_else(|| {
        ToolError::BadInput("the scores don't predict the results; set --k".into())
    })?;
    let model = Model { k, lambda: args.result_share(), score_scale: args.score_scale };
    args.print(format_args!("K = {k:.6}: 100 centipawns are {:.3} points", expectation(k, 100.0)))?;
    let set = TrainingSet { positions, train, held_out, model, settings };
    let task = task(args, &set, dataset.fingerprint);
    let mut state = match &args.resume {
        Some(path) if path.exists() => {
            let state = checkpoint::load(path, &task)?;
            args.print(format_args!("going on after {}", counted(state.losses.len(), "epoch")))?;
            state
        }
        _ => State::new(&set),
    };
    let (begin, before) = (Instant::now(), state.losses.len());
    let interrupted = descend(args, &set, &task, &mut state)?;
    let epochs = counted(state.losses.len() - before, "epoch");
    args.print(format_args!("{epochs} in {:.1} s", begin.elapsed().as_secs_f64()))?;
    outcome::finish(args, &dataset, &set, &state)?;
    match interrupted {
        false => Ok(()),
        true => {
            let epochs = counted(state.losses.len(), "epoch");
            Err(ToolError::Interrupted(format!("stopped after {epochs}; the weights are written")))
        }
    }
}

/// Identifies a descent: its data and settings, except for the patience.
fn task(args: &FitArgs, set: &TrainingSet, data: u64) -> String {
    let settings = &args.settings;
    let k = set.model.k;
    let (train, held_out) = (set.train.len(), set.held_out.len());
    format!(
        "data {data:016x} ({train} and {held_out}), {}, k {k:?}, epochs {}, {settings}",
        args.target(),
        settings.epochs
    )
}

/// Runs epoch after epoch; returns true if the user interrupted it.
fn descend(
    args: &FitArgs,
    set: &TrainingSet,
    task: &str,
    state: &mut State,
) -> Result<bool, ToolError> {
    let (epochs, batches) = (args.settings.epochs as usize, set.batches());
    let style = "{bar:30} {percent:>3} %  {msg}  {elapsed}, left {eta}";
    let bar = bar((epochs * batches) as u64, style);
    bar.set_position((state.losses.len() * batches) as u64);
    bar.reset_eta();
    let mut interrupted = is_interrupted();
    while !interrupted && !state.is_over(&args.settings) {
        state.epoch(set, &bar);
        if let Some(losses) = state.losses.last() {
            bar.set_message(format!(
                "epoch {}: loss {:.6}, held out {:.6}",
                state.losses.len(),
                losses.train,
                losses.held_out
            ));
        }
        if let Some(path) = &args.resume {
            checkpoint::save(path, task, state)?;
        }
        interrupted = is_interrupted();
    }
    bar.finish_and_clear();
    Ok(interrupted)
}
