//! Positions off the path of games, like those in a search tree.
//!
//! Most moves in games are good, but a search also evaluates positions after bad moves. The scores of searches there
//! teach
//! the evaluation what it does not see in games.
//!
//! Source: Veness, Silver, Uther and Blair, "Bootstrapping from Game Tree Search", 2009.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use indicatif::ProgressBar;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::output::{self, InOrder};
use crate::data::{DataError, Game, GameFile, Games, Ply};
use crate::position::{KeyHistory, Position};
use crate::search::Limits;
use crate::support::args::HASH;
use crate::support::ctrl_c::interruptible;
use crate::support::error::ToolError;
use crate::support::files::check_target;
use crate::support::interrupt::is_interrupted;
use crate::support::output::print_line;
use crate::support::progress::progress_bar;
use crate::support::rng::{below, seeded};
use crate::support::searcher::Searcher;
use crate::support::text::counted;
use crate::support::threads::{THREADS, on_threads_until_one_fails, threads};
use crate::types::Score;
use crate::types::score::MAX_EVAL;

/// The most plies between the game and a position.
const MOST_PLIES: usize = 4;
/// The nodes of the search for a good move.
const GOOD_NODES: u64 = 400;
/// The plies at the start of a game from which no position branches off.
const OPENING: usize = 4;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Append the positions to this file, each as a game of one move, with the result of the game that it comes from
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Try to branch off each game this many times, at least 1
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    per_game: u32,
    /// Search each position with this many nodes, at least 1
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Branch off only where the score is within this many centipawns, from 0 to 31506
    #[arg(long, value_name = "CP", default_value_t = 700, value_parser = clap::value_parser!(i32).range(0..=i64::from(MAX_EVAL)))]
    window: Score,
    /// Use this many threads, from 1 to 1024 [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Give each thread a hash table of this many MB, from 1 to 1048576
    #[arg(long, value_name = "MB", default_value_t = 2, value_parser = clap::value_parser!(u32).range(HASH))]
    hash: u32,
    /// Draw random numbers from this seed; the same seed gives the same positions with any number of threads
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Skip this many games first, for instance to resume after an interruption
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,
    /// Branch off the games in these files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// State that the threads share.
struct Generator<'a, I> {
    args: &'a Args,
    games: Mutex<std::iter::Enumerate<I>>,
    output: Mutex<Writer>,
    bar: ProgressBar,
    start: Instant,
}

/// Writes the positions of each game, in the order of the games.
struct Writer {
    file: GameFile,
    finished: InOrder<Vec<Game>>,
    games: u64,
    positions: u64,
}

/// Branches off each game in the files several times, and appends the positions in the order of the games.
pub(super) fn run(args: &Args) -> Result<(), ToolError> {
    interruptible();
    check_target(&args.out, &args.files)?;
    let mut count = 0;
    for path in &args.files {
        for game in Games::open(path)? {
            game?;
            count += 1;
        }
    }
    let (file, _) = output::open(&args.out, |_| {})?;
    let files: Result<Vec<_>, _> = args.files.iter().map(|path| Games::open(path)).collect();
    let games = files?.into_iter().flatten();
    let run = Generator {
        args,
        games: Mutex::new(games.enumerate()),
        output: Mutex::new(Writer {
            file,
            finished: InOrder::new(args.skip),
            games: args.skip,
            positions: 0,
        }),
        bar: progress_bar(count),
        start: Instant::now(),
    };
    let done = on_threads_until_one_fails(threads(args.threads), |failed| run.search_games(failed));
    run.bar.finish_and_clear();
    let Writer { games, positions, .. } =
        run.output.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (name, seed) = (args.out.display(), args.seed);
    if is_interrupted() {
        let text = format!(
            "stopped; {positions} positions saved in '{name}' (seed {seed}); --skip {games} goes on"
        );
        return Err(ToolError::Interrupted(text));
    }
    done?;
    let games = counted((games - args.skip) as usize, "game");
    let speed = positions as f64 / run.start.elapsed().as_secs_f64();
    print_line(format_args!(
        "{positions} positions off {games} in '{name}' (seed {seed}), {speed:.0}/s"
    ))?;
    Ok(())
}

