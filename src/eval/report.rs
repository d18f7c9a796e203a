//! The evaluation term by term, computed from the trace, so that it shows exactly what is counted (of a known ending,
//! whose score is not made of terms, it says so).

use std::fmt;

use super::combine::EvalScaling;
use super::current_weights::weight;
use super::endgame::known_ending;
use super::evaluate::{evaluate_trace, trace};
use super::pair::S;
use super::phase::FULL_PHASE;
use super::sink::{Note, Trace};
use super::terms::{Group, TERMS, Term};
use super::wdl;
use crate::position::Position;
use crate::types::{Bitboard, Color, Score};

/// The static evaluation of a position, term by term. Displays itself as the table of the `eval` command.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The score in centipawns from White's point of view, before it is normalized for display.
    pub white_score: Score,
    /// Whether the score is that of a known ending, for which none of the terms counts.
    pub is_known_ending: bool,
    /// The terms by group.
    pub groups: Vec<GroupEval>,
    /// The game phase and the endgame scale that the sums are combined with.
    pub scaling: EvalScaling,
}

/// The terms of a group.
#[derive(Clone, Debug)]
pub struct GroupEval {
    /// The group.
    pub group: Group,
    /// The sums for White and for Black. What makes an advantage winnable belongs to neither and counts as
    /// White's.
    pub sides: [S; 2],
    /// The terms that count for a side.
    pub terms: Vec<TermEval>,
}

/// What a term counts.
#[derive(Clone, Copy, Debug)]
pub struct TermEval {
    /// The name of its table of weights.
    pub name: &'static str,
    /// The sums for White and for Black.
    pub sides: [S; 2],
    /// The squares that it is about, for White and for Black.
    pub squares: [Bitboard; 2],
}

impl Position {
    /// The static evaluation, term by term; `None` if the side to move is in check, where nothing is static.
    ///
    /// ```
    /// # use quevedo::Position;
    /// let position: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
    /// let evaluation = position.evaluate().expect("no check");
    /// assert!(evaluation.white_score > 0);
    /// for term in evaluation.groups.iter().flat_map(|group| &group.terms) {
    ///     println!("{} {} {}", term.name, term.sides[0].eg(), term.sides[1].eg());
    /// }
    /// # Ok::<(), quevedo::FenError>(())
    /// ```
    pub fn evaluate(&self) -> Option<Evaluation> {
        if self.is_check() {
            return None;
        }
        let trace = trace(self);
        Some(Evaluation {
            white_score: evaluate_trace(self, &trace) * self.side().sign(),
            is_known_ending: known_ending(self).is_some(),
            groups: Group::ALL.iter().map(|&group| group_eval(&trace, group)).collect(),
            scaling: EvalScaling::of(self.board()),
        })
    }
}

fn group_eval(trace: &Trace, group: Group) -> GroupEval {
    let mut eval = GroupEval { group, sides: [S::ZERO; 2], terms: Vec::new() };
    for term in TERMS.iter().filter(|term| term.group == group) {
        let sides = Color::ALL.map(|color| side_sum(trace, term, color));
        if sides != [S::ZERO; 2] {
            let squares = Color::ALL.map(|color| squares(trace, term, color));
            eval.terms.push(TermEval { name: term.name, sides, squares });
        }
        eval.sides[0] += sides[0];
        eval.sides[1] += sides[1];
    }
    eval
}

/// What a side has of a term.
fn notes<'a>(trace: &'a Trace, term: &Term, color: Color) -> impl Iterator<Item = &'a Note> {
    let indices = term.start..term.start + term.len;
    trace.notes.iter().filter(move |note| note.color == color && indices.contains(&note.index))
}

fn side_sum(trace: &Trace, term: &Term, color: Color) -> S {
    notes(trace, term, color).fold(S::ZERO, |sum, note| sum + weight(note.index) * note.n)
}

