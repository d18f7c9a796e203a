//! Plays the engine against itself and prints quiet positions with their scores, as `FEN;CENTIPAWNS` from
//! White's point of view:
//!
//!     cargo run --release --example training_positions -- COUNT [NODES] [SEED]

use std::error::Error;

use quevedo::{Engine, Game, Limits, UciScore};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// Random plies at the beginning of a game, so that no two are alike.
const RANDOM_PLIES: usize = 8;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Err(error) = run(&words) {
        eprintln!("training_positions: {error}");
        std::process::exit(1);
    }
}

fn run(words: &[String]) -> Result<(), Box<dyn Error>> {
    let number = |index: usize, default: u64| match words.get(index) {
        None => Ok(default),
        Some(word) => word.parse().map_err(|_| format!("expected a number, got '{word}'")),
    };
    let (mut left, nodes, seed) = (number(0, 10)?, number(1, 5000)?, number(2, 1)?);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut engine = Engine::new()?;
    while left > 0 {
        let mut game = random_opening(&mut rng);
        engine.new_game();
        while left > 0 && game.outcome().is_none() {
            let analysis = engine.analyse(&game, Limits::nodes(nodes))?;
            let position = game.position();
            let is_quiet = !position.is_check() && !analysis.best_move.is_noisy();
            match analysis.line.score {
                UciScore::Centipawns(score) if is_quiet => {
                    println!("{position};{}", score * position.side().sign());
                    left -= 1;
                }
                UciScore::Centipawns(_) => {}
                // From here on, the outcome is known.
                UciScore::Mate(_) | UciScore::Tablebase { .. } => break,
            }
            game.play(analysis.best_move)?;
        }
    }
    Ok(())
}

fn random_opening(rng: &mut Xoshiro256PlusPlus) -> Game {
    let mut game = Game::default();
    for _ in 0..RANDOM_PLIES {
        let mut moves = game.position().legal_moves();
        let index = rng.next_u64() % moves.len().max(1) as u64;
        // If the game is already over, nothing is played.
        if let Some(mv) = moves.nth(index as usize) {
            let _ = game.play(mv);
        }
    }
    game
}
