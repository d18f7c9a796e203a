//! `quevedo analyse`: analyses games position by position.
//!
//! Damaged games are reported before the first search. The others are still analysed, and the exit code
//! is 2.

mod analysis;
mod annotate;
mod graph;
mod judge;
mod report;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::engine::NAME;
use crate::notation::pgn::{PgnError, PgnGame, PgnReader};
use crate::notation::san;
use crate::support::drawing::save;
use crate::support::error::ToolError;
use crate::support::files::{check_target, create};
use crate::support::interrupt::interruptible;
use crate::support::output::{print_line, warn};
use crate::support::progress::progress_bar;
use crate::support::searcher::SearchArgs;
use crate::support::text::counted;
use analysis::Analysis;

/// The arguments of `quevedo analyse`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The games
    #[arg(value_name = "GAME.pgn")]
    file: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
    /// Write the annotated games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Draw the winning probability as SVG; with several games, the game number is added to the file name
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Bad input, no memory for the table, or an interruption.
pub fn run(args: &Args) -> Result<(), ToolError> {
    interruptible();
    let (games, all) = read(&args.file)?;
    let damaged = all - games.len();
    let complaint = ToolError::BadInput(match damaged {
        0 => format!("{}: no games", args.file.display()),
        _ => format!("{}: skipped {}", args.file.display(), counted(damaged, "damaged game")),
    });
    if games.is_empty() {
        return Err(complaint);
    }
    analyse(args, games, all)?;
    if damaged > 0 { Err(complaint) } else { Ok(()) }
}

/// The intact games of a file with their numbers, and the number of all games.
fn read(file: &Path) -> Result<(Vec<(usize, PgnGame)>, usize), ToolError> {
    let mut sound = Vec::new();
    let mut all = 0;
    for game in PgnReader::open(file)? {
        all += 1;
        match game {
            Ok(game) => {
                for remark in &game.remarks {
                    warn(&format_args!("{}: game {all}: {remark}", file.display()));
                }
                sound.push((all, game));
            }
            Err(error @ PgnError::Read { .. }) => return Err(error.into()),
            Err(error) => warn(&error),
        }
    }
    Ok((sound, all))
}

fn analyse(args: &Args, games: Vec<(usize, PgnGame)>, all: usize) -> Result<(), ToolError> {
    let searcher = args.search.searcher()?;
    let sources = std::slice::from_ref(&args.file);
    let mut pgn = args.pgn.as_deref().map(|path| create(path, sources)).transpose()?;
    if let Some(path) = &args.svg {
        check_target(path, sources)?;
    }
    let mut head = args.search.describe();
    head.push_str("; scores in pawns, White's point of view; loss of winning probability");
    print_line(format_args!("{head}"))?;
    let bar = progress_bar(games.iter().map(|(_, game)| game.moves().count() + 1).sum());
    let mut first = true;
    for (number, game) in games {
        let analysis = Analysis::new(game, &searcher, &args.search.limits(), &mut |position| {
            bar.set_message(format!("game {number} of {all}, {}", san::number(position)));
            bar.inc(1);
        });
        bar.suspend(|| print(&analysis, number))?;
        if let Some(pgn) = &mut pgn {
            let between = if first { "" } else { "\n" };
            write!(pgn, "{between}{}", annotate::annotated(&analysis))?;
            pgn.flush()?;
            first = false;
        }
        if !analysis.is_complete() {
            bar.finish_and_clear();
            let text = format!("stopped in game {number} of {all}; results so far are kept");
            return Err(ToolError::Interrupted(text));
        }
        if let Some(path) = &args.svg {
            draw(&analysis, args, &numbered(path, number, all))?;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn print(analysis: &Analysis, number: usize) -> io::Result<()> {
    let occasion = report::occasion(&analysis.game);
    let occasion = if occasion.is_empty() { occasion } else { format!(" ({occasion})") };
    print_line(format_args!("\nGame {number}: {}{occasion}\n", report::title(&analysis.game)))?;
    report::lines(analysis).iter().try_for_each(|line| print_line(format_args!("{line}")))
}

fn draw(analysis: &Analysis, args: &Args, path: &Path) -> Result<(), ToolError> {
    let how = format!("{NAME}, {}", args.search.describe());
    check_target(path, std::slice::from_ref(&args.file))?;
    save(path, graph::svg(analysis, &how))
}

/// `curve.svg` for the only game of a file, `curve-3.svg` for the third of several.
fn numbered(path: &Path, number: usize, all: usize) -> PathBuf {
    if all == 1 {
        return path.into();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension =
        path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{extension}"))
}
