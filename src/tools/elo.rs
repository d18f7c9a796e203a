//! `quevedo elo`: ratings of all players in some games, with error bars.
//!
//! The ratings are those under which the results are likeliest, a draw being half a win; the errors
//! come from the curvature of the likelihood there, relative to the player that the scale hangs on.
//!
//! Sources: <https://www.chessprogramming.org/Elo_Rating>,
//! <https://www.chessprogramming.org/Match_Statistics>; Bradley and Terry, "Rank analysis of
//! incomplete block designs", 1952.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::{ToolError, each_game, print_line};
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

/// What `quevedo elo` is told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The games
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,
    /// The player that the scale hangs on (default: the first one met)
    #[arg(long, value_name = "NAME")]
    anchor: Option<String>,
    /// That player's rating
    #[arg(long, default_value_t = 0.0)]
    rating: f64,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
}

/// What two players have played: games and points of the first.
type Pairs = BTreeMap<(usize, usize), (f64, f64)>;

/// A player's rating.
struct Rated {
    rating: f64,
    error: f64,
}

/// Runs the tool.
///
/// # Errors
/// Files that can't be read, an anchor that did not play, or no finished game.
pub fn run(args: &Args) -> Result<(), ToolError> {
    let (mut names, mut pairs) = (Vec::new(), Pairs::new());
    each_game(&args.games, |game| {
        let Some(points) = game.result.points(Color::White) else { return };
        let mut number = |tag| {
            let name = game.tag(tag).unwrap_or("?").to_owned();
            names.iter().position(|known| *known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let (white, black) = (number("White"), number("Black"));
        note(&mut pairs, white, black, points);
    })?;
    if pairs.is_empty() {
        return Err(ToolError::BadInput("no finished game between two players".into()));
    }
    let anchor = match &args.anchor {
        None => 0,
        Some(name) => names
            .iter()
            .position(|known| known == name)
            .ok_or_else(|| ToolError::BadInput(format!("'{name}' has played no game")))?,
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

fn note(pairs: &mut Pairs, white: usize, black: usize, points: f64) {
    if white == black {
        return;
    }
    let (key, points) =
        if white < black { ((white, black), points) } else { ((black, white), 1.0 - points) };
    let pair = pairs.entry(key).or_default();
    pair.0 += 1.0;
    pair.1 += points;
}

/// Games and points of a player.
fn total(pairs: &Pairs, player: usize) -> (f64, f64) {
    pairs.iter().fold((0.0, 0.0), |(games, points), (&(first, second), &(played, scored))| {
        match player {
            _ if player == first => (games + played, points + scored),
            _ if player == second => (games + played, points + played - scored),
            _ => (games, points),
        }
    })
}

/// Ratings relative to the anchor's, which is 0.
fn rate(players: usize, pairs: &Pairs, anchor: usize) -> Vec<Rated> {
    let smoothed: Vec<(usize, usize, f64, f64)> = pairs
        .iter()
        .map(|(&(a, b), &(games, points))| (a, b, games + PRIOR_GAMES, points + PRIOR_GAMES / 2.0))
        .collect();
    // Strengths whose ratios are the odds, improved in turn (Hunter, "MM algorithms", 2004).
    let mut strengths = vec![1.0; players];
    for _ in 0..ROUNDS {
        let mut scored = vec![0.0; players];
        let mut expected = vec![0.0; players];
        for &(a, b, games, points) in &smoothed {
            scored[a] += points;
            scored[b] += games - points;
            let share = games / (strengths[a] + strengths[b]);
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

/// Variances of the logarithms of the strengths against the anchor's: the diagonal of the inverse of
/// the information matrix without the anchor. Infinite for players that nothing ties to it.
fn variances(
    players: usize,
    pairs: &[(usize, usize, f64, f64)],
    strengths: &[f64],
    anchor: usize,
) -> Vec<f64> {
    let mut matrix = vec![vec![0.0; 2 * players]; players];
    for (index, row) in matrix.iter_mut().enumerate() {
        row[players + index] = 1.0;
    }
    for &(a, b, games, _) in pairs {
        // As if there were no draws: with them the true errors are a little smaller.
        let expected = strengths[a] / (strengths[a] + strengths[b]);
        let information = games * expected * (1.0 - expected);
        for (i, j) in [(a, b), (b, a)] {
            matrix[i][i] += information;
            matrix[i][j] -= information;
        }
    }
    // Gauss and Jordan, the anchor's row and column left out.
    for pivot in (0..players).filter(|&player| player != anchor) {
        let lead = matrix[pivot][pivot];
        if lead.abs() < 1e-12 {
            continue;
        }
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
    (0..players)
        .map(|player| if player == anchor { 0.0 } else { matrix[player][players + player] })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Pairs, note, rate};

    fn match_of(wins: usize, draws: usize, losses: usize) -> Pairs {
        let mut pairs = Pairs::new();
        for (count, points) in [(wins, 1.0), (draws, 0.5), (losses, 0.0)] {
            for game in 0..count {
                // Colours in turn.
                let (white, black, points) =
                    if game % 2 == 0 { (0, 1, points) } else { (1, 0, 1.0 - points) };
                note(&mut pairs, white, black, points);
            }
        }
        pairs
    }

    #[test]
    fn two_players_are_apart_by_the_formula() {
        let rated = rate(2, &match_of(600, 200, 200), 1);
        let expected = -400.0 * (1.0 / 0.7 - 1.0_f64).log10();
        assert!((rated[0].rating - expected).abs() < 0.5, "{}", rated[0].rating);
        assert_eq!(rated[1].rating, 0.0);
        // Without draws a game's result has the spread of a coin.
        let error = 1.96 * 400.0 / std::f64::consts::LN_10 / (1000.0_f64 * 0.7 * 0.3).sqrt();
        assert!((rated[0].error - error).abs() < 0.5, "{}", rated[0].error);
    }

    #[test]
    fn ratings_add_up_through_a_third() {
        let mut pairs = Pairs::new();
        for _ in 0..300 {
            for (a, b, wins) in [(0, 1, 3), (1, 2, 3)] {
                for game in 0..4 {
                    note(&mut pairs, a, b, f64::from(u8::from(game < wins)));
                }
            }
        }
        let rated = rate(3, &pairs, 1);
        assert!((rated[0].rating + rated[2].rating).abs() < 0.1);
        assert!((rated[0].rating - 190.8).abs() < 1.0, "{}", rated[0].rating);
        // Against each other they have not played: the errors of both steps.
        let far = rate(3, &pairs, 2);
        assert!(far[0].error > 1.35 * far[1].error && far[0].error < 1.5 * far[1].error);
    }

    #[test]
    fn a_clean_sweep_is_finite() {
        let rated = rate(2, &match_of(40, 0, 0), 1);
        assert!(rated[0].rating > 400.0 && rated[0].rating < 1200.0);
        assert!(rated[0].error.is_finite() && rated[0].error > 50.0);
    }
}
