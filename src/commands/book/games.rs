//! Self-play games with varied openings.
//!
//! In the opening, moves are drawn at random from the best ones, with better moves more likely; after it, both sides
//! play as well as the nodes allow.

use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;

use crate::data::Appender;
use crate::notation::pgn::{PgnGame, PgnReader, Played};
use crate::position::Position;
use crate::search::{Info, Limits};
use crate::support::error::ToolError;
use crate::support::files::{at, locked, unwritable};
use crate::support::interrupt::is_interrupted;
use crate::support::output::{print_line, warn};
use crate::support::progress::bar;
use crate::support::rng::by_worth;
use crate::support::searcher::Searcher;
use crate::support::selfplay::{Adjudication, GameInProgress, comment, unplayed};
use crate::support::text::counted;
use crate::support::threads::{THREADS, on_threads, threads};
use crate::types::Score;

/// The hash table of each game in MB.
const TABLE: usize = 16;
/// How many of the best moves an opening move is drawn from.
const CHOICE: usize = 5;
/// Each line of an opening move gets the nodes of a later move divided by this.
const OPENING_SHARE: u64 = 2;
/// A game that is as good as over is adjudicated.
const ADJUDICATION: Adjudication = Adjudication {
    win_score: 700,
    win_plies: 8,
    draw_score: 10,
    draw_plies: 12,
    draw_from: 80,
    max_plies: 400,
};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Append the games to this file
    #[arg(long, value_name = "PGN")]
    out: PathBuf,
    /// Play this many games, at least 1
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Search this many nodes for each move, at least 100
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Vary the moves in this many plies at the start of each game, from 0 to 60
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(0..=60))]
    plies: u16,
    /// Choose these moves among those at most this many centipawns worse than the best, from 0 to 500
    #[arg(long, value_name = "CP", default_value_t = 20, value_parser = clap::value_parser!(u16).range(0..=500))]
    spread: u16,
    /// Play this many games at the same time, each on one thread, from 1 to 1024 [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Draw random numbers from this seed; the same seed gives the same games, and more games for the same file go on
    /// with the next
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays games and appends each to the file when it is over.
pub(super) fn play(args: &Args) -> Result<(), ToolError> {
    let failed = unwritable(&args.out);
    let first = rounds_of(&args.out)?;
    let file = Mutex::new(open(&args.out)?);
    let bar = bar(args.games.into(), "{bar:30} {pos}/{len} games  {elapsed}, left {eta}");
    let next = AtomicU32::new(0);
    let work = || -> Result<(), ToolError> {
        let player = Searcher::new(1, TABLE)?;
        while !is_interrupted() {
            let number = next.fetch_add(1, Relaxed);
            if number >= args.games {
                break;
            }
            let Some(game) = game(&player, args, first.wrapping_add(number)) else { break };
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.append(format!("{game}\n").as_bytes()).map_err(&failed)?;
            bar.inc(1);
        }
        Ok(())
    };
    let done = on_threads(threads(args.threads), work);
    let played = bar.position();
    bar.finish_and_clear();
    done?;
    if is_interrupted() {
        let text = format!("stopped after {played} games, saved in '{}'", args.out.display());
        return Err(ToolError::Interrupted(text));
    }
    print_line(format_args!(
        "{} added to {}",
        counted(played as usize, "game"),
        args.out.display()
    ))?;
    Ok(())
}

/// The greatest number that a game of the file has as its `Round`, so that games added later are others.
fn rounds_of(path: &Path) -> Result<u32, ToolError> {
    if !path.exists() {
        return Ok(0);
    }
    let rounds = PgnReader::open(path)?.filter_map(|game| game.ok()?.tag("Round")?.parse().ok());
    Ok(rounds.max().unwrap_or(0))
}

/// Opens the file of games. If a crash has left an unfinished game at the end, it is terminated, so that readers can
/// tell it from the next.
fn open(path: &Path) -> Result<Appender, ToolError> {
    const END: &[u8] = b"\n\n";
    let failed = unwritable(path);
    let mut file = locked(path)?;
    let bytes = file.metadata().map_err(&failed)?.len();
    let mut end = Vec::new();
    if bytes > 0 {
        file.seek(SeekFrom::Start(bytes.saturating_sub(END.len() as u64))).map_err(&failed)?;
        file.read_to_end(&mut end).map_err(&failed)?;
    }
    let mut file = Appender::new(file, bytes).map_err(&failed)?;
    if bytes > 0 && end != END {
        warn(&at(path, &"the last game is unfinished; appending after it"));
        file.append(END).map_err(&failed)?;
    }
    Ok(file)
}

/// A whole game; `None` after an interruption.
fn game(player: &Searcher, args: &Args, number: u32) -> Option<PgnGame> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(args.seed ^ u64::from(number) << 32);
    player.forget();
    let mut course = GameInProgress::new(Position::start(), ADJUDICATION);
    let mut game = unplayed(*course.position(), u64::from(number) + 1);
    loop {
        let chosen = if game.line.moves.len() < usize::from(args.plies) {
            let nodes = args.nodes * CHOICE as u64 / OPENING_SHARE;
            let lines = best_lines(player, &course, nodes, CHOICE)?;
            draw(lines, Score::from(args.spread as i16), &mut rng)
        } else {
            best_lines(player, &course, args.nodes, 1)?.swap_remove(0)
        };
        let mv = chosen.pv[0];
        let mut played = Played::from(mv);
        played.comments.push(format!("{}/{}", comment(chosen.score), chosen.depth));
        game.line.moves.push(played);
        if let Some(result) = course.play(mv, chosen.score) {
            game.result = result;
            return Some(game);
        }
    }
}

/// The best lines at the last depth that was completed for all of them, best first; `None` after an interruption.
fn best_lines(
    player: &Searcher,
    course: &GameInProgress,
    nodes: u64,
    lines: usize,
) -> Option<Vec<Info>> {
    let limits = Limits::nodes(nodes);
    let history = course.history().clone();
    let found = player.search_lines(*course.position(), history, limits, lines)?;
    let depths = found.infos.chunk_by(|_, next| next.line > 1);
    // A depth that was broken off may have reported only its best line.
    Some(depths.max_by_key(|lines| lines.len()).unwrap_or_default().to_vec())
}

/// Draws one of the lines at random: the weight of a line falls by two thirds for each half of the spread that it is
/// worse than the best.
fn draw(mut lines: Vec<Info>, spread: Score, rng: &mut Xoshiro256PlusPlus) -> Info {
    let best = lines[0].score;
    lines.retain(|line| best - line.score <= spread);
    let temper = f64::from(spread).max(1.0) / 2.0;
    let index = by_worth(rng, lines.iter().map(|line| line.score), temper);
    lines.swap_remove(index)
}
