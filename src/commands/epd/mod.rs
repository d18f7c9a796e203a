//! `quevedo epd`: runs EPD test suites.
//!
//! Bad lines are reported before the first search. The others are still searched, and the exit code is 2, so a typing
//! error does not cost a night's run.

mod report;
mod task;

use std::path::{Path, PathBuf};

use crate::notation::decode;
use crate::position::KeyHistory;
use crate::search::Limits;
use crate::support::ctrl_c::interruptible;
use crate::support::error::ToolError;
use crate::support::files::{OutputFile, at, file_name};
use crate::support::output::{print_line, warn};
use crate::support::progress::progress_bar;
use crate::support::search_args::SearchArgs;
use crate::support::text::counted;
use report::{Attempt, CSV_HEAD, ReportTable, csv_line, summary};
use task::TestPosition;

/// The arguments of `quevedo epd`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Solve the positions in these files: lines like `FEN bm Nf3; id "name";` with bm, am, dm, `bm #N`, or
    /// points in c0
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    search: SearchArgs,
    /// Write the results to this file, too, as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// End with exit code 1 if fewer positions than this are solved
    #[arg(long, value_name = "N")]
    require: Option<usize>,
}

/// Runs the command.
///
/// # Errors
/// Bad input, no memory for the table, too few solved, or an interruption.
pub fn run(args: &Args) -> Result<(), ToolError> {
    interruptible();
    let mut tasks = Vec::new();
    let mut bad = 0;
    for file in &args.files {
        bad += read(file, &mut tasks)?;
    }
    let complaint = |bad| ToolError::BadInput(format!("skipped {}", counted(bad, "bad line")));
    if tasks.is_empty() {
        return Err(match bad {
            0 => ToolError::BadInput("no positions in these files".into()),
            bad => complaint(bad),
        });
    }
    let solved = solve(args, &tasks)?;
    match args.require {
        _ if bad > 0 => Err(complaint(bad)),
        Some(least) if solved < least => {
            print_line(format_args!("{least} were required"))?;
            Err(ToolError::Failed)
        }
        _ => Ok(()),
    }
}

/// Searches every position and returns how many were solved.
fn solve(args: &Args, tasks: &[TestPosition]) -> Result<usize, ToolError> {
    let searcher = args.search.searcher()?;
    let csv = args.csv.as_deref().map(|path| OutputFile::create(path, &args.files));
    let mut csv = csv.transpose()?;
    if let Some(csv) = &mut csv {
        csv.write(CSV_HEAD)?;
    }
    print_line(format_args!("{}, {}\n", counted(tasks.len(), "position"), args.search.describe()))?;
    let table = ReportTable::new(tasks);
    print_line(format_args!("{}", table.head()))?;
    let bar = progress_bar(tasks.len());
    let mut attempts = Vec::with_capacity(tasks.len());
    for task in tasks {
        bar.set_message(task.id.clone());
        searcher.forget();
        let limits = Limits { mate: task.mate(), ..args.search.limits() };
        let Some(found) = searcher.search(task.position, KeyHistory::new(), limits) else {
            bar.finish_and_clear();
            print_line(format_args!("\n{}", summary(&attempts)))?;
            let (done, all) = (attempts.len(), tasks.len());
            return Err(ToolError::Interrupted(format!("stopped after {done} of {all} positions")));
        };
        let attempt = Attempt::new(task, found);
        bar.suspend(|| print_line(format_args!("{}", table.line(&attempt))))?;
        if let Some(csv) = &mut csv {
            csv.write(&csv_line(&attempt))?;
        }
        attempts.push(attempt);
        bar.inc(1);
    }
    bar.finish_and_clear();
    print_line(format_args!("\n{}", summary(&attempts)))?;
    Ok(attempts.iter().filter(|attempt| attempt.solution.is_some()).count())
}

/// Reads the positions of a file; reports bad lines and returns their number.
fn read(file: &Path, tasks: &mut Vec<TestPosition>) -> Result<usize, ToolError> {
    let unreadable = |error| at(file, &error);
    let bytes = std::fs::read(file).map_err(unreadable)?;
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let name = file_name(file);
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    // A position begins with a piece or a number, a game with a tag.
    if lines.find(|line| !line.is_empty()).is_some_and(|line| line.starts_with(b"[")) {
        return Err(at(file, &"this is PGN, not EPD; `quevedo analyse` reads games"));
    }
    let mut bad = 0;
    for (number, line) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
        let line = decode(line).map_err(unreadable)?;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match TestPosition::parse(line, &format!("{name}:{number}")) {
            Ok(task) => tasks.push(task),
            Err(error) => {
                warn(&format_args!("{}:{number}: {error}", file.display()));
                bad += 1;
            }
        }
    }
    Ok(bad)
}
