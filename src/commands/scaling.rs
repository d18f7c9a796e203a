//! `quevedo scaling`: the speedup of search and perft from more threads.

use std::sync::Arc;

use std::time::Instant;

use crate::position::Position;
use crate::support::bench::{self, BenchArgs, BenchLimit};
use crate::support::error::ToolError;
use crate::support::interrupt::{interruptible, is_interrupted};
use crate::support::output::print_line;
use crate::support::perft::PerftCounter;
use crate::support::speed::median;
use crate::support::threads::{THREADS, powers_of_two, threads};
use crate::types::Depth;

/// The arguments of `quevedo scaling`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Largest number of threads (default: one per core); powers of two up to it are measured
    #[arg(long, value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Repetitions of each measurement; medians are shown
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=99))]
    repeat: u32,
    /// Perft depth
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(4..=12))]
    perft: u32,
    /// Search depth of the benchmark
    #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(i32).range(1..=100))]
    depth: Depth,
    /// Print CSV
    #[arg(long)]
    csv: bool,
}

/// Runs the command.
///
/// # Errors
/// An interruption, or the output is closed.
pub fn run(args: &Args) -> Result<(), ToolError> {
    interruptible();
    let counts = powers_of_two(threads(args.threads));
    let mut speeds = vec![[Vec::new(), Vec::new()]; counts.len()];
    for _ in 0..args.repeat {
        for (&threads, speeds) in counts.iter().zip(&mut speeds) {
            let bench_args =
                BenchArgs { threads, limit: BenchLimit::Depth(args.depth), ..BenchArgs::default() };
            let searched =
                bench::run(&bench_args, &Position::start(), Arc::default(), &mut |_| {
                    !is_interrupted()
                })?;
            speeds[0].push(searched.nodes as f64 / searched.time.as_secs_f64());
            let start = Instant::now();
            let leaves =
                PerftCounter::without_table(threads).count(&Position::start(), args.perft)?;
            speeds[1].push(leaves as f64 / start.elapsed().as_secs_f64());
            if is_interrupted() {
                return Err(ToolError::Interrupted("stopped; no results".into()));
            }
        }
    }
    let row = |what: &str, threads: &str, speed: &str, gain: &str| match args.csv {
        true => print_line(format_args!("{what},{threads},{speed},{gain}")),
        false => print_line(format_args!("{what:<7} {threads:>7} {speed:>12} {gain:>9}")),
    };
    row("what", "threads", "mega/s", "speed-up")?;
    for (index, what) in ["search", "perft"].into_iter().enumerate() {
        // Ratios of consecutive runs, which ran under similar conditions.
        for (threads, speeds_of) in counts.iter().zip(&speeds) {
            let ratios = speeds_of[index].iter().zip(&speeds[0][index]);
            let gain = median(ratios.map(|(many, one)| many / one).collect());
            let speed = median(speeds_of[index].clone()) / 1e6;
            row(what, &threads.to_string(), &format!("{speed:.2}"), &format!("{gain:.2}"))?;
        }
    }
    Ok(())
}
