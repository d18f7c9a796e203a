//! `quevedo book`: makes and inspects opening books in Polyglot format.

mod games;

use std::path::{Path, PathBuf};

use crate::notation::pgn::PgnGame;
use crate::notation::san;
use crate::position::Position;
use crate::probe::book::{Book, BookBuilder};
use crate::support::args::position_of;
use crate::support::ctrl_c::interruptible;
use crate::support::error::ToolError;
use crate::support::files::{check_target, each_game, replace};
use crate::support::output::print_line;
use crate::support::text::counted;

/// The arguments of `quevedo book`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Make a book from games in PGN
    Make(MakeArgs),
    /// Print the moves that a book has for a position
    Show(ShowArgs),
    /// Play varied games of Quevedo against itself to make a book from
    Play(games::Args),
}

#[derive(clap::Args, Debug)]
struct MakeArgs {
    /// Make the book from the games in these files
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,
    /// Write the book to this file
    #[arg(long, value_name = "BOOK")]
    out: PathBuf,
    /// Put the moves of this many plies of each game into the book, from 1 to 1000
    #[arg(long, value_name = "PLIES", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    plies: u16,
    /// Leave out moves that occur in fewer games than this, at least 1
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    least: u32,
}

#[derive(clap::Args, Debug)]
struct ShowArgs {
    /// Show the moves for this position, a FEN or one of the names startpos, kiwipete, endgame, promotions,
    /// checks and middlegame [default: startpos]
    fen: Option<String>,
    /// Read this book [default: the built-in one]
    #[arg(long, value_name = "BOOK")]
    book: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Bad input, files that can't be read or written, or an interruption.
pub fn run(args: &Args) -> Result<(), ToolError> {
    match &args.command {
        Command::Make(args) => make(args),
        Command::Show(args) => show(args),
        Command::Play(args) => {
            interruptible();
            games::play(args)
        }
    }
}

fn make(args: &MakeArgs) -> Result<(), ToolError> {
    check_target(&args.out, &args.games)?;
    let mut builder = BookBuilder::default();
    let (mut used, mut unfinished) = (0, 0);
    let damaged =
        each_game(&args.games, |game| match add(&mut builder, &game, usize::from(args.plies)) {
            true => used += 1,
            false => unfinished += 1,
        })?;
    if used == 0 {
        return Err(ToolError::BadInput("no finished games in these files".into()));
    }
    let entries = write(&builder, u64::from(args.least), &args.out)?;
    print_line(format_args!(
        "{} from {}; skipped: {unfinished} unfinished, {damaged} damaged",
        counted(entries as usize, "move"),
        counted(used, "game"),
    ))?;
    Ok(())
}

/// Adds the first moves of a game; false if it has no result.
fn add(builder: &mut BookBuilder, game: &PgnGame, plies: usize) -> bool {
    for (position, mv) in game.positions().take(plies) {
        let Some(points) = game.result.points(position.side()) else { return false };
        builder.add(&position, mv, (2.0 * points) as u64);
    }
    true
}

/// Writes the book unless it is empty, and returns how many moves it has.
fn write(builder: &BookBuilder, least: u64, out: &Path) -> Result<u64, ToolError> {
    let mut bytes = Vec::new();
    let entries = builder.write(least, &mut bytes)?;
    if entries == 0 {
        let text = format!("no scoring move occurs in {least} games: the book would be empty");
        return Err(ToolError::BadInput(text));
    }
    replace(out, &bytes)?;
    Ok(entries)
}

fn show(args: &ShowArgs) -> Result<(), ToolError> {
    let position = position_of(args.fen.as_deref())?;
    let mut book = match &args.book {
        None => Book::own(0),
        Some(path) => Book::open(path, 0)
            .map_err(|error| ToolError::BadInput(format!("book '{}': {error}", path.display())))?,
    };
    let moves = book.moves(&position)?;
    if moves.is_empty() {
        return Ok(print_line(format_args!("not in the book ({} moves)", book.len()))?);
    }
    let total: f64 = moves.iter().map(|found| f64::from(found.weight)).sum();
    print_line(format_args!("{:<8} {:>6} {:>7}   then", "move", "weight", "share"))?;
    for found in moves {
        let mut child: Position = position;
        child.play_unchecked(found.mv);
        let replies = book.moves(&child)?;
        let replies: Vec<String> =
            replies.iter().map(|reply| san::text(&child, reply.mv)).collect();
        let share = 100.0 * f64::from(found.weight) / total.max(1.0);
        let (name, weight) = (san::text(&position, found.mv), found.weight);
        let replies = replies.join(" ");
        print_line(format_args!("{name:<8} {weight:>6} {share:>6.1}%   {replies}"))?;
    }
    Ok(())
}
