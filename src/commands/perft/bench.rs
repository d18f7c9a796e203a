//! `quevedo perft bench`: perft of the standard positions in every mode, to compare machines and programs.

use std::time::Instant;

use crate::position::Position;
use crate::support::args::{HASH, NAMED};
use crate::support::error::ToolError;
use crate::support::output::print_line;
use crate::support::perft::{PerftCounter, through_position};
use crate::support::speed::{median, mnps};
use crate::support::threads::{THREADS, threads};

/// The depths and leaves of the named positions.
const COUNTS: [(u32, u128); NAMED.len()] = [
    (6, 119_060_324),
    (5, 193_690_690),
    (7, 178_633_661),
    (6, 706_045_033),
    (5, 89_941_194),
    (5, 164_075_551),
];

/// The arguments of `quevedo perft bench`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Print the figures as CSV
    #[arg(long)]
    csv: bool,
    /// Give the hashed counts a table of this many MB, from 1 to 1048576
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(HASH))]
    hash: u32,
    /// Give the threaded counts this many threads, from 1 to 1024 [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Repeat each count this many times, from 1 to 99, and print the median
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=99))]
    repeat: u32,
}

/// Runs the command.
pub(super) fn run(args: &Args) -> Result<(), ToolError> {
    let threads = threads(args.threads);
    let one = PerftCounter::without_table(1);
    let many = PerftCounter::without_table(threads);
    let threaded = format!("{threads} threads");
    let names = ["bare", "position", "hashed", &threaded];
    if args.csv {
        print_line(format_args!("position,depth,leaves,way,seconds,mnps"))?;
    } else {
        let head: String = names.iter().map(|name| format!("{name:>20}")).collect();
        print_line(format_args!("{:<12}{:>6}{:>12}{head}", "position", "depth", "leaves"))?;
        let units = format!("{:>12}{:>8}", "s", "Mnps").repeat(names.len());
        print_line(format_args!("{:<12}{:>6}{:>12}{units}", "", "", ""))?;
    }
    let mut logarithms = [0.0; 4];
    for ((name, fen), (depth, leaves)) in NAMED.into_iter().zip(COUNTS) {
        let position = Position::from_fen(fen).expect("the positions that have a name are sound");
        let ways: [&dyn Fn() -> Result<u128, ToolError>; 4] = [
            &|| one.count(&position, depth),
            &|| Ok(through_position(&position, depth).into()),
            // A fresh table each time, or the second count would take no time.
            &|| PerftCounter::new(1, args.hash as usize, 0)?.count(&position, depth),
            &|| many.count(&position, depth),
        ];
        let mut row = format!("{name:<12}{depth:>6}{leaves:>12}");
        for ((way, count), logarithm) in names.iter().zip(ways).zip(&mut logarithms) {
            let mut times = Vec::new();
            for _ in 0..args.repeat {
                let start = Instant::now();
                let counted = count()?;
                times.push(start.elapsed().as_secs_f64());
                if counted != leaves {
                    print_line(format_args!("{name}: {counted} leaves, {leaves} expected"))?;
                    return Err(ToolError::Failed);
                }
            }
            let seconds = median(times);
            let speed = mnps(leaves, seconds);
            *logarithm += speed.ln();
            if args.csv {
                print_line(format_args!("{name},{depth},{leaves},{way},{seconds:.6},{speed:.2}"))?;
            } else {
                row.push_str(&format!("{seconds:>12.3}{speed:>8.0}"));
            }
        }
        if !args.csv {
            print_line(format_args!("{row}"))?;
        }
    }
    let means = logarithms.map(|sum| (sum / NAMED.len() as f64).exp());
    if args.csv {
        for (way, mean) in names.iter().zip(means) {
            print_line(format_args!("geometric mean,,,{way},,{mean:.2}"))?;
        }
    } else {
        let cells: String = means.iter().map(|mean| format!("{mean:>20.0}")).collect();
        print_line(format_args!("{:<30}{cells}", "geometric mean, Mnps"))?;
    }
    Ok(())
}
