//! Playing the games, one per thread.
//!
//! A game depends only on the seed and its number, and games are written in order. So the file depends neither on the
//! number of threads nor on interruptions.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use indicatif::ProgressBar;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use super::game::Players;
use super::output::{self, InOrder};
use crate::data::{Game, GameFile};
use crate::position::Position;
use crate::probe::tablebases::Tablebases;
use crate::support::args::{HASH, share};
use crate::support::book_lines::BookLines;
use crate::support::ctrl_c::interruptible;
use crate::support::error::ToolError;
use crate::support::files::open_tables;
use crate::support::interrupt::is_interrupted;
use crate::support::openings::{
    BOOK_PLIES, MAX_PLIES, OpeningBook, Openings, PLIES, Recipe, Start, WINDOW,
};
use crate::support::output::print_line;
use crate::support::progress::progress_bar;
use crate::support::rng::unit;
use crate::support::selfplay::Adjudication;
use crate::support::text::counted;
use crate::support::threads::{THREADS, on_threads_until_one_fails, threads};
use crate::types::Score;
use crate::types::score::MAX_EVAL;

/// By default, games are broken off after this many plies. Only shuffling takes that long.
const PLIES_AT_MOST: u16 = 1000;
/// Default number of games.
const GAMES: u64 = 1000;

fn score() -> clap::builder::RangedI64ValueParser<Score> {
    clap::value_parser!(i32).range(0..=i64::from(MAX_EVAL))
}

#[derive(clap::Args, Debug)]
pub(super) struct GenerateArgs {
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Play this many games, at least 1 [default: 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Play until there are this many positions, at least 1, instead of a fixed number of games; the game that reaches
    /// the number is the last
    #[arg(long, value_name = "N", conflicts_with = "games", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// Begin no new iteration of a search after this many nodes, at least 1
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Play this many games at the same time, each on one thread, from 1 to 1024 [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Give each side a hash table of this many MB, from 1 to 1048576
    #[arg(long, value_name = "MB", default_value_t = 2, value_parser = clap::value_parser!(u32).range(HASH))]
    hash: u32,
    /// Draw random numbers from this seed; the same seed gives the same file with any number of threads
    /// [default: a new one]
    #[arg(long)]
    seed: Option<u64>,
    /// Begin games with this many random plies, from 0 to 100; half of the games get one more
    #[arg(long, default_value_t = PLIES, value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_PLIES)))]
    plies: u32,
    /// Take openings from this file, which has a FEN or EPD in each line
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Begin this share of the games with a position of the book, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share, requires = "book")]
    book_share: f64,
    /// Play this many random plies after a position of the book, from 0 to 100; half of the games get one
    /// more
    #[arg(long, value_name = "PLIES", default_value_t = BOOK_PLIES, requires = "book", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_PLIES)))]
    book_plies: u32,
    /// A random move that looks worse by this many centipawns is e times as rare, from 0 to 31506; 0 chooses uniformly
    #[arg(long, value_name = "CP", default_value_t = 0, value_parser = score())]
    temper: Score,
    /// Begin this share of the other games with a double Chess960 position, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    dfrc: f64,
    /// Reject openings in which a side is ahead by more than this many centipawns, from 0 to 31506
    #[arg(long, value_name = "CP", default_value_t = WINDOW, value_parser = score())]
    window: Score,
    /// End a game as won when a side has been ahead by this many centipawns, from 0 to 31506, for
    /// --win-plies plies in a row
    #[arg(long, value_name = "CP", default_value_t = 1500, value_parser = score())]
    win_score: Score,
    /// Wait for this many plies in a row, at least 1, before --win-score ends a game
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    win_plies: u32,
    /// End a game as drawn when the score has been within this many centipawns, from 0 to 31506, for
    /// --draw-plies plies in a row
    #[arg(long, value_name = "CP", default_value_t = 8, value_parser = score())]
    draw_score: Score,
    /// Wait for this many plies in a row, at least 1, before --draw-score ends a game
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    draw_plies: u32,
    /// Don't let --draw-score end a game before this move, from 0 to 500
    #[arg(long, value_name = "MOVE", default_value_t = 40, value_parser = clap::value_parser!(u16).range(0..=500))]
    draw_move: u16,
    /// Stop a game after this many plies, from 1 to 16000, and score it as a draw; to learn from games stopped early,
    /// use `quevedo tune --bootstrap`
    #[arg(long, value_name = "PLIES", default_value_t = PLIES_AT_MOST, value_parser = clap::value_parser!(u16).range(1..=16_000))]
    max_plies: u16,
    /// End games by the Syzygy tablebases in these folders, separated by `:` (Windows: `;`)
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
}

/// State that the threads share.
struct Generator<'a> {
    args: &'a GenerateArgs,
    tables: Option<&'a Tablebases>,
    queue: Mutex<GameQueue>,
    output: Mutex<GameWriter>,
    bar: ProgressBar,
    start: Instant,
}

