//! Measures how the levels play: in games that they have played, whether they leave queens hanging and whether they
//! give mate, and in positions from these games, how much their moves lose. Writes a line of CSV for each level.
//!
//!     cargo run --release --example level_play -- GAMES.pgn --out docs/data/level-play.csv
//!
//! The players must be called L600, L800 and so on, as `scripts/calibrate-levels --pgn` calls them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Parser;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use quevedo::notation::pgn::PgnGame;
use quevedo::position::{Game, Position};
use quevedo::support::error::ToolError;
use quevedo::support::files::{each_game, unwritable};
use quevedo::support::progress::bar;
use quevedo::support::threads::{on_threads, threads};
use quevedo::{Color, Engine, Limits, Move, PieceType, UciScore};

/// Measure how the levels play
#[derive(Parser, Debug)]
struct Args {
    /// Games of the levels
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,
    /// Ask each level for its move in this many positions
    #[arg(long, value_name = "N", default_value_t = 1500, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// Judge each move with a search of this many nodes
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Use this many threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<u16>,
    /// Write the results to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Scores are capped at this many centipawns before losses are computed, because a side that is far ahead loses little
/// by losing a pawn.
const MOST: i32 = 1000;
/// The score of a mate.
const MATE: i32 = 100_000;
/// A move that loses this much is a blunder.
const BLUNDER: i32 = 200;
/// A move hangs the queen if the exchange wins this much for the opponent, the move loses this much, and the game was
/// not lost before and is not still won.
const QUEEN: i32 = 600;
/// A game is decided when a side is further ahead than this.
const OPEN: i32 = 500;
/// The plies that count as the opening.
const OPENING: usize = 8;
const SEED: u64 = 1;

/// What the games of a level show.
#[derive(Clone, Copy, Default)]
struct Played {
    games: u64,
    moves: u64,
    queens: u64,
    mates_in_one: u64,
    mates_missed: u64,
}

/// How much the moves of a level lose, in centipawns.
#[derive(Clone, Copy, Default)]
struct Lost {
    moves: u64,
    sum: f64,
    squares: f64,
    blunders: u64,
}

/// A move after which the queen can be taken, perhaps for compensation.
struct LeftQueen {
    level: i32,
    game: Game,
    mv: Move,
}

const HEADER: &str =
    "level,loss,error,blunders,positions,games,moves,queens,mates in one,mates missed";

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
    let (mut played, mut queens, mut positions) = (BTreeMap::new(), Vec::new(), Vec::new());
    each_game(&args.games, |game| look_at(&game, &mut played, &mut queens, &mut positions))?;
    if played.is_empty() {
        return Err(ToolError::BadInput(
            "no player of these games is called L600 or the like".into(),
        ));
    }
    count_queens(args, &queens, &mut played)?;
    let levels: Vec<i32> = played.keys().copied().collect();
    let lost = losses(args, &levels, &shuffled(positions))?;
    let mut lines = vec![
        format!(
            "# Loss: centipawns that a move of the level loses on average in the same positions, by {} nodes, with its 95 \
             % error; blunders in 1,000 moves. Queens left to be taken, where that decided something, and mates in one: \
             in the games",
            args.nodes
        ),
        HEADER.to_owned(),
    ];
    lines.extend(played.iter().zip(&lost).map(|((level, played), lost)| row(*level, played, lost)));
    println!("{}", lines[1..].join("\n"));
    match &args.out {
        Some(out) => std::fs::write(out, lines.join("\n") + "\n").map_err(unwritable(out)),
        None => Ok(()),
    }
}

fn row(level: i32, played: &Played, lost: &Lost) -> String {
    let count = lost.moves.max(1) as f64;
    let mean = lost.sum / count;
    let error = 1.96 * ((lost.squares / count - mean * mean) / count).max(0.0).sqrt();
    format!(
        "{level},{mean:.1},{error:.1},{:.1},{},{},{},{},{},{}",
        1000.0 * lost.blunders as f64 / count,
        lost.moves,
        played.games,
        played.moves,
        played.queens,
        played.mates_in_one,
        played.mates_missed,
    )
}

