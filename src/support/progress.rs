//! Progress bars.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar on standard error, for this many positions.
pub fn progress_bar(positions: usize) -> ProgressBar {
    bar(positions as u64, "{bar:40} {pos}/{len}  {msg}  {elapsed}, left {eta}")
}

/// A count of positions on standard error, where the total is not known.
pub fn progress_count() -> ProgressBar {
    bar(0, "{spinner} {pos} positions  {msg}  {elapsed}")
}

/// A progress bar on standard error with this template.
pub fn bar(steps: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the template is sound");
    let bar = ProgressBar::new(steps).with_style(style);
    bar.enable_steady_tick(TICK);
    bar
}

/// How often a bar is redrawn to update its clock.
const TICK: Duration = Duration::from_millis(200);