fn squares(trace: &Trace, term: &Term, color: Color) -> Bitboard {
    let counted = notes(trace, term, color).filter(|note| note.n != 0);
    counted.fold(Bitboard::EMPTY, |all, note| all | note.squares)
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rule = format!("{:-<24}+{:-<17}+{:-<17}+{:-<17}", "", "", "", "");
        writeln!(f, "{:<24}|{:^17}|{:^17}|{:^17}", "Term", "White", "Black", "Total")?;
        writeln!(f, "{:<24}|{:^17}|{:^17}|{:^17}", "", "MG     EG", "MG     EG", "MG     EG")?;
        for GroupEval { group, sides, terms } in &self.groups {
            writeln!(f, "{rule}")?;
            let row = if *group == Group::Winnable { row_of_neither_side } else { row };
            row(f, &format!("{group:?}"), *sides)?;
            for term in terms {
                let name = Term::plain_name(term.name).to_ascii_lowercase();
                row(f, &format!("  {name}"), term.sides)?;
            }
        }
        writeln!(f, "{rule}")?;
        let EvalScaling { phase, pawns, scale } = self.scaling;
        writeln!(f, "Phase: {phase} of {FULL_PHASE}; endgame scale: {scale:?} of 128")?;
        writeln!(f, "ByPawns is in 1/32 centipawn for each pawn more than ten: times {pawns}.")?;
        writeln!(f, "Danger is in eighths of a centipawn and grows quadratically.")?;
        writeln!(f, "Winnable adds to the advantage of the side that is ahead.")?;
        if self.is_known_ending {
            writeln!(f, "This is a known ending: none of these terms counts.")?;
        }
        let pawns = f64::from(wdl::normalized(self.white_score)) / 100.0;
        let score = self.white_score;
        writeln!(f, "Evaluation: {score:+} for White; {pawns:+.2} pawns as shown to a GUI")
    }
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, [white, black]: [S; 2]) -> fmt::Result {
    writeln!(f, "{name:<24}| {} | {} | {}", cell(white), cell(black), cell(white - black))
}

fn row_of_neither_side(f: &mut fmt::Formatter<'_>, name: &str, sides: [S; 2]) -> fmt::Result {
    writeln!(f, "{name:<24}|{:17}|{:17}| {}", "", "", cell(sides[0] + sides[1]))
}

fn cell(pair: S) -> String {
    format!("{:>7} {:>7}", pair.mg(), pair.eg())
}

#[cfg(test)]
mod tests {
    use super::super::combine::combine;
    use super::super::component::{COMPONENTS, Component};
    use super::super::pair::Pair;
    use super::*;

    #[test]
    fn the_terms_add_up_to_the_score() {
        let lines = include_str!("../../perft-suites/standard.epd").lines();
        let rows = lines.filter(|line| !line.starts_with('#'));
        let fens = rows.filter_map(|row| row.split_once(" ;")).map(|(fen, _)| fen);
        let (mut scores, mut known) = (0, 0);
        for fen in fens {
            let position = Position::from_fen(fen).unwrap();
            let Some(evaluation) = position.evaluate() else { continue };
            let note = evaluation.to_string().contains("known ending");
            assert_eq!(note, evaluation.is_known_ending, "{fen}");
            if evaluation.is_known_ending {
                assert!(known_ending(&position).is_some());
                known += 1;
                continue;
            }
            let mut sums = [S::ZERO; COMPONENTS];
            for GroupEval { group, sides, terms } in &evaluation.groups {
                let side =
                    |side: usize| terms.iter().fold(S::ZERO, |sum, term| sum + term.sides[side]);
                let [white, black] = [side(0), side(1)];
                assert_eq!([white, black], *sides, "{fen} {group:?}");
                match *group {
                    Group::Danger => {
                        sums[Component::danger_by(Color::White).index()] += white;
                        sums[Component::danger_by(Color::Black).index()] += black;
                    }
                    Group::Winnable => sums[Component::Winnable.index()] += white + black,
                    Group::ByPawns => sums[Component::ByPawns.index()] += white - black,
                    _ => sums[Component::Linear.index()] += white - black,
                }
            }
            let score = combine::<i32>(&sums.map(Pair::from), &evaluation.scaling);
            assert_eq!(score, evaluation.white_score, "{fen}");
            scores += 1;
        }
        assert!(scores > 100 && known > 0, "{scores} {known}");
    }
}
