//! Two players' games against each other, regardless of all other games.
//!
//! Source: <https://www.chessprogramming.org/Match_Statistics> (likelihood of superiority, pairs of games:
//! "pentanomial"); Van den Bergh, "Normalized Elo", 2021.

use super::fit::{CONFIDENCE, SCALE};
use super::tally::Tally;

/// What a match says about the difference between two players. If all its results are the same, the numbers that depend
/// on their spread are infinite or NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pairwise {
    /// The rating difference whose expected score is the score of the match.
    pub(super) elo: f64,
    /// Half of the 95 % interval.
    pub(super) error: f64,
    /// The difference in standard deviations of a game's points, on a scale like that of Elo.
    pub(super) normalized: f64,
    /// Likelihood of superiority.
    pub(super) los: f64,
    /// The share of pairs that ended level, or of drawn games if there are no pairs.
    pub(super) level: f64,
}

impl Pairwise {
    /// The numbers of a match with at least one game.
    pub(super) fn of(tally: &Tally) -> Pairwise {
        let (score, games) = (tally.score(), tally.count());
        let spread = tally.surprise(score);
        let deviation = spread.sqrt() / games;
        let bound = |side: f64| elo_of(score + side * CONFIDENCE * deviation);
        let known = tally.units() > 1 && spread > 0.0;
        let error = (bound(1.0) - bound(-1.0)) / 2.0;
        let pairs: u32 = tally.pairs.iter().sum();
        let level = if pairs > 0 {
            f64::from(tally.pairs[2]) / f64::from(pairs)
        } else {
            f64::from(tally.games[1]) / games
        };
        Pairwise {
            elo: elo_of(score),
            error: if known && error.is_finite() { error } else { f64::INFINITY },
            normalized: (score - 0.5) / (spread / games).sqrt() * normal_scale(),
            los: if known {
                normal_share((score - 0.5) / deviation)
            } else {
                without_spread(tally)
            },
            level,
        }
    }
}

/// The likelihood of superiority where results don't spread: by the numbers of wins and losses alone. NaN if they are the
/// same.
fn without_spread(tally: &Tally) -> f64 {
    let [losses, _, wins] = tally.games.map(f64::from);
    match wins - losses {
        0.0 => f64::NAN,
        lead => normal_share(lead / (wins + losses).sqrt()),
    }
}

/// The points of normalized Elo per standard deviation.
pub(super) fn normal_scale() -> f64 {
    2.0 * SCALE / std::f64::consts::LN_10
}

/// The rating difference that corresponds to this score; infinite for 0 and 1.
fn elo_of(score: f64) -> f64 {
    match score {
        _ if score <= 0.0 => f64::NEG_INFINITY,
        _ if score >= 1.0 => f64::INFINITY,
        _ => SCALE * (score / (1.0 - score)).log10(),
    }
}

/// The share of the normal distribution below a value.
///
/// Source: Marsaglia, "Evaluating the normal distribution", 2004: a Taylor series.
fn normal_share(value: f64) -> f64 {
    // Further out nothing is left. NaN (no spread and no difference) stays NaN.
    const FAR: f64 = 8.0;
    if value.abs() > FAR {
        return if value > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut odd) = (value, value, 1.0);
    while term.abs() > f64::EPSILON * sum.abs() {
        odd += 2.0;
        term *= value * value / odd;
        sum += term;
    }
    let density = (-value * value / 2.0).exp() / std::f64::consts::TAU.sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::{Pairwise, normal_share};
    use crate::commands::elo::fit::{Anchor, Fit};
    use crate::commands::elo::pool::Pool;
    use crate::commands::elo::tally::Tally;

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (value, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-1.96, 0.024_997_895),
            (3.0, 0.998_650_102),
            (-6.0, 9.866e-10),
        ] {
            assert!((normal_share(value) - share).abs() < 1e-9, "{value}");
        }
        assert_eq!((normal_share(f64::INFINITY), normal_share(-50.0)), (1.0, 0.0));
        assert!(normal_share(f64::NAN).is_nan());
    }

    #[test]
    fn of_two_players_the_joint_fit_says_the_same() {
        let games = [200, 200, 600];
        let tally = Tally { games, pairs: [0; 5], alone: games };
        let mut pool = Pool { names: vec!["a".into(), "b".into()], ..Pool::default() };
        pool.matches.insert((0, 1), tally);
        let rated = Fit::new(&pool, &Anchor::Player(1, 0.0)).players[0].unwrap();
        let pairwise = Pairwise::of(&tally);
        assert!((pairwise.elo - rated.elo).abs() < 1e-6);
        // One is half of an asymmetric interval, the other uses the slope.
        assert!((pairwise.error - rated.error).abs() < 0.2);
    }

    #[test]
    fn the_other_side_sees_the_opposite() {
        let tally = Tally { games: [20, 31, 49], pairs: [3, 8, 14, 15, 10], alone: [0; 3] };
        let (one, other) = (Pairwise::of(&tally), Pairwise::of(&tally.mirrored()));
        assert!((one.elo + other.elo).abs() < 1e-9 && (one.error - other.error).abs() < 1e-9);
        assert!((one.los + other.los - 1.0).abs() < 1e-12);
        assert!((one.normalized + other.normalized).abs() < 1e-9);
        assert_eq!(one.level, other.level);
    }

    #[test]
    fn without_spread_there_is_no_error() {
        let one = Tally { games: [0, 0, 1], pairs: [0; 5], alone: [0, 0, 1] };
        let found = Pairwise::of(&one);
        assert!(found.elo.is_infinite() && found.error.is_infinite());
        assert!((found.los - 0.8413).abs() < 1e-4, "by one win, not for certain");
        let level = Tally { games: [2, 0, 2], pairs: [0, 0, 2, 0, 0], alone: [0; 3] };
        let found = Pairwise::of(&level);
        assert!(found.elo == 0.0 && found.error.is_infinite() && found.los.is_nan());
    }
}
