//! The search: principal variation search with iterative deepening, on one thread or many.

mod checks;
mod context;
mod correction;
mod decided;
mod event;
mod history;
mod level;
mod level_table;
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
mod root_move;
mod singular;
mod smp;
mod stack;
pub mod stats;
mod threats;
mod time;
mod update_histories;
mod vote;
mod worker;

pub use crate::sync::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use crate::sync::{run_tasks, set_clock, set_listen};
pub use event::{Event, Info, Listener, Outcome};
pub use history::{Histories, HistoryContext};
pub use level::Level;
pub use level_table::{LevelRow, ROWS as LEVEL_ROWS};
pub use limits::{Clock, Limits};
pub use picker::{Killers, MovePicker};
pub use probing::Probing;
pub use quiescence::Quiescence;
pub use smp::{Job, Pool, Search, Thinker};
pub use threats::Threats;
pub use time::{Budget, MOST_TIME, Timer};
pub use worker::CancelFlag;