impl<I: Iterator<Item = Result<Game, DataError>> + Send> Generator<'_, I> {
    fn search_games(&self, failed: &AtomicBool) -> Result<(), ToolError> {
        let searcher = Searcher::new(1, self.args.hash as usize)?;
        while !failed.load(Relaxed) {
            let Some((number, game)) = self.next_game()? else { break };
            let Some(positions) = self.leave(&game, number, &searcher) else { break };
            self.keep(number, positions)?;
        }
        Ok(())
    }

    fn next_game(&self) -> Result<Option<(u64, Game)>, ToolError> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let next = games.find(|&(number, _)| number as u64 >= self.args.skip);
        Ok(next.map(|(number, game)| game.map(|game| (number as u64, game))).transpose()?)
    }

    /// The positions found off a game, which depend only on the game and its number; `None` after an interruption.
    fn leave(&self, game: &Game, number: u64, searcher: &Searcher) -> Option<Vec<Game>> {
        searcher.forget();
        let mut rng = seeded(self.args.seed, number);
        let exits: Vec<Position> = game
            .positions()
            .skip(OPENING)
            .filter(|(_, ply)| Score::from(ply.white_score).abs() <= self.args.window)
            .map(|(position, _)| position)
            .collect();
        if exits.is_empty() {
            return Some(Vec::new());
        }
        let mut found = Vec::new();
        for _ in 0..self.args.per_game {
            let exit = exits[below(&mut rng, exits.len())];
            let Some(position) = walk(exit, &mut rng, searcher)? else { continue };
            let limits = Limits { nodes: Some(self.args.nodes), ..Limits::default() };
            let outcome = searcher.search(position, KeyHistory::new(), limits)?.outcome;
            let Some(mv) = outcome.best else { continue };
            let white_score = (outcome.score * position.side().sign()) as i16;
            found.push(Game {
                start: position,
                plies: vec![Ply { mv, white_score }],
                winner: game.winner,
            });
        }
        Some(found)
    }

    /// Writes the positions found off a game once those of all earlier games are written, and then those that have
    /// waited.
    fn keep(&self, number: u64, positions: Vec<Game>) -> Result<(), ToolError> {
        let mut output = self.output();
        output.finished.put(number, positions);
        while let Some(positions) = output.finished.next() {
            for position in &positions {
                output.file.append(position)?;
            }
            output.games += 1;
            output.positions += positions.len() as u64;
        }
        let speed = output.positions as f64 / self.start.elapsed().as_secs_f64();
        self.bar.set_message(format!("games, {} positions, {speed:.0}/s", output.positions));
        self.bar.set_position(output.games);
        Ok(())
    }

    fn output(&self) -> MutexGuard<'_, Writer> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Plays some plies, alternating random moves with the best moves of a small search. The inner `None` means that this
/// ended the game or led into check, where there is no static evaluation; the outer `None` is an interruption.
fn walk(
    mut position: Position,
    rng: &mut Xoshiro256PlusPlus,
    searcher: &Searcher,
) -> Option<Option<Position>> {
    let mut history = KeyHistory::new();
    let plies = 1 + below(rng, MOST_PLIES);
    let first = below(rng, 2);
    for ply in 0..plies {
        let mv = if ply % 2 == first {
            let moves: Vec<_> = position.legal_moves().collect();
            moves[below(rng, moves.len())]
        } else {
            let limits = Limits { nodes: Some(GOOD_NODES), ..Limits::default() };
            let outcome = searcher.search(position, history.clone(), limits)?.outcome;
            outcome.best?
        };
        history.play(&mut position, mv);
        if history.outcome(&position).is_some() {
            return Some(None);
        }
    }
    Some((!position.is_check()).then_some(position))
}
