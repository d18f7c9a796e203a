//! The state of a descent as a file, so that an interrupted descent continues as if it had never stopped.
//!
//! The file is text: the task (data and settings), then a line for each epoch and a line for each variable.

use std::fmt::Write as _;
use std::path::Path;
use std::str::SplitWhitespace;

use super::model::VARIABLES;
use super::train::{Losses, State};
use crate::eval::TERMS;
use crate::support::adam::Adam;
use crate::support::error::ToolError;
use crate::support::files::replace;

/// The first line, with the version of the format.
const TITLE: &str = "quevedo tune checkpoint 1";
/// The numbers for each variable: start, now, best, and Adam's two moments.
const COLUMNS: usize = 5;

/// Saves a state. `task` identifies the descent.
pub(super) fn save(path: &Path, task: &str, state: &State) -> Result<(), ToolError> {
    let mut text = format!("{TITLE}\ntask {task}\n");
    let State { best_epoch, best_loss, adam, losses, .. } = state;
    // `{:?}` writes as many digits as it takes to read back the same number.
    let _ = writeln!(text, "best {best_epoch} {best_loss:?}");
    let _ = writeln!(text, "steps {}", adam.steps);
    for Losses { train, held_out } in losses {
        let _ = writeln!(text, "epoch {train:?} {held_out:?}");
    }
    let columns = columns(state);
    for (name, variable) in names() {
        let numbers = columns.map(|column| format!("{:?}", column[variable]));
        let _ = writeln!(text, "{name} {}", numbers.join(" "));
    }
    replace(path, text.as_bytes())
}

/// Reads a state that was saved for the same task.
pub(super) fn load(path: &Path, task: &str) -> Result<State, ToolError> {
    let bad = |what: String| ToolError::BadInput(format!("'{}': {what}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
    let mut lines = text.lines();
    if lines.next() != Some(TITLE) {
        return Err(bad("this is no checkpoint of 'quevedo tune'".into()));
    }
    let theirs = lines.next().and_then(|line| line.strip_prefix("task ")).unwrap_or_default();
    if theirs != task {
        return Err(bad(format!("is of another task: {theirs}; this is {task}")));
    }
    let body: Vec<&str> = lines.collect();
    // A truncated number is still a number, so the last line must be complete.
    let whole = if text.ends_with('\n') { parse(&body) } else { Err("it ends early".into()) };
    whole.map_err(|what| bad(format!("damaged: {what}")))
}

fn columns(state: &State) -> [&Vec<f64>; COLUMNS] {
    [&state.start, &state.now, &state.best, &state.adam.mean, &state.adam.square]
}

/// Every variable with its name: `PHALANX[2].mg`.
fn names() -> impl Iterator<Item = (String, usize)> {
    TERMS.iter().flat_map(|term| {
        (0..2 * term.len).map(move |half| {
            let stage = ["mg", "eg"][half % 2];
            (format!("{}[{}].{stage}", term.name, half / 2), 2 * term.start + half)
        })
    })
}

fn parse(lines: &[&str]) -> Result<State, String> {
    let mut lines = lines.iter().peekable();
    let line = lines.next().ok_or("it ends early")?;
    let mut words = after(line, "best")?;
    let (best_epoch, best_loss) = (number(&mut words, line)?, number(&mut words, line)?);
    let line = lines.next().ok_or("it ends early")?;
    let steps = number(&mut after(line, "steps")?, line)?;
    let mut losses = Vec::new();
    while let Some(line) = lines.next_if(|line| line.starts_with("epoch ")) {
        let mut words = after(line, "epoch")?;
        let (train, held_out) = (number(&mut words, line)?, number(&mut words, line)?);
        losses.push(Losses { train, held_out });
    }
    let mut columns: [Vec<f64>; COLUMNS] = std::array::from_fn(|_| vec![0.0; VARIABLES]);
    for (name, variable) in names() {
        let line = lines.next().ok_or("it ends early")?;
        let mut words = after(line, &name)?;
        for column in &mut columns {
            column[variable] = number(&mut words, line)?;
        }
    }
    let [start, now, best, mean, square] = columns;
    let adam = Adam { mean, square, steps };
    Ok(State { start, now, best, best_epoch, best_loss, adam, losses })
}

/// The words of a line after the first one, which must be `first`.
fn after<'a>(line: &'a str, first: &str) -> Result<SplitWhitespace<'a>, String> {
    let mut words = line.split_whitespace();
    match words.next() {
        Some(word) if word == first => Ok(words),
        _ => Err(format!("'{line}' where '{first}' should be")),
    }
}

fn number<T: std::str::FromStr>(words: &mut SplitWhitespace, line: &str) -> Result<T, String> {
    let number = words.next().and_then(|word| word.parse().ok());
    number.ok_or_else(|| format!("not enough numbers in '{line}'"))
}
