//! Random walks through positions worth testing, for property tests.
//!
//! A walk is an initial position from the perft suites (castling, en passant, promotions, pins, Chess960) and a list of
//! choices. Shrinking shortens the list, so a failure is reported with as few moves as possible.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use quevedo::position::Position;
use quevedo::types::Move;

const SUITES: [&str; 3] = [
    include_str!("../../perft-suites/standard.epd"),
    include_str!("../../perft-suites/tricky.epd"),
    include_str!("../../perft-suites/chess960.epd"),
];

/// The most plies of a walk.
const LONGEST: usize = 80;

/// A lower bound for the mean length of walks, some of which end early in mate or stalemate.
const SHORTEST_MEAN: usize = 25;

/// How many positions a property is tested on, unless `QUEVEDO_POSITIONS` says otherwise.
const POSITIONS: usize = 20_000;

/// The FENs where walks begin.
pub fn starts() -> Vec<&'static str> {
    let lines = SUITES.iter().flat_map(|suite| suite.lines());
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split(';').next().unwrap().trim())
        .collect()
}

/// Tests a property on every position in random walks, until enough positions have been seen.
///
/// `visit` gets the position, the move that led to it (none at the start) and a random number.
pub fn for_each_position(
    share: usize,
    visit: impl Fn(&Position, Option<(Position, Move)>, u64) -> Result<(), TestCaseError>,
) {
    let wanted =
        std::env::var("QUEVEDO_POSITIONS").map_or(POSITIONS, |n| n.parse().unwrap()) / share;
    let starts = starts();
    let walks = (any::<Index>(), prop::collection::vec(any::<Index>(), 0..LONGEST), any::<u64>());
    let seen = AtomicUsize::new(0);
    // All randomness comes from proptest and a fixed seed, so a failure can be repeated.
    let cases = (wanted / SHORTEST_MEAN) as u32 + 1;
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let result = TestRunner::new_with_rng(config, rng).run(&walks, |(start, choices, salt)| {
        let mut position = Position::from_fen(starts[start.index(starts.len())]).unwrap();
        visit(&position, None, salt)?;
        for (ply, choice) in choices.iter().enumerate() {
            let moves = position.board().legal_moves();
            if moves.is_empty() {
                break;
            }
            let before = position;
            let mv = moves[choice.index(moves.len())];
            position.play_unchecked(mv);
            seen.fetch_add(1, Relaxed);
            visit(&position, Some((before, mv)), salt.rotate_left(ply as u32))?;
        }
        Ok(())
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
    let seen = seen.into_inner();
    assert!(seen >= wanted, "only {seen} positions of {wanted}");
}
