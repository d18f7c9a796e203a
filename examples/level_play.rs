//! How each level plays: games of a level against itself, every move of which is judged by the engine at full
//! strength. Writes a line of comma-separated values for each level.
//!
//!     cargo run --release --example level_play -- --games 500 --out docs/data/level-play.csv

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use clap::Parser;

use quevedo::position::{Game, Position};
use quevedo::support::error::ToolError;
use quevedo::support::files::unwritable;
use quevedo::support::openings::{Openings, PLIES, Recipe, Start, WINDOW};
use quevedo::support::progress::bar;
use quevedo::support::threads::{on_threads, threads};
use quevedo::{AnalysisError, Engine, Limits, Move, PieceType, UciScore};

/// Judges how each level plays, by games against itself
#[derive(Parser, Debug)]
struct Args {
    /// Games of each level
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes of the search that judges a position
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    judged: u64,
    /// Levels, in Elo [default: 600, 800, ... 3400]
    #[arg(long, value_name = "ELO", value_delimiter = ',')]
    levels: Vec<i32>,
    /// Games at the same time [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<u16>,
    /// File for the results
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Scores count up to this, in centipawns: who is a rook ahead loses little by losing a pawn.
const MOST: i32 = 1000;
/// A move that loses as much as this is a blunder.
const BLUNDER: i32 = 200;
/// A queen is left to be taken for nothing where the exchange wins this much, and the move has lost as much.
const QUEEN: i32 = 600;
/// Games of more plies are not played on.
const LONGEST: usize = 240;

/// What the games of a level have shown.
#[derive(Clone, Copy, Default)]
struct Tally {
    moves: u64,
    /// Centipawns lost, all told.
    loss: i64,
    blunders: u64,
    queens: u64,
    mates_in_one: u64,
    mates_missed: u64,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.moves += other.moves;
        self.loss += other.loss;
        self.blunders += other.blunders;
        self.queens += other.queens;
        self.mates_in_one += other.mates_in_one;
        self.mates_missed += other.mates_missed;
    }

    fn row(&self, level: i32, games: u32) -> String {
        let per_thousand = |count: u64| 1000.0 * count as f64 / self.moves.max(1) as f64;
        format!(
            "{level},{games},{},{:.1},{:.1},{},{},{}",
            self.moves,
            self.loss as f64 / self.moves.max(1) as f64,
            per_thousand(self.blunders),
            self.queens,
            self.mates_in_one,
            self.mates_missed,
        )
    }
}

const HEADER: &str = "level,games,moves,loss,blunders,queens,mates in one,mates missed";

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("level_play: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), ToolError> {
    let all: Vec<i32> = (600..=3400).step_by(200).collect();
    let levels = if args.levels.is_empty() { &all } else { &args.levels };
    let mut lines = vec![
        format!(
            "# Games of each level against itself, moves judged by {} nodes: mean loss in centipawns, blunders in \
             1,000 moves, queens left to be taken",
            args.judged
        ),
        HEADER.to_owned(),
    ];
    println!("{HEADER}");
    for &level in levels {
        let row = play_level(args, level)?.row(level, args.games);
        println!("{row}");
        lines.push(row);
        if let Some(out) = &args.out {
            std::fs::write(out, lines.join("\n") + "\n").map_err(unwritable(out))?;
        }
    }
    Ok(())
}

fn play_level(args: &Args, level: i32) -> Result<Tally, ToolError> {
    let (next, sum) = (AtomicU32::new(0), Mutex::new(Tally::default()));
    let shown = bar(args.games.into(), "{msg} {bar:40} {pos}/{len}  {elapsed}, left {eta}");
    shown.set_message(format!("level {level}"));
    on_threads(threads(args.threads), || {
        let mut players = [Engine::new()?, Engine::new()?];
        let mut judge = Engine::new()?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= args.games {
                return Ok(());
            }
            for (player, engine) in players.iter_mut().enumerate() {
                engine.set_level_seed(Some(u64::from(2 * number) + player as u64 + 1));
                engine
                    .set_level(Some(level))
                    .map_err(|error| ToolError::BadInput(error.to_string()))?;
                engine.new_game();
            }
            let tally = play_game(&mut players, &mut judge, args.judged, opening(number)?)?;
            sum.lock().map_err(|_| ToolError::Failed)?.add(&tally);
            shown.inc(1);
        }
    })?;
    shown.finish_and_clear();
    sum.into_inner().map_err(|_| ToolError::Failed)
}

/// The same openings for every level.
fn opening(number: u32) -> Result<Position, ToolError> {
    let recipe = Recipe { plies: PLIES, temper: 50, window: WINDOW / 3 };
    Openings::new(recipe, u64::from(number))?.draw(&mut Start::Standard)
}

fn play_game(
    players: &mut [Engine; 2],
    judge: &mut Engine,
    nodes: u64,
    start: Position,
) -> Result<Tally, ToolError> {
    let mut tally = Tally::default();
    let mut game = Game::from(start);
    judge.new_game();
    let analysed = |error: AnalysisError| ToolError::BadInput(error.to_string());
    let mut before = judge.analyse(&game, Limits::nodes(nodes)).map_err(analysed)?.line.score;
    for ply in 0..LONGEST {
        let answer =
            players[ply % 2].analyse(&game, Limits::default().and(Limits::nodes(u64::MAX)));
        let mv = answer.map_err(analysed)?.best_move;
        game.play(mv).map_err(|error| ToolError::BadInput(error.to_string()))?;
        tally.moves += 1;
        let mates = matches!(before, UciScore::Mate(1));
        tally.mates_in_one += u64::from(mates);
        let over = game.outcome().is_some();
        tally.mates_missed += u64::from(mates && !(over && game.position().is_check()));
        if over {
            break;
        }
        let after = judge.analyse(&game, Limits::nodes(nodes)).map_err(analysed)?.line.score;
        let loss = (centipawns(before) + centipawns(after)).max(0);
        tally.loss += i64::from(loss);
        tally.blunders += u64::from(loss >= BLUNDER);
        tally.queens += u64::from(loss >= QUEEN && leaves_queen(game.position()));
        before = after;
    }
    Ok(tally)
}

fn centipawns(score: UciScore) -> i32 {
    match score {
        UciScore::Centipawns(score) => score.clamp(-MOST, MOST),
        UciScore::Mate(0) => -MOST,
        UciScore::Mate(moves) => MOST * moves.signum(),
        UciScore::Tablebase { is_win, .. } => {
            if is_win {
                MOST
            } else {
                -MOST
            }
        }
    }
}

/// Whether the side to move can take a queen, and wins most of it.
fn leaves_queen(position: &Position) -> bool {
    let takes = |mv: &Move| position.captured(*mv) == Some(PieceType::Queen);
    position.legal_moves().into_iter().any(|mv| takes(&mv) && position.see_ge(mv, QUEEN))
}
