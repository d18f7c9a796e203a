//! Perft suites.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::table::{HEADINGS, row};
use crate::position::Position;
use crate::support::args::MAX_PERFT_DEPTH;
use crate::support::error::ToolError;
use crate::support::files::{at, file_name};
use crate::support::output::print_line;
use crate::support::progress::progress_bar;
use crate::support::speed::mnps;
use crate::support::text::counted;

/// A position with its known counts as (depth, leaves).
struct Case {
    place: String,
    fen: String,
    position: Position,
    counts: Vec<(u32, u128)>,
}

/// Checks every count in these files. Prints a row for the deepest count of each position and for every wrong one.
pub(super) fn check(
    files: &[PathBuf],
    limit: Option<u128>,
    count: &dyn Fn(&Position, u32) -> Result<u128, ToolError>,
) -> Result<(), ToolError> {
    let mut cases = Vec::new();
    for file in files {
        read(file, limit.unwrap_or(u128::MAX), &mut cases)?;
    }
    cases.retain(|case| !case.counts.is_empty());
    if cases.is_empty() {
        return Err(ToolError::BadInput("no counts to check in these files".into()));
    }
    let counts = cases.iter().flat_map(|case| &case.counts);
    let all_leaves = counts.fold(0_u128, |sum, (_, leaves)| sum.saturating_add(*leaves));
    let bar = progress_bar(cases.len());
    bar.suspend(|| print_line(format_args!("{:<28} {HEADINGS}  verdict", "position")))?;
    let start = Instant::now();
    let mut wrong = 0;
    for case in &cases {
        bar.set_message(case.place.clone());
        for (index, &(depth, expected)) in case.counts.iter().enumerate() {
            let begun = Instant::now();
            let leaves = count(&case.position, depth)?;
            let seconds = begun.elapsed().as_secs_f64();
            let right = leaves == expected;
            wrong += usize::from(!right);
            if right && index + 1 < case.counts.len() {
                continue;
            }
            let verdict = if right {
                "ok".into()
            } else {
                format!("WRONG, {expected} expected: {}", case.fen)
            };
            let row = row(depth, leaves, seconds);
            bar.suspend(|| print_line(format_args!("{:<28} {row}  {verdict}", case.place)))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    print_line(format_args!(
        "{}, {all_leaves} leaves, {seconds:.1} s, {:.1} Mnps: {}",
        counted(cases.len(), "position"),
        mnps(all_leaves, seconds),
        match wrong {
            0 => "all counts are right".into(),
            1 => "1 count is wrong".into(),
            _ => format!("{wrong} counts are wrong"),
        },
    ))?;
    if wrong == 0 { Ok(()) } else { Err(ToolError::Failed) }
}

fn read(file: &Path, limit: u128, cases: &mut Vec<Case>) -> Result<(), ToolError> {
    let text = std::fs::read_to_string(file).map_err(|error| at(file, &error))?;
    let name = file_name(file);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_start_matches('\u{feff}').trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let case = parse(line, limit).map_err(|error| {
            ToolError::BadInput(format!("{}:{number}: {error}", file.display()))
        })?;
        cases.push(Case { place: format!("{name}:{number}"), ..case });
    }
    Ok(())
}

fn parse(line: &str, limit: u128) -> Result<Case, String> {
    let mut fields = line.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default();
    let position = Position::from_fen(fen).map_err(|error| format!("bad FEN '{fen}': {error}"))?;
    let mut counts = Vec::new();
    for field in fields.filter(|field| !field.is_empty()) {
        let count = || {
            let (depth, leaves) = field.strip_prefix('D')?.split_once(char::is_whitespace)?;
            let depth = depth.parse().ok().filter(|depth| (1..=MAX_PERFT_DEPTH).contains(depth))?;
            Some((depth, leaves.trim().parse().ok()?))
        };
        counts.push(
            count().ok_or_else(|| format!("expected a count like 'D3 8902', got '{field}'"))?,
        );
    }
    if counts.is_empty() {
        return Err(format!("no counts after '{fen}'"));
    }
    counts.retain(|&(_, leaves)| leaves <= limit);
    Ok(Case { place: String::new(), fen: fen.into(), position, counts })
}
