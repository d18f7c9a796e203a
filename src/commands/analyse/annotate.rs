//! The analysis as an annotated game.

use super::analysis::{Analysis, Judged};
use super::judge::Judgment;
use crate::engine::NAME;
use crate::notation::pgn::{Line, PgnGame, Played};
use crate::notation::san;
use crate::support::text::pawns;
use crate::types::score;

/// The most plies of a better line.
const LONGEST_VARIATION: usize = 12;

/// The glyphs that judge a move, `!` to `?!`, which ours replaces.
const JUDGEMENTS: std::ops::RangeInclusive<u8> = 1..=6;

/// The game with annotations: a score after every move, and for moves that deserve a mark, their mark, the better move
/// and its line. Other people's comments stay.
pub(super) fn annotated(analysis: &Analysis) -> PgnGame {
    let mut game = analysis.game.clone();
    if game.tag("Annotator").is_none() {
        game.set_tag("Annotator", NAME);
    }
    for judged in analysis.moves() {
        annotate(&mut game.line.moves[judged.place], &judged);
    }
    game
}

fn annotate(played: &mut Played, judged: &Judged) {
    for comment in &mut played.comments {
        *comment = without_score(comment);
    }
    forget(played, judged);
    let mut comments = Vec::new();
    // After mate there is nothing to evaluate.
    if score::moves_to_mate(judged.after.score) != Some(0) {
        comments.push(format!("[%eval {}]", pgn_score(judged.after.score)));
    }
    if let Some(verdict) = judged.verdict {
        played.nags.retain(|nag| !JUDGEMENTS.contains(nag));
        played.nags.insert(0, verdict.nag());
        comments.push(remark(judged, verdict));
        let line = judged.before.line.iter().copied().take(LONGEST_VARIATION);
        let variation = Line { comments: Vec::new(), moves: line.map(Played::from).collect() };
        if !variation.moves.is_empty() && !played.variations.contains(&variation) {
            played.variations.push(variation);
        }
    }
    comments.retain(|comment| !played.comments.contains(comment));
    played.comments.splice(..0, comments);
}

/// Removes what an earlier analysis has left: its remark, and with it the mark and the better line.
fn forget(played: &mut Played, judged: &Judged) {
    let is_remark = |comment: &String| {
        let names = Judgment::ALL.map(Judgment::name);
        let rest = names.iter().find_map(|name| comment.strip_prefix(name)?.strip_prefix(" ("));
        rest.is_some_and(|rest| rest.contains(" to ") && rest.ends_with(['.']))
    };
    for comment in played.comments.extract_if(.., |comment| is_remark(comment)) {
        played.nags.retain(|nag| !JUDGEMENTS.contains(nag));
        let better = comment.strip_suffix(" was better.").and_then(|text| text.rsplit("; ").next());
        played.variations.retain(|line| {
            let first = line.moves.first().map(|first| san::text(judged.position, first.mv));
            first.as_deref() != better || better.is_none()
        });
    }
    played.comments.retain(|comment| !comment.is_empty());
}

fn remark(judged: &Judged, verdict: Judgment) -> String {
    let (before, after) = (pawns(judged.before.score), pawns(judged.after.score));
    let better = match judged.before.line.first() {
        Some(&mv) => format!("; {} was better", san::text(judged.position, mv)),
        None => String::new(),
    };
    format!("{} ({before} to {after}){better}.", verdict.name())
}

/// A score as in `[%eval ...]`: pawns, or moves to mate.
fn pgn_score(score: score::Score) -> String {
    pawns(score).trim_start_matches('+').into()
}

/// A comment without the score that an earlier analysis left in it.
fn without_score(comment: &str) -> String {
    let Some(start) = comment.find("[%eval ") else { return comment.into() };
    let Some(length) = comment[start..].find(']') else { return comment.into() };
    let rest = [&comment[..start], &comment[start + length + 1..]].concat();
    without_score(rest.split_whitespace().collect::<Vec<_>>().join(" ").as_str())
}
