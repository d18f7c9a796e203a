//! Results of test positions as a table and as CSV.

use std::time::Duration;

use super::task::TestPosition;
use crate::eval::wdl;
use crate::notation::san;
use crate::support::searcher::SearchResult;
use crate::support::speed::median;
use crate::support::text::pawns;
use crate::types::{Depth, score};

/// Identifiers longer than this push the rest of their row to the right.
const WIDEST_ID: usize = 28;

/// When the search found the right move and kept it to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Solution {
    pub(super) time: Duration,
    pub(super) nodes: u64,
    pub(super) depth: Depth,
}

/// A test position and the result of its search.
pub(super) struct Attempt<'a> {
    pub(super) task: &'a TestPosition,
    pub(super) found: SearchResult,
    /// `None` if it was not solved.
    pub(super) solution: Option<Solution>,
}

impl<'a> Attempt<'a> {
    /// Finds the iteration from which the solution was kept.
    pub(super) fn new(task: &'a TestPosition, found: SearchResult) -> Attempt<'a> {
        let right = found.infos.iter().rev().take_while(|info| {
            info.pv.first().is_some_and(|&mv| task.is_solved_by(mv, info.score))
        });
        let solution = right.last().map(|info| Solution {
            time: info.time,
            nodes: info.nodes,
            depth: info.depth,
        });
        Attempt { task, found, solution }
    }

    fn best(&self) -> String {
        let best = self.found.outcome.best;
        best.map_or_else(|| "(none)".into(), |mv| san::text(&self.task.position, mv))
    }

    fn points(&self) -> u32 {
        self.found.outcome.best.map_or(0, |mv| self.task.points_of(mv))
    }

    fn last_depth(&self) -> Depth {
        self.found.infos.last().map_or(self.found.outcome.depth, |info| info.depth)
    }
}

/// The layout of the table.
pub(super) struct ReportTable {
    id_width: usize,
}

impl ReportTable {
    /// A layout for these positions.
    pub(super) fn new(tasks: &[TestPosition]) -> ReportTable {
        let widest = tasks.iter().map(|task| task.id.chars().count()).max().unwrap_or(0);
        ReportTable { id_width: widest.clamp("position".len(), WIDEST_ID) }
    }

    pub(super) fn head(&self) -> String {
        self.row(
            ["position", "solved", "move", "score", "depth", "found at", "s", "nodes"],
            "expected",
        )
    }

    pub(super) fn line(&self, attempt: &Attempt) -> String {
        let (score, depth) = (attempt.found.outcome.score, attempt.last_depth());
        let solution = attempt.solution;
        let cells = [
            attempt.task.id.clone(),
            if solution.is_some() { "yes".into() } else { "no".into() },
            attempt.best(),
            pawns(wdl::normalized(score)),
            depth.to_string(),
            solution.map_or_else(|| "-".into(), |solution| solution.depth.to_string()),
            solution.map_or_else(|| "-".into(), |s| format!("{:.3}", s.time.as_secs_f64())),
            solution.map_or_else(|| "-".into(), |solution| solution.nodes.to_string()),
        ];
        let mut expected = attempt.task.expected();
        if attempt.task.most_points() > 0 {
            expected.push_str(&format!(
                "  ({} of {} points)",
                attempt.points(),
                attempt.task.most_points()
            ));
        }
        self.row(cells.each_ref().map(String::as_str), &expected)
    }

    fn row(&self, cells: [&str; 8], expected: &str) -> String {
        let [id, solved, mv, score, depth, found, seconds, nodes] = cells;
        let width = self.id_width;
        format!(
            "{id:<width$}  {solved:<6}  {mv:<8} {score:>7} {depth:>6}  {found:>8} {seconds:>9} {nodes:>12}  {expected}"
        )
    }
}

/// The totals.
pub(super) fn summary(attempts: &[Attempt]) -> String {
    let solutions: Vec<Solution> = attempts.iter().filter_map(|attempt| attempt.solution).collect();
    let nodes: u64 = attempts.iter().map(|attempt| attempt.found.nodes).sum();
    let time: Duration = attempts.iter().map(|attempt| attempt.found.time).sum();
    let share = |part: f64, all: f64| 100.0 * part / all.max(1.0);
    let mut text = format!(
        "{} of {} solved ({:.1} %); {nodes} nodes in {:.1} s",
        solutions.len(),
        attempts.len(),
        share(solutions.len() as f64, attempts.len() as f64),
        time.as_secs_f64(),
    );
    if !solutions.is_empty() {
        let seconds = || solutions.iter().map(|solution| solution.time.as_secs_f64());
        let nodes = || solutions.iter().map(|solution| solution.nodes);
        text.push_str(&format!(
            "\nsolutions found in {:.3} s and {:.0} nodes (medians), {:.3} s and {} nodes (sums)",
            median(seconds().collect()),
            median(nodes().map(|nodes| nodes as f64).collect()),
            seconds().sum::<f64>(),
            nodes().sum::<u64>(),
        ));
    }
    let most: u32 = attempts.iter().map(|attempt| attempt.task.most_points()).sum();
    if most > 0 {
        let points: u32 = attempts.iter().map(Attempt::points).sum();
        let percent = share(f64::from(points), f64::from(most));
        text.push_str(&format!("\n{points} of {most} points ({percent:.1} %)"));
    }
    text
}

/// The names of the columns.
pub(super) const CSV_HEAD: &str = "place,id,fen,expected,solved,move,score,depth,nodes,ms,\
    solution_depth,solution_nodes,solution_ms,points,most_points\n";

/// A CSV row.
pub(super) fn csv_line(attempt: &Attempt) -> String {
    let Attempt { task, found, solution } = attempt;
    let optional = |value: Option<String>| value.unwrap_or_default();
    let cells = [
        task.place.clone(),
        task.id.clone(),
        task.position.to_string(),
        task.expected(),
        u8::from(solution.is_some()).to_string(),
        attempt.best(),
        score::text(wdl::normalized(found.outcome.score)),
        attempt.last_depth().to_string(),
        found.nodes.to_string(),
        found.time.as_millis().to_string(),
        optional(solution.map(|solution| solution.depth.to_string())),
        optional(solution.map(|solution| solution.nodes.to_string())),
        optional(solution.map(|solution| solution.time.as_millis().to_string())),
        attempt.points().to_string(),
        task.most_points().to_string(),
    ];
    cells.map(|cell| quoted(&cell)).join(",") + "\n"
}

/// A CSV cell. Source: RFC 4180.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell.into()
}
