//! Reads the logs of `scripts/tune-search`: JSON lines, first the task, then one line for each iteration, and the
//! values so far at the end of each run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::support::error::ToolError;
use crate::support::output::warn;
use crate::support::text::counted;

/// The parts of a line that matter here.
#[derive(Deserialize)]
struct Line {
    /// Only in the line of the task.
    numbers: Option<IgnoredAny>,
    values: Option<BTreeMap<String, f64>>,
}

/// The last values of a log, by name.
///
/// # Errors
/// The file can't be read, is not such a log, has no values, or has iterations after the last values.
pub(super) fn last_values(path: &Path) -> Result<BTreeMap<String, f64>, ToolError> {
    let bad = |what: String| ToolError::BadInput(format!("'{}': {what}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
    // A run that was killed may leave half a line behind.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    if text.len() > whole.len() + 1 {
        warn(&format_args!("'{}': the last line is unfinished and left out", path.display()));
    }
    let mut lines = serde_json::Deserializer::from_str(whole).into_iter::<Line>();
    let task = lines.next().transpose().map_err(|error| bad(error.to_string()))?;
    if task.is_some_and(|task| task.numbers.is_none()) {
        return Err(bad("line 1: not a log of scripts/tune-search".into()));
    }
    let (mut last, mut after) = (None, 0);
    for line in lines {
        match line.map_err(|error| bad(error.to_string()))?.values {
            Some(values) => (last, after) = (Some(values), 0),
            None => after += 1,
        }
    }
    match last {
        Some(values) if after == 0 => Ok(values),
        _ if after == 0 => Err(bad("the log has no iterations".into())),
        _ => Err(bad(format!(
            "{} without values at its end: scripts/tune-search writes them when it ends",
            counted(after, "iteration")
        ))),
    }
}
