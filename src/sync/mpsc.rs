//! A channel made of the model checker's locks, with the part of `std::sync::mpsc` that the code uses. Loom's
//! own channel does not tell the receiver when the sender is dropped.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::SendError;

use super::{Condvar, Mutex};

struct Queue<T> {
    waiting: VecDeque<T>,
    open: bool,
}

struct ChannelState<T> {
    queue: Mutex<Queue<T>>,
    changed: Condvar,
}

/// The sending end. There is only one.
pub(crate) struct Sender<T>(Arc<ChannelState<T>>);

/// The receiving end.
pub(crate) struct Receiver<T>(Arc<ChannelState<T>>);

/// An unbounded channel.
pub(crate) fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let queue = Mutex::new(Queue { waiting: VecDeque::new(), open: true });
    let shared = Arc::new(ChannelState { queue, changed: Condvar::new() });
    (Sender(shared.clone()), Receiver(shared))
}

impl<T> Sender<T> {
    /// Never fails: in the models, receivers outlive senders.
    pub(crate) fn send(&self, value: T) -> Result<(), SendError<T>> {
        self.0.queue.lock().unwrap().waiting.push_back(value);
        self.0.changed.notify_one();
        Ok(())
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.queue.lock().unwrap().open = false;
        self.0.changed.notify_one();
    }
}

impl<T> Iterator for &Receiver<T> {
    type Item = T;

    /// Waits for the next value. Returns `None` once the sender is dropped.
    fn next(&mut self) -> Option<T> {
        let mut queue = self.0.queue.lock().unwrap();
        loop {
            if let Some(value) = queue.waiting.pop_front() {
                return Some(value);
            }
            if !queue.open {
                return None;
            }
            queue = self.0.changed.wait(queue).unwrap();
        }
    }
}
