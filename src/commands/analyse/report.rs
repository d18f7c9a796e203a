//! The analysis as a table.

use super::analysis::{Analysis, Judged};
use super::judge::Judgment;
use crate::notation::pgn::PgnGame;
use crate::notation::san;
use crate::support::text::{counted, pawns};
use crate::types::Color;

/// How many plies of the best line are shown after each move.
const SHOWN: usize = 8;

/// The value of a tag, if it is known.
fn known<'a>(game: &'a PgnGame, tag: &str) -> Option<&'a str> {
    game.tag(tag).map(str::trim).filter(|value| value.chars().any(char::is_alphanumeric))
}

pub(super) fn name(game: &PgnGame, color: Color) -> &str {
    match color {
        Color::White => known(game, "White").unwrap_or("White"),
        Color::Black => known(game, "Black").unwrap_or("Black"),
    }
}

/// Who played, and how it ended.
pub(super) fn title(game: &PgnGame) -> String {
    format!("{} - {}, {}", name(game, Color::White), name(game, Color::Black), game.result)
}

/// Where and when it was played, as far as known.
pub(super) fn occasion(game: &PgnGame) -> String {
    let values = ["Event", "Site", "Date"].into_iter().filter_map(|tag| known(game, tag));
    values.collect::<Vec<_>>().join(", ")
}

/// The statistics of one side as a line.
pub(super) fn side_line(analysis: &Analysis, color: Color) -> String {
    let summary = analysis.summary(color);
    let mut parts = vec![format!("{}:", name(&analysis.game, color))];
    if let Some(accuracy) = summary.accuracy {
        parts.push(format!("accuracy {accuracy:.1} %,"));
    }
    let counts = Judgment::ALL.iter().zip(summary.counts).map(|(verdict, count)| match verdict {
        Judgment::Inaccuracy if count != 1 => format!("{count} inaccuracies"),
        _ => counted(count, &verdict.name().to_lowercase()),
    });
    parts.push(counts.collect::<Vec<_>>().join(", "));
    parts.join(" ")
}

/// All lines of a game's report.
pub(super) fn lines(analysis: &Analysis) -> Vec<String> {
    let mut lines = vec![format!(
        "{:>7} {:<10} {:>7} {:>7} {:>6}  best line",
        "", "move", "before", "after", "loss %"
    )];
    lines.extend(analysis.moves().map(|judged| row(&judged)));
    lines.push(String::new());
    lines.extend(summary(analysis));
    lines
}

fn row(judged: &Judged) -> String {
    let mark = judged.verdict.map_or("", Judgment::mark);
    let line = &judged.before.line;
    format!(
        "{:>7} {:<10} {:>7} {:>7} {:>6.1}  {}",
        san::number(judged.position),
        san::text(judged.position, judged.mv) + mark,
        pawns(judged.before.score),
        pawns(judged.after.score),
        100.0 * judged.loss,
        san::line(judged.position, &line[..line.len().min(SHOWN)]),
    )
}

fn summary(analysis: &Analysis) -> Vec<String> {
    let mut lines = vec![format!(
        "{:<7} {:>5} {:>15} {:>11} {:>11} {:>14} {:>9}",
        "", "moves", "inaccuracies ?!", "mistakes ?", "blunders ??", "mean loss", "accuracy"
    )];
    for color in Color::ALL {
        let summary = analysis.summary(color);
        let [inaccuracies, mistakes, blunders] = summary.counts;
        let (loss, accuracy) = match summary.accuracy {
            Some(accuracy) => (
                format!("{:.1} %, {:.0} cp", 100.0 * summary.loss, summary.centipawns),
                format!("{accuracy:.1} %"),
            ),
            None => ("-".into(), "-".into()),
        };
        lines.push(format!(
            "{:<7} {:>5} {inaccuracies:>15} {mistakes:>11} {blunders:>11} {loss:>14} {accuracy:>9}",
            format!("{color:?}"),
            summary.moves,
        ));
    }
    lines
}
