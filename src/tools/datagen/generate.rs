//! Playing the games: one a thread, until there are enough.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use indicatif::ProgressBar;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use super::super::dice::unit;
use super::super::openings::{MAX_PLIES, Openings, PLIES, Recipe, Start, WINDOW};
use super::super::selfplay::Adjudication;
use super::super::{
    HASH, THREADS, ToolError, counted, interruptible, is_interrupted, on_threads, print_line,
    progress_bar, share, threads, warn,
};
use super::game::Players;
use crate::data::{Game, GameFile};
use crate::position::Position;
use crate::probe::tablebases::Tablebases;
use crate::types::score::MAX_EVAL;
use crate::types::{Key, Score};

/// Only moves to and fro last so long, in plies.
const LONGEST: u16 = 1000;
/// Games if nobody says how many.
const GAMES: u64 = 1000;

fn score() -> clap::builder::RangedI64ValueParser<Score> {
    clap::value_parser!(i32).range(0..=i64::from(MAX_EVAL))
}

#[derive(clap::Args, Debug)]
pub(super) struct GenerateArgs {
    /// Where the games go, after those that are there
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games (default: 1000)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// How many positions, instead; the games in hand are finished
    #[arg(long, value_name = "N", conflicts_with = "games", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Nodes for each move, after which no iteration of the search begins
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Threads, a game each (default: one per core)
    #[arg(long, value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// MB of hash table for each side
    #[arg(long, value_name = "MB", default_value_t = 2, value_parser = clap::value_parser!(u32).range(HASH))]
    hash: u32,
    /// Seed of the dice (default: a new one); with one thread it repeats the file, byte for byte
    #[arg(long)]
    seed: Option<u64>,
    /// Random moves at the start of a game, in plies; half of the games have one more
    #[arg(long, default_value_t = PLIES, value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_PLIES)))]
    plies: u32,
    /// A random move that looks this much worse than another, in centipawns, is drawn e times less often;
    /// with 0 all are alike
    #[arg(long, value_name = "CP", default_value_t = 0, value_parser = score())]
    temper: Score,
    /// Share of the games that begin at a double Chess960 position, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    dfrc: f64,
    /// How much better one side may stand after the random moves, in centipawns
    #[arg(long, value_name = "CP", default_value_t = WINDOW, value_parser = score())]
    window: Score,
    /// A side wins that is ahead by this much, in centipawns ...
    #[arg(long, value_name = "CP", default_value_t = 1500, value_parser = score())]
    win_score: Score,
    /// ... for so many plies in a row
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    win_plies: u32,
    /// A game is drawn in which nobody is ahead by more than this, in centipawns ...
    #[arg(long, value_name = "CP", default_value_t = 8, value_parser = score())]
    draw_score: Score,
    /// ... for so many plies in a row ...
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    draw_plies: u32,
    /// ... after this move
    #[arg(long, value_name = "MOVE", default_value_t = 40, value_parser = clap::value_parser!(u16).range(0..=500))]
    draw_move: u16,
    /// Folders of Syzygy tablebases: a game ends where they know the result
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
}

/// What the threads share.
struct Run<'a> {
    args: &'a GenerateArgs,
    seed: u64,
    tables: Option<&'a Tablebases>,
    output: Mutex<Output>,
    /// The number of the next game: openings depend on it and the seed alone.
    next: AtomicU64,
    /// After this number there are no more.
    last: u64,
    /// A thread has failed: the others need not go on.
    failed: AtomicBool,
    bar: ProgressBar,
    start: Instant,
}

/// What is done.
struct Output {
    file: GameFile,
    games: u64,
    positions: u64,
    /// Where games of this file begin. No two begin alike, so that a seed may go on where it stopped.
    openings: HashSet<Key>,
}

