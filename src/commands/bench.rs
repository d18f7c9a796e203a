//! `quevedo bench`: the benchmark, with a line per position and the total at the end.

use std::sync::Arc;

use crate::position::Position;
use crate::search::stats;
use crate::support::args::{HASH, MAX_DEPTH};
use crate::support::bench::{self, BenchArgs, BenchLimit};
use crate::support::error::ToolError;
use crate::support::output::print_line;
use crate::support::threads::THREADS;
use crate::types::Depth;

/// The arguments of `quevedo bench`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Search each position to this depth in plies, from 1 to 200
    #[arg(long, value_name = "PLIES", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Depth,
    /// Search with this many threads, from 1 to 1024; with more than one the number of nodes varies
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: u16,
    /// Give the search a hash table of this many MB, from 1 to 1048576
    #[arg(long, value_name = "MB", default_value_t = bench::HASH as u32, value_parser = clap::value_parser!(u32).range(HASH))]
    hash: u32,
    /// Hash table size in MB; these arguments are in Stockfish's order, such as `128 1 12 default depth`
    #[arg(value_name = "HASH", conflicts_with_all = ["depth", "threads", "hash"])]
    megabytes: Option<String>,
    /// Number of threads
    #[arg(value_name = "THREADS")]
    thread_count: Option<String>,
    /// Limit of each search
    limit: Option<String>,
    /// Positions: `default`, `current` or a file of FENs
    positions: Option<String>,
    /// What the limit counts: `depth`, `nodes`, `movetime` or `perft`
    kind: Option<String>,
}

/// Runs the command.
///
/// # Errors
/// No memory for the table, no threads, or the output is closed.
pub fn run(args: &Args) -> Result<(), ToolError> {
    let Args { megabytes, thread_count, limit, positions, kind, .. } = args;
    let words = [megabytes, thread_count, limit, positions, kind].into_iter().flatten();
    let bench_args = if megabytes.is_none() {
        let (threads, limit) = (usize::from(args.threads), BenchLimit::Depth(args.depth));
        BenchArgs { hash: args.hash as usize, threads, limit, ..BenchArgs::default() }
    } else {
        BenchArgs::parse(words.map(String::as_str))?
    };
    let mut result = Ok(());
    let summary = bench::run(&bench_args, &Position::start(), Arc::default(), &mut |line| {
        result = print_line(format_args!("{line}"));
        result.is_ok()
    })?;
    result?;
    if let Some(counts) = stats::report() {
        print_line(format_args!("{counts}"))?;
    }
    Ok(print_line(format_args!("{summary}"))?)
}