/// The games still to be played.
struct GameQueue {
    openings: Openings,
    /// The book, if there is one.
    book: Option<Start>,
    seed: u64,
    /// The number of the next game.
    next: u64,
    /// The number of the last game plus one.
    end: u64,
}

/// Writes finished games in order.
struct GameWriter {
    file: GameFile,
    finished: InOrder<Game>,
    /// Games written.
    games: u64,
    /// Positions written.
    positions: u64,
}

/// Plays games and appends them to the file, in the order of their numbers.
pub(super) fn run(args: &GenerateArgs) -> Result<(), ToolError> {
    interruptible();
    let tables = args.syzygy.as_deref().map(open_tables).transpose()?;
    let plies = args.book_plies;
    let open = |path| BookLines::open(path).map(|lines| Start::Book(OpeningBook { lines, plies }));
    let book = args.book.as_deref().map(open).transpose()?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let recipe = Recipe { plies: args.plies, temper: args.temper, window: args.window };
    let mut openings = Openings::new(recipe, seed)?;
    // No two games in a file start from the same opening.
    let (file, next) = output::open(&args.out, |game| openings.leave_out(&game.start))?;
    let wanted = args.positions.unwrap_or(args.games.unwrap_or(GAMES));
    let end = if args.positions.is_none() { next.saturating_add(wanted) } else { u64::MAX };
    let run = Generator {
        args,
        tables: tables.as_ref(),
        queue: Mutex::new(GameQueue { openings, book, seed, next, end }),
        output: Mutex::new(GameWriter {
            file,
            finished: InOrder::new(next),
            games: 0,
            positions: 0,
        }),
        bar: progress_bar(wanted as usize),
        start: Instant::now(),
    };
    let done = on_threads_until_one_fails(threads(args.threads), |failed| run.play(failed));
    run.bar.finish_and_clear();
    let output = run.output.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (games, positions) = (counted(output.games as usize, "game"), output.positions);
    let name = args.out.display();
    if is_interrupted() {
        let text = format!("stopped after {games}, saved in '{name}' (seed {seed})");
        return Err(ToolError::Interrupted(text));
    }
    done?;
    let speed = positions as f64 / run.start.elapsed().as_secs_f64();
    print_line(format_args!(
        "{games}, {positions} positions in '{name}' (seed {seed}), {speed:.0} positions/s"
    ))?;
    Ok(())
}

impl Generator<'_> {
    fn output(&self) -> MutexGuard<'_, GameWriter> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn play(&self, failed: &AtomicBool) -> Result<(), ToolError> {
        let args = self.args;
        let adjudication = Adjudication {
            win_score: args.win_score,
            win_plies: args.win_plies,
            draw_score: args.draw_score,
            draw_plies: args.draw_plies,
            draw_from: 2 * args.draw_move,
            max_plies: args.max_plies,
        };
        let players = Players::new(args.nodes, args.hash as usize, adjudication, self.tables)?;
        while !failed.load(Relaxed) && !is_interrupted() {
            if args.positions.is_some_and(|wanted| self.output().positions >= wanted) {
                break;
            }
            let Some((number, start)) = self.next_game()? else { break };
            let Some(game) = players.play(start) else { break };
            self.keep(number, game)?;
        }
        Ok(())
    }

    /// The number and opening of the next game. Openings are drawn one after another, since each must differ from all
    /// earlier ones; this takes a thousandth of the time of the games.
    fn next_game(&self) -> Result<Option<(u64, Position)>, ToolError> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let number = queue.next;
        if number >= queue.end {
            return Ok(None);
        }
        queue.next += 1;
        // Every seed has its own range of games.
        let first = Xoshiro256PlusPlus::seed_from_u64(queue.seed).next_u64();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(first.wrapping_add(number));
        let from_book = self.args.book.is_some() && unit(&mut rng) < self.args.book_share;
        let mut plain = match !from_book && unit(&mut rng) < self.args.dfrc {
            true => Start::DoubleChess960,
            false => Start::Standard,
        };
        let GameQueue { openings, book, .. } = &mut *queue;
        let start = book.as_mut().filter(|_| from_book).unwrap_or(&mut plain);
        openings.reseed(rng.next_u64());
        Ok(Some((number, openings.draw(start)?)))
    }

    /// Writes the game once all earlier ones are written, and then those that have waited for it.
    fn keep(&self, number: u64, game: Game) -> Result<(), ToolError> {
        let mut output = self.output();
        output.finished.put(number, game);
        let enough = self.args.positions.unwrap_or(u64::MAX);
        while output.positions < enough
            && let Some(game) = output.finished.next()
        {
            output.file.append(&game)?;
            output.games += 1;
            output.positions += game.plies.len() as u64;
        }
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
