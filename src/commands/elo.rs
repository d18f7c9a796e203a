//! `quevedo elo`: Elo ratings with error bars.
//!
//! The ratings are those under which the results are likeliest, a draw being half a win; the errors
//! come from the curvature of the likelihood there and from how far the results lie from what was to be
//! expected, relative to the player that the scale hangs on: the more draws, the smaller they are. Two
//! games of one round from the same opening with colours exchanged count as one result, since what
//! the opening gives to one side it takes away in the other game.
//!
//! Sources: <https://www.chessprogramming.org/Elo_Rating>,
//! <https://www.chessprogramming.org/Match_Statistics> (pairs of games: "pentanomial"); Bradley and
//! Terry, "Rank analysis of incomplete block designs", 1952; White, "Maximum likelihood estimation of
//! misspecified models", 1982 (the errors).

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use crate::support::error::ToolError;
use crate::support::files::each_game;
use crate::support::output::print_line;
use crate::types::Color;

/// Rating points that make odds of ten to one.
const SCALE: f64 = 400.0;
/// Two standard errors on each side: 95 % of the cases.
const CONFIDENCE: f64 = 1.96;
/// A drawn game that nobody played between any two who met keeps ratings finite where one won all.
const PRIOR_GAMES: f64 = 1.0;
/// Rounds of the iteration, enough for any tournament.
const ROUNDS: usize = 10_000;
/// It has ended when no rating moves by more points than this.
const STILL: f64 = 1e-6;

/// The arguments of `quevedo elo`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The games
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,
    /// The player whose rating is fixed (default: the first in the files)
    #[arg(long, value_name = "NAME")]
    anchor: Option<String>,
    /// The rating of that player
    #[arg(long, default_value_t = 0.0)]
    rating: f64,
    /// Print CSV
    #[arg(long)]
    csv: bool,
}

/// What two players have played against each other, and what the first of them scored.
#[derive(Clone, Copy, Default)]
struct PairRecord {
    games: f64,
    points: f64,
    /// Sum of the squares of each game's points.
    squares: f64,
    /// Pairs of games, their points, and the sum of the products of both games' points.
    pairs: f64,
    paired_points: f64,
    products: f64,
}

impl PairRecord {
    fn add(&mut self, games: f64, points: f64) {
        self.games += games;
        self.points += games * points;
        self.squares += games * points * points;
    }

    /// Two games that have been added already belong together.
    fn pair(&mut self, points: [f64; 2]) {
        self.pairs += 1.0;
        self.paired_points += points[0] + points[1];
        self.products += points[0] * points[1];
    }

    /// Sum of the squares by which results, of pairs or of games that are alone, differ from what is
    /// expected of a game.
    fn surprise(&self, expected: f64) -> f64 {
        let squared = expected * expected;
        let alone = self.squares - 2.0 * expected * self.points + squared * self.games;
        let together = self.products - expected * self.paired_points + squared * self.pairs;
        // The square of a sum: both squares and twice the product.
        alone + 2.0 * together
    }
}

/// The records by who played whom, the smaller number first.
type PairRecords = BTreeMap<(usize, usize), PairRecord>;

/// A player's rating.
struct Rated {
    rating: f64,
    error: f64,
}

/// Runs the command.
///
/// # Errors
/// Files that can't be read, an anchor that did not play, or no finished game.
pub fn run(args: &Args) -> Result<(), ToolError> {
    let mut names: Vec<String> = Vec::new();
    let mut results = Results::default();
    each_game(&args.games, |game| {
        let Some(points) = game.result.points(Color::White) else { return };
        let mut number = |tag| {
            let name = game.tag(tag).unwrap_or("?");
            names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.to_owned());
                names.len() - 1
            })
        };
        let (white, black) = (number("White"), number("Black"));
        let round = game.tag("Round").filter(|round| !["?", "-", ""].contains(round));
        let opening = round.map(|round| format!("{round} {}", game.tag("FEN").unwrap_or_default()));
        results.note(white, black, points, opening);
    })?;
    let pairs = results.pairs;
    if pairs.is_empty() {
        return Err(ToolError::BadInput("no finished games between two players".into()));
    }
    let anchor = match &args.anchor {
        None => 0,
        Some(name) => names
            .iter()
            .position(|known| known == name)
            .ok_or_else(|| ToolError::BadInput(format!("no games of '{name}'")))?,
    };
    let rated = rate(names.len(), &pairs, anchor);
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| rated[b].rating.total_cmp(&rated[a].rating));
    if args.csv {
        print_line(format_args!("name,elo,error,games,score"))?;
    } else {
        print_line(format_args!(
            "{:<24} {:>7} {:>7} {:>7} {:>7}",
            "name", "elo", "error", "games", "score"
        ))?;
    }
    for player in order {
        let Rated { rating, error } = rated[player];
        let (games, points) = total(&pairs, player);
        let (name, elo, score) = (&names[player], rating + args.rating, 100.0 * points / games);
        if args.csv {
            let name = name.replace(',', " ");
            print_line(format_args!("{name},{elo:.0},{error:.0},{games:.0},{score:.1}"))?;
        } else {
            print_line(format_args!(
                "{name:<24} {elo:>+7.0} {error:>7.0} {games:>7.0} {score:>6.1}%"
            ))?;
        }
    }
    Ok(())
}

