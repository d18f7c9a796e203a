//! `quevedo tune`: weights of the evaluation from games, such that the static evaluation predicts how
//! the games went on.
//!
//! The evaluation's own trace says which weights count how often in a position, and the evaluation's
//! own [`combine`](crate::eval::combine) makes a score of the sums, in dual numbers where its slopes
//! are wanted. So the tuner knows no term and no formula; whatever the evaluation states is tuned.
//!
//! - `extract`: games to positions worth learning from
//! - `positions`: how millions of them are held in memory
//! - `steepness`: what a centipawn is, in chances
//! - `model`, `dual`: the loss and its gradient
//! - `train`, `checkpoint`: the descent
//! - `outcome`, `weights_file`, `plot`: what comes of it
//! - `apply`, `log`: percentages of the weights that games found, written into them

mod apply;
mod checkpoint;
mod dual;
mod extract;
mod log;
mod model;
mod outcome;
mod plot;
mod positions;
mod steepness;
#[cfg(test)]
mod tests;
mod train;
mod weights_file;

use std::fmt::Arguments;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Instant;

use crate::support::args::share;
use crate::support::error::ToolError;
use crate::support::files::check_target;
use crate::support::interrupt::{interruptible, is_interrupted};
use crate::support::output::print_line;
use crate::support::progress::bar;
use crate::support::text::counted;
use crate::support::threads::{THREADS, threads};
use extract::{Dataset, Filters};
use model::{Model, expectation};
use train::{Settings, State, TrainingSet};

/// Fewer positions than this teach nothing.
const LEAST_POSITIONS: usize = 1000;
/// Of each thread, as search threads have it: captures are played out by recursion.
const STACK_BYTES: usize = 8 << 20;

/// Arguments of `quevedo tune`.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    fit: FitArgs,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Scale the weights by the percentages that games found
    Apply(apply::Args),
}

#[derive(clap::Args, Debug)]
struct FitArgs {
    /// Games as `quevedo datagen` writes them
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Write the weights here, as Rust code (default: to standard output)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Draw the losses here, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Keep the state here after each epoch, and go on from it if it is there
    #[arg(long, value_name = "CHECKPOINT")]
    resume: Option<PathBuf>,
    /// Threads (default: one per core); the result is the same
    #[arg(long, value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Share of the game's result in what an evaluation should say; the rest is the search's score
    #[arg(long, default_value_t = 0.7, value_parser = share)]
    lambda: f64,
    /// Steepness of the curve from scores to expected points, 1 / (1 + exp(-K * centipawns)); it
    /// defines what a centipawn is (default: fitted to the scores and results)
    #[arg(long, value_name = "K", value_parser = positive)]
    k: Option<f64>,
    /// How far to go from the weights before tuning to those found: less than all the way where the
    /// games that taught the former are not at hand
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = share)]
    reach: f64,
    #[command(flatten)]
    filters: Filters,
    #[command(flatten)]
    settings: Settings,
}

/// A number above 0, as an option is given one.
fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "should be a number above 0".into())
}

/// Runs the tool.
///
/// # Errors
/// Files that can't be read or written, settings that make no sense, or an interruption; then the
/// weights so far are written.
pub fn run(args: &Args) -> Result<(), ToolError> {
    match &args.command {
        Some(Command::Apply(args)) => apply::run(args),
        None => fit(&args.fit),
    }
}

fn fit(args: &FitArgs) -> Result<(), ToolError> {
    // Known before the work begins, not after it.
    for path in [&args.out, &args.plot, &args.resume].into_iter().flatten() {
        check_target(path, &args.games)?;
    }
    interruptible();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(args.threads));
    let pool = pool.stack_size(STACK_BYTES).build();
    let pool = pool.map_err(|error| ToolError::BadInput(format!("no threads: {error}")))?;
    pool.install(|| tune(args))
}

