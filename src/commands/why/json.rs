//! The reasons as JSON, for programs. The README lists the fields.

use crate::eval::Feature;
use crate::notation::san;
use crate::support::why::{
    Account, Answer, Detail, Ending, Gain, PlayedLine, Reasons, Subject, kind_name, subject_name,
};
use crate::types::Color;
use crate::types::score::UciScore;

/// The whole answer, on one line.
pub(super) fn json(answer: &Answer) -> String {
    object(&[
        ("fen", text(&answer.best.root().to_string())),
        ("best", line(&answer.best)),
        ("reasons", list(answer.reasons.iter().map(reasons))),
    ])
}

fn reasons(reasons: &Reasons) -> String {
    let is_counted = reasons.accounts.iter().all(|account| account.subject != Subject::Result);
    let counted = |number: i32| if is_counted { number.to_string() } else { "null".into() };
    object(&[
        ("other", line(&reasons.other)),
        ("difference", counted(reasons.difference)),
        ("accounts", list(reasons.accounts.iter().map(|one| account(one, &counted)))),
    ])
}

fn line(line: &PlayedLine) -> String {
    let moves = || line.positions.iter().zip(&line.moves);
    object(&[
        ("move", text(&san::text(line.root(), line.moves[0]))),
        ("score", score(UciScore::of(line.score))),
        ("depth", line.depth.to_string()),
        ("moves", list(moves().map(|(position, &mv)| text(&san::text(position, mv))))),
        ("uci", list(line.moves.iter().map(|mv| text(&mv.to_string())))),
        ("searched", line.searched.to_string()),
        ("ending", text(ending(line.ending))),
        ("end", text(&line.end().to_string())),
        ("evaluation", line.evaluation.to_string()),
        ("won", list(line.won.iter().map(gain))),
        ("lost", list(line.lost.iter().map(gain))),
    ])
}

fn score(score: UciScore) -> String {
    let (kind, value) = match score {
        UciScore::Centipawns(centipawns) => ("cp", centipawns.to_string()),
        UciScore::Mate(moves) => ("mate", moves.to_string()),
        UciScore::Tablebase { is_win, .. } => ("tablebase", text(["loss", "win"][is_win as usize])),
    };
    object(&[(kind, value)])
}

const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Quiet => "quiet",
        Ending::Mate => "mate",
        Ending::Tablebase => "tablebase",
        Ending::Draw(_) => "draw",
    }
}

fn gain(gain: &Gain) -> String {
    object(&[("piece", text(kind_name(gain.kind))), ("ply", gain.ply.to_string())])
}

fn account(account: &Account, counted: &dyn Fn(i32) -> String) -> String {
    object(&[
        ("subject", text(subject_name(account.subject))),
        ("centipawns", counted(account.centipawns)),
        ("details", list(account.details.iter().map(detail))),
    ])
}

fn detail(detail: &Detail) -> String {
    let side = match detail.color {
        Color::White => "white",
        Color::Black => "black",
    };
    object(&[
        ("term", text(detail.term)),
        ("side", text(side)),
        ("piece", detail.kind.map_or("null".into(), |kind| text(kind_name(kind)))),
        ("centipawns", detail.centipawns.to_string()),
        ("best", list(detail.here.iter().map(feature))),
        ("other", list(detail.there.iter().map(feature))),
    ])
}

fn feature(feature: &Feature) -> String {
    let squares = feature.squares().into_iter().map(|square| text(&square.to_string()));
    object(&[
        ("entry", feature.entry.to_string()),
        ("times", feature.n.to_string()),
        ("squares", list(squares)),
    ])
}

/// A string; nothing here contains control characters.
fn text(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

fn object(members: &[(&str, String)]) -> String {
    let member = |(name, value): &(&str, String)| format!("\"{name}\":{value}");
    format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
}
