//! The reasons as text, readable in 80 columns.

use super::Answer;
use super::line::{Ending, Gain, PlayedLine};
use super::reasons::{Account, Detail, Reasons, Subject};
use super::words::{a_piece, features, kind_name, subject_name, term_name};
use crate::eval::Group;
use crate::notation::san;
use crate::position::GameEnd;
use crate::support::text::{self, counted, pawns, signed};
use crate::types::{Color, PieceType, score};

/// Where the details of accounts begin.
const DETAILS: usize = 11;

/// The whole answer.
pub fn text(answer: &Answer) -> String {
    let best = &answer.best;
    let mut lines = Vec::new();
    let only = if best.root().legal_moves().len() == 1 { ", the only legal move" } else { "" };
    let depth = best.depth;
    lines.push(format!("{} {}{only} (depth {depth})", best.san(0), pawns(best.score)));
    lines.extend(wrapped(&line_text(best), "  ", 2));
    if answer.reasons.is_empty() {
        lines.extend(outcome_text(best).map(|text| format!("  {}: {text}.", best.san(0))));
    }
    for reasons in &answer.reasons {
        lines.push(String::new());
        lines.extend(comparison(reasons));
    }
    lines.join("\n")
}

/// A line in SAN; what quiescence adds stands in brackets.
pub fn line_text(line: &PlayedLine) -> String {
    let mut text = san::line(line.root(), &line.moves[..line.searched]);
    if line.searched < line.moves.len() {
        let rest = san::line(&line.positions[line.searched], &line.moves[line.searched..]);
        text.push_str(&format!(" [{rest}]"));
    }
    text
}

fn comparison(reasons: &Reasons) -> Vec<String> {
    let [best, other] = [&reasons.best, &reasons.other];
    let mut lines = vec![headline(reasons)];
    let score = format!("  {} ", pawns(other.score));
    lines.extend(wrapped(&line_text(other), &score, score.chars().count()));
    for text in tactics(reasons) {
        lines.extend(wrapped(&text, "  ", 2));
    }
    if reasons.accounts.iter().any(|account| account.subject == Subject::Result) {
        return lines;
    }
    for account in reasons.accounts.iter().filter(|account| account.centipawns != 0) {
        lines.push(format!("  {:>6}  {}", signed(account.centipawns), name(account, reasons)));
        for text in details(account, [best, other]) {
            lines.extend(wrapped(&text, &" ".repeat(DETAILS), DETAILS + 2));
        }
    }
    lines
}

/// Who is compared with whom, and by how much they differ.
pub fn headline(reasons: &Reasons) -> String {
    let [best, other] = [&reasons.best, &reasons.other];
    let relation = match reasons.difference {
        0 => "as good as",
        _ => "rather than",
    };
    let moves = format!("{} {relation} {}", best.san(0), other.first());
    match reasons.accounts.first().map(|account| account.subject) {
        Some(Subject::Result) => {
            format!("{moves}: {} against {}", pawns(best.score), pawns(other.score))
        }
        _ => format!("{moves}: {}", signed(reasons.difference)),
    }
}

/// What can be seen without an evaluation: mates, draws, and material if it differs.
pub fn tactics(reasons: &Reasons) -> Vec<String> {
    if !reasons.is_tactical() {
        return Vec::new();
    }
    let lines = [&reasons.best, &reasons.other];
    let tell = |line: &PlayedLine| {
        let mv = line.first();
        let outcome = outcome_text(line);
        outcome.map_or_else(|| format!("{mv} {}.", material(line)), |text| format!("{mv} {text}."))
    };
    lines.into_iter().map(tell).collect()
}

/// How a line ends, if in a mate, a draw or a tablebase result, as the predicate of a sentence about its first move.
pub fn outcome_text(line: &PlayedLine) -> Option<String> {
    let last = line.moves.len() - 1;
    let end = match last {
        0 => String::new(),
        _ => format!(" ({})", line.san(last)),
    };
    Some(match line.ending {
        Ending::Quiet => return None,
        Ending::Mate => match score::moves_to_mate(line.score) {
            Some(1) => "mates at once".into(),
            Some(moves) if moves > 0 => format!("mates in {moves}{end}"),
            Some(moves) => format!("is mated in {}{end}", -moves),
            None => unreachable!("only mates end in mate"),
        },
        Ending::Tablebase if line.score > 0 => "wins, as tablebases know".into(),
        Ending::Tablebase => "loses, as tablebases know".into(),
        Ending::Draw(GameEnd::Repetition) => format!("draws by repetition{end}"),
        Ending::Draw(draw) => format!("draws: {draw}{end}"),
    })
}

/// What a line wins and loses, and where, as a predicate.
fn material(line: &PlayedLine) -> String {
    let [won, lost] = [&line.won, &line.lost].map(|all| gains(line, all));
    match (won.is_empty(), lost.is_empty(), line.balance()) {
        (true, true, _) => "leaves the material as it is".into(),
        (false, true, _) => format!("wins {won}"),
        (true, false, _) => format!("loses {lost}"),
        (_, _, 0) => format!("trades {lost} for {won}"),
        (_, _, 1..) => format!("wins {won} for {lost}"),
        _ => format!("gives {lost} for {won}"),
    }
}

