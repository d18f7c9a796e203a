//! The progress bar of a count.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::support::speed::mnps;

/// A progress bar with the leaves counted so far.
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// A bar for this many jobs. `leaves` is asked for the count when the bar is drawn, not at every job.
    pub(super) fn new(
        jobs: u64,
        visible: bool,
        leaves: impl Fn() -> u128 + Send + Sync + Clone + 'static,
    ) -> Bar {
        let bar = if visible { ProgressBar::new(jobs) } else { ProgressBar::hidden() };
        let count = move |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let leaves = leaves();
            let speed = mnps(leaves, state.elapsed().as_secs_f64());
            let _ = write!(text, "{leaves} leaves, {speed:.0} Mnps");
        };
        let style = "{bar:30} {percent:>3} %  {leaves}  {elapsed}, left {eta}";
        let style = ProgressStyle::with_template(style).expect("the template is sound");
        bar.set_style(style.with_key("leaves", count));
        if visible {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        Bar(bar)
    }

    /// A job is done.
    pub(super) fn advance(&self) {
        self.0.inc(1);
    }

    /// The count is over: the bar disappears.
    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
