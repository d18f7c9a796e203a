//! The way out, to standard output as a rule: whole lines, one at a time, from any thread.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use super::log::{Log, Way};

/// Writes lines; may be cloned to other threads.
#[derive(Clone)]
pub struct Output {
    sink: Arc<Mutex<dyn Write + Send>>,
    broken: Arc<AtomicBool>,
    log: Log,
    on_break: Arc<dyn Fn() + Send + Sync>,
}

impl Output {
    /// An output that notes every line in the log, and calls `on_break` once nobody reads it any more.
    pub fn new(
        sink: impl Write + Send + 'static,
        log: Log,
        on_break: impl Fn() + Send + Sync + 'static,
    ) -> Output {
        let sink = Arc::new(Mutex::new(sink));
        Output { sink, broken: Arc::default(), log, on_break: Arc::new(on_break) }
    }

    /// Writes text, and a line end if it has none, in one go, and flushes it.
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

    /// Whether nobody reads any more.
    pub fn is_broken(&self) -> bool {
        self.broken.load(Relaxed)
    }

    /// Writes an `info string`, each line of the text on its own.
    pub fn info(&self, text: &str) {
        let lines: Vec<String> = text.lines().map(|line| format!("info string {line}")).collect();
        self.line(&lines.join("\n"));
    }
}
