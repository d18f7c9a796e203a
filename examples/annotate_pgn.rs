//! Annotates the mistakes in games with the better move, and prints the games:
//!
//!     cargo run --release --example annotate_pgn -- FILE [NODES]

use std::error::Error;
use std::path::Path;

use quevedo::notation::pgn::{PgnGame, PgnReader};
use quevedo::{Engine, Game, Limits};

/// The expected points that a mistake loses, and its glyph: `??`, `?`, `?!`.
const MISTAKES: [(f64, u8); 3] = [(0.3, 4), (0.2, 2), (0.1, 6)];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Err(error) = run(&words) {
        eprintln!("annotate_pgn: {error}");
        std::process::exit(1);
    }
}

fn run(words: &[String]) -> Result<(), Box<dyn Error>> {
    let (file, nodes) = match words {
        [file] => (file, 100_000),
        [file, nodes] => {
            (file, nodes.parse().map_err(|_| format!("nodes: expected a number, got '{nodes}'"))?)
        }
        _ => return Err("usage: annotate_pgn FILE [NODES]".into()),
    };
    let mut engine = Engine::new()?;
    for game in PgnReader::open(Path::new(file))? {
        match game {
            Ok(mut game) => {
                annotate(&mut game, &mut engine, nodes)?;
                println!("{game}");
            }
            // Go on, because the next game may be readable.
            Err(error) => eprintln!("{error}"),
        }
    }
    Ok(())
}

fn annotate(pgn: &mut PgnGame, engine: &mut Engine, nodes: u64) -> Result<(), Box<dyn Error>> {
    engine.new_game();
    let mut game = Game::new(pgn.start);
    // The analysis of the position before the move.
    let mut before = engine.analyse(&game, Limits::nodes(nodes)).ok();
    for played in &mut pgn.line.moves {
        let better = before.as_ref().map(|analysis| analysis.best_move);
        let better = better.filter(|&mv| mv != played.mv).map(|mv| game.position().san(mv));
        game.play(played.mv)?;
        // A finished game is not analysed, because giving mate is no mistake.
        let after = engine.analyse(&game, Limits::nodes(nodes)).ok();
        if let (Some(before), Some(after), Some(better)) = (&before, &after, better) {
            let expected = before.line.wdl.expected_points();
            let loss = expected - (1.0 - after.line.wdl.expected_points());
            if let Some((_, glyph)) = MISTAKES.iter().find(|(least, _)| loss >= *least) {
                played.nags.push(*glyph);
                played.comments.push(format!("{} was better", better?));
            }
        }
        before = after;
    }
    Ok(())
}
