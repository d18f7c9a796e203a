//! Games that a match program has played, as training data.

use std::fmt;
use std::path::PathBuf;

use crate::data::{Game, GameFile, Ply};
use crate::eval::wdl;
use crate::notation::pgn::{GameResult, PgnGame, PgnReader};
use crate::support::error::ToolError;
use crate::support::output::print_line;
use crate::support::text::counted;
use crate::types::{Score, score};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Read the games of these PGN files, with Quevedo's scores in comments
    #[arg(required = true, value_name = "PGN")]
    files: Vec<PathBuf>,
}

/// How games end that are played to their end.
const ENDED: [&str; 2] = ["normal", "adjudication"];

/// Appends the games of PGN files to a file of training data, up to the first that can't be read.
pub(super) fn run(args: &Args) -> Result<(), ToolError> {
    let (mut file, _) = GameFile::open(&args.out, |_| {})?;
    let (mut imported, mut unfinished) = (0, 0);
    for path in &args.files {
        for (index, game) in PgnReader::open(path)?.enumerate() {
            let game = game?;
            if game.result == GameResult::Unknown
                || game.tag("Termination").is_some_and(|end| !ENDED.contains(&end))
            {
                unfinished += 1;
                continue;
            }
            let game = scored(&game).map_err(|missing| {
                let (path, number) = (path.display(), index + 1);
                ToolError::BadInput(format!("{path}: game {number}: {missing}"))
            })?;
            file.append(&game)?;
            imported += 1;
        }
    }
    print_line(format_args!(
        "{} imported; {unfinished} left out, which were not played to their end",
        counted(imported, "game")
    ))?;
    Ok(())
}

/// A move whose comment has no score.
struct NoScore {
    number: usize,
    black: bool,
    mv: String,
}

impl fmt::Display for NoScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.black { "..." } else { "." };
        write!(f, "no score in a comment after {}{dots} {}", self.number, self.mv)
    }
}

/// A game with the scores of its comments.
fn scored(game: &PgnGame) -> Result<Game, NoScore> {
    let mut plies = Vec::with_capacity(game.line.moves.len());
    for ((position, mv), played) in game.positions().zip(&game.line.moves) {
        let Some(score) = played.comments.first().and_then(|comment| score_of(comment)) else {
            let ply = usize::from(position.game_ply());
            let mv = position.san(mv).unwrap_or_else(|_| mv.to_string());
            return Err(NoScore { number: ply / 2 + 1, black: ply % 2 == 1, mv });
        };
        let white_score = (score * position.side().sign()) as i16;
        plies.push(Ply { mv, white_score });
    }
    Ok(Game { start: game.start, plies, winner: game.result.winner() })
}

/// The score that a match program's comment begins with, as the search found it: pawns from the mover's point of
/// view, or moves to mate, as in `+0.31/14 0.05s` and `-M5/20 0.01s`.
fn score_of(comment: &str) -> Option<Score> {
    let text = comment.split(['/', ' ', ',']).next()?;
    let (sign, text) = match text.split_at_checked(1)? {
        ("-", rest) => (-1, rest),
        ("+", rest) => (1, rest),
        _ => (1, text),
    };
    if let Some(moves) = text.strip_prefix('M') {
        let moves: usize = moves.parse().ok().filter(|&moves| moves > 0)?;
        let plies = if sign > 0 { 2 * moves - 1 } else { 2 * moves };
        return Some(sign * score::mate_in(plies.min(score::MAX_PLY)));
    }
    if !text.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let pawns: f64 = text.parse().ok()?;
    Some(sign * wdl::from_normalized((100.0 * pawns).round() as Score))
}

#[cfg(test)]
mod tests {
    use super::score_of;
    use crate::eval::wdl;
    use crate::support::selfplay::comment;
    use crate::types::score;

    #[test]
    fn a_score_is_what_the_search_found() {
        for score in [-9000, -700, -31, 0, 1, 80, 1500] {
            let text = comment(wdl::normalized(score));
            let back = score_of(&format!("{text}/18 0.061s")).unwrap();
            assert!((back - score).abs() <= 2, "{score}: {text}, {back}");
        }
        assert_eq!(score_of("+M3/12 0.001s"), Some(score::mate_in(5)));
        assert_eq!(score_of("-M3, White mates"), Some(-score::mate_in(6)));
        assert_eq!(score_of("+0.00/1 0.000s, Draw by 3-fold repetition"), Some(0));
        for text in
            ["", "book", "+", "-", "Mate", "M0", "+M", "a fine move", "1.2.3", "nan", "+inf", "é"]
        {
            assert_eq!(score_of(text), None, "{text}");
        }
    }
}