/// The results read so far.
#[derive(Default)]
struct Results {
    pairs: PairRecords,
    /// Games whose other half may come yet, by players, round and opening: who had White, and what the
    /// player with the smaller number scored.
    halves: HashMap<(usize, usize, String), (usize, f64)>,
}

impl Results {
    /// Notes a game. `opening` is the same for games that may be a pair.
    fn note(&mut self, white: usize, black: usize, points: f64, opening: Option<String>) {
        if white == black {
            return;
        }
        let first = white.min(black);
        let second = white.max(black);
        let points = if white == first { points } else { 1.0 - points };
        let record = self.pairs.entry((first, second)).or_default();
        record.add(1.0, points);
        let Some(opening) = opening else { return };
        let key = (first, second, opening);
        match self.halves.remove(&key) {
            Some((other_white, other)) if other_white != white => record.pair([other, points]),
            _ => {
                self.halves.insert(key, (white, points));
            }
        }
    }
}

/// Games and points of a player.
fn total(pairs: &PairRecords, player: usize) -> (f64, f64) {
    pairs.iter().fold((0.0, 0.0), |(games, points), (&(first, second), record)| match player {
        _ if player == first => (games + record.games, points + record.points),
        _ if player == second => (games + record.games, points + record.games - record.points),
        _ => (games, points),
    })
}

/// Ratings relative to the anchor's, which is 0.
fn rate(players: usize, pairs: &PairRecords, anchor: usize) -> Vec<Rated> {
    let mut smoothed = pairs.clone();
    smoothed.values_mut().for_each(|record| record.add(PRIOR_GAMES, 0.5));
    // Strengths whose ratios are the odds, improved in turn (Hunter, "MM algorithms", 2004).
    let mut strengths = vec![1.0; players];
    for _ in 0..ROUNDS {
        let mut scored = vec![0.0; players];
        let mut expected = vec![0.0; players];
        for (&(a, b), record) in &smoothed {
            scored[a] += record.points;
            scored[b] += record.games - record.points;
            let share = record.games / (strengths[a] + strengths[b]);
            expected[a] += share;
            expected[b] += share;
        }
        let mut moved: f64 = 0.0;
        for player in 0..players {
            if expected[player] > 0.0 {
                let new = scored[player] / expected[player];
                moved = moved.max((SCALE * (new / strengths[player]).log10()).abs());
                strengths[player] = new;
            }
        }
        let hold = strengths[anchor];
        strengths.iter_mut().for_each(|strength| *strength /= hold);
        if moved < STILL {
            break;
        }
    }
    let variances = variances(players, &smoothed, &strengths, anchor);
    let to_elo = SCALE / std::f64::consts::LN_10;
    let rated = strengths.iter().zip(variances).map(|(strength, variance)| Rated {
        rating: SCALE * strength.log10(),
        error: CONFIDENCE * to_elo * variance.max(0.0).sqrt(),
    });
    rated.collect()
}

/// Variances of the logarithms of the strengths against the anchor's; infinite for players whom no
/// chain of games ties to it.
///
/// With `inverse` the inverse of the likelihood's curvature without the anchor, a game between `a` and
/// `b` that ends `surprise` from its expectation moves player `i` by
/// `surprise * (inverse[i][a] - inverse[i][b])`.
fn variances(players: usize, pairs: &PairRecords, strengths: &[f64], anchor: usize) -> Vec<f64> {
    let expected = |a: usize, b: usize| strengths[a] / (strengths[a] + strengths[b]);
    let mut matrix = vec![vec![0.0; 2 * players]; players];
    for (index, row) in matrix.iter_mut().enumerate() {
        row[players + index] = 1.0;
    }
    for (&(a, b), record) in pairs {
        let information = record.games * expected(a, b) * expected(b, a);
        for (i, j) in [(a, b), (b, a)] {
            matrix[i][i] += information;
            matrix[i][j] -= information;
        }
    }
    // Gauss and Jordan, without the anchor and those who are not tied to it.
    let tied = tied(players, pairs, anchor);
    for pivot in (0..players).filter(|&player| player != anchor && tied[player]) {
        let lead = matrix[pivot][pivot];
        for cell in &mut matrix[pivot] {
            *cell /= lead;
        }
        let row = matrix[pivot].clone();
        for (index, other) in matrix.iter_mut().enumerate() {
            if index != pivot && index != anchor {
                let factor = other[pivot];
                for (cell, &above) in other.iter_mut().zip(&row) {
                    *cell -= factor * above;
                }
            }
        }
    }
    // What is not tied, and the anchor, took no part: their columns of the inverse are 0.
    let variance = |player: usize| {
        let inverse = &matrix[player][players..];
        pairs
            .iter()
            .map(|(&(a, b), record)| {
                record.surprise(expected(a, b)) * (inverse[a] - inverse[b]).powi(2)
            })
            .sum()
    };
    (0..players)
        .map(|player| match player {
            _ if player == anchor => 0.0,
            _ if tied[player] => variance(player),
            _ => f64::INFINITY,
        })
        .collect()
}

