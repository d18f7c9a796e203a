//! Stopping an analysis from another thread.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::search::Search;

/// Stops one analysis from any thread; made by [`Engine::stop_handle`](super::Engine::stop_handle).
///
/// All clones stop the same analysis. One that has not begun is stopped as well: it ends with its first
/// iteration.
#[derive(Clone, Default)]
pub struct StopHandle(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    is_stopped: bool,
    search: Weak<Search>,
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
        self.change(|state| state.is_stopped = true);
    }

    /// Makes this the handle of a search that has begun.
    pub(super) fn attach(&self, search: &Arc<Search>) {
        self.change(|state| state.search = Arc::downgrade(search));
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        // Nothing in here panics, and the state is whole after every assignment.
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        if state.is_stopped
            && let Some(search) = state.search.upgrade()
        {
            search.stop();
        }
    }
}
