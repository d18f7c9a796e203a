//! The table of the `eval` command, computed from the trace, so that it shows exactly what is counted.

use std::fmt::Write as _;

use super::combine::EvalScaling;
use super::current_weights::weight;
use super::evaluate::{evaluate_from_scratch, trace};
use super::pair::S;
use super::phase::FULL_PHASE;
use super::sink::Trace;
use super::terms::{Group, TERMS, Term};
use super::wdl;
use crate::position::Position;
use crate::types::Color;

/// The evaluation of a position, group by group and term by term, as text.
pub fn report(position: &Position) -> String {
    let trace = trace(position);
    let scaling = EvalScaling::of(position.board());
    let mut text = String::new();
    let rule = format!("{:-<24}+{:-<17}+{:-<17}+{:-<17}\n", "", "", "", "");
    let _ = writeln!(text, "{:<24}|{:^17}|{:^17}|{:^17}", "Term", "White", "Black", "Total");
    let _ =
        writeln!(text, "{:<24}|{:^17}|{:^17}|{:^17}", "", "MG     EG", "MG     EG", "MG     EG");
    for &group in Group::ALL {
        text.push_str(&rule);
        let mut sums = [S::ZERO; 2];
        let mut rows = String::new();
        for term in TERMS.iter().filter(|term| term.group == group) {
            let sides = Color::ALL.map(|color| side_sum(&trace, term, color));
            if sides != [S::ZERO; 2] {
                row(&mut rows, &format!("  {}", term.name.to_lowercase()), sides);
            }
            sums[0] += sides[0];
            sums[1] += sides[1];
        }
        row(&mut text, &format!("{group:?}"), sums);
        text.push_str(&rows);
    }
    text.push_str(&rule);
    let score = evaluate_from_scratch(position) * position.side().sign();
    let _ = writeln!(
        text,
        "Phase: {} of {FULL_PHASE}; endgame scale: {:?} of 128",
        scaling.phase, scaling.scale
    );
    let _ = writeln!(text, "Danger is in eighths of a centipawn and grows quadratically.");
    let _ = writeln!(
        text,
        "Evaluation: {score:+} for White; {:+.2} pawns as shown to a GUI",
        f64::from(wdl::normalized(score)) / 100.0
    );
    text
}

fn side_sum(trace: &Trace, term: &Term, color: Color) -> S {
    let indices = term.start..term.start + term.len;
    let own =
        trace.notes.iter().filter(|note| note.color == color && indices.contains(&note.index));
    own.fold(S::ZERO, |sum, note| sum + weight(note.index) * note.n)
}

fn row(text: &mut String, name: &str, [white, black]: [S; 2]) {
    let cell = |pair: S| format!("{:>7} {:>7}", pair.mg(), pair.eg());
    let _ =
        writeln!(text, "{name:<24}| {} | {} | {}", cell(white), cell(black), cell(white - black));
}
