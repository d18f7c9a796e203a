//! Tests of the tuner as a whole: its scores are those of the evaluation, its gradient is the true one, and it finds
//! the weights with which the positions were scored.

use indicatif::ProgressBar;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::checkpoint;
use super::model::{
    Gradient, Model, VARIABLES, expectation, score, score_in_play, variables_in_play, weights_of,
};
use super::positions::Positions;
use super::sigmoid;
use super::train::{Settings, State, TrainingSet};
use crate::eval::{
    COMPONENTS, EvalScaling, Pair, Sums, TERMS, combine, evaluate_from_scratch, known_ending, trace,
};
use crate::position::Position;
use crate::support::bench;
use crate::support::error::ToolError;
use crate::support::rng::{below, seeded, unit};

/// A realistic K.
const K: f64 = 0.006;
/// A model whose target is only the score.
const BY_SCORES: Model = Model { k: K, lambda: 0.0, score_scale: 1.0 };
const LONGEST_WALK: usize = 60;

/// Positions of random games from various initial positions.
fn walk(count: usize, seed: u64) -> Vec<Position> {
    let starts: Vec<&str> = bench::positions().collect();
    let mut rng = seeded(seed, 0);
    let mut positions = Vec::new();
    while positions.len() < count {
        let start = starts[below(&mut rng, starts.len())];
        let mut position = Position::from_fen(start).unwrap();
        for _ in 0..below(&mut rng, LONGEST_WALK) {
            let moves = position.board().legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[below(&mut rng, moves.len())]);
        }
        positions.push(position);
    }
    positions
}

/// These positions in the form of the tuner, all drawn and with score 0.
fn gathered(walk: &[Position]) -> Positions {
    let mut positions = Positions::default();
    walk.iter().for_each(|position| positions.push(position, 0, 0, 1));
    positions
}

/// A random number between -1 and 1.
fn swing(rng: &mut Xoshiro256PlusPlus) -> f64 {
    2.0 * unit(rng) - 1.0
}

fn settings(epochs: u32) -> Settings {
    Settings {
        epochs,
        batch: 512,
        rate: 2.0,
        prior: 0,
        patience: None,
        seed: 3,
        only: Vec::new(),
        except: Vec::new(),
    }
}

#[test]
fn the_model_says_what_play_says() {
    let walk = walk(2000, 1);
    let positions = gathered(&walk);
    let weights = weights_of(&variables_in_play());
    for (which, position) in walk.iter().enumerate() {
        // The weights do not matter in known endings.
        if known_ending(position).is_some() {
            continue;
        }
        let white = evaluate_from_scratch(position) * position.side().sign();
        assert_eq!(score_in_play(&positions, which, &weights), white, "{position}");
        // Integer arithmetic truncates in several places.
        let exact = score(&positions, which, &weights);
        assert!((exact - f64::from(white)).abs() < 4.0, "{position}: {exact} and {white}");
    }
}

#[test]
fn a_copy_of_a_position_is_the_same() {
    let walk = walk(50, 2);
    let all = gathered(&walk);
    let mut copies = Positions::default();
    (0..all.len()).rev().for_each(|which| copies.take(&all, which));
    let backwards = gathered(&walk.iter().rev().copied().collect::<Vec<_>>());
    assert_eq!(copies.fingerprint(), backwards.fingerprint());
    assert_ne!(copies.fingerprint(), all.fingerprint());
    assert_eq!(copies.coefficients(), all.coefficients());
}

/// The loss computed directly from the trace, without the tuner.
fn plain_loss(model: &Model, position: &Position, variables: &[f64]) -> f64 {
    let mut sums: Sums<f64> = [Pair { mg: 0.0, eg: 0.0 }; COMPONENTS];
    for one in trace(position).coefficients() {
        sums[one.component.index()].mg += variables[2 * one.index] * f64::from(one.n);
        sums[one.component.index()].eg += variables[2 * one.index + 1] * f64::from(one.n);
    }
    let score = combine(&sums, &EvalScaling::of(position.board()));
    let target = model.lambda * 0.5 + (1.0 - model.lambda) * expectation(model.k, 0.0);
    (expectation(model.k, score) - target).powi(2)
}

