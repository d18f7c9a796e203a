//! Search limits and resources as arguments of a command.

use std::time::Duration;

use crate::search::Limits;
use crate::support::args::{HASH, MAX_DEPTH, MAX_MOVE_TIME, MOVE_TIME};
use crate::support::error::ToolError;
use crate::support::searcher::Searcher;
use crate::support::text::counted;
use crate::support::threads::{THREADS, threads};
use crate::types::Depth;

/// Search limits and resources, as a part of a command's arguments.
#[derive(clap::Args, Clone, Debug)]
pub struct SearchArgs {
    /// Search each position for this many milliseconds, from 1 to 86400000 [default: 1000, unless --nodes or
    /// --depth is given]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=MAX_MOVE_TIME))]
    movetime: Option<u64>,
    /// Search each position for this many nodes, at least 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search each position to this depth in plies, from 1 to 200
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<Depth>,
    /// Search with this many threads, from 1 to 1024 [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Give the search a hash table of this many MB, from 1 to 1048576
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(HASH))]
    hash: u32,
}

impl SearchArgs {
    /// The limits of each search.
    pub fn limits(&self) -> Limits {
        let free = self.nodes.is_none() && self.depth.is_none();
        let time = self.movetime.or(free.then_some(MOVE_TIME));
        Limits {
            move_time: time.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        }
    }

    /// A description of the limits for reports.
    pub fn describe(&self) -> String {
        let limits = self.limits();
        let mut words = Vec::new();
        words.extend(limits.move_time.map(|time| format!("{} ms", time.as_millis())));
        words.extend(limits.nodes.map(|nodes| format!("{nodes} nodes")));
        words.extend(limits.depth.map(|depth| format!("depth {depth}")));
        let threads = counted(self.threads(), "thread");
        format!("{} a position, {threads}, {} MB of hash", words.join(", "), self.hash)
    }

    fn threads(&self) -> usize {
        threads(self.threads)
    }

    /// A searcher with these threads and this hash size.
    ///
    /// # Errors
    /// The memory or the threads can't be allocated.
    pub fn searcher(&self) -> Result<Searcher, ToolError> {
        Searcher::new(self.threads(), self.hash as usize)
    }
}
