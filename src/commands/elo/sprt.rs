//! The sequential probability ratio test: is a player stronger by `elo1`, or only by `elo0`?
//!
//! The likelihood ratio is the generalized one: under each hypothesis, the frequencies of the results are those that
//! explain the observed ones best.
//!
//! Sources: <https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>; Van den Bergh, "Comparing
//! the approximations for the generalized log likelihood ratio of a multinomial distribution" and
//! "Comments on normalized Elo", <https://www.cantate.be/Fishtest/>.

use super::fit::SCALE;
use super::pairwise::normal_scale;
use super::tally::Tally;
use crate::support::text::counted;

/// The count of a result that never occurred, because it is not impossible.
const UNSEEN: f64 = 1e-3;
/// How often an interval is halved, which makes it as narrow as the numbers allow.
const HALVINGS: usize = 200;
/// The most rounds of the iteration for normalized Elo, and the change of a frequency at which it ends.
const ROUNDS: usize = 100;
const STILL: f64 = 1e-10;

/// The kind of Elo that the hypotheses are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Model {
    /// Hypotheses are in normalized Elo, the score in standard deviations, as fastchess and OpenBench have it
    /// by default
    Normalized,
    /// Hypotheses are in logistic Elo, the usual difference of ratings
    Logistic,
}

impl Model {
    /// The name of this kind of Elo.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Model::Normalized => "normalized",
            Model::Logistic => "logistic",
        }
    }

    /// The largest hypothesis, either way, that the likelihood ratio can be computed for: with more normalized Elo the
    /// iteration has no solution, and with more logistic Elo the expected score is next to that of winning every game.
    pub(super) const fn most(self) -> f64 {
        match self {
            Model::Normalized => 200.0,
            Model::Logistic => 1000.0,
        }
    }
}

/// A test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: f64,
    pub(super) beta: f64,
    pub(super) model: Model,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The player is stronger by no more than `elo0`.
    Lower,
    Running,
    /// The player is stronger by `elo1`.
    Upper,
}

impl State {
    /// The state as the end of a sentence.
    pub(super) const fn name(self) -> &'static str {
        match self {
            State::Lower => "H0 accepted",
            State::Running => "undecided",
            State::Upper => "H1 accepted",
        }
    }
}

impl Sprt {
    /// What is tested, in one line.
    pub(super) fn describe(&self) -> String {
        format!(
            "H1 {} against H0 {} {} Elo, alpha {}, beta {}",
            self.elo1,
            self.elo0,
            self.model.name(),
            self.alpha,
            self.beta
        )
    }