#[test]
fn the_gradient_is_the_true_one() {
    const H: f64 = 1e-3;
    let model = Model { k: K, lambda: 0.7, score_scale: 1.0 };
    let mut rng = seeded(5, 1);
    // Away from whole numbers, where the formulas have kinks, and exact in the tuner's f32.
    let short = |swing: f64| (swing * 64.0).floor() / 64.0 + 1.0 / 128.0;
    let variables: Vec<f64> =
        variables_in_play().iter().map(|variable| variable + short(swing(&mut rng))).collect();
    let mut gradient = Gradient::new();
    let mut met = 0;
    for position in walk(100, 3) {
        let positions = gathered(&[position]);
        let loss = model.gradient(&positions, &[0], &weights_of(&variables), &mut gradient);
        assert!((loss - plain_loss(&model, &position, &variables)).abs() < 1e-6, "{position}");
        for variable in 0..VARIABLES {
            let at = |shift: f64| {
                let mut shifted = variables.clone();
                shifted[variable] += shift;
                plain_loss(&model, &position, &shifted)
            };
            let slope = gradient.slopes[variable];
            if trace(&position).coefficients().iter().all(|one| one.index != variable / 2) {
                assert_eq!(slope, 0.0, "{position}");
                continue;
            }
            met += 1;
            let numeric = (at(H) - at(-H)) / (2.0 * H);
            let error = (slope - numeric).abs();
            assert!(error < 1e-4 * numeric.abs() + 1e-9, "{position}: {slope} and {numeric}");
        }
    }
    assert!(met > 5000, "only {met} slopes seen");
}

/// Positions scored with these weights.
fn scored(walk: &[Position], variables: &[f64]) -> Positions {
    let positions = gathered(walk);
    let weights = weights_of(variables);
    let mut scored = Positions::default();
    for (which, position) in walk.iter().enumerate() {
        scored.push(position, score(&positions, which, &weights).round() as i32, 0, 1);
    }
    scored
}

/// Scored positions, of which every fifth is held out.
struct ScoredSet {
    positions: Positions,
    train: Vec<u32>,
    held_out: Vec<u32>,
}

impl ScoredSet {
    fn new(walk: &[Position], variables: &[f64]) -> ScoredSet {
        ScoredSet::of(scored(walk, variables))
    }

    fn of(positions: Positions) -> ScoredSet {
        let all = 0..positions.len() as u32;
        let (held_out, train) = all.partition(|which| which.is_multiple_of(5));
        ScoredSet { positions, train, held_out }
    }

    fn training_set<'a>(&'a self, model: Model, settings: &'a Settings) -> TrainingSet<'a> {
        let ScoredSet { positions, train, held_out } = self;
        TrainingSet { positions, train, held_out, model, settings }
    }
}

/// A whole descent from these variables.
fn descend(training_set: &TrainingSet, start: &[f64]) -> State {
    let mut state = State::from(training_set, start.to_vec());
    while !state.is_over(training_set.settings) {
        state.epoch(training_set, &ProgressBar::hidden());
    }
    state
}

fn index_of(name: &str, at: usize) -> usize {
    TERMS.iter().find(|term| term.name == name).unwrap().start + at
}

#[test]
fn scores_of_searches_enter_the_target_by_their_scale() {
    let walk = walk(50, 9);
    let weights = weights_of(&variables_in_play());
    let positions = scored(&walk, &variables_in_play());
    for which in 0..positions.len() {
        let own = score(&positions, which, &weights);
        let loss =
            Model { score_scale: 0.5, ..BY_SCORES }.loss(&positions, &[which as u32], &weights);
        let target = expectation(K, positions.score(which) / 2.0);
        assert!((loss - (expectation(K, own) - target).powi(2)).abs() < 1e-9);
    }
}

