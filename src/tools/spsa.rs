//! `quevedo spsa`: the search's numbers as OpenBench's tuning form takes them.
//!
//! Source: <https://www.chessprogramming.org/SPSA>

use super::{ToolError, print_line};
use crate::search::params::{Param, TABLE};

/// OpenBench's usual learning rate at the end of a tune.
const R_END: f64 = 0.002;

/// What `quevedo spsa` is told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Only numbers whose name begins so, like lmr_ (default: all)
    #[arg(value_name = "PREFIX")]
    prefixes: Vec<String>,
    /// Learning rate at the end of the tune
    #[arg(long, value_name = "RATE", default_value_t = R_END, value_parser = rate)]
    r_end: f64,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if rate > 0.0 && f64::is_finite(rate) => Ok(rate),
        _ => Err(format!("'{text}' is no rate above 0")),
    }
}

/// Prints a line for each number: `name, int, start, min, max, C_end, R_end`, where C_end is the
/// table's step.
///
/// # Errors
/// A prefix that fits no number, or nobody reads the output.
pub fn run(args: &Args) -> Result<(), ToolError> {
    let fits = |row: &Param, prefix: &String| row.name.starts_with(prefix.as_str());
    if let Some(prefix) =
        args.prefixes.iter().find(|&prefix| !TABLE.iter().any(|row| fits(row, prefix)))
    {
        return Err(ToolError::BadInput(format!("no number of the search begins with '{prefix}'")));
    }
    for row in TABLE {
        if args.prefixes.is_empty() || args.prefixes.iter().any(|prefix| fits(row, prefix)) {
            let Param { name, default, min, max, step, .. } = row;
            let r_end = args.r_end;
            print_line(format_args!("{name}, int, {default}, {min}, {max}, {step}, {r_end}"))?;
        }
    }
    Ok(())
}