/// The level that plays a side in a game.
fn level_of(game: &PgnGame, side: Color) -> Option<i32> {
    let name = game.tag(if side == Color::White { "White" } else { "Black" })?;
    name.strip_prefix('L')?.parse().ok()
}

fn look_at(
    game: &PgnGame,
    all: &mut BTreeMap<i32, Played>,
    queens: &mut Vec<LeftQueen>,
    positions: &mut Vec<Position>,
) {
    let levels = Color::ALL.map(|side| level_of(game, side));
    for level in levels.into_iter().flatten() {
        all.entry(level).or_default().games += 1;
    }
    let mut so_far = Game::new(game.start);
    for (ply, (position, mv)) in game.positions().enumerate() {
        let before = so_far.clone();
        if so_far.play(mv).is_err() {
            return;
        }
        let Some(level) = levels[position.side().index()] else { continue };
        let tally = all.entry(level).or_default();
        tally.moves += 1;
        if position.legal_moves().into_iter().any(|mv| mates(&position, mv)) {
            tally.mates_in_one += 1;
            tally.mates_missed += u64::from(!mates(&position, mv));
        }
        if leaves_queen(so_far.position()) {
            queens.push(LeftQueen { level, game: before, mv });
        }
        if ply >= OPENING {
            positions.push(position);
        }
    }
}

fn mates(position: &Position, mv: Move) -> bool {
    let after = position.after(mv);
    after.is_ok_and(|after| after.is_check() && after.legal_moves().next().is_none())
}

/// Whether the side to move can take a queen and wins most of its value by the exchange.
fn leaves_queen(position: &Position) -> bool {
    let takes = |mv: &Move| position.captured(*mv) == Some(PieceType::Queen);
    position.legal_moves().into_iter().any(|mv| takes(&mv) && position.see_ge(mv, QUEEN))
}

/// Counts the queens that were hung, and prints where.
fn count_queens(
    args: &Args,
    queens: &[LeftQueen],
    all: &mut BTreeMap<i32, Played>,
) -> Result<(), ToolError> {
    let lost = Mutex::new(Vec::new());
    in_parallel(args, "queens", queens.len(), |judge, _, index| {
        let LeftQueen { level, game, mv } = &queens[index];
        judge.new_game();
        let best = judged(judge, game, args.nodes)?;
        let after = judged_after(judge, game, *mv, args.nodes)?;
        // A side that was lost has nothing to lose, and a side that stays well ahead has simplified.
        if best - after >= QUEEN && best >= -OPEN && after <= OPEN {
            lost.lock().map_err(|_| ToolError::Failed)?.push((
                *level,
                game.position().to_string(),
                *mv,
            ));
        }
        Ok(())
    })?;
    for (level, fen, mv) in lost.into_inner().map_err(|_| ToolError::Failed)? {
        eprintln!("level {level} leaves a queen: {fen} {mv}");
        all.entry(level).or_default().queens += 1;
    }
    Ok(())
}

/// Shuffles the positions.
fn shuffled(mut positions: Vec<Position>) -> Vec<Position> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(SEED);
    for index in (1..positions.len()).rev() {
        positions.swap(index, (random.next_u64() % (index as u64 + 1)) as usize);
    }
    positions
}

