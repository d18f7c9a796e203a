//! `quevedo speedtest`: how fast this machine searches, in a block to paste.

use std::sync::Arc;

use crate::support::ctrl_c::interruptible;
use crate::support::error::ToolError;
use crate::support::output::{print_line, print_text};
use crate::support::progress::bar;
use crate::support::speedtest::{self, SpeedReport, SpeedtestArgs};
use crate::support::threads::powers_of_two;

/// The arguments of `quevedo speedtest`; the first three in Stockfish's order.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Search with this many threads, from 1 to 1024 [default: one per core]
    threads: Option<String>,
    /// Give the search a hash table of this many MB, from 1 to 1048576 [default: 128 for each thread]
    #[arg(value_name = "MB")]
    hash: Option<String>,
    /// Search for this many seconds, from 1 to 86400 [default: 150]
    seconds: Option<String>,
    /// Measure one thread, two, four and so on up to THREADS, each for SECONDS, and what they gain over one
    #[arg(long)]
    scaling: bool,
    /// Print the figures alone, as CSV
    #[arg(long)]
    csv: bool,
}

/// Runs the command.
///
/// # Errors
/// Bad arguments, no memory for the table, no threads, an interruption, or the output is closed.
pub fn run(args: &Args) -> Result<(), ToolError> {
    let words = [&args.threads, &args.hash, &args.seconds].into_iter().flatten();
    let asked = SpeedtestArgs::parse(words.map(String::as_str))?;
    interruptible();
    let counts = if args.scaling { powers_of_two(asked.threads) } else { vec![asked.threads] };
    let steps = speedtest::positions() * counts.len();
    let bar = bar(steps as u64, "{bar:40} {percent:>3} %  {msg}  {elapsed}, left {eta}");
    let mut speeds = Vec::new();
    for threads in counts {
        bar.set_message(format!("threads: {threads}"));
        let asked = SpeedtestArgs { threads, ..asked };
        let Some(speed) = speedtest::run(asked, Arc::default(), &mut || bar.inc(1))? else {
            bar.finish_and_clear();
            return Err(ToolError::Interrupted("stopped; no results".into()));
        };
        speeds.push(speed);
    }
    bar.finish_and_clear();
    if !args.csv {
        let report = SpeedReport { args: asked, speeds: &speeds };
        return Ok(print_text(report.to_string().as_bytes())?);
    }
    print_line(format_args!("threads,hash,nodes,seconds,nps,speed-up"))?;
    for speed in &speeds {
        let (threads, hash, nodes) = (speed.threads, asked.hash, speed.nodes);
        let (seconds, nps, gain) =
            (speed.time.as_secs_f64(), speed.nps(), speed.nps() / speeds[0].nps());
        print_line(format_args!("{threads},{hash},{nodes},{seconds:.3},{nps:.0},{gain:.2}"))?;
    }
    Ok(())
}
