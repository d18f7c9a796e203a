//! Analyses a position: prints the three best lines of each iteration, and the static evaluation by groups of terms.
//!
//!     cargo run --release --example analyse -- SECONDS [FEN]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Duration;

use quevedo::{AnalysisLine, Engine, Limits, Position};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Err(error) = run(&words) {
        eprintln!("analyse: {error}");
        std::process::exit(1);
    }
}

fn run(words: &[String]) -> Result<(), Box<dyn Error>> {
    let Some((seconds, fen)) = words.split_first() else {
        return Err("usage: analyse SECONDS [FEN]".into());
    };
    let time = seconds.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = time.ok_or_else(|| format!("seconds: expected a number, got '{seconds}'"))?;
    let position = if fen.is_empty() { Position::default() } else { fen.join(" ").parse()? };

    let mut engine = Engine::new()?;
    engine.multi_pv = 3;
    let analysis = engine.analyse_with(position, Limits::move_time(time), |so_far| {
        let best = so_far.best_move;
        println!("depth {:>2}  {:>9} nodes  {best}", so_far.line.depth, so_far.nodes);
        ControlFlow::Continue(())
    })?;
    println!();
    for line in analysis.lines() {
        show(&position, line)?;
    }
    let Some(evaluation) = position.evaluate() else { return Ok(()) };
    println!("\nStatic evaluation, White's minus Black's, in the middlegame and in the endgame:");
    for group in &evaluation.groups {
        let [white, black] = group.sides;
        let total = white - black;
        println!("{:<12}{:>7}{:>7}", format!("{:?}", group.group), total.mg(), total.eg());
    }
    Ok(())
}

fn show(position: &Position, line: &AnalysisLine) -> Result<(), Box<dyn Error>> {
    let chances = line.wdl;
    println!(
        "{:<10} win {:>3}, draw {:>3}, loss {:>3} per mille  {}",
        line.score.to_string(),
        chances.win,
        chances.draw,
        chances.loss,
        position.san_line(&line.moves)?
    );
    Ok(())
}
