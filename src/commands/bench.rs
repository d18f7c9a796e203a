//! `quevedo bench`: the benchmark, a line per position and the total at the end.

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
    /// Search depth in plies
    #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Depth,
    /// Search threads; with more than one the node count varies
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: u16,
    /// Hash table size in MB
    #[arg(long, value_name = "MB", default_value_t = bench::HASH as u32, value_parser = clap::value_parser!(u32).range(HASH))]
    hash: u32,
    /// The arguments in Stockfish's order: hash in MB, threads, limit, positions (default, current or a
    /// file of FENs) and limit type (depth, nodes, movetime or perft), such as `128 1 12 default depth`
    #[arg(value_name = "HASH THREADS LIMIT POSITIONS KIND", conflicts_with_all = ["depth", "threads", "hash"], num_args = 0..=5)]
    stockfish_form: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// No memory for the table, no threads, or the output is closed.
pub fn run(args: &Args) -> Result<(), ToolError> {
    let bench_args = if args.stockfish_form.is_empty() {
        let (threads, limit) = (usize::from(args.threads), BenchLimit::Depth(args.depth));
        BenchArgs { hash: args.hash as usize, threads, limit, ..BenchArgs::default() }
    } else {
        BenchArgs::parse(args.stockfish_form.iter().map(String::as_str))?
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