/// Plays games and appends each to the file when it is over.
pub(super) fn run(args: &GenerateArgs) -> Result<(), ToolError> {
    interruptible();
    let tables = args.syzygy.as_deref().map(open_tables).transpose()?;
    let mut openings = HashSet::new();
    let (file, found) = GameFile::open(&args.out, |game| {
        openings.insert(game.start.key());
    })?;
    if let Some(damage) = found.damage {
        warn(&format_args!(
            "{damage}; it was cut off, {} before it",
            counted(found.games as usize, "game")
        ));
    }
    let seed = args.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let wanted = args.positions.unwrap_or(args.games.unwrap_or(GAMES));
    let run = Run {
        args,
        seed,
        tables: tables.as_ref(),
        output: Mutex::new(Output { file, games: 0, positions: 0, openings }),
        next: AtomicU64::new(found.games),
        last: match args.positions {
            None => found.games + wanted,
            Some(_) => u64::MAX,
        },
        failed: AtomicBool::new(false),
        bar: progress_bar(wanted as usize),
        start: Instant::now(),
    };
    let done = on_threads(threads(args.threads), || run.work());
    run.bar.finish_and_clear();
    let output = run.output.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (games, positions) = (counted(output.games as usize, "game"), output.positions);
    let name = args.out.display();
    if is_interrupted() {
        let text = format!("stopped after {games}, which are in '{name}' (seed {seed})");
        return Err(ToolError::Interrupted(text));
    }
    done?;
    let speed = positions as f64 / run.start.elapsed().as_secs_f64();
    print_line(format_args!(
        "{games}, {positions} positions in '{name}' (seed {seed}), {speed:.0} positions/s"
    ))?;
    Ok(())
}

fn open_tables(path: &str) -> Result<Tablebases, ToolError> {
    let (tables, problems) = Tablebases::open(path);
    if tables.max_pieces() == 0 {
        let first = problems.into_iter().next();
        let text = first.unwrap_or_else(|| format!("no tablebases in '{path}'"));
        return Err(ToolError::BadInput(text));
    }
    problems.iter().for_each(|problem| warn(problem));
    Ok(tables)
}

impl Run<'_> {
    fn output(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) -> Result<(), ToolError> {
        let done = self.play();
        if done.is_err() {
            self.failed.store(true, Relaxed);
        }
        done
    }

    fn play(&self) -> Result<(), ToolError> {
        let args = self.args;
        let adjudication = Adjudication {
            won: args.win_score,
            won_plies: args.win_plies,
            drawn: args.draw_score,
            drawn_plies: args.draw_plies,
            drawn_from: 2 * args.draw_move,
            longest: LONGEST,
        };
        let players = Players::new(args.nodes, args.hash as usize, adjudication, self.tables)?;
        let &GenerateArgs { plies, temper, window, .. } = args;
        let recipe = Recipe { start: Start::Standard, plies, temper, window };
        let mut openings = Openings::new(recipe, self.seed)?;
        while !self.failed.load(Relaxed) && !is_interrupted() {
            if args.positions.is_some_and(|wanted| self.output().positions >= wanted) {
                break;
            }
            let number = self.next.fetch_add(1, Relaxed);
            if number >= self.last {
                break;
            }
            let start = self.opening(&mut openings, number)?;
            let Some(game) = players.play(start) else { break };
            self.keep(&game)?;
        }
        Ok(())
    }

    /// The opening of a game.
    fn opening(&self, openings: &mut Openings, number: u64) -> Result<Position, ToolError> {
        // Every seed has a stretch of games of its own.
        let first = Xoshiro256PlusPlus::seed_from_u64(self.seed).next_u64();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(first.wrapping_add(number));
        let double = unit(&mut dice) < self.args.dfrc;
        let start = if double { Start::DoubleChess960 } else { Start::Standard };
        openings.restart(start, dice.next_u64());
        loop {
            let opening = openings.draw()?;
            if self.output().openings.insert(opening.key()) {
                return Ok(opening);
            }
        }
    }

    /// Writes a game and tells of it.
    fn keep(&self, game: &Game) -> Result<(), ToolError> {
        let mut output = self.output();
        output.file.append(game)?;
        output.games += 1;
        output.positions += game.plies.len() as u64;
        let speed = output.positions as f64 / self.start.elapsed().as_secs_f64();
        match self.args.positions {
            None => {
                self.bar
                    .set_message(format!("games, {} positions, {speed:.0}/s", output.positions));
                self.bar.set_position(output.games);
            }
            Some(wanted) => {
                self.bar.set_message(format!("positions, {speed:.0}/s, {} games", output.games));
                self.bar.set_position(output.positions.min(wanted));
            }
        }
        Ok(())
    }
}
