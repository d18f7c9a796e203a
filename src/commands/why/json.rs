//! The reasons as JSON, for programs. The README lists the fields.

use serde::Serialize;

use crate::eval;
use crate::notation::san;
use crate::support::error::ToolError;
use crate::support::why::{self, Ending, PlayedLine, Reasons, Subject, kind_name, subject_name};
use crate::types::score::UciScore;
use crate::types::{Color, Depth};

#[derive(Serialize)]
struct Answer {
    fen: String,
    best: Line,
    reasons: Vec<Comparison>,
}

#[derive(Serialize)]
struct Comparison {
    other: Line,
    /// None where only the sign counts; likewise in the accounts.
    difference: Option<i32>,
    accounts: Vec<Account>,
}

#[derive(Serialize)]
struct Line {
    r#move: String,
    score: Score,
    depth: Depth,
    moves: Vec<String>,
    uci: Vec<String>,
    searched: usize,
    ending: &'static str,
    end: String,
    evaluation: i32,
    won: Vec<Gain>,
    lost: Vec<Gain>,
}

/// An object with the kind of score as its only key.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Score {
    Cp(i32),
    Mate(i32),
    Tablebase(&'static str),
}

#[derive(Serialize)]
struct Gain {
    piece: &'static str,
    ply: usize,
}

#[derive(Serialize)]
struct Account {
    subject: &'static str,
    centipawns: Option<i32>,
    details: Vec<Detail>,
}

#[derive(Serialize)]
struct Detail {
    term: &'static str,
    side: &'static str,
    piece: Option<&'static str>,
    centipawns: i32,
    best: Vec<Feature>,
    other: Vec<Feature>,
}

#[derive(Serialize)]
struct Feature {
    entry: usize,
    times: i32,
    squares: Vec<String>,
}

/// The whole answer, on one line.
///
/// # Errors
/// None, because everything in it can be written as JSON.
pub(super) fn json(answer: &why::Answer) -> Result<String, ToolError> {
    let told = Answer {
        fen: answer.best.root().to_string(),
        best: Line::from(&answer.best),
        reasons: answer.reasons.iter().map(Comparison::from).collect(),
    };
    serde_json::to_string(&told).map_err(|error| ToolError::BadInput(error.to_string()))
}

impl From<&Reasons> for Comparison {
    fn from(reasons: &Reasons) -> Comparison {
        let is_counted = reasons.accounts.iter().all(|account| account.subject != Subject::Result);
        let account = |account: &why::Account| Account {
            subject: subject_name(account.subject),
            centipawns: is_counted.then_some(account.centipawns),
            details: account.details.iter().map(Detail::from).collect(),
        };
        Comparison {
            other: Line::from(&reasons.other),
            difference: is_counted.then_some(reasons.difference),
            accounts: reasons.accounts.iter().map(account).collect(),
        }
    }
}

impl From<&PlayedLine> for Line {
    fn from(line: &PlayedLine) -> Line {
        let moves = line.positions.iter().zip(&line.moves);
        Line {
            r#move: line.first(),
            score: Score::from(UciScore::of(line.score)),
            depth: line.depth,
            moves: moves.map(|(position, &mv)| san::text(position, mv)).collect(),
            uci: line.moves.iter().map(ToString::to_string).collect(),
            searched: line.searched,
            ending: ending(line.ending),
            end: line.end().to_string(),
            evaluation: line.evaluation,
            won: line.won.iter().map(Gain::from).collect(),
            lost: line.lost.iter().map(Gain::from).collect(),
        }
    }
}

impl From<UciScore> for Score {
    fn from(score: UciScore) -> Score {
        match score {
            UciScore::Centipawns(centipawns) => Score::Cp(centipawns),
            UciScore::Mate(moves) => Score::Mate(moves),
            UciScore::Tablebase { is_win: true, .. } => Score::Tablebase("win"),
            UciScore::Tablebase { is_win: false, .. } => Score::Tablebase("loss"),
        }
    }
}

const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Quiet => "quiet",
        Ending::Mate => "mate",
        Ending::Tablebase => "tablebase",
        Ending::Draw(_) => "draw",
    }
}

impl From<&why::Gain> for Gain {
    fn from(gain: &why::Gain) -> Gain {
        Gain { piece: kind_name(gain.kind), ply: gain.ply }
    }
}

impl From<&why::Detail> for Detail {
    fn from(detail: &why::Detail) -> Detail {
        let side = match detail.color {
            Color::White => "white",
            Color::Black => "black",
        };
        Detail {
            term: detail.term,
            side,
            piece: detail.kind.map(kind_name),
            centipawns: detail.centipawns,
            best: detail.here.iter().map(Feature::from).collect(),
            other: detail.there.iter().map(Feature::from).collect(),
        }
    }
}

impl From<&eval::Feature> for Feature {
    fn from(feature: &eval::Feature) -> Feature {
        let squares = feature.squares().into_iter().map(|square| square.to_string());
        Feature { entry: feature.entry, times: feature.n, squares: squares.collect() }
    }
}
