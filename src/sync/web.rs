//! Replaces `system.rs` on wasm32-unknown-unknown, whose standard library has neither threads nor a clock. What a
//! thread would do is put down, and done by whoever waits for it. The page lends its clock and, if the search is to
//! hear of anything before it is over, its ear.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use super::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether there can be more than one thread.
pub(crate) const HAS_THREADS: bool = false;

/// The time since some fixed moment.
static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();
/// Lets the page hear what has come in.
static LISTEN: OnceLock<fn(Duration)> = OnceLock::new();

thread_local! {
    /// What is to be done, in order.
    static DUTIES: RefCell<VecDeque<Box<dyn FnOnce()>>> = const { RefCell::new(VecDeque::new()) };
}

/// Sets the clock, such as the page's `performance.now()`: the time since some fixed moment. Without one, time
/// stands still, and only a depth, a number of nodes or a mate limits a search. Only the first call counts.
pub fn set_clock(clock: fn() -> Duration) {
    let _ = CLOCK.set(clock);
}

/// Sets what a search calls every few hundred nodes, with zero, so that `stop` is heard; and while it holds its
/// answer back, with the longest that it has nothing to do. Without it nothing is held back. Only the first call
/// counts.
pub fn set_listen(listen: fn(Duration)) {
    let _ = LISTEN.set(listen);
}

/// Whether anything is heard while a search runs.
pub(crate) fn can_listen() -> bool {
    LISTEN.get().is_some()
}

/// Lets the page hear what has come in. It keeps its name and place in the program: a build for pages has to
/// find it.
#[inline(never)]
pub(crate) fn listen(at_most: Duration) {
    if let Some(listen) = LISTEN.get() {
        listen(at_most);
    }
}

/// Called now and then by everything that takes long.
pub(crate) fn breathe() {
    listen(Duration::ZERO);
}

/// Does what has been put down. A duty may put down others and wait for them.
#[inline(never)]
pub(crate) fn work() {
    while let Some(duty) = DUTIES.with_borrow_mut(VecDeque::pop_front) {
        duty();
    }
}

/// Does what has been put down: searches and other tasks that were started and that nobody has waited for.
pub fn do_duties() {
    work();
}

fn put_down(duty: impl FnOnce() + 'static) {
    DUTIES.with_borrow_mut(|duties| duties.push_back(Box::new(duty)));
}

/// Waits as a condition variable does, but for what the page hears, and no longer than this.
pub(crate) fn wait_at_most<'a, T>(
    _: &Condvar,
    mutex: &'a Mutex<T>,
    guard: MutexGuard<'a, T>,
    time: Duration,
) -> MutexGuard<'a, T> {
    drop(guard);
    listen(time);
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Likewise, for as long as it takes.
pub(crate) fn wait<'a, T>(
    changed: &Condvar,
    mutex: &'a Mutex<T>,
    guard: MutexGuard<'a, T>,
) -> MutexGuard<'a, T> {
    wait_at_most(changed, mutex, guard, Duration::MAX)
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

/// Handles the messages it is sent, when somebody waits.
pub(crate) struct Server<T>(Arc<Mutex<dyn FnMut(T) + Send>>);

impl<T: Send + 'static> Server<T> {
    /// Never fails, unlike the one with a thread.
    pub(crate) fn start(
        _: String,
        _: usize,
        handle: impl FnMut(T) + Send + 'static,
    ) -> io::Result<Server<T>> {
        Ok(Server(Arc::new(Mutex::new(handle))))
    }

    /// Puts a message down.
    pub(crate) fn send(&self, message: T) {
        let server = self.0.clone();
        put_down(move || serve(&server, message));
    }

    /// Does nothing: there is no thread to end.
    pub(crate) fn close(&mut self) {}
}

/// Has a message handled.
#[inline(never)]
fn serve<T>(server: &Mutex<dyn FnMut(T) + Send>, message: T) {
    let mut handle = server.lock().unwrap_or_else(PoisonError::into_inner);
    (*handle)(message);
}

/// Something to be done once.
#[allow(dead_code, reason = "only the UCI dialogue has errands")]
pub(crate) struct Errand {
    is_done: Arc<AtomicBool>,
}

#[allow(dead_code, reason = "only the UCI dialogue has errands")]
impl Errand {
    /// Puts it down. That never fails.
    pub(crate) fn start(errand: impl FnOnce() + Send + 'static) -> io::Result<Errand> {
        let is_done = Arc::new(AtomicBool::new(false));
        let done = is_done.clone();
        put_down(move || {
            errand();
            done.store(true, Relaxed);
        });
        Ok(Errand { is_done })
    }

    /// Whether it is done.
    pub(crate) fn is_finished(&self) -> bool {
        self.is_done.load(Relaxed)
    }

    /// Does it, unless it is done.
    pub(crate) fn wait(self) {
        work();
    }
}
