//! The returns of a position: a mix of the search scores of the following plies and of the result.
//!
//! The position's own search score has nothing new to teach, and the result is mostly chance; the later scores lie
//! between the two. Source: Richard Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988; in
//! chess: Baxter, Tridgell and Weaver, "KnightCap", 1998.

use super::model::{expectation, score_expecting};
use crate::data::Game;

/// The targets of TD(lambda).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Returns {
    /// The weight of each ply relative to the one before it: 0 uses only the position's own search score, 1 only the
    /// result of the game. It is the lambda of TD(lambda).
    pub(super) decay: f64,
    /// The scale of the sigmoid from scores to expected results, per centipawn.
    pub(super) k: f64,
    /// Whether the mean of the last two scores, one of each side, replaces the result, for games that were broken off.
    pub(super) bootstrap: bool,
}

impl Returns {
    /// The target of each position of a game, converted to a score in centipawns from White's point of view.
    pub(super) fn of(self, game: &Game) -> Vec<i16> {
        let Returns { decay, k, .. } = self;
        let mut expected = self.end(game);
        let mut returns: Vec<i16> = game
            .plies
            .iter()
            .rev()
            .map(|ply| {
                let searched = expectation(k, ply.white_score.into());
                expected = decay * expected + (1.0 - decay) * searched;
                score_expecting(k, expected)
            })
            .collect();
        returns.reverse();
        returns
    }

    /// White's result, or expected result, after the last ply.
    fn end(self, game: &Game) -> f64 {
        let last = &game.plies[game.plies.len().saturating_sub(2)..];
        if !self.bootstrap || last.is_empty() {
            return game.white_points().into();
        }
        let searched = last.iter().map(|ply| expectation(self.k, ply.white_score.into()));
        searched.sum::<f64>() / last.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::{Returns, expectation};
    use crate::commands::tune::extract::tests::{START, game};
    use crate::data::Game;
    use crate::types::Color;

    const K: f64 = 0.0075;
    const SCORES: [i16; 4] = [20, -35, 400, 32_000];

    /// Four plies with these scores, won by `winner`.
    fn scored(winner: Option<Color>) -> Game {
        let mut game = game(START, "e2e4 e7e5 g1f3 b8c6", 0);
        for (ply, score) in game.plies.iter_mut().zip(SCORES) {
            ply.white_score = score;
        }
        Game { winner, ..game }
    }

    #[test]
    fn from_0_to_1_leads_from_the_scores_to_the_result() {
        let returns = |decay, winner| Returns { decay, k: K, bootstrap: false }.of(&scored(winner));
        assert_eq!(returns(0.0, Some(Color::Black))[..3], SCORES[..3]);
        assert_eq!(returns(1.0, Some(Color::White)), [i16::MAX; 4]);
        assert_eq!(returns(1.0, Some(Color::Black)), [i16::MIN; 4]);
        assert_eq!(returns(1.0, None), [0; 4]);
    }

    #[test]
    fn each_ply_counts_as_much_as_the_decay_leaves() {
        let decay: f64 = 0.8;
        let expected = |first: usize| {
            let searches = SCORES[first..].iter().enumerate().map(|(ply, &score)| {
                (1.0 - decay) * decay.powi(ply as i32) * expectation(K, score.into())
            });
            searches.sum::<f64>() + decay.powi((SCORES.len() - first) as i32) * 0.5
        };
        let returns = Returns { decay, k: K, bootstrap: false }.of(&scored(None));
        for (first, score) in returns.into_iter().enumerate() {
            let off = expectation(K, score.into()) - expected(first);
            // Scores are rounded to whole centipawns.
            assert!(off.abs() <= K / 8.0, "{first}: {score} is {off} off");
        }
    }

    #[test]
    fn a_game_that_was_broken_off_ends_with_its_last_scores() {
        let bootstrap = Returns { decay: 1.0, k: K, bootstrap: true };
        let mut game = Game { winner: None, ..scored(Some(Color::White)) };
        game.plies.truncate(3);
        let expected = (expectation(K, -35.0) + expectation(K, 400.0)) / 2.0;
        for score in bootstrap.of(&game) {
            let off = expectation(K, score.into()) - expected;
            assert!(off.abs() <= K / 8.0, "{score} is {off} off");
        }
        // With one ply there is one score, without any there is only the result.
        game.plies.truncate(1);
        assert_eq!(bootstrap.of(&game), [20]);
        game.plies.clear();
        assert!(bootstrap.of(&game).is_empty());
    }
}