/// Who has played the anchor, or somebody who has, and so on.
fn tied(players: usize, pairs: &PairRecords, anchor: usize) -> Vec<bool> {
    let mut tied = vec![false; players];
    tied[anchor] = true;
    for _ in 0..players {
        for &(a, b) in pairs.keys() {
            let either = tied[a] || tied[b];
            (tied[a], tied[b]) = (either, either);
        }
    }
    tied
}

#[cfg(test)]
mod tests {
    use super::{PairRecords, Results, rate};

    fn match_of(wins: usize, draws: usize, losses: usize) -> PairRecords {
        let mut results = Results::default();
        for (count, points) in [(wins, 1.0), (draws, 0.5), (losses, 0.0)] {
            for game in 0..count {
                // Colours in turn.
                let (white, black, points) =
                    if game % 2 == 0 { (0, 1, points) } else { (1, 0, 1.0 - points) };
                results.note(white, black, points, None);
            }
        }
        results.pairs
    }

    #[test]
    fn two_players_are_apart_by_the_formula() {
        let rated = rate(2, &match_of(600, 200, 200), 1);
        let expected = -400.0 * (1.0 / 0.7 - 1.0_f64).log10();
        assert!((rated[0].rating - expected).abs() < 0.5, "{}", rated[0].rating);
        assert_eq!(rated[1].rating, 0.0);
        // The spread of the mean of 600 ones, 200 halves and 200 naughts, by the curve's slope there.
        let spread = (0.6 * 0.3 * 0.3 + 0.2 * 0.2 * 0.2 + 0.2 * 0.7 * 0.7_f64).sqrt();
        let slope = std::f64::consts::LN_10 / 400.0 * 0.7 * 0.3;
        let error = 1.96 * spread / 1000.0_f64.sqrt() / slope;
        assert!((rated[0].error - error).abs() < 0.5, "{}", rated[0].error);
        // A fifth of the decided games, the same score: a fifth of the variance.
        let drawn = rate(2, &match_of(100, 800, 100), 1);
        let decided = rate(2, &match_of(500, 0, 500), 1);
        let ratio = decided[0].error / drawn[0].error;
        assert!((ratio - 5.0_f64.sqrt()).abs() < 0.01, "{ratio}");
    }

    #[test]
    fn pairs_of_games_take_the_opening_out() {
        let play = |same: bool| {
            let mut results = Results::default();
            for round in 0..200 {
                // White wins every other opening, whoever has it; the rest are drawn.
                let white = if round % 2 == 0 { 1.0 } else { 0.5 };
                let opening = |game| Some(format!("{round} {}", if same { 0 } else { game }));
                results.note(0, 1, white, opening(0));
                results.note(1, 0, white, opening(1));
            }
            rate(2, &results.pairs, 0)[1].error
        };
        // The pairs all end level: only the drawn game that nobody played is left as spread.
        assert!(play(true) < 2.0, "{}", play(true));
        let single = 1.96 * 400.0 / std::f64::consts::LN_10 * (0.125_f64 / 400.0).sqrt() / 0.25;
        assert!((play(false) - single).abs() < 0.2, "{} {single}", play(false));
        // Colours not exchanged: no pair, and the third game finds its half in the second.
        let mut results = Results::default();
        for white in [0, 0, 1] {
            results.note(white, 1 - white, 1.0, Some(String::new()));
        }
        let record = results.pairs[&(0, 1)];
        assert_eq!((record.games, record.pairs, record.products), (3.0, 1.0, 0.0));
    }

    #[test]
    fn who_met_nobody_of_the_others_has_no_rating() {
        let mut results = Results { pairs: match_of(3, 4, 5), ..Results::default() };
        results.note(2, 3, 1.0, None);
        results.note(3, 2, 0.5, None);
        let rated = rate(4, &results.pairs, 0);
        assert!(rated[1].error.is_finite());
        assert!(rated[2].error.is_infinite() && rated[3].error.is_infinite());
    }

    #[test]
    fn ratings_add_up_through_a_third() {
        let mut results = Results::default();
        for _ in 0..300 {
            for (a, b, wins) in [(0, 1, 3), (1, 2, 3)] {
                for game in 0..4 {
                    results.note(a, b, f64::from(u8::from(game < wins)), None);
                }
            }
        }
        let rated = rate(3, &results.pairs, 1);
        assert!((rated[0].rating + rated[2].rating).abs() < 0.1);
        assert!((rated[0].rating - 190.8).abs() < 1.0, "{}", rated[0].rating);
        // Against each other they have not played: the errors of both steps.
        let far = rate(3, &results.pairs, 2);
        assert!(far[0].error > 1.35 * far[1].error && far[0].error < 1.5 * far[1].error);
    }

    #[test]
    fn a_clean_sweep_is_finite() {
        let rated = rate(2, &match_of(40, 0, 0), 1);
        assert!(rated[0].rating > 400.0 && rated[0].rating < 1200.0);
        assert!(rated[0].error.is_finite() && rated[0].error > 50.0);
    }
}
