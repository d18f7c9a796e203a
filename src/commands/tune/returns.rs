//! What becomes of a position: the searches of the plies that follow, and last the result.
//!
//! The score of a search is what the search already believes, and the result is mostly chance; what the next searches
//! find out lies between the two. Source: Richard Sutton, "Learning to Predict by the Methods of Temporal
//! Differences", 1988; in chess: Baxter, Tridgell and Weaver, "KnightCap", 1998.

use super::model::{expectation, score_expecting};
use crate::data::Game;

/// The targets of TD(lambda).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Returns {
    /// By how much each ply counts less than the one before: 0 leaves the score of the position's own search, 1 the
    /// result of the game.
    pub(super) decay: f64,
    /// The scale of the sigmoid from scores to expected results, per centipawn.
    pub(super) k: f64,
}

impl Returns {
    /// The target of each position of a game, as the score that expects it, in centipawns from White's point of view.
    pub(super) fn of(self, game: &Game) -> Vec<i16> {
        let Returns { decay, k } = self;
        let mut expected = f64::from(game.white_points());
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
}

#[cfg(test)]
mod tests {
    use super::{Returns, expectation};
    use crate::data::{Game, Ply};
    use crate::position::Position;
    use crate::types::Color;

    const K: f64 = 0.0075;
    const SCORES: [i16; 4] = [20, -35, 400, 32_000];

    /// 1. e4 e5 2. Nf3 Nc6 with these scores, won by `winner`.
    fn game(winner: Option<Color>) -> Game {
        let start =
            Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
        let mut position = start;
        let plies =
            ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().zip(SCORES).map(|(text, score)| {
                let mv = position.parse_uci(text).unwrap();
                position.play_unchecked(mv);
                Ply { mv, white_score: score }
            });
        Game { start, plies: plies.collect(), winner }
    }

    #[test]
    fn no_decay_gives_results_and_full_decay_scores() {
        let returns = |decay, winner| Returns { decay, k: K }.of(&game(winner));
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
        let returns = Returns { decay, k: K }.of(&game(None));
        for (first, score) in returns.into_iter().enumerate() {
            let off = expectation(K, score.into()) - expected(first);
            // A score is a whole number of centipawns.
            assert!(off.abs() <= K / 8.0, "{first}: {score} is {off} off");
        }
    }
}
