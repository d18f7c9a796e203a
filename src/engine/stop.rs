//! Stopping an analysis from another thread.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::search::{CancelFlag, Search};

/// Stops one analysis from any thread; made by [`Engine::stop_handle`](super::Engine::stop_handle).
///
/// All clones stop the same analysis. One that has not begun is stopped as well: it ends with its first
/// iteration.
#[derive(Clone, Debug, Default)]
pub struct StopHandle {
    /// Set once, never cleared. The search checks it, so one that begins later is stopped from its first node on.
    is_stopped: Arc<CancelFlag>,
    /// The search, once it has begun: it may be waiting rather than searching, and is woken up.
    search: Arc<Mutex<Weak<Search>>>,
}

impl StopHandle {
    /// Ends the analysis as soon as it has a move. Later calls do nothing.
    ///
    /// ```
    /// # use quevedo::{Engine, Limits, Position};
    /// let mut engine = Engine::new()?;
    /// let handle = engine.stop_handle();
    /// handle.stop();
    /// handle.clone().stop();
    /// // It ends with its first iteration.
    /// assert_eq!(engine.analyse(Position::default(), Limits::infinite())?.line.depth, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stop(&self) {
        self.is_stopped.store(true, Relaxed);
        if let Some(search) = self.search().upgrade() {
            search.stop();
        }
    }

    /// The flag that ends its search.
    pub(super) fn flag(&self) -> Arc<CancelFlag> {
        self.is_stopped.clone()
    }

    /// Makes this the handle of a search that has begun.
    pub(super) fn attach(&self, search: &Arc<Search>) {
        *self.search() = Arc::downgrade(search);
        // `stop` sets the flag before it looks for a search, so one of the two sees what the other has done.
        if self.is_stopped.load(Relaxed) {
            search.stop();
        }
    }

    fn search(&self) -> MutexGuard<'_, Weak<Search>> {
        // Nothing panics while it is locked, and the value is whole after every assignment.
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
