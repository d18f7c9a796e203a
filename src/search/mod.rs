//! The search: principal variation search with iterative deepening, on one thread or many.

mod event;
mod history;
mod limits;
mod node;
pub mod params;
mod picker;
mod probing;
mod pv;
mod quiescence;
mod reductions;
mod root;
mod smp;
mod time;
mod worker;

pub use event::{Event, Info};
pub use history::Histories;
pub use limits::{Clock, Limits};
pub use picker::{Killers, MovePicker};
pub use probing::Probing;
pub use quiescence::Quiescence;
pub use root::Outcome;
pub use smp::{Job, Listener, Pool, Search, Thinker};
pub use time::{Budget, Timer};
