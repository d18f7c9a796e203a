//! Charts for the page, as inline SVG. Horizontal places are percentages of the width and font sizes are in pixels, so
//! a chart is as wide as the screen and its text stays readable.

use std::fmt::Write as _;

use super::report::{Report, signed};
use super::sprt::Sprt;
use crate::support::page::{escape, typeset};

/// The height of a player's row, and the places of the name and the bar in it.
const ROW: usize = 46;
const NAME: usize = 16;
const BAR: usize = 30;
/// The space below for the scale.
const FOOT: usize = 30;
/// The space on the left and on the right, in percent of the width.
const MARGIN: f64 = 6.0;
/// About how many marks the scale has.
const MARKS: f64 = 6.0;

/// The style sheet of the charts.
pub(super) const STYLE: &str = "
svg .bar { stroke: var(--other); stroke-width: 3; }
svg .cap { stroke: var(--other); stroke-width: 2; }
svg .dot { fill: var(--own); stroke: var(--paper); stroke-width: 2; }
svg .grid { stroke: var(--line); stroke-width: 1; }
svg .track { stroke: var(--line); stroke-width: 10; }
svg .llr { stroke: var(--own); stroke-width: 10; }
svg .bound { stroke: var(--ink); stroke-width: 2; }
";

fn line(svg: &mut String, class: &str, (x1, y1): (f64, usize), (x2, y2): (f64, usize)) {
    let _ = writeln!(
        svg,
        "<line class=\"{class}\" x1=\"{x1:.2}%\" y1=\"{y1}\" x2=\"{x2:.2}%\" y2=\"{y2}\"/>"
    );
}

fn text(svg: &mut String, class: &str, (x, y): (f64, usize), anchor: &str, what: &str) {
    let what = escape(what);
    let _ = writeln!(
        svg,
        "<text class=\"{class}\" x=\"{x:.2}%\" y=\"{y}\" text-anchor=\"{anchor}\">{what}</text>"
    );
}

fn svg(height: usize, title: &str, inner: &str) -> String {
    let title = escape(title);
    format!("<svg role=\"img\" height=\"{height}\" aria-label=\"{title}\">\n{inner}</svg>\n")
}

/// The joint fit with its error bars. `None` if nobody has a rating.
pub(super) fn ratings(report: &Report) -> Option<String> {
    let rated: Vec<_> = report
        .ranking
        .iter()
        .filter_map(|&player| report.fit.players[player].map(|rated| (report.name(player), rated)))
        .collect();
    // A player without an error gets only a dot.
    let half = |error: f64| if error.is_finite() { error } else { 0.0 };
    let ends = rated.iter().flat_map(|(_, r)| [r.elo - half(r.error), r.elo + half(r.error)]);
    let least = ends.clone().reduce(f64::min)?;
    let span = (ends.reduce(f64::max)? - least).max(1.0);
    let place = |elo: f64| MARGIN + (100.0 - 2.0 * MARGIN) * (elo - least) / span;
    let foot = ROW * rated.len();
    let mut inner = String::new();
    let step = step(span / MARKS);
    let mut mark = (least / step).ceil() * step;
    while mark <= least + span {
        line(&mut inner, "grid", (place(mark), 0), (place(mark), foot));
        text(&mut inner, "faint", (place(mark), foot + 18), "middle", &typeset(&signed(mark, 0)));
        mark += step;
    }
    let mut told = Vec::new();
    for (row, (name, rated)) in rated.iter().enumerate() {
        let (top, error) = (ROW * row, half(rated.error));
        let y = top + BAR;
        let label = if rated.error.is_finite() {
            format!("{} ± {:.0}", signed(rated.elo, 0), rated.error)
        } else {
            signed(rated.elo, 0)
        };
        told.push(format!("{name} {label}"));
        text(&mut inner, "", (0.0, top + NAME), "start", name);
        text(&mut inner, "faint", (100.0, top + NAME), "end", &typeset(&label));
        let (low, high) = (place(rated.elo - error), place(rated.elo + error));
        line(&mut inner, "bar", (low, y), (high, y));
        for end in [low, high] {
            line(&mut inner, "cap", (end, y - 5), (end, y + 5));
        }
        let _ = writeln!(
            inner,
            "<circle class=\"dot\" cx=\"{:.2}%\" cy=\"{y}\" r=\"6\"/>",
            place(rated.elo)
        );
    }
    let title = format!("Elo with 95% intervals: {}", told.join("; "));
    Some(svg(foot + FOOT, &title, &inner))
}

/// A round number that is at least this large.
fn step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|part| part * power)
        .into_iter()
        .find(|&step| step >= least)
        .unwrap_or(least)
}

/// How far a test has come from 0 to its bounds.
pub(super) fn test(sprt: &Sprt, llr: f64) -> String {
    const Y: usize = 12;
    let (lower, upper) = sprt.bounds();
    let place = |llr: f64| {
        let share = (llr.clamp(lower, upper) - lower) / (upper - lower);
        MARGIN + (100.0 - 2.0 * MARGIN) * share
    };
    let mut inner = String::new();
    line(&mut inner, "track", (place(lower), Y), (place(upper), Y));
    line(&mut inner, "llr", (place(0.0), Y), (place(llr), Y));
    for (bound, name) in [(lower, "H0"), (0.0, "0"), (upper, "H1")] {
        line(&mut inner, "bound", (place(bound), Y - 8), (place(bound), Y + 8));
        let label = if bound == 0.0 {
            "0".into()
        } else {
            format!("{name} {}", typeset(&signed(bound, 2)))
        };
        text(&mut inner, "faint", (place(bound), Y + 24), "middle", &label);
    }
    let title = format!("log likelihood ratio {llr:+.2} between {lower:+.2} and {upper:+.2}");
    svg(Y + 30, &title, &inner)
}
