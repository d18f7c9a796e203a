//! `quevedo tune`: fits the weights of the evaluation to games, so that the static evaluation predicts how the games
//! went on.
//!
//! The trace of the evaluation says how often each weight counts in a position, and [`combine`](crate::eval::combine)
//! turns the sums into a score, computed with dual numbers for the gradient. So the tuner knows neither terms nor
//! formulas: it tunes whatever the evaluation states.
//!
//! - `args`: the arguments of a fit
//! - `extract`: from games to training positions
//! - `returns`: the targets of TD(lambda), from the rest of the game
//! - `positions`: how millions of positions are held in memory
//! - `sigmoid`: the scale K of the sigmoid from scores to expected results
//! - `model`, `dual`: the loss and its gradient
//! - `train`, `checkpoint`: the gradient descent and its saved state
//! - `fit`: the whole run
//! - `outcome`, `weights_file`, `plot`: the results
//! - `apply`, `log`: applies percentages of the weights that were tuned by games

mod apply;
mod args;
mod checkpoint;
mod dual;
mod extract;
mod fit;
mod log;
mod model;
mod outcome;
mod part;
mod plot;
mod positions;
mod returns;
mod sigmoid;
#[cfg(test)]
mod tests;
mod train;
mod weights_file;

use crate::support::error::ToolError;

/// Arguments of `quevedo tune`.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    fit: args::FitArgs,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Apply values tuned by games to the weights
    Apply(apply::Args),
}

/// Runs the command.
///
/// # Errors
/// Files that can't be read or written, arguments that make no sense, or an interruption, after which the
/// best weights so far are written.
pub fn run(args: &Args) -> Result<(), ToolError> {
    match &args.command {
        Some(Command::Apply(args)) => apply::run(args),
        None => fit::run(&args.fit),
    }
}
