//! A game's positions with search results and the cost of each move.

use super::judge::{Judgment, capped, game_accuracy, win_probability};
use crate::eval::wdl;
use crate::notation::pgn::PgnGame;
use crate::position::{KeyHistory, Position};
use crate::search::Limits;
use crate::support::searcher::Searcher;
use crate::types::score::{self, DRAW, MATE};
use crate::types::{Color, Depth, Move, Score};

/// The evaluation of a position.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The score from White's point of view.
    pub(super) score: Score,
    /// The best line; empty if the game is over.
    pub(super) line: Vec<Move>,
    /// How deep the search went; 0 if the game is over.
    pub(super) depth: Depth,
}

/// A game with an evaluation of each position.
pub(super) struct Analysis {
    pub(super) game: PgnGame,
    /// All positions of the main line, one more than there are moves.
    pub(super) positions: Vec<Position>,
    /// The evaluation of each position; `None` if the analysis was interrupted before it.
    pub(super) views: Vec<Option<View>>,
}

/// A move of the game with its judgment.
pub(super) struct Judged<'a> {
    /// Its index in the main line.
    pub(super) place: usize,
    /// The position before it.
    pub(super) position: &'a Position,
    pub(super) mv: Move,
    pub(super) before: &'a View,
    pub(super) after: &'a View,
    /// How much winning probability it cost its side, 0 to 1; 0 for the engine's choice.
    pub(super) loss: f64,
    pub(super) verdict: Option<Judgment>,
}

impl Analysis {
    /// Searches the positions of a game from last to first, so that the earlier ones profit from the later ones,
    /// through the hash table and wherever the engine's choice was played. `tell` is called with each position before
    /// its search. The analysis ends early if the user interrupts it.
    pub(super) fn new(
        game: PgnGame,
        searcher: &Searcher,
        limits: &Limits,
        tell: &mut dyn FnMut(&Position),
    ) -> Analysis {
        let mut position = game.start;
        let mut positions = vec![position];
        for mv in game.moves() {
            position.play_unchecked(mv);
            positions.push(position);
        }
        let mut analysis = Analysis { game, views: vec![None; positions.len()], positions };
        searcher.forget();
        for place in (0..analysis.positions.len()).rev() {
            tell(&analysis.positions[place]);
            let view = analysis.view(place, searcher, limits);
            if view.is_none() {
                break;
            }
            analysis.views[place] = view;
        }
        analysis
    }

    fn view(&self, place: usize, searcher: &Searcher, limits: &Limits) -> Option<View> {
        let position = &self.positions[place];
        let history = self.history(place);
        let last = place + 1 == self.positions.len();
        if let Some(score) = over(position, &history, last) {
            return Some(View { score, line: Vec::new(), depth: 0 });
        }
        let found = searcher.search(*position, history, limits.clone())?;
        let depth = found.infos.last().map_or(0, |info| info.depth);
        let played = self.game.line.moves.get(place).map(|played| played.mv);
        match self.views.get(place + 1) {
            // The engine's choice was played, and the search after it looks further.
            Some(Some(next)) if found.line().first() == played.as_ref() => {
                let line = played.into_iter().chain(next.line.iter().copied()).collect();
                Some(View { score: a_ply_earlier(next.score), line, depth })
            }
            _ => {
                let score = position.side().sign() * wdl::normalized(found.outcome.score);
                Some(View { score, line: found.line().to_vec(), depth })
            }
        }
    }

    /// The keys of the positions before this one.
    pub(super) fn history(&self, place: usize) -> KeyHistory {
        let mut history = KeyHistory::new();
        self.positions[..place].iter().for_each(|earlier| history.push(earlier.key()));
        history
    }

    /// Whether every position has been evaluated.
    pub(super) fn is_complete(&self) -> bool {
        self.views.iter().all(Option::is_some)
    }

    /// The moves whose positions before and after have been evaluated.
    pub(super) fn moves(&self) -> impl Iterator<Item = Judged<'_>> {
        self.game.moves().enumerate().filter_map(|(place, mv)| {
            let position = &self.positions[place];
            let before = self.views[place].as_ref()?;
            let after = self.views[place + 1].as_ref()?;
            let sign = position.side().sign();
            let chances = |view: &View| win_probability(sign * view.score);
            let loss = match before.line.first() {
                Some(&best) if best == mv => 0.0,
                _ => (chances(before) - chances(after)).max(0.0),
            };
            let verdict = Judgment::of(loss);
            Some(Judged { place, position, mv, before, after, loss, verdict })
        })
    }

    /// White's winning probability in every position that has been evaluated, with its place.
    pub(super) fn chances(&self) -> impl Iterator<Item = (usize, f64)> {
        let views = self.views.iter().enumerate();
        views.filter_map(|(place, view)| Some((place, win_probability(view.as_ref()?.score))))
    }

    /// The statistics of one side.
    pub(super) fn summary(&self, color: Color) -> PlayerSummary {
        self.summary_of(&|position| position.side() == color)
    }

    /// The statistics of the moves in the positions that `is_counted` accepts.
    pub(super) fn summary_of(&self, is_counted: &dyn Fn(&Position) -> bool) -> PlayerSummary {
        let judged: Vec<Judged> = self.moves().collect();
        let own: Vec<&Judged> =
            judged.iter().filter(|judged| is_counted(judged.position)).collect();
        let mean = |sum: f64| sum / own.len().max(1) as f64;
        let losses: Vec<f64> = judged.iter().map(|judged| judged.loss).collect();
        let chances: Vec<f64> = self.chances().map(|(_, chance)| chance).collect();
        let is_own = |place: usize| is_counted(judged[place].position);
        PlayerSummary {
            moves: own.len(),
            counts: Judgment::ALL
                .map(|verdict| own.iter().filter(|judged| judged.verdict == Some(verdict)).count()),
            loss: mean(own.iter().map(|judged| judged.loss).sum()),
            centipawns: mean(own.iter().map(|judged| f64::from(judged.centipawns())).sum()),
            accuracy: game_accuracy(&losses, &chances, &is_own),
        }
    }
}

impl Judged<'_> {
    /// The centipawns lost, with both scores capped.
    fn centipawns(&self) -> Score {
        if self.loss == 0.0 {
            return 0;
        }
        let sign = self.position.side().sign();
        (capped(sign * self.before.score) - capped(sign * self.after.score)).max(0)
    }
}

/// The statistics of one side.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlayerSummary {
    pub(super) moves: usize,
    /// How many moves got each verdict, as in [`Judgment::ALL`].
    pub(super) counts: [usize; 3],
    /// Mean loss of winning probability, 0 to 1.
    pub(super) loss: f64,
    /// Mean loss in centipawns.
    pub(super) centipawns: f64,
    /// 0 to 100; `None` without moves.
    pub(super) accuracy: Option<f64>,
}

/// The score one ply earlier, if the best move leads to this one: a mate takes one ply more.
pub(super) const fn a_ply_earlier(score: Score) -> Score {
    if score::is_decisive(score) { score - score.signum() } else { score }
}

/// White's score in a position where the game is over. Draws that a player must claim count only if the game ended with
/// them.
fn over(position: &Position, history: &KeyHistory, last: bool) -> Option<Score> {
    let end = history.outcome(position).filter(|end| last || !end.must_be_claimed())?;
    Some(end.winner().map_or(DRAW, |winner| winner.sign() * MATE))
}
