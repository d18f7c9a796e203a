//! `quevedo datagen`: generates training data by self-play, makes it from match games, and inspects such files.

mod game;
mod generate;
mod import;
mod output;
mod stats;
mod tree;

use std::path::PathBuf;

use crate::data::{Game, Games};
use crate::eval::wdl;
use crate::notation::pgn::{self, GameResult, Played};
use crate::support::error::ToolError;
use crate::support::output::print_line;
use crate::support::selfplay::{comment, unplayed};
use crate::types::Score;

/// The arguments of `quevedo datagen`.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    generate: Option<generate::GenerateArgs>,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Print statistics of games: results, lengths, phases, scores and repeated positions
    Stats(stats::Args),
    /// Print games as PGN, with scores in comments
    Pgn(PgnArgs),
    /// Make training data from games that a match program has played, such as those of `scripts/factorial --pgn`
    Import(import::Args),
    /// Make training data from positions off the games' path, like those in a search tree
    Tree(tree::Args),
}

#[derive(clap::Args, Debug)]
struct PgnArgs {
    /// Print the games of these files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print this many games [default: all]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Skip this many games first
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,
}

/// Runs the command.
///
/// # Errors
/// Bad input, files that can't be read or written, or an interruption.
pub fn run(args: &Args) -> Result<(), ToolError> {
    match (&args.command, &args.generate) {
        (Some(Command::Stats(args)), _) => stats::run(args),
        (Some(Command::Pgn(args)), _) => print_games(args),
        (Some(Command::Import(args)), _) => import::run(args),
        (Some(Command::Tree(args)), _) => tree::run(args),
        (None, Some(args)) => generate::run(args),
        (None, None) => Err(ToolError::BadInput("expected --out FILE or a command".into())),
    }
}

fn print_games(args: &PgnArgs) -> Result<(), ToolError> {
    let last = args.games.map_or(u64::MAX, |games| args.skip.saturating_add(games));
    let mut number = 0;
    for path in &args.files {
        for game in Games::open(path)? {
            if number >= last {
                return Ok(());
            }
            let game = game?;
            number += 1;
            if number > args.skip {
                print_line(format_args!("{}", as_pgn(&game, number)))?;
            }
        }
    }
    Ok(())
}

fn as_pgn(game: &Game, number: u64) -> pgn::PgnGame {
    let mut text = unplayed(game.start, number);
    text.result = GameResult::of(game.winner);
    for (position, ply) in game.positions() {
        let mut played = Played::from(ply.mv);
        let score = Score::from(ply.white_score) * position.side().sign();
        played.comments.push(comment(wdl::normalized(score)));
        text.line.moves.push(played);
    }
    text
}
