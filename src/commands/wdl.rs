//! `quevedo wdl`: fits the win-draw-loss model to games that carry Quevedo's scores in their comments.
//!
//! The model is that of `eval/wdl.rs`. Its coefficients are a maximum-likelihood fit to the results of the games, by
//! gradient ascent (Adam). They also define the centipawn that users see, so the scores in the comments must come from
//! a build with the same coefficients as the one that reads them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::eval::wdl::{self, Coefficients, FULL_MATERIAL};
use crate::notation::pgn::PgnGame;
use crate::support::adam::Adam;
use crate::support::error::ToolError;
use crate::support::files::{check_target, each_game, replace};
use crate::support::output::print_line;
use crate::support::selfplay;
use crate::types::score::is_decisive;

/// Larger scores are left out, because they say nothing about where the win probability is one half.
const LARGEST: f64 = 1000.0;
/// The first plies of a game are left out, because Quevedo did not choose the opening.
const OPENING: usize = 8;
/// The number of steps, and the size of the first one.
const STEPS: usize = 3000;
const STEP: f64 = 2.0;
/// The start of the fit: `a` and `b`, whatever the material.
const START: (f64, f64) = (150.0, 70.0);
/// The fewest scores that are accepted.
const LEAST_SAMPLES: usize = 1000;
/// The least probability, so that logarithms stay finite.
const LEAST_CHANCE: f64 = 1e-9;

/// Arguments of `quevedo wdl`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Read these games, whose moves have comments like `+0.35/14`, as match programs write them
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,
    /// Use only this player's moves [default: both players']
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Write the model to this file, as Rust code
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A score and the result of the game, from the point of view of the side to move.
struct Sample {
    /// In internal units.
    score: f64,
    material: i32,
    /// 1, 0.5 or 0.
    points: f64,
}

/// Runs the command.
///
/// # Errors
/// Files that can't be read or written, or games with too few scores. Nothing is written then.
pub fn run(args: &Args) -> Result<(), ToolError> {
    if let Some(out) = &args.out {
        check_target(out, &args.games)?;
    }
    let mut samples = Vec::new();
    let mut games = 0;
    each_game(&args.games, |game| {
        let before = samples.len();
        collect(&game, args.player.as_deref(), &mut samples);
        games += usize::from(samples.len() > before);
    })?;
    if samples.len() < LEAST_SAMPLES {
        let of = args.player.as_ref().map_or_else(String::new, |name| format!(" of '{name}'"));
        let text = format!(
            "only {} scores{of} with a result in these games, {LEAST_SAMPLES} are needed",
            samples.len()
        );
        return Err(ToolError::BadInput(text));
    }
    let (a, b) = fit(&samples);
    let count = samples.len();
    let before = likelihood(&samples, &wdl::A, &wdl::B);
    let after = likelihood(&samples, &a, &b);
    print_line(format_args!("{count} scores of {games} games"))?;
    print_line(format_args!("log likelihood per score: {before:.5} as it was, {after:.5} fitted"))?;
    print_line(format_args!("a: {a:.2?}\nb: {b:.2?}\n"))?;
    print_line(format_args!("{}", calibration(&samples, &a, &b)))?;
    if let Some(out) = &args.out {
        write(out, games, count, after, &a, &b)?;
    }
    Ok(())
}

fn collect(game: &PgnGame, player: Option<&str>, samples: &mut Vec<Sample>) {
    // A side that loses by a crash or on time may have been better.
    if !selfplay::is_played_out(game) {
        return;
    }
    for ((position, _), played) in game.positions().zip(&game.line.moves).skip(OPENING) {
        let side = position.side();
        let name = game.tag(if side == crate::types::Color::White { "White" } else { "Black" });
        if player.is_some_and(|player| name != Some(player)) {
            continue;
        }
        let Some(points) = game.result.points(side) else { return };
        let shown = played.comments.iter().find_map(|comment| score_of(comment));
        let score = shown.map(|centipawns| centipawns * wdl::unit());
        if let Some(score) = score.filter(|score| score.abs() <= LARGEST) {
            samples.push(Sample { score, material: wdl::material(position.board()), points });
        }
    }
}

