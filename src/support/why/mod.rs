//! Why one move is better than another: both are searched alike, their lines played out to quiet ends, and the
//! difference of the scores broken down into named accounts.

mod line;
mod reasons;
mod text;
mod words;

use crate::position::{GameEnd, KeyHistory, Position};
use crate::search::{Info, Limits, Quiescence};
use crate::support::error::ToolError;
use crate::support::searcher::Searcher;
use crate::types::{Move, sort_few};

pub use line::{Ending, Gain, PlayedLine, SearchedLine};
pub use reasons::{Account, Detail, Reasons, Subject, reasons};
pub use text::{details, headline, line_text, tactics, text};
pub use words::{kind_name, subject_name};

/// How many moves the best is compared with if none are named.
const OTHERS: usize = 2;

/// A question: why is the best move better than these?
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// The keys of the positions before it.
    pub history: KeyHistory,
    /// The moves, which must be legal; if there are none, the next best are compared.
    pub moves: Vec<Move>,
    /// The limits of a search.
    pub limits: Limits,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The best line.
    pub best: PlayedLine,
    /// Why it is better than each of the others, in the order of the question or of their scores.
    pub reasons: Vec<Reasons>,
}

impl Question {
    /// Searches for the best move, then all moves in question together, to the same depth. `None` if the search
    /// was cancelled.
    ///
    /// # Errors
    /// There is no legal move, or no memory.
    pub fn answer(&self, searcher: &Searcher) -> Result<Option<Answer>, ToolError> {
        let legal = self.position.legal_moves().len();
        if let Some(end) = self.position.outcome().filter(|_| legal == 0) {
            return Err(ToolError::BadInput(format!("no legal move to ask about: {}", told(end))));
        }
        let search = |limits: Limits, lines: usize| {
            searcher.search_lines(self.position, self.history.clone(), limits, lines)
        };
        let mut moves = Vec::new();
        for &mv in &self.moves {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        if !moves.is_empty() {
            let Some(found) = search(self.limits.clone(), 1) else { return Ok(None) };
            let best = found.outcome.best;
            moves.retain(|&mv| Some(mv) != best);
            // Only the best move was asked about: why is it the best?
            if !moves.is_empty() {
                moves.extend(best);
            }
        }
        let lines = if moves.is_empty() { legal.min(1 + OTHERS) } else { moves.len() };
        let limits = self.limits.clone().only(moves.iter().copied());
        let Some(found) = search(limits, lines) else { return Ok(None) };
        let mut quiescence = Quiescence::new()?;
        let mut played = Vec::new();
        for line in last_complete(&found.infos, lines) {
            played.push(PlayedLine::new(&self.position, &self.history, &line, &mut quiescence));
        }
        if played.is_empty() {
            return Err(ToolError::BadInput("the limits leave no time for a search".into()));
        }
        let best = played.remove(0);
        let place = |line: &PlayedLine| self.moves.iter().position(|&mv| mv == line.moves[0]);
        sort_few(&mut played, |line| place(line).unwrap_or(usize::MAX));
        let reasons = played.into_iter().map(|other| reasons(best.clone(), other)).collect();
        Ok(Some(Answer { best, reasons }))
    }
}

/// The lines of the last iteration that has them all; of the last iteration, if none has.
fn last_complete(infos: &[Info], lines: usize) -> Vec<SearchedLine> {
    let of_depth = |depth| -> Vec<&Info> {
        // What is reported twice counts once: the last report.
        let mut all: Vec<&Info> = Vec::new();
        for info in infos.iter().filter(|info| info.depth == depth) {
            all.retain(|other| other.line != info.line);
            all.push(info);
        }
        sort_few(&mut all, |info| info.line);
        all
    };
    let mut depths: Vec<_> = infos.iter().map(|info| info.depth).collect();
    depths.dedup();
    let complete = depths.iter().rev().map(|&depth| of_depth(depth)).find(|all| {
        let mut first: Vec<_> = all.iter().filter_map(|info| info.pv.first()).collect();
        sort_few(&mut first, |mv| mv.bits());
        first.dedup();
        first.len() == lines
    });
    let found = complete.or_else(|| depths.last().map(|&depth| of_depth(depth)[..1].to_vec()));
    let line =
        |info: &Info| SearchedLine { score: info.score, depth: info.depth, moves: info.pv.clone() };
    found.unwrap_or_default().into_iter().map(line).collect()
}

/// How a game has ended, for a message.
fn told(end: GameEnd) -> String {
    match end {
        GameEnd::Checkmate { winner } => format!("{winner:?} has mated"),
        other => other.to_string(),
    }
}
