//! The search: principal variation search with iterative deepening, on one thread or many.

mod correction;
mod event;
mod history;
mod limits;
mod move_pruning;
mod node;
pub mod params;
mod picker;
mod probing;
mod pruning;
mod pv;
mod quiescence;
mod reductions;
mod root;
mod singular;
mod smp;
pub mod stats;
mod time;
mod update_histories;
mod vote;
mod worker;

pub use event::{Event, Info};
pub use history::{Context, Histories};
pub use limits::{Clock, Limits};
pub use picker::{Killers, MovePicker};
pub use probing::Probing;
pub use quiescence::Quiescence;
pub use root::Outcome;
pub use smp::{Job, Listener, Pool, Search, Thinker};
pub use time::{Budget, MOST_TIME, Timer};
