//! Line-by-line output from any thread, usually to standard output.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::log::{Log, Way};

/// Writes whole lines; clones share the sink.
#[derive(Clone)]
pub struct Output {
    sink: Arc<Mutex<dyn Write + Send>>,
    broken: Arc<AtomicBool>,
    /// A person reads the output, so remarks come without `info string`.
    attended: Arc<AtomicBool>,
    log: Log,
    on_break: Arc<dyn Fn() + Send + Sync>,
}

impl Output {
    /// An output that logs every line and calls `on_break` at the first write error.
    pub fn new(
        sink: impl Write + Send + 'static,
        log: Log,
        on_break: impl Fn() + Send + Sync + 'static,
    ) -> Output {
        let sink = Arc::new(Mutex::new(sink));
        Output {
            sink,
            broken: Arc::default(),
            attended: Arc::default(),
            log,
            on_break: Arc::new(on_break),
        }
    }

    /// Writes text in a single write, adding a newline if it lacks one, and flushes.
    pub fn line(&self, text: &str) {
        if self.is_broken() {
            return;
        }
        let mut whole = String::with_capacity(text.len() + 1);
        whole.push_str(text);
        if !text.ends_with('\n') {
            whole.push('\n');
        }
        self.log.note(Way::Out, text);
        let mut sink = self.sink.lock().unwrap_or_else(PoisonError::into_inner);
        let written = sink.write_all(whole.as_bytes()).and_then(|()| sink.flush());
        drop(sink);
        if written.is_err() && !self.broken.swap(true, Relaxed) {
            (self.on_break)();
        }
    }

    /// Whether a write has failed, so that nobody reads the output any more.
    pub fn is_broken(&self) -> bool {
        self.broken.load(Relaxed)
    }

    /// Whether a person reads the output, not a GUI.
    pub fn is_attended(&self) -> bool {
        self.attended.load(Relaxed)
    }

    /// Sets whether a person reads the output.
    pub fn set_attended(&self, attended: bool) {
        self.attended.store(attended, Relaxed);
    }

    /// Writes each line of the text as an `info string`, or unchanged if a person reads.
    pub fn info(&self, text: &str) {
        if self.is_attended() {
            return self.line(text);
        }
        let lines: Vec<String> = text.lines().map(|line| format!("info string {line}")).collect();
        self.line(&lines.join("\n"));
    }
}
