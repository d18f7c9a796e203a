use super::{Anchor, Fit, Rated};
use crate::commands::elo::pool::Pool;
use crate::commands::elo::tally::Tally;

/// Two players by number, and the lost, drawn and won games of the first.
type Met = (usize, usize, [u32; 3]);

/// A pool of `count` players with these results.
fn pool(count: usize, results: &[Met]) -> Pool {
    let mut pool =
        Pool { names: (0..count).map(|n| format!("{n:04}")).collect(), ..Pool::default() };
    for &(a, b, games) in results {
        pool.matches.insert((a, b), Tally { games, pairs: [0; 5], alone: games });
    }
    pool
}

fn ratings(pool: &Pool, anchor: &Anchor) -> Vec<Rated> {
    Fit::new(pool, anchor).players.into_iter().map(Option::unwrap).collect()
}

#[test]
fn two_players_are_apart_by_the_formula() {
    let pool = pool(2, &[(0, 1, [200, 200, 600])]);
    let rated = ratings(&pool, &Anchor::Player(1, 0.0));
    let expected = -400.0 * (1.0 / 0.7 - 1.0_f64).log10();
    assert!((rated[0].elo - expected).abs() < 1e-6, "{}", rated[0].elo);
    assert_eq!(rated[1], Rated { elo: 0.0, error: 0.0 });
    // The standard error of the mean of 600 ones, 200 halves and 200 zeros, divided by the slope of the curve there.
    let spread = (0.6 * 0.3 * 0.3 + 0.2 * 0.2 * 0.2 + 0.2 * 0.7 * 0.7_f64).sqrt();
    let slope = std::f64::consts::LN_10 / 400.0 * 0.7 * 0.3;
    let error = super::CONFIDENCE * spread / 1000.0_f64.sqrt() / slope;
    assert!((rated[0].error - error).abs() < 1e-6, "{}", rated[0].error);
    // With the mean at 0, each player gets half of both.
    let mean = ratings(&pool, &Anchor::Mean);
    assert!(
        (mean[0].elo - expected / 2.0).abs() < 1e-6 && (mean[0].elo + mean[1].elo).abs() < 1e-9
    );
    assert!((mean[0].error - error / 2.0).abs() < 1e-6);
    // A given rating shifts the whole scale.
    let given = ratings(&pool, &Anchor::Player(1, 2000.0));
    assert!((given[0].elo - expected - 2000.0).abs() < 1e-6);
}

#[test]
fn fewer_decided_games_spread_less() {
    let drawn = ratings(&pool(2, &[(0, 1, [100, 800, 100])]), &Anchor::Mean);
    let decided = ratings(&pool(2, &[(0, 1, [500, 0, 500])]), &Anchor::Mean);
    assert!((decided[0].error / drawn[0].error - 5.0_f64.sqrt()).abs() < 1e-6);
}

#[test]
fn pairs_of_games_take_the_opening_out() {
    // White wins half of the openings with either player, and the rest are drawn.
    let mut pool = pool(2, &[(0, 1, [100, 200, 100])]);
    let single = ratings(&pool, &Anchor::Mean)[0].error;
    let tally = pool.matches.get_mut(&(0, 1)).unwrap();
    (tally.alone, tally.pairs) = ([0; 3], [2, 0, 196, 0, 2]);
    let paired = ratings(&pool, &Anchor::Mean)[0].error;
    assert!(paired < single / 3.0, "{paired} {single}");
}

#[test]
fn who_met_nobody_of_the_others_has_no_rating() {
    let pool = pool(5, &[(0, 1, [3, 4, 5]), (2, 3, [0, 1, 1]), (3, 4, [1, 1, 1])]);
    let rating = |anchor: &Anchor| {
        Fit::new(&pool, anchor).players.iter().map(Option::is_some).collect::<Vec<_>>()
    };
    // The largest group is rated, or that of the anchor.
    assert_eq!(rating(&Anchor::Mean), [false, false, true, true, true]);
    assert_eq!(rating(&Anchor::Player(0, 0.0)), [true, true, false, false, false]);
}

