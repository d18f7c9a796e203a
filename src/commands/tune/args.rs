//! The arguments of a fit.

use std::fmt::Arguments;
use std::io::{self, Write as _};
use std::path::PathBuf;

use super::extract::{Filters, Objective};
use super::part::Part;
use super::returns::Returns;
use super::train::{Settings, positive};
use crate::support::args::share;
use crate::support::error::ToolError;
use crate::support::output::print_line;
use crate::support::threads::THREADS;

/// Arguments of `quevedo tune` without a subcommand.
#[derive(clap::Args, Debug)]
pub(super) struct FitArgs {
    /// Learn from the games in these files, which `quevedo datagen` has written
    #[arg(required = true, value_name = "FILE")]
    pub(super) games: Vec<PathBuf>,
    /// Write the weights to this file, as Rust code [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Draw the loss of each epoch to this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(super) plot: Option<PathBuf>,
    /// Save the state to this file after each epoch, and continue from it if it exists
    #[arg(long, value_name = "CHECKPOINT")]
    pub(super) resume: Option<PathBuf>,
    /// Learn with this many threads, from 1 to 1024 [default: one per core]; the result does not depend on
    /// their number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    pub(super) threads: Option<u16>,
    /// Weight of the game's result in a position's target, from 0 to 1; the rest is the search score
    #[arg(long, value_name = "SHARE", default_value_t = 0.7, value_parser = share)]
    pub(super) lambda: f64,
    /// Learn from the scores of the following plies, too, each weighted by this factor relative to the one before, and
    /// finally from the result: from 0 (the position's score only) to 1 (the result only); the lambda of TD(lambda)
    #[arg(
        long, value_name = "SHARE", value_parser = share, requires = "k",
        conflicts_with_all = ["lambda", "score_scale"]
    )]
    pub(super) trace_decay: Option<f64>,
    /// Learn from the mean of a game's last two scores instead of its result, for games that
    /// `quevedo datagen --max-plies` cut short
    #[arg(long, requires = "trace_decay")]
    pub(super) bootstrap: bool,
    /// Predict from each position's search score plus what the new weights add to the evaluation, so that they learn
    /// only what the search does not find by itself. The current weights must be, at least nearly, those that the games
    /// were played with
    #[arg(long)]
    pub(super) residual: bool,
    /// Expect the result 1 / (1 + exp(-K * centipawns)) of a score; K, above 0, defines what a centipawn is
    /// [default: fitted to scores and results]
    #[arg(long, value_name = "K", value_parser = positive)]
    pub(super) k: Option<f64>,
    /// Multiply search scores by this, above 0; less than 1 where they are further from 0 than the evaluation could be,
    /// as in positions of `quevedo datagen tree`, so that the weights don't all grow
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = positive)]
    pub(super) score_scale: f64,
    /// Move this share of the way from the old weights to the tuned ones, from 0 to 1: less than 1 if the
    /// games behind the old ones are missing
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = share)]
    pub(super) reach: f64,
    /// Write these tables, or halves of tables, unchanged, but fit the others as if these had moved, too: for tables
    /// that games have tuned, so that the others don't make up for it
    #[arg(long, value_name = "TABLE,...", value_delimiter = ',')]
    pub(super) restore: Vec<Part>,
    #[command(flatten)]
    pub(super) filters: Filters,
    #[command(flatten)]
    pub(super) settings: Settings,
}

impl FitArgs {
    /// The returns that replace the scores, if the options ask for them.
    fn returns(&self) -> Option<Returns> {
        let (decay, k) = self.trace_decay.zip(self.k)?;
        Some(Returns { decay, k, bootstrap: self.bootstrap })
    }

    /// What the weights should predict.
    pub(super) fn objective(&self) -> Objective {
        Objective { returns: self.returns(), residual: self.residual }
    }

    /// The result's share of a target. Returns already include the result, so it gets no share besides.
    pub(super) fn result_share(&self) -> f64 {
        if self.trace_decay.is_some() { 0.0 } else { self.lambda }
    }

    /// What the weights should predict, in the words of the options.
    pub(super) fn target(&self) -> String {
        let target = match self.trace_decay {
            Some(decay) if self.bootstrap => format!("trace-decay {decay}, bootstrap"),
            Some(decay) => format!("trace-decay {decay}"),
            None => format!("lambda {}, score-scale {}", self.lambda, self.score_scale),
        };
        if self.residual { format!("residual, {target}") } else { target }
    }

    /// Prints a message to standard output, or to standard error if the weights go to standard output.
    pub(super) fn print(&self, text: Arguments) -> Result<(), ToolError> {
        match self.out {
            Some(_) => print_line(text)?,
            // The weights matter more than the messages, so an error here is ignored.
            None => drop(writeln!(io::stderr(), "{text}")),
        }
        Ok(())
    }
}
