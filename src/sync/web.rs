//! Replaces `system.rs` on wasm32-unknown-unknown, whose standard library has neither threads nor a clock: the
//! caller's thread does the work, and the page lends its clock.

use std::io;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// Whether there can be more than one thread.
pub(crate) const HAS_THREADS: bool = false;

/// The time since some fixed moment.
static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the clock, such as the page's `performance.now()`: the time since some fixed moment. Without one, time
/// stands still, and only a depth, a number of nodes or a mate limits a search. Only the first call counts.
pub fn set_clock(clock: fn() -> Duration) {
    let _ = CLOCK.set(clock);
}

/// A moment, by the clock that was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    pub fn now() -> Instant {
        Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    /// How long ago it was.
    pub fn elapsed(&self) -> Duration {
        Instant::now().0.saturating_sub(self.0)
    }
}

/// Handles the messages it is sent, on the thread of the sender.
pub(crate) struct Server<T>(Mutex<Box<dyn FnMut(T) + Send>>);

impl<T> Server<T> {
    /// Never fails, unlike the one with a thread.
    pub(crate) fn start(
        _: String,
        _: usize,
        handle: impl FnMut(T) + Send + 'static,
    ) -> io::Result<Server<T>> {
        Ok(Server(Mutex::new(Box::new(handle))))
    }

    /// Has a message handled before it returns.
    pub(crate) fn send(&self, message: T) {
        let mut handle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (*handle)(message);
    }

    /// Does nothing: there is no thread to end.
    pub(crate) fn close(&mut self) {}
}
