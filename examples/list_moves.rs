//! Lists the legal moves of a position, each with its static exchange evaluation:
//!
//!     cargo run --example list_moves -- [FEN]

use std::error::Error;

use quevedo::Position;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Err(error) = run(&words.join(" ")) {
        eprintln!("list_moves: {error}");
        std::process::exit(1);
    }
}

fn run(fen: &str) -> Result<(), Box<dyn Error>> {
    let position: Position = if fen.is_empty() { Position::default() } else { fen.parse()? };
    println!("{position}");
    for mv in position.legal_moves() {
        // As strings, which the width in the format pads.
        let (uci, san) = (mv.to_string(), position.san(mv)?);
        println!("{uci:<6} {san:<8} {:>6}", position.see(mv)?);
    }
    match position.outcome() {
        Some(end) => println!("The game is over: {end}."),
        None if position.is_check() => println!("Check."),
        None => {}
    }
    Ok(())
}
