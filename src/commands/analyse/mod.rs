//! `quevedo analyse`: analyses games position by position.
//!
//! Damaged games of a file are reported before the first search. The others are still analysed, and the exit code is 2.
//! Games are read, analysed and written one by one.

mod analysis;
mod annotate;
mod graph;
mod judge;
mod page;
mod phase;
mod report;
mod source;

use std::io;
use std::path::{Path, PathBuf};

use crate::engine::NAME;
use crate::notation::san;
use crate::support::ctrl_c::interruptible;
use crate::support::drawing::save;
use crate::support::error::ToolError;
use crate::support::files::{OutputFile, check_target};
use crate::support::output::print_line;
use crate::support::progress::{progress_bar, progress_count};
use crate::support::search_args::SearchArgs;
use crate::support::searcher::Searcher;
use analysis::Analysis;
use page::Page;
use source::Source;

/// The arguments of `quevedo analyse`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Read the games from this PGN file, or from standard input if it is `-`
    #[arg(value_name = "GAME.pgn")]
    file: PathBuf,
    #[command(flatten)]
    search: SearchArgs,
    /// Write the games with scores, marks and better lines to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Plot the winning probability to this SVG file; with several games, each game's number is added to the name
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write an HTML page to click through in a browser: board, curve, best lines, and the reasons for mistakes
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Bad input, no memory for the table, a file that can't be written, or an interruption.
pub fn run(args: &Args) -> Result<(), ToolError> {
    interruptible();
    let mut source = Source::open(&args.file)?;
    // First, so that no file is touched if there is no memory for the hash table.
    let searcher = args.search.searcher()?;
    let mut outputs = Outputs::create(args)?;
    let analysed = analyse(args, &searcher, &mut source, &mut outputs);
    // However the work ended, its results are kept.
    let finished = outputs.page.map_or(Ok(()), Page::finish);
    analysed.and(finished).and_then(|()| source.verdict())
}

/// The files that are written besides the report.
struct Outputs {
    pgn: Option<OutputFile>,
    page: Option<Page>,
    /// Whether a game has been written.
    begun: bool,
}

impl Outputs {
    fn create(args: &Args) -> Result<Outputs, ToolError> {
        let sources = Source::files(&args.file);
        if let Some(path) = &args.svg {
            check_target(path, &sources)?;
        }
        if let Some(path) = &args.html {
            check_target(path, &sources)?;
        }
        let mut paths: Vec<&PathBuf> =
            [&args.svg, &args.html, &args.pgn].into_iter().flatten().collect();
        paths.sort();
        if let Some(twice) = paths.windows(2).find(|pair| pair[0] == pair[1]) {
            let text = format!("'{}' is to be written twice", twice[0].display());
            return Err(ToolError::BadInput(text));
        }
        let how = args.search.describe();
        let page =
            args.html.as_deref().map(|path| Page::create(path, &sources, &how)).transpose()?;
        let pgn = args.pgn.as_deref().map(|path| OutputFile::create(path, &sources)).transpose()?;
        Ok(Outputs { pgn, page, begun: false })
    }

    fn write(&mut self, analysis: &Analysis, number: usize) -> Result<(), ToolError> {
        if let Some(pgn) = &mut self.pgn {
            let between = if self.begun { "\n" } else { "" };
            pgn.write(&format!("{between}{}", annotate::annotated(analysis)))?;
        }
        if let Some(page) = &mut self.page {
            page.add(analysis, number)?;
        }
        self.begun = true;
        Ok(())
    }
}

fn analyse(
    args: &Args,
    searcher: &Searcher,
    source: &mut Source,
    outputs: &mut Outputs,
) -> Result<(), ToolError> {
    let mut head = args.search.describe();
    head.push_str("; scores in pawns, White's point of view; loss of winning probability");
    print_line(format_args!("{head}"))?;
    let bar = match &source.survey {
        Some(survey) => progress_bar(survey.positions),
        None => progress_count(),
    };
    let mut next = source.next()?;
    while let Some((number, game)) = next {
        let analysis = Analysis::new(game, searcher, &args.search.limits(), &mut |position| {
            bar.set_message(format!("{}, {}", source.place(number), san::number(position)));
            bar.inc(1);
        });
        bar.suspend(|| print(&analysis, number))?;
        outputs.write(&analysis, number)?;
        if !analysis.is_complete() {
            bar.finish_and_clear();
            let text = format!("stopped in {}; results so far are kept", source.place(number));
            return Err(ToolError::Interrupted(text));
        }
        next = bar.suspend(|| source.next())?;
        if let Some(path) = &args.svg {
            // Without a next game, all games have been read, damaged ones included.
            let is_only = next.is_none() && source.read == 1;
            draw(&analysis, args, &if is_only { path.clone() } else { numbered(path, number) })?;
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
    check_target(path, &Source::files(&args.file))?;
    save(path, graph::svg(analysis, &how))
}

/// `curve-3.svg` for the third of several games.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension =
        path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{extension}"))
}
