//! `quevedo spsa`: SPSA parameters in OpenBench's input format.
//!
//! Source: <https://www.chessprogramming.org/SPSA>

use crate::support::error::ToolError;
use crate::support::output::print_line;
use crate::tunable::{self, Tunable};

/// OpenBench's usual learning rate at the end of a tune.
const R_END: f64 = 0.002;

/// The arguments of `quevedo spsa`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Print the parameters whose names begin with this: search parameters (lmr_), evaluation tables in percent
    /// (SAFE_CHECK_) or the weights of one table (SAFE_CHECK_mg_) [default: all search parameters]
    #[arg(value_name = "PREFIX")]
    prefixes: Vec<String>,
    /// Set the learning rate at the end of the tune, above 0
    #[arg(long, value_name = "RATE", default_value_t = R_END, value_parser = rate)]
    r_end: f64,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if rate > 0.0 && f64::is_finite(rate) => Ok(rate),
        _ => Err(format!("expected a number above 0, got '{text}'")),
    }
}

/// Prints a line for each number: `name, int, start, min, max, C_end, R_end`, where C_end is its step in the table.
///
/// # Errors
/// A prefix that matches nothing, or the output is closed.
pub fn run(args: &Args) -> Result<(), ToolError> {
    let rows: Vec<Tunable> = tunable::of_search().chain(tunable::of_evaluation()).collect();
    let stranger = |prefix: &&String| !rows.iter().any(|row| row.is_meant_by(prefix));
    if let Some(prefix) = args.prefixes.iter().find(stranger) {
        return Err(ToolError::BadInput(format!("no parameter starts with '{prefix}'")));
    }
    let is_meant = |row: &&Tunable| args.prefixes.iter().any(|prefix| row.is_meant_by(prefix));
    let wanted: Vec<Tunable> = if args.prefixes.is_empty() {
        tunable::of_search().collect()
    } else {
        rows.iter().filter(is_meant).cloned().collect()
    };
    for Tunable { name, default, min, max, step, .. } in wanted {
        let r_end = args.r_end;
        print_line(format_args!("{name}, int, {default}, {min}, {max}, {step}, {r_end}"))?;
    }
    Ok(())
}
