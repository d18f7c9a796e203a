//! The cost of a move: winning probability, marks, accuracy.
//!
//! All constants are those of Lichess, so that marks and figures have the meaning that players are used to.
//! Sources: lichess.org/page/accuracy; lichess-org/scalachess, `eval.scala` (`WinPercent`);
//! lichess-org/lila, `Advice.scala` (the three thresholds) and `AccuracyPercent.scala`.

use crate::types::Score;

/// The growth of the winning probability's logistic curve per centipawn, fitted to games of rated players.
const GROWTH: f64 = 0.003_682_08;
/// Scores beyond this, and mates, count as this, because in a won game one way to win is as good as another.
const CEILING: Score = 1000;

/// Lichess's judgments of bad moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgment {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Judgment {
    /// From mild to severe.
    pub(super) const ALL: [Judgment; 3] =
        [Judgment::Inaccuracy, Judgment::Mistake, Judgment::Blunder];

    /// The least loss of winning probability that deserves it.
    const fn threshold(self) -> f64 {
        match self {
            Judgment::Inaccuracy => 0.05,
            Judgment::Mistake => 0.10,
            Judgment::Blunder => 0.15,
        }
    }

    /// The verdict on a move that lost this much winning probability, if it deserves one.
    pub(super) fn of(loss: f64) -> Option<Judgment> {
        Judgment::ALL.into_iter().rev().find(|verdict| loss >= verdict.threshold())
    }

    /// The mark after the move.
    pub(super) const fn mark(self) -> &'static str {
        match self {
            Judgment::Inaccuracy => "?!",
            Judgment::Mistake => "?",
            Judgment::Blunder => "??",
        }
    }

    /// The mark's number in PGN.
    pub(super) const fn nag(self) -> u8 {
        match self {
            Judgment::Inaccuracy => 6,
            Judgment::Mistake => 2,
            Judgment::Blunder => 4,
        }
    }

    /// The name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Judgment::Inaccuracy => "Inaccuracy",
            Judgment::Mistake => "Mistake",
            Judgment::Blunder => "Blunder",
        }
    }
}

/// The score in centipawns, capped.
pub(super) fn capped(score: Score) -> Score {
    score.clamp(-CEILING, CEILING)
}

/// The probability, 0 to 1, that the side with this score wins.
pub(super) fn win_probability(score: Score) -> f64 {
    1.0 / (1.0 + (-GROWTH * f64::from(capped(score))).exp())
}

/// The accuracy, 0 to 100, of a move that lost this much winning probability.
fn move_accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    // The last term is Lichess's bonus for the uncertainty of the analysis.
    let accuracy = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * 100.0 * loss).exp()
        - 3.166_924_740_191_411
        + 1.0;
    accuracy.clamp(0.0, 100.0)
}

/// A side's accuracy over a game, 0 to 100: the average of two means of its moves' accuracies, one weighted by how much
/// is at stake around a move, one harmonic, which a few bad moves pull down. `None` without moves.
///
/// `losses` are the losses of winning probability of all moves of both sides, and `probabilities` is White's winning
/// probability in all positions, one more than there are moves; `is_own` says which moves are the side's, by their
/// place.
pub(super) fn game_accuracy(
    losses: &[f64],
    probabilities: &[f64],
    is_own: &dyn Fn(usize) -> bool,
) -> Option<f64> {
    debug_assert_eq!(losses.len(), probabilities.len().saturating_sub(1));
    let weights = weights(probabilities);
    let own = || losses.iter().zip(&weights).enumerate().filter(|(place, _)| is_own(*place));
    let pairs: Vec<(f64, f64)> =
        own().map(|(_, (&loss, &weight))| (move_accuracy(loss), weight)).collect();
    if pairs.is_empty() {
        return None;
    }
    let total: f64 = pairs.iter().map(|(_, weight)| weight).sum();
    let weighted = pairs.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / total;
    let inverse: f64 = pairs.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    let harmonic = pairs.len() as f64 / inverse;
    Some(((weighted + harmonic) / 2.0).clamp(0.0, 100.0))
}

/// How much is at stake at each move: the standard deviation, in percent, of White's winning probability in a sliding
/// window of positions.
fn weights(probabilities: &[f64]) -> Vec<f64> {
    let moves = probabilities.len().saturating_sub(1);
    let size = (moves / 10).clamp(2, 8).min(probabilities.len());
    // The first moves share the first window, so that there is one for every move.
    let start = (0..moves).map(|place| (place + 2).saturating_sub(size));
    start.map(|start| deviation(&probabilities[start..start + size]).clamp(0.5, 12.0)).collect()
}

/// Standard deviation in percent.
fn deviation(probabilities: &[f64]) -> f64 {
    let count = probabilities.len() as f64;
    let mean = probabilities.iter().sum::<f64>() / count;
    let variance = probabilities.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / count;
    100.0 * variance.sqrt()
}

#[cfg(test)]
mod tests {
    use super::{Judgment, game_accuracy, move_accuracy, weights, win_probability};
    use crate::types::score::{MATE, mate_in};

    #[test]
    fn probabilities_are_symmetric_and_capped() {
        assert_eq!(win_probability(0), 0.5);
        for score in [1, 50, 300, 999, 5000, mate_in(3), MATE] {
            assert!((win_probability(score) + win_probability(-score) - 1.0).abs() < 1e-12);
            assert!(win_probability(score) > 0.5);
        }
        assert_eq!(win_probability(1000), win_probability(MATE));
        assert!((win_probability(100) - 0.591_026).abs() < 1e-6);
    }

    #[test]
    fn verdicts_begin_at_their_thresholds() {
        for (loss, mark) in [
            (0.0, ""),
            (0.0499, ""),
            (0.05, "?!"),
            (0.0999, "?!"),
            (0.10, "?"),
            (0.15, "??"),
            (0.9, "??"),
        ] {
            assert_eq!(Judgment::of(loss).map_or("", Judgment::mark), mark, "{loss}");
        }
    }

    #[test]
    fn accuracy_is_what_the_sources_say() {
        assert_eq!(move_accuracy(0.0), 100.0);
        // The formula calculated by hand: 103.16681 * exp(-0.4354415) - 2.16692.
        assert!((move_accuracy(0.10) - 64.579_83).abs() < 1e-5, "{}", move_accuracy(0.10));
        assert_eq!(move_accuracy(1.0), 0.0);

        assert_eq!(game_accuracy(&[], &[0.5], &|_| true), None);
        let (losses, level) = ([0.0; 30], [0.5; 31]);
        assert_eq!(game_accuracy(&losses, &level, &|place| place % 2 == 0), Some(100.0));
        // One move for each side, and Black's costs ten percent: both means are that move's.
        let both = game_accuracy(&[0.0, 0.1], &[0.5, 0.5, 0.6], &|place| place == 1);
        assert!((both.unwrap() - move_accuracy(0.1)).abs() < 1e-9);
    }

    #[test]
    fn every_move_has_a_weight() {
        for moves in 0..120 {
            let probabilities: Vec<f64> = (0..=moves).map(|n| (n % 7) as f64 / 7.0).collect();
            assert_eq!(weights(&probabilities).len(), moves);
        }
        assert_eq!(weights(&[0.5; 41]), [0.5; 40]);
    }
}
