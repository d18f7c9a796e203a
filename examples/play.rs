//! Plays a game against the engine in a terminal. Type moves such as `e4`, `Nf3`, `O-O` or `e7e5`; `quit` gives up.
//!
//!     cargo run --release --example play -- [MILLISECONDS]

use std::error::Error;
use std::io::{self, BufRead as _, Write as _};
use std::time::Duration;

use quevedo::{Color, Engine, Game, Limits, Piece, Position, Square};

fn main() {
    if let Err(error) = run(std::env::args().nth(1)) {
        eprintln!("play: {error}");
        std::process::exit(1);
    }
}

fn run(time: Option<String>) -> Result<(), Box<dyn Error>> {
    let time = time.unwrap_or_else(|| "1000".into());
    let time = time.parse().map_err(|_| format!("time: expected milliseconds, got '{time}'"))?;
    let limits = Limits::move_time(Duration::from_millis(time));
    let mut engine = Engine::new()?;
    let mut game = Game::default();
    let mut lines = io::stdin().lock().lines();
    show(game.position());
    while game.outcome().is_none() {
        if game.position().side() == Color::White {
            print!("Your move: ");
            io::stdout().flush()?;
            let Some(line) = lines.next().transpose()? else { return Ok(()) };
            if line.trim() == "quit" {
                return Ok(());
            }
            match game.position().parse_san(line.trim()) {
                Ok(mv) => game.play(mv)?,
                Err(error) => println!("{error}"),
            }
        } else {
            let analysis = engine.analyse(&game, limits.clone())?;
            let reply = game.position().san(analysis.best_move)?;
            game.play(analysis.best_move)?;
            show(game.position());
            println!("Quevedo plays {reply} ({}).", analysis.line.score);
        }
    }
    if let Some(end) = game.outcome() {
        println!("The game is over: {end}.");
    }
    Ok(())
}

fn show(position: &Position) {
    for rank in (0..8).rev() {
        let piece = |file| Square::from_coords(file, rank).and_then(|at| position.piece_on(at));
        let letters = (0..8).map(|file| piece(file).map_or('.', Piece::letter));
        let row: Vec<String> = letters.map(String::from).collect();
        println!("{} {}", rank + 1, row.join(" "));
    }
    println!("  a b c d e f g h");
}