#[test]
fn known_weights_are_found_again() {
    let truth = variables_in_play();
    let scored_set = ScoredSet::new(&walk(12_000, 4), &truth);
    // Each is wrong by some 30 centipawns, in every component, and not all in the same direction.
    let mut wrong = truth.clone();
    let spoilt = [
        "BISHOP_PAIR",
        "ROOK_FILE",
        "KNIGHT_MOBILITY",
        "PIECE_VALUE_BY_PAWNS",
        "SAFE_CHECK",
        "WEAK_KING_RING",
        "TEMPO",
    ];
    for (index, name) in spoilt.into_iter().enumerate() {
        for at in 0..TERMS.iter().find(|term| term.name == name).unwrap().len {
            let sign = if (index + at) % 2 == 0 { 1.0 } else { -1.0 };
            wrong[2 * index_of(name, at)] += 30.0 * sign;
            wrong[2 * index_of(name, at) + 1] -= 30.0 * sign;
        }
    }
    let settings = settings(150);
    let training_set = scored_set.training_set(BY_SCORES, &settings);
    let at_first = training_set.held_out_loss(&wrong);
    let state = descend(&training_set, &wrong);
    assert!(at_first > 1e-4, "{at_first}");
    assert!(state.best_loss < at_first / 50.0, "from {at_first} to {}", state.best_loss);
    for name in ["BISHOP_PAIR", "TEMPO"] {
        let off = (state.best[2 * index_of(name, 0)] - truth[2 * index_of(name, 0)]).abs();
        assert!(off < 6.0, "{name} is off by {off}");
    }
    // A weight that counts in no position stays as it was.
    let pawn_on_first_rank = 2 * index_of("PIECE_SQUARE", 0);
    assert_eq!(scored_set.positions.occurrences()[pawn_on_first_rank / 2], 0);
    assert_eq!(state.now[pawn_on_first_rank], truth[pawn_on_first_rank]);
}

#[test]
fn a_prior_holds_back_what_is_rare() {
    let truth = variables_in_play();
    let scored_set = ScoredSet::new(&walk(3000, 5), &truth);
    let mut wrong = truth.clone();
    let seen = scored_set.positions.occurrences();
    let rare = 2 * seen.iter().position(|seen| (5..20).contains(seen)).unwrap();
    let common = 2 * index_of("TEMPO", 0);
    for variable in [rare, rare + 1, common, common + 1] {
        wrong[variable] += 20.0;
    }
    let moved = |prior: u32| {
        let settings = Settings { prior, ..settings(30) };
        let state = descend(&scored_set.training_set(BY_SCORES, &settings), &wrong);
        // How far the middlegame and endgame halves moved in total.
        let way = |variable: usize| (state.now[variable] - wrong[variable]).abs();
        [rare, common].map(|weight| way(weight) + way(weight + 1))
    };
    let (free, held) = (moved(0), moved(500));
    assert!(free[0] > 10.0 && held[0] < free[0] / 5.0, "{free:?} {held:?}");
    assert!(free[1] > 20.0 && held[1] > 10.0, "{free:?} {held:?}");
}

#[test]
fn what_the_search_knows_need_not_be_learnt() {
    let truth = variables_in_play();
    let walk = walk(3000, 10);
    let mut wrong = truth.clone();
    let (known, unknown) = (2 * index_of("TEMPO", 0), 2 * index_of("BISHOP_PAIR", 0));
    for variable in [known, known + 1] {
        wrong[variable] += 20.0;
    }
    // The search scores correct the wrong weights, but not completely: the targets value the bishop pair even more.
    let mut better = truth.clone();
    for variable in [unknown, unknown + 1] {
        better[variable] += 30.0;
    }
    let plain = gathered(&walk);
    let said = |which, variables: &[f64]| score(&plain, which, &weights_of(variables)).round();
    let mut positions = Positions::default();
    for (which, position) in walk.iter().enumerate() {
        let base = said(which, &truth) - said(which, &wrong);
        positions.push(position, said(which, &better) as i32, base as i32, 1);
    }
    let residual = ScoredSet::of(positions);
    let only = ["TEMPO", "BISHOP_PAIR"].map(|name| name.parse().unwrap()).to_vec();
    let settings = Settings { only, ..settings(60) };
    let state = descend(&residual.training_set(BY_SCORES, &settings), &wrong);
    let moved = |variable: usize| {
        (state.best[variable] - wrong[variable]) + (state.best[variable + 1] - wrong[variable + 1])
    };
    assert!(moved(known).abs() < 6.0, "{}", moved(known));
    assert!((moved(unknown) - 60.0).abs() < 12.0, "{}", moved(unknown));
}

