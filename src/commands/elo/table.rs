//! The report as text and as CSV, and the rows that the text and the page share.

use super::report::{Match, Report, counts, error, number, percent, signed, white_score};
use super::sprt::Sprt;
use super::tally::Tally;
use crate::support::text::counted;

/// A table with aligned columns: the first left-aligned, the others right-aligned.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let wide = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| wide(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells =
            row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            });
        let line: Vec<String> = cells.collect();
        text.push_str(line.join("  ").trim_end());
        text.push('\n');
    }
    text
}

fn owned(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|&cell| cell.to_owned()).collect()
}

/// The report for a terminal.
pub(super) fn text(report: &Report) -> String {
    let mut parts = vec![head(report)];
    let about = report.about_the_fit().join("\n");
    parts.push(format!("Joint fit: {about}\n\n{}", aligned(&fitted(report))));
    parts.push(format!(
        "Pairwise: each match by itself, the Elo that its score stands for, as match programs tell it.\n\n{}",
        aligned(&pairwise(report))
    ));
    if report.pool.names.len() > 2 {
        parts.push(format!(
            "Crosstable: points against each opponent.\n\n{}",
            aligned(&cross(report))
        ));
    }
    if let Some(text) = tests(report) {
        parts.push(text);
    }
    parts.push(how_games_ended(report));
    parts.join("\n")
}

fn head(report: &Report) -> String {
    let (pairs, alone) = report.units();
    let left_out = report.pool.left_out();
    let left_out = if left_out.is_empty() { left_out } else { format!("; left out: {left_out}") };
    format!(
        "{} of {}: {} and {} alone{left_out}\n",
        counted(report.games() as usize, "game"),
        counted(report.pool.names.len(), "player"),
        counted(pairs as usize, "pair"),
        counted(alone as usize, "game"),
    )
}

/// Wins, draws and losses.
fn results(tally: &Tally) -> [String; 3] {
    [2, 1, 0].map(|halves| tally.games[halves].to_string())
}

/// The joint fit: a row of headings, then the players.
pub(super) fn fitted(report: &Report) -> Vec<Vec<String>> {
    let mut head =
        owned(&["name", "elo", "±", "games", "score", "wins", "draws", "losses", "drawn"]);
    if report.has_pairs() {
        head.push("pairs 0-2".into());
    }
    let mut rows = vec![head];
    for &player in &report.ranking {
        let total = report.pool.total(player);
        let rated = report.fit.players[player];
        let mut row = vec![
            report.name(player).to_owned(),
            rated.map_or("-".into(), |rated| signed(rated.elo, 1)),
            rated.map_or("-".into(), |rated| error(rated.error, 1)),
            total.count().to_string(),
            percent(total.score(), 1),
        ];
        row.extend(results(&total));
        row.push(percent(f64::from(total.games[1]) / total.count(), 1));
        if report.has_pairs() {
            row.push(counts(&total.pairs));
        }
        rows.push(row);
    }
    rows
}

/// The matches, from the first player's point of view.
pub(super) fn pairwise(report: &Report) -> Vec<Vec<String>> {
    let mut head = owned(&[
        "match", "elo", "±", "nElo", "LOS", "games", "score", "wins", "draws", "losses", "level",
    ]);
    if report.has_pairs() {
        head.push("pairs 0-2".into());
    }
    let mut rows = vec![head];
    for Match { players, tally, pairwise } in &report.matches {
        let mut row = vec![
            format!("{} - {}", report.name(players.0), report.name(players.1)),
            signed(pairwise.elo, 1),
            error(pairwise.error, 1),
            signed(pairwise.normalized, 1),
            percent(pairwise.los, 1),
            tally.count().to_string(),
            percent(tally.score(), 1),
        ];
        row.extend(results(tally));
        row.push(percent(pairwise.level, 1));
        if report.has_pairs() {
            row.push(counts(&tally.pairs));
        }
        rows.push(row);
    }
    rows
}

/// The crosstable: the points of each player against each other player.
pub(super) fn cross(report: &Report) -> Vec<Vec<String>> {
    let mut head = owned(&["name"]);
    head.extend((1..=report.ranking.len()).map(|place| place.to_string()));
    let mut rows = vec![head];
    for (place, &player) in report.ranking.iter().enumerate() {
        let mut row = vec![format!("{}. {}", place + 1, report.name(player))];
        row.extend(report.ranking.iter().map(|&other| match report.pool.between(player, other) {
            Some(tally) => format!("{}/{}", tally.points(), tally.count()),
            None => (if player == other { "" } else { "-" }).into(),
        }));
        rows.push(row);
    }
    rows
}

fn tests(report: &Report) -> Option<String> {
    let sprt = report.sprt?;
    let (lower, upper) = sprt.bounds();
    let mut text = format!("SPRT: {}\n", sprt.describe());
    for (player, opponent, tally) in &report.tests {
        let llr = sprt.llr(tally);
        text.push_str(&format!(
            "{} against {}: LLR {} ({}, {}), {}{}\n",
            report.name(*player),
            report.name(*opponent),
            signed(llr, 2),
            number(lower, 2),
            number(upper, 2),
            sprt.state(llr).name(),
            Sprt::left_out(tally),
        ));
    }
    Some(text)
}

/// How games ended.
pub(super) fn endings(report: &Report) -> Vec<Vec<String>> {
    let mut rows = vec![owned(&["ending", "games", "White won", "drawn", "Black won"])];
    for (ending, counts) in report.endings() {
        let mut row = vec![ending.name().to_owned(), counts.iter().sum::<u32>().to_string()];
        row.extend([2, 1, 0].map(|halves| counts[halves].to_string()));
        rows.push(row);
    }
    rows
}

fn how_games_ended(report: &Report) -> String {
    let mut text = aligned(&endings(report));
    for (&(player, ending), count) in &report.pool.faults {
        text.push_str(&format!(
            "{} lost {}: {}\n",
            report.name(player),
            counted(*count as usize, "game"),
            ending.name()
        ));
    }
    let openings = counted(report.pool.openings.len(), "opening");
    let score = percent(white_score(&report.pool.white()), 1);
    text.push_str(&format!("White scored {score} in {openings}.\n"));
    text
}

/// The joint fit as CSV; a player without a rating has `nan`.
pub(super) fn csv(report: &Report) -> String {
    let mut text =
        "name,elo,error,games,score,wins,draws,losses,pairs_0,pairs_0.5,pairs_1,pairs_1.5,pairs_2\n"
            .to_owned();
    for &player in &report.ranking {
        let total = report.pool.total(player);
        let (elo, error) =
            report.fit.players[player].map_or((f64::NAN, f64::INFINITY), |r| (r.elo, r.error));
        let name = report.name(player).replace([',', '"'], " ");
        let mut cells =
            vec![name, number(elo, 1).replace('-', if elo.is_nan() { "nan" } else { "-" })];
        cells.extend([number(error, 1), total.count().to_string()]);
        cells.push(number(100.0 * total.score(), 1));
        cells.extend(results(&total));
        cells.extend(total.pairs.iter().map(u32::to_string));
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}
