//! Searches in a build for WebAssembly, where the search runs on the caller's thread. `run.mjs` in this folder calls
//! `main` under Node.js; a panic makes the call fail.

use std::error::Error;
use std::ops::ControlFlow;

use quevedo::{Engine, Limits, Position, UciScore};

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new()?;

    let position: Position = "7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse()?;
    let analysis = engine.analyse(&position, Limits::depth(3))?;
    assert_eq!(analysis.best_move.to_string(), "a1a8");
    assert_eq!(analysis.line.score, UciScore::Mate(1));

    let start = Position::default();
    let mut iterations = 0;
    engine.analyse_with(&start, Limits::depth(8), |_| {
        iterations += 1;
        ControlFlow::Continue(())
    })?;
    assert!(iterations >= 8);

    assert!(engine.analyse(&start, Limits::nodes(50_000))?.line.depth > 5);
    // No callback listens, so nothing could stop the search.
    engine.analyse(&start, Limits { infinite: true, ..Limits::nodes(50_000) })?;

    engine.new_game();
    engine.set_hash(1)?;
    if cfg!(target_family = "wasm") {
        assert!(engine.set_threads(2).is_err());
    }
    Ok(())
}