#[test]
fn only_the_tables_that_were_named_are_learnt() {
    let truth = variables_in_play();
    let scored_set = ScoredSet::new(&walk(3000, 8), &truth);
    let mut wrong = truth.clone();
    let (named, other) = (2 * index_of("TEMPO", 0), 2 * index_of("BISHOP_PAIR", 0));
    for variable in [named, named + 1, other, other + 1] {
        wrong[variable] += 20.0;
    }
    let learn = |only: Option<&str>, except: Option<&str>| {
        let parts = |name: Option<&str>| name.map(|name| name.parse().unwrap());
        let [only, except] = [only, except].map(|name| parts(name).into_iter().collect());
        let settings = Settings { only, except, ..settings(30) };
        let state = descend(&scored_set.training_set(BY_SCORES, &settings), &wrong);
        let moved = (0..wrong.len()).filter(|&i| state.now[i] != wrong[i]);
        (moved.collect::<Vec<usize>>(), state)
    };
    assert_eq!(learn(Some("TEMPO_mg"), None).0, [named]);
    assert_eq!(learn(Some("TEMPO_eg"), None).0, [named + 1]);
    let (moved, _) = learn(None, Some("TEMPO_mg"));
    assert!(!moved.contains(&named) && moved.contains(&(named + 1)) && moved.contains(&other));
    let (moved, state) = learn(Some("TEMPO"), None);
    assert_eq!(moved, [named, named + 1]);
    let off = |i: usize| (state.now[i] - truth[i]).abs();
    assert!(off(named) + off(named + 1) < 20.0, "{} {}", off(named), off(named + 1));
}

#[test]
fn an_interrupted_descent_goes_on_as_if_nothing_had_been() {
    let scored_set = ScoredSet::new(&walk(1500, 6), &variables_in_play());
    let settings = settings(4);
    let training_set =
        scored_set.training_set(Model { k: 1.3 * K, lambda: 0.3, score_scale: 0.9 }, &settings);
    let run = |mut state: State, epochs: usize, threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            (0..epochs).for_each(|_| state.epoch(&training_set, &ProgressBar::hidden()));
            state
        })
    };
    let whole = run(State::new(&training_set), 4, 1);
    let half = run(State::new(&training_set), 2, 3);
    let file = std::env::temp_dir().join(format!("quevedo-tune-{}", std::process::id()));
    checkpoint::save(&file, "a test", &half).unwrap();
    let loaded = checkpoint::load(&file, "a test");
    let refused = checkpoint::load(&file, "another test");
    let mut text = std::fs::read_to_string(&file).unwrap();
    text.truncate(text.len() / 2);
    std::fs::write(&file, text).unwrap();
    let damaged = checkpoint::load(&file, "a test");
    std::fs::remove_file(&file).unwrap();
    let loaded = loaded.unwrap();
    assert_eq!(loaded, half);
    assert_eq!(run(loaded, 2, 2), whole);
    assert!(
        matches!(refused, Err(ToolError::BadInput(text)) if text.contains("is of another task"))
    );
    assert!(matches!(damaged, Err(ToolError::BadInput(text)) if text.contains("damaged")));
}

#[test]
fn the_curve_of_the_data_is_found() {
    let position = Position::start();
    let mut rng = seeded(7, 7);
    let mut positions = Positions::default();
    for _ in 0..40_000 {
        let score = 600.0 * swing(&mut rng);
        let won = unit(&mut rng) < expectation(K, score);
        positions.push(&position, score as i32, 0, 2 * u8::from(won));
    }
    let all: Vec<u32> = (0..positions.len() as u32).collect();
    let k = sigmoid::fit_k(&positions, &all).unwrap();
    assert!((k / K - 1.0).abs() < 0.03, "{k}");
    // All games are drawn, so the scores predict nothing.
    let drawn = gathered(&[position; 10]);
    assert_eq!(sigmoid::fit_k(&drawn, &[0, 1, 2]), None);
}
