//! `quevedo elo`: what the games of a match or tournament say about its players.
//!
//! There are two kinds of numbers, and the report says which is which. The **joint fit** finds the ratings that explain
//! all results together, even if two players have not met. A **pairwise** result is that of one match: the rating
//! difference that corresponds to its score, whatever the two did against others. With two players both are the same.

mod chart;
mod ending;
mod fit;
mod html;
mod pairwise;
mod pool;
mod report;
mod sprt;
mod table;
mod tally;

use std::path::PathBuf;

use crate::support::error::ToolError;
use crate::support::files::{check_target, replace};
use crate::support::output::{print_text, warn};
use fit::Anchor;
use pool::Pool;
use report::Report;
use sprt::{Model, Sprt};

/// The arguments of `quevedo elo`.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Games count as a pair if both players, Event, Round and start position are the \
    same and the colours are exchanged. The order of files and games makes no difference."
)]
pub struct Args {
    /// Read the games in these files; damaged and unfinished ones are reported and skipped
    #[arg(required = true, value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,
    /// Give this player this rating; by default the mean of all players is 0
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    anchor: Option<(String, f64)>,
    /// Write the whole report with a chart to this file: a page that needs no network and no script
    #[arg(long, value_name = "OUT.html")]
    html: Option<PathBuf>,
    /// Run an SPRT of ELO1 against ELO0, and report where it stands
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// Test this player alone against the others; by default each player of a match is tested
    #[arg(long, value_name = "NAME", requires = "sprt")]
    of: Option<String>,
    /// Use this Elo model for the hypotheses
    #[arg(long, value_enum, default_value_t = Model::Normalized, requires = "sprt")]
    model: Model,
    /// Probability of accepting ELO1 although ELO0 is true, between 0 and 1
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, value_parser = chance, requires = "sprt")]
    alpha: f64,
    /// Probability of accepting ELO0 although ELO1 is true, between 0 and 1
    #[arg(long, value_name = "CHANCE", default_value_t = 0.05, value_parser = chance, requires = "sprt")]
    beta: f64,
    /// Print the joint fit alone, as CSV
    #[arg(long)]
    csv: bool,
}

/// Runs the command.
///
/// # Errors
/// Files that can't be read or written, an unknown player, or no finished game between two players.
pub fn run(args: &Args) -> Result<(), ToolError> {
    if let Some(out) = &args.html {
        check_target(out, &args.games)?;
    }
    let sprt = sprt_of(args)?;
    let pool = Pool::read(&args.games)?;
    for (name, count) in &pool.own {
        warn(&format_args!("left out: {count} of '{name}' against itself"));
    }
    let anchor = match &args.anchor {
        None => Anchor::Mean,
        Some((name, elo)) => Anchor::Player(pool.find(name)?, *elo),
    };
    let of = args.of.as_deref().map(|name| pool.find(name)).transpose()?;
    let report = Report::new(pool, anchor, sprt, of);
    if let Some(out) = &args.html {
        replace(out, html::page(&report).as_bytes())?;
    }
    let text = if args.csv { table::csv(&report) } else { table::text(&report) };
    Ok(print_text(text.as_bytes())?)
}

fn sprt_of(args: &Args) -> Result<Option<Sprt>, ToolError> {
    let Some((elo0, elo1)) = args.sprt else { return Ok(None) };
    if args.alpha + args.beta >= 1.0 {
        let text = format!("alpha {} and beta {} are not below 1 together", args.alpha, args.beta);
        return Err(ToolError::BadInput(text));
    }
    let most = args.model.most();
    if elo0 < -most || elo1 > most {
        let model = args.model.name();
        let text = format!("--sprt: {elo0},{elo1} is not within {most} {model} Elo");
        return Err(ToolError::BadInput(text));
    }
    Ok(Some(Sprt { elo0, elo1, alpha: args.alpha, beta: args.beta, model: args.model }))
}

/// `NAME=ELO`; a name may contain `=`.
fn anchor(text: &str) -> Result<(String, f64), String> {
    let parts = text.rsplit_once('=').filter(|(name, _)| !name.is_empty());
    let parts = parts.and_then(|(name, elo)| Some((name, number(elo)?)));
    let (name, elo) = parts.ok_or("expected NAME=ELO, such as 'Quevedo=3000'")?;
    Ok((name.into(), elo))
}

/// `ELO0,ELO1`.
fn hypotheses(text: &str) -> Result<(f64, f64), String> {
    let parts = text.split_once(',');
    let parts = parts.and_then(|(elo0, elo1)| Some((number(elo0)?, number(elo1)?)));
    let ordered = parts.filter(|(elo0, elo1)| elo0 < elo1);
    ordered.ok_or_else(|| "expected two numbers, the smaller first, such as '0,10'".into())
}

/// A plausible rating.
fn number(text: &str) -> Option<f64> {
    const MOST: f64 = 100_000.0;
    text.trim().parse().ok().filter(|number: &f64| number.abs() <= MOST)
}

fn chance(text: &str) -> Result<f64, String> {
    let chance = text.parse().ok().filter(|&chance: &f64| chance > 0.0 && chance < 1.0);
    chance.ok_or_else(|| "expected a number between 0 and 1".into())
}