/// The score of a comment like `+0.35/14 0.1s`, in centipawns; `None` for mates and other text.
fn score_of(comment: &str) -> Option<f64> {
    selfplay::score_of(comment).filter(|&score| !is_decisive(score)).map(f64::from)
}

/// The mean log likelihood of the samples.
fn likelihood(samples: &[Sample], a: &Coefficients, b: &Coefficients) -> f64 {
    let sum: f64 = samples.iter().map(|sample| chance(sample, a, b).ln()).sum();
    sum / samples.len() as f64
}

fn chance(sample: &Sample, a: &Coefficients, b: &Coefficients) -> f64 {
    let (a, b) = (wdl::at(a, sample.material), wdl::at(b, sample.material));
    let (won, lost) = (wdl::win(sample.score, a, b), wdl::win(-sample.score, a, b));
    let chance = match sample.points {
        1.0 => won,
        0.0 => lost,
        _ => 1.0 - won - lost,
    };
    chance.max(LEAST_CHANCE)
}

/// The derivatives of a sample's log likelihood with respect to `a` and `b`.
fn slopes(sample: &Sample, a: f64, b: f64) -> (f64, f64) {
    let score = sample.score;
    let (won, lost) = (wdl::win(score, a, b), wdl::win(-score, a, b));
    // The derivatives of the logarithm of a win probability.
    let of_win = |won: f64, score: f64| ((won - 1.0) / b, (won - 1.0) * (score - a) / (b * b));
    match sample.points {
        1.0 => of_win(won, score),
        0.0 => of_win(lost, -score),
        _ => {
            let drawn = (1.0 - won - lost).max(LEAST_CHANCE);
            let (won_a, won_b) = of_win(won, score);
            let (lost_a, lost_b) = of_win(lost, -score);
            (-(won * won_a + lost * lost_a) / drawn, -(won * won_b + lost * lost_b) / drawn)
        }
    }
}

/// The coefficients with the greatest likelihood.
fn fit(samples: &[Sample]) -> (Coefficients, Coefficients) {
    const N: usize = 3;
    let mut x: [f64; 2 * N] = [0.0; 2 * N];
    // Not the current model, because the same games must always give the same model.
    (x[0], x[N]) = START;
    let mut adam = Adam::new(x.len());
    let split = |x: &[f64; 2 * N]| -> (Coefficients, Coefficients) {
        (std::array::from_fn(|i| x[i]), std::array::from_fn(|i| x[N + i]))
    };
    for step in 1..=STEPS {
        let (a, b) = split(&x);
        let mut gradient = [0.0; 2 * N];
        for sample in samples {
            let (at_a, at_b) = (wdl::at(&a, sample.material), wdl::at(&b, sample.material));
            let (by_a, by_b) = slopes(sample, at_a, at_b);
            let share = f64::from(sample.material.min(FULL_MATERIAL)) / f64::from(FULL_MATERIAL);
            let mut power = 1.0;
            for i in 0..N {
                gradient[i] += by_a * power;
                gradient[N + i] += by_b * power;
                power *= share;
            }
        }
        // The steps shrink towards the end.
        let size = STEP * (1.0 - step as f64 / STEPS as f64).max(0.01);
        // Adam minimizes, but the likelihood should grow.
        let downhill = gradient.map(|slope| -slope / samples.len() as f64);
        adam.step(&mut x, &downhill, size);
    }
    split(&x)
}

/// Expected and actual results by score, and the model by material.
fn calibration(samples: &[Sample], a: &Coefficients, b: &Coefficients) -> String {
    const SCORES: [f64; 10] =
        [-400.0, -200.0, -100.0, -50.0, -10.0, 10.0, 50.0, 100.0, 200.0, 400.0];
    let mut text = String::from("     score          count   expected result   actual\n");
    for (index, &high) in SCORES.iter().chain([&f64::INFINITY]).enumerate() {
        let low = if index == 0 { -f64::INFINITY } else { SCORES[index - 1] };
        let inside: Vec<&Sample> =
            samples.iter().filter(|sample| sample.score >= low && sample.score < high).collect();
        let count = inside.len() as f64;
        if inside.is_empty() {
            continue;
        }
        let expected = inside.iter().map(|sample| {
            let (a, b) = (wdl::at(a, sample.material), wdl::at(b, sample.material));
            0.5 + 0.5 * (wdl::win(sample.score, a, b) - wdl::win(-sample.score, a, b))
        });
        let expected = expected.sum::<f64>() / count;
        let actual = inside.iter().map(|sample| sample.points).sum::<f64>() / count;
        let _ = writeln!(text, "{low:>7} to {high:>5} {count:>9} {expected:>14.3} {actual:>11.3}");
    }
    let _ = writeln!(text, "\n  material   a (win as likely as not)   b");
    for material in [10, 17, 24, 38, 58, 78] {
        let (a, b) = (wdl::at(a, material), wdl::at(b, material));
        let _ = writeln!(text, "{material:>9} {a:>15.0} {b:>16.0}");
    }
    text
}

