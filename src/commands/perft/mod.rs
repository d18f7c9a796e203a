//! `quevedo perft`: perft with threads and a hash table, suites of known counts, counts split over several machines,
//! and the search for bugs in other programs' move generators.

mod bench;
mod details;
mod diff;
mod means;
mod shards;
mod suite;
mod table;
mod verify;

use std::path::PathBuf;
use std::time::Instant;

use crate::position::Position;
use crate::support::args::{MAX_PERFT_DEPTH, position_of};
use crate::support::ctrl_c::interruptible;
use crate::support::error::ToolError;
use crate::support::output::print_line;
use crate::support::perft::PerftCounter;
use crate::support::speed::mnps;
use means::Means;
use table::{HEADINGS, row};

/// The arguments of `quevedo perft`.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Count to this depth in plies, from 1 to 64; a row is printed for each depth up to it
    #[arg(required_unless_present = "suite", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PERFT_DEPTH)))]
    depth: Option<u32>,
    /// Count from this position, a FEN or one of the names startpos, kiwipete, endgame, promotions, checks
    /// and middlegame [default: startpos]
    #[arg(long)]
    fen: Option<String>,
    /// Print the count below each move, for the full depth only
    #[arg(long)]
    divide: bool,
    /// With --divide, write castling as king takes rook
    #[arg(long, requires = "divide", conflicts_with = "details")]
    chess960: bool,
    /// Print by kind of move, in the columns of the Chess Programming Wiki: captures, en passant, castles,
    /// promotions, checks, discovered checks, double checks, checkmates
    #[arg(long, conflicts_with_all = ["divide", "verify", "suite", "hash"])]
    details: bool,
    /// With --details, print the figures as CSV
    #[arg(long, requires = "details", conflicts_with_all = ["divide", "verify", "suite"])]
    csv: bool,
    /// Generate the moves with the search's move picker and check all keys at every node, which is slow
    #[arg(long, conflicts_with_all = ["threads", "hash", "divide"])]
    verify: bool,
    /// Check the counts of these files, whose lines are like `FEN ;D1 20 ;D2 400`
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["depth", "fen", "divide"])]
    suite: Vec<PathBuf>,
    /// With --suite, skip counts of more leaves than this
    #[arg(long, value_name = "LEAVES", requires = "suite", conflicts_with = "depth")]
    limit: Option<u128>,
    #[command(flatten)]
    means: Means,
    /// Seed of the hash table's keys: a second count with another seed confirms the first [default: 0]
    #[arg(long, value_name = "N", requires = "hash", conflicts_with_all = ["details", "verify"])]
    seed: Option<u64>,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Write the positions a few plies below the root to files, to be counted elsewhere or later
    Split(shards::SplitArgs),
    /// Count the positions in a file written by `split`, or count them again; an interrupted count can be resumed
    Work(shards::WorkArgs),
    /// Add up the counts of all shards, and compare shards that were counted more than once
    Join(shards::JoinArgs),
    /// Find the first position where the move generator of a UCI program differs from Quevedo's
    Diff(diff::Args),
    /// Measure the speed of perft on six standard positions
    Bench(bench::Args),
}

/// Runs the command.
///
/// # Errors
/// Bad input, no memory for the table, a wrong count, or an interruption.
pub fn run(args: &Args) -> Result<(), ToolError> {
    interruptible();
    match &args.command {
        Some(Command::Split(args)) => return shards::split(args),
        Some(Command::Work(args)) => return shards::work(args),
        Some(Command::Join(args)) => return shards::join(args),
        Some(Command::Diff(args)) => return diff::run(args),
        Some(Command::Bench(args)) => return bench::run(args),
        None => {}
    }
    let mut counter = args.means.counter(args.means.threads(), args.seed)?;
    let count = |counter: &PerftCounter, position: &Position, depth| match args.verify {
        true => verify::count(position, depth).map(u128::from),
        false => counter.count(position, depth),
    };
    let Some(depth) = args.depth else {
        let count = |position: &Position, depth| count(&counter, position, depth);
        return suite::check(&args.suite, args.limit, &count);
    };
    let position = position_of(args.fen.as_deref())?;
    if args.details {
        return details::print(position.board(), depth, args.means.threads(), args.csv);
    }
    if args.divide {
        let start = Instant::now();
        let total = counter.divide(&position, depth, |mv, leaves| {
            Ok(print_line(format_args!("{}: {leaves}", mv.uci(args.chess960)))?)
        })?;
        let seconds = start.elapsed().as_secs_f64();
        let speed = mnps(total, seconds);
        print_line(format_args!("\n{total} leaves, {seconds:.3} s, {speed:.1} Mnps"))?;
        return Ok(());
    }
    counter.progress = true;
    print_line(format_args!("{HEADINGS}"))?;
    for depth in 1..=depth {
        let start = Instant::now();
        let leaves = count(&counter, &position, depth)?;
        let row = row(depth, leaves, start.elapsed().as_secs_f64());
        print_line(format_args!("{row}"))?;
    }
    Ok(())
}
