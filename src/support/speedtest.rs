//! The speed test: games of Quevedo against itself, searched position by position with a table that stays
//! warm within a game, as in play. Where the benchmark counts nodes to identify the search, this measures
//! how fast a machine searches. The command and its arguments are Stockfish's.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::engine::NAME;
use crate::notation::pgn::{PgnGame, PgnReader};
use crate::position::KeyHistory;
use crate::search::Limits;
use crate::support::args::{HASH, number};
use crate::support::error::ToolError;
use crate::support::machine;
use crate::support::searcher::Searcher;
use crate::support::text::{counted, wrapped};
use crate::support::threads::{THREADS, threads};

/// Five games of Quevedo with 20,000 nodes a move, of different lengths and results.
static GAMES: &str = include_str!("speedtest.pgn");

/// MB of hash for each thread, unless the size is given.
const HASH_PER_THREAD: usize = 128;
/// Seconds of measured search, unless they are given: enough for a machine to reach its lasting clock rate.
const SECONDS: u64 = 150;
/// The most seconds: a day.
const MAX_SECONDS: u64 = 86_400;
/// Positions that are searched before the measurement, so that memory is mapped and the CPU is at speed.
const WARM_UP: usize = 3;
/// Width of the names in the report.
const NAMES: usize = 15;

/// The arguments of `speedtest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpeedtestArgs {
    /// Search threads.
    pub threads: usize,
    /// Hash size in MB.
    pub hash: usize,
    /// Time of the measured searches.
    pub seconds: u64,
}

impl SpeedtestArgs {
    /// Parses `THREADS HASH SECONDS`. Without them: all cores, 128 MB for each thread, and 150 s.
    ///
    /// # Errors
    /// A bad or superfluous argument.
    pub fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<SpeedtestArgs, ToolError> {
        let mut words = words.into_iter();
        let mut next = |name: &str, most| {
            words.next().map(|word| number("speedtest", name, word, most)).transpose()
        };
        let most_hash = *HASH.end() as u64;
        let threads = next("threads", *THREADS.end() as u64)?.map(|count| count as u16);
        let threads = self::threads(threads);
        let hash = next("hash", most_hash)?.map(|megabytes| megabytes as usize);
        let hash = hash.unwrap_or((HASH_PER_THREAD * threads).min(most_hash as usize));
        let seconds = next("seconds", MAX_SECONDS)?.unwrap_or(SECONDS);
        match words.next() {
            None => Ok(SpeedtestArgs { threads, hash, seconds }),
            Some(word) => Err(ToolError::BadInput(format!("speedtest: unexpected '{word}'"))),
        }
    }
}

/// The speed measured with a number of threads.
#[derive(Clone, Copy, Debug)]
pub struct ThreadSpeed {
    /// The number of threads.
    pub threads: usize,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The time that they took.
    pub time: Duration,
    /// How full single searches have made the table, in permille: the mean and the maximum.
    pub hashfull: [u32; 2],
}

impl ThreadSpeed {
    /// Nodes per second.
    pub fn nps(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-6)
    }
}

fn games() -> &'static [PgnGame] {
    static READ: LazyLock<Vec<PgnGame>> = LazyLock::new(|| {
        PgnReader::new(GAMES.as_bytes(), "speedtest.pgn")
            .map(|game| game.expect("the games of the speed test are sound"))
            .collect()
    });
    &READ
}

/// The number of positions that are searched.
pub fn positions() -> usize {
    games().iter().map(|game| game.moves().count()).sum()
}

