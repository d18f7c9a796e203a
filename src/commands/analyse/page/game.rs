//! The data about a game for the page's script. The script knows no rules, so each move lists the squares that it
//! changes.

use serde::Serialize;

use super::super::analysis::{Analysis, Judged, PlayerSummary, View};
use super::super::judge::{Judgment, win_probability};
use super::super::phase::GamePhase;
use super::super::report::name;
use super::reasons::Why;
use super::shown::{Shown, board, shown_line};
use crate::position::Position;
use crate::search::Quiescence;
use crate::support::text::pawns;
use crate::types::Color;

/// Plies of a best line.
const LONGEST_LINE: usize = 12;

#[derive(Serialize)]
pub(super) struct Game {
    /// The players, White first.
    players: [String; 2],
    result: &'static str,
    /// The initial position, in the form of [`board`].
    board: String,
    /// Plies before the initial position; even if White is to move.
    ply: u16,
    moves: Vec<Played>,
    /// The evaluations of the positions, one more than there are moves; null after an interruption.
    views: Vec<Option<Seen>>,
    /// The statistics of White and Black over the whole game.
    totals: [Total; 2],
    /// The statistics of White and Black in each phase.
    phases: Vec<Phase>,
}

#[derive(Serialize)]
struct Played {
    #[serde(flatten)]
    mv: Shown,
    /// The comments on the move.
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    /// Winning probability lost, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<Mistake>,
}

/// A move that deserves a mark.
#[derive(Serialize)]
struct Mistake {
    mark: &'static str,
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
}

#[derive(Serialize)]
struct Seen {
    score: String,
    /// White's winning probability, 0 to 1.
    chance: f64,
    line: Vec<Shown>,
}

#[derive(Serialize)]
struct Phase {
    name: &'static str,
    meaning: &'static str,
    sides: [Total; 2],
}

#[derive(Serialize)]
struct Total {
    moves: usize,
    /// Inaccuracies, mistakes, blunders.
    counts: [usize; 3],
    /// Mean loss of winning probability, in percent.
    loss: f64,
    accuracy: Option<f64>,
}

impl Game {
    pub(super) fn new(analysis: &Analysis, quiescence: &mut Quiescence) -> Game {
        let game = &analysis.game;
        let mut moves: Vec<Played> = game
            .positions()
            .zip(&game.line.moves)
            .map(|((position, mv), played)| Played {
                mv: Shown::new(&position, mv),
                comment: told(&played.comments),
                loss: None,
                mistake: None,
            })
            .collect();
        for judged in analysis.moves() {
            let played = &mut moves[judged.place];
            played.loss = Some(rounded(100.0 * judged.loss, 1));
            if let Some(verdict) = judged.verdict {
                played.mistake = Some(Mistake::new(analysis, &judged, verdict, quiescence));
            }
        }
        let seen = |(position, view): (&Position, &Option<View>)| {
            view.as_ref().map(|view| Seen::new(position, view))
        };
        let phases = GamePhase::ALL.map(|phase| Phase {
            name: phase.name(),
            meaning: phase.meaning(),
            sides: Color::ALL.map(|color| {
                let is_counted = |position: &Position| {
                    position.side() == color && GamePhase::of(position) == phase
                };
                Total::from(&analysis.summary_of(&is_counted))
            }),
        });
        Game {
            players: Color::ALL.map(|color| name(game, color).to_owned()),
            result: game.result.text(),
            board: board(&game.start),
            ply: game.start.game_ply(),
            moves,
            views: analysis.positions.iter().zip(&analysis.views).map(seen).collect(),
            totals: Color::ALL.map(|color| Total::from(&analysis.summary(color))),
            phases: phases.into(),
        }
    }
}

impl Mistake {
    fn new(
        analysis: &Analysis,
        judged: &Judged,
        verdict: Judgment,
        quiescence: &mut Quiescence,
    ) -> Mistake {
        let why = Why::new(analysis, judged, quiescence);
        Mistake { mark: verdict.mark(), name: verdict.name(), why }
    }
}

impl Seen {
    fn new(position: &Position, view: &View) -> Seen {
        let line = &view.line[..view.line.len().min(LONGEST_LINE)];
        Seen {
            score: pawns(view.score),
            chance: rounded(win_probability(view.score), 4),
            line: shown_line(position, line),
        }
    }
}

impl From<&PlayerSummary> for Total {
    fn from(summary: &PlayerSummary) -> Total {
        Total {
            moves: summary.moves,
            counts: summary.counts,
            loss: rounded(100.0 * summary.loss, 1),
            accuracy: summary.accuracy.map(|accuracy| rounded(accuracy, 1)),
        }
    }
}

/// Comments without the commands of programs, such as `[%clk 0:01:00]`.
fn told(comments: &[String]) -> String {
    let mut text = comments.join(" ");
    while let Some(start) = text.find("[%") {
        let end = text[start..].find(']').map_or(text.len(), |length| start + length + 1);
        text.replace_range(start..end, "");
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Rounds a number, since more digits are not worth their bytes.
fn rounded(number: f64, digits: i32) -> f64 {
    let unit = 10f64.powi(digits);
    (number * unit).round() / unit
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn commands_of_programs_are_no_comments() {
        let comments = ["[%clk 0:01] good [%eval 1.0]", "move [%csl"].map(String::from);
        assert_eq!(told(&comments), "good move");
    }
}