/// Pieces and pawns by type, the most valuable first, with the moves that take them. A pawn that promotes goes
/// without saying.
fn gains(line: &PlayedLine, gains: &[Gain]) -> String {
    let mut texts = Vec::new();
    for kind in PieceType::ALL.into_iter().rev() {
        let is_told = |gain: &&Gain| {
            let promotes = |other: &Gain| {
                let promoted = line.moves[gain.ply].promotion();
                other.ply == gain.ply && promoted == Some(other.kind)
            };
            let is_replaced = line.won.iter().chain(&line.lost).any(promotes);
            gain.kind == kind && (kind != PieceType::Pawn || !is_replaced)
        };
        let own: Vec<&Gain> = gains.iter().filter(is_told).collect();
        let moves: Vec<String> = own.iter().map(|gain| line.san(gain.ply)).collect();
        let moves = moves.join(", ");
        match own.len() {
            0 => {}
            1 => texts.push(format!("{} ({moves})", a_piece(kind))),
            count => texts.push(format!("{} ({moves})", counted(count, kind_name(kind)))),
        }
    }
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => texts.concat(),
    }
}

fn name(account: &Account, reasons: &Reasons) -> String {
    let name = subject_name(account.subject);
    let [best, other] = [&reasons.best, &reasons.other];
    let moves = [best, other].map(PlayedLine::first);
    match account.subject {
        Subject::Search => {
            let added = [best, other].map(|line| signed(line.score - line.verdict()));
            format!("{name}: {} {}, {} {}", moves[0], added[0], moves[1], added[1])
        }
        Subject::Draw => {
            let ends = [best, other].map(|line| match line.ending {
                Ending::Draw(_) => "in a draw".into(),
                _ => format!("at {}", signed(line.evaluation)),
            });
            format!("{name}: {} ends {}, {} {}", moves[0], ends[0], moves[1], ends[1])
        }
        _ => name.into(),
    }
}

/// What explains an account, in words.
pub fn details(account: &Account, lines: [&PlayedLine; 2]) -> Vec<String> {
    match account.subject {
        _ if !account.is_explained() => Vec::new(),
        Subject::Terms(Group::Material) => pieces(account, lines[0].side()),
        Subject::Terms(Group::Tempo) => {
            let [here, there] = lines.map(|line| side(line.end().side()));
            vec![format!("{here} is to move rather than {there}")]
        }
        _ => {
            let told = account.told();
            told.map(|detail| detail_text(detail, account.subject, lines)).collect()
        }
    }
}

/// Material by piece type: how many more the side has in the first line than in the second, minus the same for the
/// enemy.
fn pieces(account: &Account, own: Color) -> Vec<String> {
    let mut texts = Vec::new();
    for kind in PieceType::ALL {
        let (mut more, mut centipawns) = (0, 0);
        for detail in account.details.iter().filter(|detail| detail.kind == Some(kind)) {
            let sign = if detail.color == own { 1 } else { -1 };
            more += sign * (detail.here.len() as i32 - detail.there.len() as i32);
            centipawns += detail.centipawns;
        }
        let comparative = if more > 0 { "more" } else { "fewer" };
        if more != 0 {
            let count = counted(more.unsigned_abs() as usize, kind_name(kind));
            texts.push(format!("{} {count} {comparative}", signed(centipawns)));
        }
    }
    for detail in account.told().filter(|detail| detail.kind.is_none()) {
        let owner = side(detail.color);
        let has = if detail.here.is_empty() { "no longer has" } else { "has" };
        texts.push(format!(
            "{} {owner} {has} the {}",
            signed(detail.centipawns),
            term_name(detail)
        ));
    }
    texts
}

/// A part of an account in words: how much, whose, and on which squares.
fn detail_text(detail: &Detail, subject: Subject, lines: [&PlayedLine; 2]) -> String {
    let words = match subject {
        Subject::Danger(_) | Subject::Terms(Group::Winnable) => term_name(detail).to_owned(),
        _ => format!("{}'s {}", side(detail.color), term_name(detail)),
    };
    let head = format!("{} {words}", signed(detail.centipawns));
    match features(detail, lines.map(PlayedLine::end)) {
        // What is about the whole board has no squares to list.
        [Some(here), Some(there)] if there.is_empty() && here.is_empty() => {
            match detail.here.is_empty() {
                true => format!("{head} after {}", lines[1].first()),
                false => head,
            }
        }
        [Some(here), Some(there)] if there.is_empty() => format!("{head}: {here}"),
        [Some(here), Some(there)] if here.is_empty() => {
            format!("{head}: only after {}: {there}", lines[1].first())
        }
        [Some(here), Some(there)] if here == there => {
            format!("{head}: {} rather than {}", detail.here.len(), detail.there.len())
        }
        [Some(here), Some(there)] => format!("{head}: {here} rather than {there}"),
        [Some(one), None] | [None, Some(one)] if !one.is_empty() => format!("{head}: {one}"),
        _ if detail.kind.is_some() => format!("{head}: on the same squares, as the kings stand"),
        _ => head,
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Text in lines of 80 columns, the first after `first`, the others indented. A move stays with its number.
fn wrapped(text: &str, first: &str, indent: usize) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let is_number = |word: &str| {
        let begins = word.starts_with(|c: char| c == '[' || c.is_ascii_digit());
        begins && word.ends_with('.') && !word.contains(' ')
    };
    for word in text.split_whitespace() {
        match words.last_mut() {
            Some(last) if is_number(last) => *last = format!("{last} {word}"),
            _ => words.push(word.to_owned()),
        }
    }
    text::wrapped(words, first, indent)
}