fn write(
    out: &Path,
    games: usize,
    samples: usize,
    likelihood: f64,
    a: &Coefficients,
    b: &Coefficients,
) -> Result<(), ToolError> {
    let list = |c: &Coefficients| c.map(|c| format!("{c:.2}")).join(", ");
    let text = format!(
        "//! The coefficients of the win-draw-loss model; `quevedo wdl` writes this file.\n\
         //!\n\
         //! From {samples} scores of {games} games; log likelihood per score {likelihood:.5}.\n\n\
         /// The score at which the win probability is one half, in internal units.\n\
         pub const A: [f64; 3] = [{}];\n\
         /// The score that multiplies the odds of a win by `e`.\n\
         pub const B: [f64; 3] = [{}];\n",
        list(a),
        list(b)
    );
    replace(out, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::{Sample, chance, fit, score_of, slopes};
    use crate::eval::wdl;

    #[test]
    fn comments_are_read() {
        assert_eq!(score_of("+0.35/14 0.1s"), Some(35.0));
        assert_eq!(score_of("-1.20/9"), Some(-120.0));
        assert_eq!(score_of("+0.00"), Some(0.0));
        assert_eq!(score_of("2.5"), None);
        assert_eq!(score_of("+M5/20"), None);
        assert_eq!(score_of("a fine move"), None);
    }

    #[test]
    fn slopes_are_those_of_the_chance() {
        const H: f64 = 1e-4;
        for points in [0.0, 0.5, 1.0] {
            for score in [-250.0, -20.0, 0.0, 90.0, 400.0] {
                let sample = Sample { score, material: 40, points };
                let log = |a: f64, b: f64| chance(&sample, &[a, 0.0, 0.0], &[b, 0.0, 0.0]).ln();
                let (by_a, by_b) = slopes(&sample, 120.0, 70.0);
                let numeric_a = (log(120.0 + H, 70.0) - log(120.0 - H, 70.0)) / (2.0 * H);
                let numeric_b = (log(120.0, 70.0 + H) - log(120.0, 70.0 - H)) / (2.0 * H);
                assert!((by_a - numeric_a).abs() < 1e-6, "{points} {score}");
                assert!((by_b - numeric_b).abs() < 1e-6, "{points} {score}");
            }
        }
    }

    /// A fit recovers the model that generated the data.
    #[test]
    fn a_known_model_is_found() {
        let (a, b) = ([180.0, -40.0, 30.0], [90.0, 10.0, -20.0]);
        let mut samples = Vec::new();
        for material in (8..=78).step_by(10) {
            for score in (-600..=600).step_by(20) {
                let (at_a, at_b) = (wdl::at(&a, material), wdl::at(&b, material));
                let won = wdl::win(f64::from(score), at_a, at_b);
                let lost = wdl::win(-f64::from(score), at_a, at_b);
                for part in 0..20 {
                    let share = (f64::from(part) + 0.5) / 20.0;
                    let points = if share < won {
                        1.0
                    } else if share > 1.0 - lost {
                        0.0
                    } else {
                        0.5
                    };
                    samples.push(Sample { score: f64::from(score), material, points });
                }
            }
        }
        let (found_a, found_b) = fit(&samples);
        for material in [10, 30, 50, 70] {
            assert!(
                (wdl::at(&found_a, material) - wdl::at(&a, material)).abs() < 6.0,
                "{found_a:?}"
            );
            assert!(
                (wdl::at(&found_b, material) - wdl::at(&b, material)).abs() < 6.0,
                "{found_b:?}"
            );
        }
    }
}
