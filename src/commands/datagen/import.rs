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
use crate::types::score;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Read the games of these PGN files, with Quevedo's scores in comments
    #[arg(required = true, value_name = "PGN")]
    files: Vec<PathBuf>,
}

/// Appends the games of PGN files to a file of training data: all of them, or none if one can't be read.
pub(super) fn run(args: &Args) -> Result<(), ToolError> {
    let (mut file, _) = output::open(&args.out, |_| {})?;
    let (mut imported, mut unfinished) = (Vec::new(), 0);
    for path in &args.files {
        for (index, game) in PgnReader::open(path)?.enumerate() {
            let game = game?;
            if game.result == GameResult::Unknown || !is_played_out(&game) {
                unfinished += 1;
                continue;
            }
            let game = scored(&game)
                .map_err(|missing| at(path, &format_args!("game {}: {missing}", index + 1)))?;
            imported.push(game);
        }
    }
    imported.iter().try_for_each(|game| file.append(game))?;
    let games = counted(imported.len(), "game");
    print_line(format_args!(
        "{games} imported; {unfinished} left out, which were not played to their end"
    ))?;
    Ok(())
}

/// A game with the scores in its comments. It begins after the moves of an opening book, which have none; an error if a
/// later move has none.
fn scored(game: &PgnGame) -> Result<Game, String> {
    let mut start = game.start;
    let mut plies = Vec::with_capacity(game.line.moves.len());
    for ((position, mv), played) in game.positions().zip(&game.line.moves) {
        if plies.is_empty() && played.comments.iter().any(|comment| is_book(comment)) {
            start = position;
            start.play_unchecked(mv);
            continue;
        }
        let Some(score) = played.comments.iter().find_map(|comment| score_of(comment)) else {
            let (number, mv) = (san::number(&position), san::text(&position, mv));
            return Err(format!("no score in a comment after {number} {mv}"));
        };
        let score = wdl::from_normalized(score).clamp(-score::MATE, score::MATE);
        plies.push(Ply { mv, white_score: (score * position.side().sign()) as i16 });
    }
    Ok(Game { start, plies, winner: game.result.winner() })
}

/// What match programs write after a move of the opening book.
fn is_book(comment: &str) -> bool {
    comment.trim().eq_ignore_ascii_case("book")
}