/// Searches the games' positions, each for the same time. `tell` is called after each; `cancelled` stops
/// the test, even within a search. `None` if it was stopped.
///
/// # Errors
/// The memory or the threads can't be allocated.
pub fn run(
    args: SpeedtestArgs,
    cancelled: Arc<AtomicBool>,
    tell: &mut dyn FnMut(),
) -> Result<Option<ThreadSpeed>, ToolError> {
    let games = games();
    let mut searcher = Searcher::new(args.threads, args.hash)?;
    searcher.cancelled = cancelled;
    let count = positions();
    let time = Duration::from_secs(args.seconds) / count as u32;
    let limits = Limits::move_time(time.max(Duration::from_millis(1)));
    for (root, _) in games.iter().flat_map(PgnGame::positions).take(WARM_UP) {
        if searcher.search(root, KeyHistory::new(), limits.clone()).is_none() {
            return Ok(None);
        }
    }
    let mut speed =
        ThreadSpeed { threads: args.threads, nodes: 0, time: Duration::ZERO, hashfull: [0, 0] };
    let mut filled = 0;
    for game in games {
        searcher.forget();
        let (mut position, mut history) = (game.start, KeyHistory::new());
        for mv in game.moves() {
            let Some(found) = searcher.search(position, history.clone(), limits.clone()) else {
                return Ok(None);
            };
            speed.nodes += found.nodes;
            speed.time += found.time;
            let hashfull = found.infos.last().map_or(0, |info| info.hashfull);
            filled += u64::from(hashfull);
            speed.hashfull[1] = speed.hashfull[1].max(hashfull);
            tell();
            history.play(&mut position, mv);
        }
    }
    speed.hashfull[0] = (filled / count as u64) as u32;
    Ok(Some(speed))
}

/// The block to paste: program, machine, and the speed by number of threads.
pub struct SpeedReport<'a> {
    /// What was asked for; `threads` is the largest number.
    pub args: SpeedtestArgs,
    /// A row for each number of threads, the smallest first.
    pub speeds: &'a [ThreadSpeed],
}

impl fmt::Display for SpeedReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpeedtestArgs { threads, hash, seconds } = self.args;
        let built =
            format!("{}, {}, profile {}", machine::RUSTC, machine::TARGET, machine::PROFILE);
        for (name, value) in [
            ("version", format!("{NAME}, commit {}", machine::COMMIT)),
            ("built by", built),
            ("built for", machine::FEATURES.replace(',', ", ")),
            ("CPU", machine::cpu()),
            ("system", machine::system()),
            ("command", format!("speedtest {threads} {hash} {seconds}")),
            ("searches", format!("{} positions of {} games", positions(), games().len())),
        ] {
            let lines = wrapped(value.split(' '), &format!("{name:<NAMES$}"), NAMES);
            writeln!(f, "{}", lines.join("\n"))?;
        }
        for speed in self.speeds {
            let [mean, most] = speed.hashfull;
            writeln!(
                f,
                "{:<NAMES$}{hash} MB, {mean} permille full after a search, {most} at most",
                "hash"
            )?;
            writeln!(f, "{:<NAMES$}{} in {:.1} s", "nodes", speed.nodes, speed.time.as_secs_f64())?;
            let gain = match self.speeds {
                [one, _, ..] => format!(", {:.2} times one", speed.nps() / one.nps()),
                _ => String::new(),
            };
            let label = counted(speed.threads, "thread");
            writeln!(f, "{label:<NAMES$}{:.0} nodes/s{gain}", speed.nps())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{SpeedtestArgs, games, positions};
    use crate::support::threads::threads;

    #[test]
    fn the_form_of_stockfish_is_read() {
        let read = |text: &str| SpeedtestArgs::parse(text.split_whitespace());
        assert_eq!(read("4 64 3").unwrap(), SpeedtestArgs { threads: 4, hash: 64, seconds: 3 });
        let default = read("").unwrap();
        assert_eq!((default.threads, default.hash), (threads(None), 128 * threads(None)));
        assert_eq!(read("2").unwrap().hash, 256);
        for (text, named) in [
            ("0", "speedtest threads: expected a number from 1 to 1024, got '0'"),
            ("1 x", "speedtest hash"),
            ("1 1 86401", "'86401'"),
            ("1 1 1 1", "unexpected '1'"),
        ] {
            assert!(read(text).unwrap_err().to_string().contains(named), "{text}");
        }
    }

    #[test]
    fn the_games_are_whole() {
        let lengths: Vec<usize> = games().iter().map(|game| game.moves().count()).collect();
        assert!(lengths.len() == 5 && lengths.iter().all(|&plies| plies > 40), "{lengths:?}");
        assert_eq!(lengths.iter().sum::<usize>(), positions());
    }
}
