//! The clock and the threads of an operating system.

use std::io;
pub use std::time::Instant;

#[cfg(all(test, feature = "loom"))]
use loom::thread::{Builder, JoinHandle};
#[cfg(not(all(test, feature = "loom")))]
use std::thread::{Builder, JoinHandle};

use super::mpsc::{Sender, channel};

/// Whether there can be more than one thread.
pub(crate) const HAS_THREADS: bool = true;

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
