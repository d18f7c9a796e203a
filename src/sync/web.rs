//! Replaces `system.rs` on wasm32-unknown-unknown, whose standard library has neither threads nor a clock. What a
//! thread would do is a task in a queue, which is run by whoever waits for it. The host sets a clock and, if a search
//! is to hear of anything before it is over, a callback that listens.

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
/// The callback that takes in what has come for the engine.
static LISTEN: OnceLock<fn(Duration)> = OnceLock::new();

thread_local! {
    /// Tasks that have not begun, in order.
    static TASKS: RefCell<VecDeque<Box<dyn FnOnce()>>> = const { RefCell::new(VecDeque::new()) };
}

/// Sets the clock, such as the page's `performance.now()`: the time since some fixed moment. Without one, time
/// stands still, and only a depth, a number of nodes or a mate limits a search. Only the first call counts.
pub fn set_clock(clock: fn() -> Duration) {
    let _ = CLOCK.set(clock);
}

/// Sets the callback that a search calls every few hundred nodes, with zero, so that `stop` is heard; and while it
/// holds its answer back, with the longest that it has nothing to do. Without it nothing is held back. Only the first
/// call counts.
pub fn set_listen(listen: fn(Duration)) {
    let _ = LISTEN.set(listen);
}

/// Whether anything is heard while a search runs.
pub(crate) fn can_listen() -> bool {
    LISTEN.get().is_some()
}

/// Lets the host take in what has come. It keeps its name and place in the program: a build for pages has to
/// find it.
#[inline(never)]
pub(crate) fn listen(at_most: Duration) {
    if let Some(listen) = LISTEN.get() {
        listen(at_most);
    }
}

/// Called now and then by everything that takes long.
pub(crate) fn poll() {
    listen(Duration::ZERO);
}

/// Runs the tasks in the queue. A task may enqueue others and wait for them.
#[inline(never)]
pub(crate) fn work() {
    while let Some(task) = TASKS.with_borrow_mut(VecDeque::pop_front) {
        task();
    }
}

/// Runs the tasks in the queue: searches and whatever else was started and has not been waited for.
pub fn run_tasks() {
    work();
}

fn enqueue(task: impl FnOnce() + 'static) {
    TASKS.with_borrow_mut(|tasks| tasks.push_back(Box::new(task)));
}

/// Waits as a condition variable does, but for what the host takes in, and no longer than this.
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

    /// Enqueues a message.
    pub(crate) fn send(&self, message: T) {
        let server = self.0.clone();
        enqueue(move || serve(&server, message));
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
#[allow(dead_code, reason = "only the UCI dialogue has tasks")]
pub(crate) struct Task {
    is_done: Arc<AtomicBool>,
}

#[allow(dead_code, reason = "only the UCI dialogue has tasks")]
impl Task {
    /// Enqueues it. That never fails.
    pub(crate) fn start(task: impl FnOnce() + Send + 'static) -> io::Result<Task> {
        let is_done = Arc::new(AtomicBool::new(false));
        let done = is_done.clone();
        enqueue(move || {
            task();
            done.store(true, Relaxed);
        });
        Ok(Task { is_done })
    }

    /// Whether it is done.
    pub(crate) fn is_finished(&self) -> bool {
        self.is_done.load(Relaxed)
    }

    /// Runs it, unless it is done.
    pub(crate) fn wait(self) {
        work();
    }
}
