//! Training data from games that a match program has played.

use std::path::PathBuf;

use super::output;
use crate::data::{Game, Ply};
use crate::eval::wdl;
use crate::notation::pgn::{GameResult, PgnGame, PgnReader};
use crate::notation::san;
use crate::support::error::ToolError;
use crate::support::files::at;
use crate::support::output::print_line;
use crate::support::selfplay::{is_played_out, score_of};
use crate::support::text::counted;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Read the games of these PGN files, with Quevedo's scores in comments
    #[arg(required = true, value_name = "PGN")]
    files: Vec<PathBuf>,
}

/// Appends the games of PGN files to a file of training data, up to the first that can't be read.
pub(super) fn run(args: &Args) -> Result<(), ToolError> {
    let (mut file, _) = output::open(&args.out, |_| {})?;
    let (mut imported, mut unfinished) = (0, 0);
    for path in &args.files {
        for (index, game) in PgnReader::open(path)?.enumerate() {
            let game = game?;
            if game.result == GameResult::Unknown || !is_played_out(&game) {
                unfinished += 1;
                continue;
            }
            let game = scored(&game)
                .map_err(|missing| at(path, &format_args!("game {}: {missing}", index + 1)))?;
            file.append(&game)?;
            imported += 1;
        }
    }
    let games = counted(imported, "game");
    print_line(format_args!(
        "{games} imported; {unfinished} left out, which were not played to their end"
    ))?;
    Ok(())
}

/// A game with the scores in its comments; an error if a move has none.
fn scored(game: &PgnGame) -> Result<Game, String> {
    let mut plies = Vec::with_capacity(game.line.moves.len());
    for ((position, mv), played) in game.positions().zip(&game.line.moves) {
        let Some(score) = played.comments.iter().find_map(|comment| score_of(comment)) else {
            let (number, mv) = (san::number(&position), san::text(&position, mv));
            return Err(format!("no score in a comment after {number} {mv}"));
        };
        let white_score = (wdl::from_normalized(score) * position.side().sign()) as i16;
        plies.push(Ply { mv, white_score });
    }
    Ok(Game { start: game.start, plies, winner: game.result.winner() })
}
