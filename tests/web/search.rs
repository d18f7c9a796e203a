//! Searches in a build for WebAssembly, where the search runs on the caller's thread. `run.mjs`, beside this file,
//! calls `main` under Node.js; a panic fails the call.

use std::sync::{Arc, Mutex};

use quevedo::Position;
use quevedo::engine::Engine;
use quevedo::position::KeyHistory;
use quevedo::search::{Event, Instant, Limits};

/// The best move, in UCI notation, and the number of iterations reported.
fn search(engine: &mut Engine, fen: &str, limits: Limits) -> (String, usize) {
    let heard = Arc::new(Mutex::new((None, 0)));
    let listener = heard.clone();
    engine.set_position(fen.parse::<Position>().unwrap(), KeyHistory::new());
    engine.go(
        limits,
        Instant::now(),
        Arc::new(move |event| match event {
            Event::Info(_) => listener.lock().unwrap().1 += 1,
            Event::BestMove { best, .. } => listener.lock().unwrap().0 = best,
            _ => {}
        }),
    );
    engine.wait();
    let (best, iterations) = *heard.lock().unwrap();
    (best.unwrap().to_string(), iterations)
}

fn main() {
    let start = Position::default().to_string();
    let mut engine = Engine::new();
    engine.prepare();
    let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
    assert_eq!(search(&mut engine, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", depth(3)).0, "a1a8");
    assert!(search(&mut engine, &start, depth(8)).1 >= 8);
    let nodes = Limits { nodes: Some(50_000), ..Limits::default() };
    assert!(search(&mut engine, &start, nodes.clone()).1 > 5);
    // Nobody can release the answer while the search keeps the only thread.
    search(&mut engine, &start, Limits { infinite: true, ..nodes });
    engine.new_game();
    engine.set_hash(1).unwrap();
    if cfg!(target_family = "wasm") {
        assert!(engine.set_threads(2).is_err());
    }
}
