//! The clock and the threads of an operating system.

use std::io;
use std::sync::PoisonError;
use std::time::Duration;
pub use std::time::Instant;

#[cfg(all(test, feature = "loom"))]
use loom::thread::{Builder, JoinHandle};
#[cfg(not(all(test, feature = "loom")))]
use std::thread::{Builder, JoinHandle};

use super::mpsc::{Sender, channel};
use super::{Condvar, Mutex, MutexGuard};

/// Whether there can be more than one thread.
pub(crate) const HAS_THREADS: bool = true;

/// Whether anything is heard while a search runs: another thread hears it.
pub(crate) fn can_listen() -> bool {
    true
}

/// Called now and then by everything that takes long. It has a thread of its own, so there is nothing to do.
#[inline(always)]
pub(crate) fn poll() {}

/// Called before waiting for a thread, which works by itself.
#[inline(always)]
pub(crate) fn work() {}

/// Waits until woken, but no longer than this. The guard is one of the mutex.
pub(crate) fn wait_at_most<'a, T>(
    changed: &Condvar,
    _: &'a Mutex<T>,
    guard: MutexGuard<'a, T>,
    time: Duration,
) -> MutexGuard<'a, T> {
    changed.wait_timeout(guard, time).unwrap_or_else(PoisonError::into_inner).0
}

/// Likewise, for as long as it takes.
pub(crate) fn wait<'a, T>(
    changed: &Condvar,
    _: &'a Mutex<T>,
    guard: MutexGuard<'a, T>,
) -> MutexGuard<'a, T> {
    changed.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// A thread that handles the messages it is sent, one after the other.
pub(crate) struct Server<T> {
    messages: Option<Sender<T>>,
    thread: Option<JoinHandle<()>>,
}

impl<T: Send + 'static> Server<T> {
    /// Starts the thread, with that many bytes of stack.
    ///
    /// # Errors
    /// If the system has no more threads.
    pub(crate) fn start(
        name: String,
        stack: usize,
        mut handle: impl FnMut(T) + Send + 'static,
    ) -> io::Result<Server<T>> {
        let (messages, inbox) = channel();
        let serve = move || {
            for message in &inbox {
                handle(message);
            }
        };
        let thread = Builder::new().name(name).stack_size(stack).spawn(serve)?;
        Ok(Server { messages: Some(messages), thread: Some(thread) })
    }

    /// Sends a message and returns at once.
    pub(crate) fn send(&self, message: T) {
        if let Some(messages) = &self.messages {
            // The thread listens until `close`.
            let _ = messages.send(message);
        }
    }

    /// Lets the thread end once it has handled what it was sent.
    pub(crate) fn close(&mut self) {
        self.messages = None;
    }
}

impl<T> Drop for Server<T> {
    /// Waits for the thread to end.
    fn drop(&mut self) {
        self.messages = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Something to be done once, on a thread of its own. It is no part of what the model checker looks at.
#[allow(dead_code, reason = "only the UCI dialogue has tasks")]
pub(crate) struct Task(std::thread::JoinHandle<()>);

#[allow(dead_code, reason = "only the UCI dialogue has tasks")]
impl Task {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system has no more threads.
    pub(crate) fn start(task: impl FnOnce() + Send + 'static) -> io::Result<Task> {
        std::thread::Builder::new().spawn(task).map(Task)
    }

    /// Whether the thread has ended.
    pub(crate) fn is_finished(&self) -> bool {
        self.0.is_finished()
    }

    /// Blocks until it has.
    pub(crate) fn wait(self) {
        // If it has panicked, that has been told.
        let _ = self.0.join();
    }
}