impl FitArgs {
    /// Tells the user something: on standard output, unless that is where the weights go.
    fn tell(&self, text: Arguments) -> Result<(), ToolError> {
        match self.out {
            Some(_) => print_line(text)?,
            // Who does not want to be told can have the weights all the same.
            None => drop(writeln!(io::stderr(), "{text}")),
        }
        Ok(())
    }
}

fn tune(args: &FitArgs) -> Result<(), ToolError> {
    let settings = &args.settings;
    let harvest = Dataset::gather(&args.games, &args.filters, settings.seed)?;
    let Dataset { positions, train, held_out, games, left_out, .. } = &harvest;
    args.tell(format_args!(
        "{} of {}: {} to learn from, {} held out\nleft out: {left_out}",
        counted(positions.len(), "position"),
        counted(*games as usize, "game"),
        train.len(),
        held_out.len(),
    ))?;
    if train.len() < LEAST_POSITIONS {
        let text = format!("only {} to learn from", counted(train.len(), "position"));
        return Err(ToolError::BadInput(text));
    }
    if held_out.is_empty() && args.filters.held_out > 0.0 {
        return Err(ToolError::BadInput("no game is held out; more games, or --held-out 0".into()));
    }
    args.tell(format_args!(
        "{:.1} coefficients a position; {} MB",
        positions.coefficients() as f64 / positions.len() as f64,
        positions.bytes() >> 20
    ))?;
    let k = args.k.or_else(|| steepness::fit(positions, train)).ok_or_else(|| {
        ToolError::BadInput("the scores don't foretell the results; give --k".into())
    })?;
    let model = Model { k, lambda: args.lambda };
    args.tell(format_args!("K = {k:.6}: 100 centipawns are {:.3} points", expectation(k, 100.0)))?;
    let lessons = TrainingSet { positions, train, held_out, model, settings };
    let task = task(args, &lessons, harvest.fingerprint);
    let mut state = match &args.resume {
        Some(path) if path.exists() => {
            let state = checkpoint::load(path, &task)?;
            args.tell(format_args!("going on after {}", counted(state.losses.len(), "epoch")))?;
            state
        }
        _ => State::new(&lessons),
    };
    let (begin, before) = (Instant::now(), state.losses.len());
    let interrupted = descend(args, &lessons, &task, &mut state)?;
    let epochs = counted(state.losses.len() - before, "epoch");
    args.tell(format_args!("{epochs} in {:.1} s", begin.elapsed().as_secs_f64()))?;
    outcome::finish(args, &harvest, &lessons, &state)?;
    match interrupted {
        false => Ok(()),
        true => {
            let epochs = counted(state.losses.len(), "epoch");
            Err(ToolError::Interrupted(format!("stopped after {epochs}; the weights are written")))
        }
    }
}

/// What distinguishes a descent from others: data and settings, but not how long it has patience.
fn task(args: &FitArgs, lessons: &TrainingSet, data: u64) -> String {
    let settings = &args.settings;
    let Model { k, lambda } = lessons.model;
    let (train, held_out) = (lessons.train.len(), lessons.held_out.len());
    format!(
        "data {data:016x} ({train} and {held_out}), lambda {lambda}, k {k:?}, epochs {}, {settings}",
        settings.epochs
    )
}

/// Epoch after epoch; true if the user has had enough.
fn descend(
    args: &FitArgs,
    lessons: &TrainingSet,
    task: &str,
    state: &mut State,
) -> Result<bool, ToolError> {
    let (epochs, batches) = (args.settings.epochs as usize, lessons.batches());
    let style = "{bar:30} {percent:>3} %  {msg}  {elapsed}, left {eta}";
    let bar = bar((epochs * batches) as u64, style);
    bar.set_position((state.losses.len() * batches) as u64);
    bar.reset_eta();
    let mut interrupted = is_interrupted();
    while !interrupted && !state.is_over(&args.settings) {
        state.epoch(lessons, &bar);
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
