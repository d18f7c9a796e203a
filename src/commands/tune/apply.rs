//! `quevedo tune apply`: applies values tuned by games to the weights.

use std::path::{Path, PathBuf};

use super::log::last_values;
use super::weights_file::{LARGEST, text, write};
use crate::eval::shares::Share;
use crate::eval::{COUNT, ORIGIN, S, WEIGHTS};
use crate::support::error::ToolError;
use crate::support::files::check_target;
use crate::support::output::print_line;
use crate::tunable;

/// Arguments of `quevedo tune apply`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Apply the last values in this log of `scripts/tune-search`; search parameters are left out
    log: PathBuf,
    /// Write the weights to this file, as Rust code [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// The log can't be read or is malformed, or the weights can't be written. Nothing is written then.
pub(super) fn run(args: &Args) -> Result<(), ToolError> {
    if let Some(out) = &args.out {
        check_target(out, std::slice::from_ref(&args.log))?;
    }
    let shares = shares_of(&args.log)?;
    let weights = changed(&shares).map_err(|what| bad(&args.log, &what))?;
    let changed: Vec<String> = shares
        .iter()
        .filter(|(share, value)| *value != share.default())
        .map(|(share, value)| format!("{} {value}", share.name()))
        .collect();
    let origin = match changed.as_slice() {
        [] => ORIGIN.to_owned(),
        changed => {
            let which = "tables in percent, single weights";
            format!("{ORIGIN} Then by games, {which}: {}.", changed.join(", "))
        }
    };
    write(args.out.as_deref(), &text(&origin, &weights))?;
    if let Some(out) = &args.out {
        changed.iter().try_for_each(|line| print_line(format_args!("{line}")))?;
        print_line(format_args!("weights in '{}'", out.display()))?;
    }
    Ok(())
}

fn bad(log: &Path, what: &str) -> ToolError {
    ToolError::BadInput(format!("'{}': {what}", log.display()))
}

/// The shares in a log, with their last values.
fn shares_of(log: &Path) -> Result<Vec<(Share, i32)>, ToolError> {
    let mut shares = Vec::new();
    for (name, value) in last_values(log)? {
        let rounded = value.round() as i32;
        match Share::named(&name) {
            Some(share) if !share.range().contains(&rounded) => {
                let (least, most) = share.range().into_inner();
                let what = format!("{name}: {value} is not between {least} and {most}");
                return Err(bad(log, &what));
            }
            Some(share) => shares.push((share, rounded)),
            None if tunable::of_search().any(|number| number.name == name) => {}
            None => return Err(bad(log, &format!("nothing to tune is called '{name}'"))),
        }
    }
    match shares.is_empty() {
        true => Err(bad(log, "the log tunes nothing of the evaluation")),
        false => Ok(shares),
    }
}

/// The weights after applying these shares as a build with the feature `tune` does: a single weight overrides the
/// percentage of its table, whatever their order in the log.
fn changed(shares: &[(Share, i32)]) -> Result<[S; COUNT], String> {
    let mut halves = WEIGHTS.map(|weight| [weight.mg(), weight.eg()]);
    let of =
        |single: bool| shares.iter().filter(move |(share, _)| share.single.is_some() == single);
    for &(share, value) in of(false).chain(of(true)) {
        for index in share.indices() {
            let weight = share.weight(index, value);
            if weight.abs() > LARGEST {
                let name = share.name();
                return Err(format!("{name}: {value} percent makes a weight of {weight}"));
            }
            halves[index][share.half as usize] = weight;
        }
    }
    Ok(halves.map(|[mg, eg]| S::new(mg, eg)))
}
