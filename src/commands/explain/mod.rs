//! `quevedo explain`: compares search techniques on a position, from plain minimax to Quevedo.

mod chart;
mod measure;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::board::{Board, perft};
use crate::engine::{Engine, PlayingStyle, SpektrumStage, best_case_leaves};
use crate::position::Position;
use crate::support::args::position_of;
use crate::support::ctrl_c::interruptible;
use crate::support::drawing::save;
use crate::support::error::ToolError;
use crate::support::files::check_target;
use crate::support::output::print_line;
use crate::support::progress::bar;
use crate::support::text::signed;
use crate::types::score;
use crate::types::{Depth, Score};
use measure::{StageResult, measure};

/// The most leaves that minimax may visit at the default depth: a few seconds.
const AFFORDABLE: u64 = 40_000_000;

/// A short search is repeated, and the fastest run counts. There are at most this many runs, and no more after they
/// have taken this long.
const RUNS: usize = 5;
const LONG_ENOUGH: Duration = Duration::from_millis(200);

/// The arguments of `quevedo explain`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Search this position: a FEN with or without quotes, or one of the names startpos, kiwipete, endgame,
    /// promotions, checks and middlegame [default: startpos]
    #[arg(num_args = 0..=6, value_name = "FEN")]
    fen: Vec<String>,
    /// Search to this depth in plies, from 1 to 16 [default: what minimax can do in a few seconds]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(i32).range(1..=16))]
    depth: Option<Depth>,
    /// Draw the result to this file, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// A bad FEN, a position without a move, a file that can't be written, an interruption.
pub fn run(args: &Args) -> Result<(), ToolError> {
    interruptible();
    if let Some(file) = &args.svg {
        check_target(file, &[])?;
    }
    let position = movable(&args.fen.join(" "))?;
    let depth = args.depth.unwrap_or_else(|| affordable_depth(position.board()));
    print_line(format_args!("{position}, every search {depth} plies deep\n"))?;
    print_line(format_args!(
        "{:<14}{:>12}{:>9}{:>12}  {:<7}{:>8}",
        "stage", "nodes", "x above", "ms", "move", "score"
    ))?;
    let stages = stages();
    let bar = bar(stages.len() as u64, "{bar:40} {msg}");
    let mut engine = Engine::new()?;
    let mut rows: Vec<StageResult> = Vec::new();
    for (name, style, stage) in stages {
        bar.set_message(name.clone());
        engine.set_style(style);
        let start = Instant::now();
        let mut runs: Vec<StageResult> = Vec::new();
        while runs.is_empty() || (runs.len() < RUNS && start.elapsed() < LONG_ENOUGH) {
            // This also empties the hash table.
            engine.set_stage(stage);
            engine.new_game();
            runs.push(measure(&mut engine, &position, depth, &name)?);
        }
        let fastest = runs.into_iter().min_by_key(|row| row.time);
        let row = fastest.expect("there is a run at least");
        bar.suspend(|| print_row(&row, rows.last()))?;
        bar.inc(1);
        rows.push(row);
    }
    bar.finish_and_clear();
    print_line(format_args!("\n{}", size_of_the_tree(position.board(), depth)))?;
    if let Some(file) = &args.svg {
        save(file, chart::svg(&rows, &format!("{position}, {depth} plies")))?;
    }
    Ok(())
}

/// Parses a position that has a legal move.
fn movable(fen: &str) -> Result<Position, ToolError> {
    let position = position_of((!fen.is_empty()).then_some(fen))?;
    if position.has_legal_move() {
        Ok(position)
    } else {
        Err(ToolError::BadInput(format!("no legal move in '{fen}'")))
    }
}

/// The greatest depth that minimax can search in a few seconds.
fn affordable_depth(board: &Board) -> Depth {
    let mut before = 1;
    for depth in 1.. {
        let leaves = perft(board, depth);
        // The next ply will multiply the leaves about as much as this one did.
        let growth = leaves.div_ceil(before).max(1);
        if leaves.saturating_mul(growth) > AFFORDABLE || leaves == 0 || depth == DEEPEST {
            return depth as Depth;
        }
        before = leaves;
    }
    unreachable!("the loop ends at the deepest")
}

/// The greatest default depth, since trees with only a move or two per position grow too slowly to be of use.
const DEEPEST: u32 = 12;

/// The rows: the article's stages, each of which includes the earlier ones, and then Quevedo.
fn stages() -> Vec<(String, PlayingStyle, SpektrumStage)> {
    let name = |stage: SpektrumStage| match stage {
        SpektrumStage::Minimax | SpektrumStage::AlphaBeta => stage.name().to_owned(),
        _ => format!("+ {}", stage.name()),
    };
    let mut stages: Vec<_> = SpektrumStage::ALL
        .into_iter()
        .map(|stage| (name(stage), PlayingStyle::Spektrum, stage))
        .collect();
    stages.push(("Quevedo".to_owned(), PlayingStyle::Quevedo, SpektrumStage::LAST));
    stages
}

fn print_row(row: &StageResult, before: Option<&StageResult>) -> Result<(), ToolError> {
    let StageResult { name, nodes, time, score, .. } = row;
    let times = match before {
        Some(before) => format!("{:.3}", *nodes as f64 / before.nodes.max(1) as f64),
        None => String::new(),
    };
    let ms = time.as_secs_f64() * 1000.0;
    let best = &row.best;
    let score = pawns(*score);
    Ok(print_line(format_args!("{name:<14}{nodes:>12}{times:>9}{ms:>12.2}  {best:<7}{score:>8}"))?)
}

/// A score in pawns or moves to mate.
fn pawns(score: Score) -> String {
    if score::is_mate(score) { score::text(score) } else { signed(score) }
}

/// The size of the tree and the article's best case for alpha-beta.
fn size_of_the_tree(board: &Board, depth: Depth) -> String {
    let leaves = perft(board, depth as u32);
    let branching = (leaves as f64).powf(1.0 / f64::from(depth));
    let best = best_case_leaves(branching, depth as u32);
    format!(
        "The tree has {leaves} leaves, as if each position had {branching:.1} moves; with the best move always\n\
         first, alpha-beta would look at {best:.0} of them."
    )
}

#[cfg(test)]
mod tests {
    use super::{affordable_depth, movable, pawns};
    use crate::board::perft;

    #[test]
    fn the_depth_is_what_minimax_can_do() {
        for fen in ["", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"] {
            let position = movable(fen).unwrap();
            let depth = affordable_depth(position.board()) as u32;
            assert!(
                (1_000_000..100_000_000).contains(&perft(position.board(), depth)),
                "{fen}: {depth}"
            );
        }
    }

    #[test]
    fn scores_are_told_in_pawns() {
        assert_eq!(pawns(-35), "-0.35");
        assert_eq!(pawns(120), "+1.20");
        assert_eq!(pawns(crate::types::score::mate_in(3)), "mate 2");
    }

    #[test]
    fn there_must_be_a_move() {
        assert!(movable("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_err());
        assert!(movable("nonsense").is_err());
    }
}
