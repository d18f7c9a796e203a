//! `quevedo why`: explains why the best move is better than others.

mod board;
mod json;

use std::path::PathBuf;
use std::sync::Arc;

use crate::engine::NAME;
use crate::notation::san;
use crate::position::{KeyHistory, Position};
use crate::support::args::{named, position_of};
use crate::support::ctrl_c::interruptible;
use crate::support::drawing::save;
use crate::support::error::ToolError;
use crate::support::files::{check_target, open_tables};
use crate::support::output::print_line;
use crate::support::search_args::SearchArgs;
use crate::support::why::{Question, text};
use crate::types::Move;

/// The arguments of `quevedo why`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Explain this position: a FEN with or without quotes, or one of the names startpos, kiwipete, endgame,
    /// promotions, checks and middlegame. Then come the moves to compare with the best, in SAN or UCI
    /// notation; without any, the two next best are compared with it
    #[arg(required = true, value_name = "FEN [MOVE...]")]
    words: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    /// Print the answer as one line of JSON, whose fields the README lists
    #[arg(long)]
    json: bool,
    /// Draw the answer to this file, as SVG: the moves as arrows, the final positions with the squares that
    /// matter, and the accounts
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Use the Syzygy tablebases in these folders, separated by `:` (Windows: `;`)
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// A bad FEN or move, no legal move, a file that can't be written, an interruption.
pub fn run(args: &Args) -> Result<(), ToolError> {
    interruptible();
    if let Some(file) = &args.svg {
        check_target(file, &[])?;
    }
    let (position, moves) = asked(&args.words)?;
    let mut searcher = args.search.searcher()?;
    if let Some(path) = &args.syzygy {
        searcher.probing.tables = Arc::new(open_tables(path)?);
    }
    let limits = args.search.limits();
    let question = Question { position, history: KeyHistory::new(), moves, limits };
    let Some(answer) = question.answer(&searcher)? else {
        return Err(ToolError::Interrupted("interrupted; there is no answer yet".into()));
    };
    match args.json {
        true => print_line(format_args!("{}", json::json(&answer)?))?,
        false => {
            let how = args.search.describe();
            print_line(format_args!("{position}\n{NAME}, {how}\n\n{}", text(&answer)))?;
        }
    }
    match &args.svg {
        Some(file) => save(file, board::svg(&answer)),
        None => Ok(()),
    }
}

/// The number of fields in a FEN without the two counters, which may be left out.
const FIELDS: usize = 4;

/// The position and the moves in a question.
fn asked(words: &[String]) -> Result<(Position, Vec<Move>), ToolError> {
    let words: Vec<&str> = words.iter().flat_map(|word| word.split_whitespace()).collect();
    let is_counter = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let fields = match words.first() {
        Some(word) if named(word).is_some() => 1,
        _ => {
            let fields = FIELDS.min(words.len());
            fields + words[fields..].iter().take(2).take_while(is_counter).count()
        }
    };
    let (fen, moves) = words.split_at(fields);
    let position = position_of(Some(&fen.join(" ")))?;
    let read = |text: &&str| {
        let bad = |error: san::SanError| ToolError::BadInput(error.to_string());
        position.parse_san(text).map_err(bad)
    };
    Ok((position, moves.iter().map(read).collect::<Result<_, _>>()?))
}