/// How much the moves of each level lose, all levels in the same positions.
fn losses(args: &Args, levels: &[i32], positions: &[Position]) -> Result<Vec<Lost>, ToolError> {
    let all = Mutex::new(vec![Lost::default(); levels.len()]);
    // Decided positions are skipped, and later ones used instead.
    let wanted = args.positions as usize;
    let taken = AtomicUsize::new(0);
    in_parallel(args, "positions", positions.len(), |judge, player, index| {
        if taken.load(Ordering::Relaxed) >= wanted {
            return Ok(());
        }
        let game = Game::new(positions[index]);
        judge.new_game();
        if game.outcome().is_some() || judged(judge, &game, args.nodes / 20)?.abs() > OPEN {
            return Ok(());
        }
        if taken.fetch_add(1, Ordering::Relaxed) >= wanted {
            return Ok(());
        }
        let counted = |score: i32| score.clamp(-MOST, MOST);
        let mut best = counted(judged(judge, &game, args.nodes)?);
        // Several levels often play the same move, so its score is kept.
        let mut scores: BTreeMap<String, i32> = BTreeMap::new();
        let mut moves = Vec::new();
        for &level in levels {
            player.set_level_seed(Some(index as u64 + 1));
            player
                .set_level(Some(level))
                .map_err(|error| ToolError::BadInput(error.to_string()))?;
            player.new_game();
            let mv = analysed(player, &game, u64::MAX)?.0;
            let score = match scores.get(&mv.to_string()) {
                Some(&score) => score,
                None => counted(judged_after(judge, &game, mv, args.nodes)?),
            };
            scores.insert(mv.to_string(), score);
            best = best.max(score);
            moves.push(score);
        }
        let mut all = all.lock().map_err(|_| ToolError::Failed)?;
        for (lost, score) in all.iter_mut().zip(moves) {
            let loss = best - score;
            lost.moves += 1;
            lost.sum += f64::from(loss);
            lost.squares += f64::from(loss).powi(2);
            lost.blunders += u64::from(loss >= BLUNDER);
        }
        Ok(())
    })?;
    all.into_inner().map_err(|_| ToolError::Failed)
}

/// Does some work for each number below `count`, on threads that each have a judge and a player.
fn in_parallel(
    args: &Args,
    what: &'static str,
    count: usize,
    work: impl Fn(&mut Engine, &mut Engine, usize) -> Result<(), ToolError> + Sync,
) -> Result<(), ToolError> {
    let next = AtomicUsize::new(0);
    let shown = bar(count as u64, "{msg} {bar:40} {pos}/{len}  {elapsed}, left {eta}");
    shown.set_message(what);
    on_threads(threads(args.threads), || {
        let (mut judge, mut player) = (Engine::new()?, Engine::new()?);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return Ok(());
            }
            work(&mut judge, &mut player, index)?;
            shown.inc(1);
        }
    })?;
    shown.finish_and_clear();
    Ok(())
}

fn analysed(engine: &mut Engine, game: &Game, nodes: u64) -> Result<(Move, UciScore), ToolError> {
    let limits = Limits::default().and(Limits::nodes(nodes));
    let analysis =
        engine.analyse(game, limits).map_err(|error| ToolError::BadInput(error.to_string()))?;
    Ok((analysis.best_move, analysis.line.score))
}

/// The score of the side to move in centipawns, with mates as [`MATE`].
fn judged(judge: &mut Engine, game: &Game, nodes: u64) -> Result<i32, ToolError> {
    Ok(centipawns(analysed(judge, game, nodes)?.1))
}

/// The score of the side to move after it plays a move.
fn judged_after(judge: &mut Engine, game: &Game, mv: Move, nodes: u64) -> Result<i32, ToolError> {
    let mut game = game.clone();
    game.play(mv).map_err(|error| ToolError::BadInput(error.to_string()))?;
    match game.outcome() {
        Some(_) if game.position().is_check() => Ok(MATE),
        Some(_) => Ok(0),
        None => Ok(-judged(judge, &game, nodes)?),
    }
}

fn centipawns(score: UciScore) -> i32 {
    match score {
        UciScore::Centipawns(score) => score,
        UciScore::Mate(0) => -MATE,
        UciScore::Mate(moves) => MATE * moves.signum(),
        UciScore::Tablebase { is_win, .. } => {
            if is_win {
                MATE
            } else {
                -MATE
            }
        }
    }
}