    /// The log likelihood ratios at which the test ends.
    pub(super) fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        (lower, ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What a log likelihood ratio means.
    pub(super) fn state(&self, llr: f64) -> State {
        let (lower, upper) = self.bounds();
        match llr {
            _ if llr >= upper => State::Upper,
            _ if llr <= lower => State::Lower,
            _ => State::Running,
        }
    }

    /// How many games [`llr`](Sprt::llr) leaves out, as the rest of a sentence.
    pub(super) fn left_out(tally: &Tally) -> String {
        match tally.alone.iter().sum::<u32>() {
            alone if alone > 0 && tally.pairs.iter().any(|&pairs| pairs > 0) => {
                format!(
                    "; {} without the other half of the pair left out",
                    counted(alone as usize, "game")
                )
            }
            _ => String::new(),
        }
    }

    /// The log likelihood ratio of pairs of games, or of games if there are no pairs.
    pub(super) fn llr(&self, tally: &Tally) -> f64 {
        if tally.pairs.iter().sum::<u32>() > 0 {
            self.ratio(&tally.pairs, std::f64::consts::SQRT_2)
        } else {
            self.ratio(&tally.games, 1.0)
        }
    }

    /// `width` is the standard deviation of a game, measured in standard deviations of the counted unit, a pair or a
    /// game.
    fn ratio(&self, counts: &[u32], width: f64) -> f64 {
        let counts: Vec<f64> = counts.iter().map(|&n| f64::from(n).max(UNSEEN)).collect();
        let total: f64 = counts.iter().sum();
        let last = (counts.len() - 1) as f64;
        let seen: Vec<(f64, f64)> =
            counts.iter().enumerate().map(|(k, count)| (k as f64 / last, count / total)).collect();
        let explained = |elo: f64| match self.model {
            Model::Logistic => with_mean(&seen, 1.0 / (1.0 + 10_f64.powf(-elo / SCALE))),
            Model::Normalized => with_ratio(&seen, width * elo / normal_scale()),
        };
        let (null, other) = (explained(self.elo0), explained(self.elo1));
        let each = seen.iter().zip(null.iter().zip(&other));
        total * each.map(|(&(_, share), (null, other))| share * (other / null).ln()).sum::<f64>()
    }
}

/// The most likely frequencies, given the observed ones, for which the mean of `deviations` is 0.
fn likeliest(shares: impl Iterator<Item = f64> + Clone, deviations: &[f64]) -> Vec<f64> {
    // They are share / (1 + theta * deviation), with a theta for which all of them are positive.
    let least = deviations.iter().copied().fold(f64::INFINITY, f64::min);
    let most = deviations.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..HALVINGS {
        let theta = (low + high) / 2.0;
        let parts = shares.clone().zip(deviations);
        // The mean falls as theta grows.
        let mean: f64 =
            parts.map(|(share, deviation)| share * deviation / (1.0 + theta * deviation)).sum();
        if mean > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = (low + high) / 2.0;
    shares.zip(deviations).map(|(share, deviation)| share / (1.0 + theta * deviation)).collect()
}

/// Frequencies with this mean score.
fn with_mean(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let deviations: Vec<f64> = seen.iter().map(|(score, _)| score - mean).collect();
    likeliest(seen.iter().map(|&(_, share)| share), &deviations)
}

/// Frequencies whose mean lies `ratio` of their standard deviations above one half.
fn with_ratio(seen: &[(f64, f64)], ratio: f64) -> Vec<f64> {
    let mut found = vec![1.0 / seen.len() as f64; seen.len()];
    for _ in 0..ROUNDS {
        let with = || seen.iter().zip(&found).map(|(&(score, _), share)| (score, share));
        let mean: f64 = with().map(|(score, share)| score * share).sum();
        let variance: f64 = with().map(|(score, share)| share * (score - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        // The condition, linearized at the current frequencies.
        let deviations: Vec<f64> = seen
            .iter()
            .map(|(score, _)| {
                let away = (score - mean) / deviation;
                score - 0.5 - ratio * deviation * (1.0 + away * away) / 2.0
            })
            .collect();
        let next = likeliest(seen.iter().map(|&(_, share)| share), &deviations);
        let moved = next.iter().zip(&found).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        found = next;
        if moved < STILL {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Model, Sprt, State, with_mean, with_ratio};
    use crate::commands::elo::tally::Tally;

    const SPRT: Sprt =
        Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
    const SEEN: [(f64, f64); 5] = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.35), (0.75, 0.25), (1.0, 0.1)];

    fn mean_and_deviation(shares: &[f64]) -> (f64, f64) {
        let mean: f64 = SEEN.iter().zip(shares).map(|((score, _), share)| score * share).sum();
        let square = |score: f64| (score - mean).powi(2);
        let variance: f64 = SEEN.iter().zip(shares).map(|((s, _), share)| square(*s) * share).sum();
        (mean, variance.sqrt())
    }

    #[test]
    fn explanations_meet_their_condition() {
        for target in [0.3, 0.5, 0.52, 0.8] {
            let shares = with_mean(&SEEN, target);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((mean_and_deviation(&shares).0 - target).abs() < 1e-9);
        }
        for target in [-0.5, 0.0, 0.03, 0.6] {
            let shares = with_ratio(&SEEN, target);
            let (mean, deviation) = mean_and_deviation(&shares);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(((mean - 0.5) / deviation - target).abs() < 1e-7, "{target}");
        }
    }

    #[test]
    fn the_ratio_has_the_right_sign_and_mirrors() {
        let tally = Tally { games: [30, 60, 50], pairs: [3, 10, 30, 20, 7], alone: [0; 3] };
        for model in [Model::Normalized, Model::Logistic] {
            let sprt = Sprt { model, ..SPRT };
            let llr = sprt.llr(&tally);
            assert!(llr > 0.0);
            // Mirroring both the hypotheses and the results asks the same question.
            let mirrored = Sprt { elo0: -sprt.elo1, elo1: -sprt.elo0, ..sprt };
            assert!((mirrored.llr(&tally.mirrored()) + llr).abs() < 1e-6, "{model:?}");
            assert!(sprt.llr(&tally.mirrored()) < 0.0);
        }
    }

    /// However one-sided the match.
    #[test]
    fn the_ratio_of_the_largest_hypotheses_is_a_number() {
        for pairs in [[1000, 0, 0, 0, 0], [0, 0, 1000, 0, 0], [0, 0, 0, 0, 1], [9, 40, 90, 40, 9]] {
            let tally = Tally { games: [0; 3], pairs, alone: [0; 3] };
            for model in [Model::Normalized, Model::Logistic] {
                for (elo0, elo1) in [(-model.most(), model.most()), (0.0, model.most())] {
                    let llr = Sprt { elo0, elo1, model, ..SPRT }.llr(&tally);
                    assert!(llr.is_finite(), "{model:?} {elo0} {elo1} {pairs:?}: {llr}");
                }
            }
        }
    }

    /// A match reported by fastchess: ptnml [1, 4, 11, 11, 9], LLR 3.06 for [0, 50].
    #[test]
    fn a_match_that_ended_is_judged_as_by_fastchess() {
        let sprt = Sprt { elo1: 50.0, ..SPRT };
        let tally = Tally { games: [17, 15, 40], pairs: [1, 4, 11, 11, 9], alone: [0; 3] };
        let llr = sprt.llr(&tally);
        assert!((llr - 3.06).abs() < 0.005, "{llr}");
        assert_eq!(sprt.state(llr), State::Upper);
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = SPRT.bounds();
        assert!((lower + 19_f64.ln()).abs() < 1e-12 && (upper - 19_f64.ln()).abs() < 1e-12);
        assert_eq!(
            [-3.0, 0.0, 3.0].map(|llr| SPRT.state(llr)),
            [State::Lower, State::Running, State::Upper]
        );
    }
}