#[test]
fn ratings_add_up_through_a_third() {
    let pool = pool(3, &[(0, 1, [300, 0, 900]), (1, 2, [300, 0, 900])]);
    let from_middle = ratings(&pool, &Anchor::Player(1, 0.0));
    assert!((from_middle[0].elo + from_middle[2].elo).abs() < 1e-6);
    assert!((from_middle[0].elo - 190.848_5).abs() < 1e-3, "{}", from_middle[0].elo);
    // The two have not played each other, so the errors of both steps add up.
    let far = ratings(&pool, &Anchor::Player(2, 0.0));
    assert!((far[0].error / far[1].error - 2.0_f64.sqrt()).abs() < 1e-6);
}

#[test]
fn a_clean_sweep_is_finite_and_said() {
    let sweep = pool(2, &[(0, 1, [0, 0, 40])]);
    let fit = Fit::new(&sweep, &Anchor::Player(1, 0.0));
    let first = fit.players[0].unwrap();
    assert!(fit.smoothed && first.elo > 400.0 && first.elo < 1200.0);
    assert!(first.error.is_finite() && first.error > 50.0);
    // Everybody has beaten one and lost to another, so the ratings are finite.
    let cycle = pool(3, &[(0, 1, [0, 0, 4]), (1, 2, [0, 0, 4]), (0, 2, [4, 0, 0])]);
    let fit = Fit::new(&cycle, &Anchor::Mean);
    assert!(!fit.smoothed && fit.players.iter().flatten().all(|rated| rated.elo.abs() < 1e-6));
    // Two players beat the other two every time: not finite, although each lost a game.
    let halves =
        pool(4, &[(0, 1, [1, 0, 1]), (2, 3, [1, 0, 1]), (0, 2, [0, 0, 2]), (1, 3, [0, 0, 2])]);
    assert!(Fit::new(&halves, &Anchor::Mean).smoothed);
}

/// The same ratings by another method: strengths whose ratios are the odds, improved in turn (Hunter, "MM algorithms
/// for generalized Bradley-Terry models", 2004), with the mean of the ratings at 0, as in Ordo.
fn by_turns(count: usize, results: &[Met]) -> Vec<f64> {
    let mut strengths = vec![1.0_f64; count];
    for _ in 0..50_000 {
        for player in 0..count {
            let (mut points, mut share) = (0.0, 0.0);
            for &(a, b, [lost, drawn, won]) in results {
                let (own, other) = if a == player { (won, b) } else { (lost, a) };
                if a == player || b == player {
                    points += f64::from(own) + f64::from(drawn) / 2.0;
                    share += f64::from(lost + drawn + won) / (strengths[player] + strengths[other]);
                }
            }
            strengths[player] = points / share;
        }
    }
    let ratings: Vec<f64> = strengths.iter().map(|strength| 400.0 * strength.log10()).collect();
    let mean = ratings.iter().sum::<f64>() / count as f64;
    ratings.iter().map(|rating| rating - mean).collect()
}

#[test]
fn the_fit_is_the_maximum_of_the_likelihood() {
    // From a gauntlet to a full round robin, and from even players to very unequal ones.
    let pools: [(usize, Vec<Met>); 3] = [
        (4, vec![(0, 1, [10, 20, 30]), (0, 2, [5, 5, 40]), (0, 3, [60, 3, 2])]),
        (
            4,
            vec![
                (0, 1, [7, 2, 1]),
                (0, 2, [3, 3, 4]),
                (0, 3, [0, 1, 9]),
                (1, 2, [0, 2, 30]),
                (1, 3, [1, 5, 4]),
                (2, 3, [2, 2, 2]),
            ],
        ),
        // A chain with 99 % steps.
        (5, (0..4).map(|n| (n, n + 1, [1, 0, 99])).collect()),
    ];
    for (count, results) in pools {
        let found = ratings(&pool(count, &results), &Anchor::Mean);
        for (one, other) in found.iter().zip(by_turns(count, &results)) {
            assert!((one.elo - other).abs() < 1e-3, "{} {other}", one.elo);
        }
    }
}
