//! The report as a page.

use std::fmt::Write as _;

use super::chart;
use super::report::{Report, percent, signed, white_score};
use super::sprt::Sprt;
use super::table;
use crate::engine::NAME;
use crate::support::page::{Table, escape, page as shell, typeset};
use crate::support::text::counted;

/// How many openings the page lists; a book has thousands.
const MOST_OPENINGS: usize = 100;
/// The most players in a crosstable.
const WIDEST: usize = 40;

/// The page.
pub(super) fn page(report: &Report) -> String {
    let title = title(report);
    let mut body = format!(
        "<header>\n<h1>{}</h1>\n<p>{}</p>\n</header>\n<main>\n",
        escape(&title),
        escape(&summary(report))
    );
    body.push_str(&ratings(report));
    body.push_str(&matches(report));
    body.push_str(&tests(report));
    body.push_str(&crosstable(report));
    body.push_str(&endings(report));
    body.push_str(&openings(report));
    let _ = write!(
        body,
        "</main>\n<footer><p>{}, <code>quevedo elo</code></p></footer>\n",
        escape(NAME)
    );
    shell(&title, chart::STYLE, &body)
}

fn title(report: &Report) -> String {
    match report.ranking[..] {
        [one, other] => format!("{} against {}", report.name(one), report.name(other)),
        _ => format!("Tournament of {} players", report.ranking.len()),
    }
}

fn summary(report: &Report) -> String {
    let (pairs, alone) = report.units();
    let mut text = counted(report.games() as usize, "game");
    if pairs > 0 {
        let _ = write!(
            text,
            ", {} of the same opening with colours exchanged",
            counted(pairs as usize, "pair")
        );
    }
    if pairs > 0 && alone > 0 {
        let _ = write!(text, " and {} alone", counted(alone as usize, "game"));
    }
    let _ = write!(text, ". White scored {}.", percent(white_score(&report.pool.white()), 1));
    let left_out = report.pool.left_out();
    if !left_out.is_empty() {
        let _ = write!(text, " Left out: {left_out}.");
    }
    text
}

fn section(heading: &str, text: &str, inner: &str) -> String {
    let text = if text.is_empty() { String::new() } else { format!("<p>{}</p>\n", escape(text)) };
    format!("<section>\n<h2>{}</h2>\n{text}{inner}</section>\n", escape(heading))
}

fn strings(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|&cell| cell.to_owned()).collect()
}

/// The rows of a table for print, without the headings.
fn typeset_rows(rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let cells = |mut row: Vec<String>| {
        row.iter_mut().skip(1).for_each(|cell| *cell = typeset(cell));
        row
    };
    rows.into_iter().skip(1).map(cells).collect()
}

/// The heading of the column of pairs, kept as narrow as possible.
const PAIRS: &str = "Pairs 0–2";

/// A caption that explains the column of pairs, if there is one.
fn captioned(caption: &str, report: &Report) -> String {
    match report.has_pairs() {
        true => format!("{caption}; pairs by points: 0, ½, 1, 1½, 2"),
        false => caption.into(),
    }
}

fn ratings(report: &Report) -> String {
    let mut head =
        strings(&["Player", "Elo", "±", "Games", "Score", "Won", "Drawn", "Lost", "Draw ratio"]);
    if report.has_pairs() {
        head.push(PAIRS.into());
    }
    let shown = Table {
        caption: &captioned("Ratings by the joint fit", report),
        head,
        rows: typeset_rows(table::fitted(report)),
        texts: &[],
    };
    let about = report.about_the_fit();
    let mut about = about.join(" ");
    if let Some(first) = about.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    about.push_str(
        " A rating here depends on all games, those between others too: two players need not have met.",
    );
    let inner = chart::ratings(report).unwrap_or_default() + &shown.html();
    section("Joint fit", &about, &inner)
}

fn matches(report: &Report) -> String {
    let mut head = strings(&[
        "Match", "Elo", "±", "nElo", "LOS", "Games", "Score", "Won", "Drawn", "Lost", "Level",
    ]);
    if report.has_pairs() {
        head.push(PAIRS.into());
    }
    let shown = Table {
        caption: &captioned("Matches, as the first of the two sees them", report),
        head,
        rows: typeset_rows(table::pairwise(report)),
        texts: &[],
    };
    let about = "Each match by itself: the rating difference that its score stands for, whatever both did \
        against others, as match programs tell it. With two players it is the difference in the joint fit. \
        nElo is the score in standard deviations of a game, on a scale like Elo’s. LOS is the likelihood that \
        the first is the stronger one. Level is the share of pairs with one point each; without pairs, of \
        drawn games.";
    section("Pairwise results", about, &shown.html())
}

fn tests(report: &Report) -> String {
    let Some(sprt) = report.sprt else { return String::new() };
    let mut inner = String::new();
    for (player, opponent, tally) in &report.tests {
        let llr = sprt.llr(tally);
        let _ = write!(
            inner,
            "<p><strong>{} against {}</strong>: {}, log likelihood ratio {}{}</p>\n{}",
            escape(report.name(*player)),
            escape(report.name(*opponent)),
            sprt.state(llr).name(),
            typeset(&signed(llr, 2)),
            Sprt::left_out(tally),
            chart::test(&sprt, llr),
        );
    }
    section("Sequential test (SPRT)", &format!("{}.", sprt.describe()), &inner)
}

fn crosstable(report: &Report) -> String {
    let count = report.ranking.len();
    if !(3..=WIDEST).contains(&count) {
        return String::new();
    }
    let mut head = strings(&["Player"]);
    head.extend((1..=count).map(|place| place.to_string()));
    let caption = "Points of the row’s player against the column’s, of how many games";
    section(
        "Crosstable",
        "",
        &Table { caption, head, rows: typeset_rows(table::cross(report)), texts: &[] }.html(),
    )
}

fn endings(report: &Report) -> String {
    let head = strings(&["Ending", "Games", "White won", "Drawn", "Black won"]);
    let caption = "By the tag Termination, the last comment, and the final position";
    let mut inner =
        Table { caption, head, rows: typeset_rows(table::endings(report)), texts: &[] }.html();
    if !report.pool.faults.is_empty() {
        let rows = report.pool.faults.iter().map(|(&(player, ending), count)| {
            vec![report.name(player).to_owned(), ending.name().into(), count.to_string()]
        });
        let head = strings(&["Player", "Lost by", "Games"]);
        let caption = "Games lost otherwise than by moves";
        inner.push_str(&Table { caption, head, rows: rows.collect(), texts: &[1] }.html());
    }
    section("How games ended", "", &inner)
}

fn openings(report: &Report) -> String {
    let all = report.openings();
    let shown = all.iter().take(MOST_OPENINGS).map(|(name, counts)| {
        let mut row = vec![(*name).to_owned(), counts.iter().sum::<u32>().to_string()];
        row.push(percent(white_score(counts), 1));
        row.extend([2, 1, 0].map(|halves| counts[halves].to_string()));
        row
    });
    let head = strings(&["Opening", "Games", "White’s score", "White won", "Drawn", "Black won"]);
    let caption = match all.len() {
        count if count > MOST_OPENINGS => {
            format!(
                "The {MOST_OPENINGS} of {count} openings with the most games, then the best for White"
            )
        }
        _ => "The most frequent first, then the best for White".into(),
    };
    let list = Table { caption: &caption, head, rows: shown.collect(), texts: &[] };
    let inner = format!(
        "<details>\n<summary>{}</summary>\n{}</details>\n",
        counted(all.len(), "opening"),
        list.html()
    );
    section("Openings", "", &inner)
}
