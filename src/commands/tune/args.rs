//! The arguments of a fit.

use std::fmt::Arguments;
use std::io::{self, Write as _};
use std::path::PathBuf;

use super::extract::Filters;
use super::train::{Settings, positive};
use crate::support::args::share;
use crate::support::error::ToolError;
use crate::support::output::print_line;
use crate::support::threads::THREADS;

/// Arguments of `quevedo tune` without a subcommand.
#[derive(clap::Args, Debug)]
pub(super) struct FitArgs {
    /// Games as `quevedo datagen` writes them
    #[arg(required = true, value_name = "FILE")]
    pub(super) games: Vec<PathBuf>,
    /// Write the weights here, as Rust code (default: to standard output)
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Plot the loss of each epoch here, as SVG
    #[arg(long, value_name = "FILE")]
    pub(super) plot: Option<PathBuf>,
    /// Save the state here after each epoch, and continue from it if the file exists
    #[arg(long, value_name = "CHECKPOINT")]
    pub(super) resume: Option<PathBuf>,
    /// Threads (default: one per core); the result does not depend on their number
    #[arg(long, value_parser = clap::value_parser!(u16).range(THREADS))]
    pub(super) threads: Option<u16>,
    /// Share of the game's result in the target of a position; the rest is the score of the search
    #[arg(long, default_value_t = 0.7, value_parser = share)]
    pub(super) lambda: f64,
    /// Scale of the sigmoid 1 / (1 + exp(-K * centipawns)) from scores to expected results; it defines
    /// what a centipawn is (default: fitted to the scores and results)
    #[arg(long, value_name = "K", value_parser = positive)]
    pub(super) k: Option<f64>,
    /// How far to move from the weights before tuning towards the tuned ones: less than 1 if the games
    /// behind the former are missing
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = share)]
    pub(super) reach: f64,
    #[command(flatten)]
    pub(super) filters: Filters,
    #[command(flatten)]
    pub(super) settings: Settings,
}

impl FitArgs {
    /// Prints a message to standard output, or to standard error if the weights go to standard output.
    pub(super) fn print(&self, text: Arguments) -> Result<(), ToolError> {
        match self.out {
            Some(_) => print_line(text)?,
            // The weights matter more than the messages: an error here is ignored.
            None => drop(writeln!(io::stderr(), "{text}")),
        }
        Ok(())
    }
}
