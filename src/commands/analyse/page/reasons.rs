//! The reasons for a mistake: compares the better line with the one played, as `quevedo why` does.

use serde::Serialize;

use super::super::analysis::{Analysis, Judged, a_ply_earlier};
use super::shown::board;
use crate::search::Quiescence;
use crate::support::text::pawns;
use crate::support::why::{
    Account, PlayedLine, Reasons, SearchedLine, Subject, details, headline, line_text, reasons,
    subject_name, tactics,
};
use crate::types::{Bitboard, Score};

#[derive(Serialize)]
pub(super) struct Why {
    headline: String,
    /// What needs no evaluation: mates, draws, material.
    sentences: Vec<String>,
    /// The better line, and the line of the move played.
    lines: [Line; 2],
    /// The accounts that add up to the difference.
    accounts: Vec<Told>,
}

#[derive(Serialize)]
struct Line {
    /// Its first move.
    san: String,
    score: String,
    /// All its moves.
    text: String,
    /// The position at its end.
    board: String,
}

/// An account.
#[derive(Serialize)]
struct Told {
    name: &'static str,
    /// In pawns, from the point of view of the side that made the mistake; none where only the sign counts.
    pawns: Option<f64>,
    details: Vec<String>,
    /// The squares at the end of each line that favour the better move, and those that count against it.
    squares: [[String; 2]; 2],
}

impl Why {
    /// Compares the lines; `None` if the search was too short for a line.
    pub(super) fn new(
        analysis: &Analysis,
        judged: &Judged,
        quiescence: &mut Quiescence,
    ) -> Option<Why> {
        if judged.before.line.is_empty() {
            return None;
        }
        let sign = judged.position.side().sign();
        let history = analysis.history(judged.place);
        let mut line = |score: Score, depth, moves| {
            let line = SearchedLine { score: sign * score, depth, moves };
            PlayedLine::new(judged.position, &history, &line, quiescence)
        };
        let (before, after) = (judged.before, judged.after);
        let played = [&[judged.mv], &after.line[..]].concat();
        let best = line(before.score, before.depth, before.line.clone());
        let other = line(a_ply_earlier(after.score), after.depth + 1, played);
        Some(Why::from(&reasons(best, other)))
    }
}

impl From<&Reasons> for Why {
    fn from(reasons: &Reasons) -> Why {
        let lines = [&reasons.best, &reasons.other];
        let told = |account: &Account| Told {
            name: subject_name(account.subject),
            pawns: (account.subject != Subject::Result)
                .then(|| f64::from(account.centipawns) / 100.0),
            details: details(account, lines),
            squares: [0, 1].map(|end| [true, false].map(|good| names(account.squares(end, good)))),
        };
        Why {
            headline: headline(reasons),
            sentences: tactics(reasons),
            lines: lines.map(|line| Line {
                san: line.first(),
                score: pawns(line.side().sign() * line.score),
                text: line_text(line),
                board: board(line.end()),
            }),
            accounts: reasons.accounts.iter().map(told).collect(),
        }
    }
}

/// The squares' names, one after another.
fn names(squares: Bitboard) -> String {
    squares.into_iter().map(|square| square.to_string()).collect()
}
