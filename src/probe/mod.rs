//! Knowledge from files: endgame tablebases and opening books. The only place that names `shakmaty`.

pub mod book;
mod convert;
pub mod tablebases;

pub use tablebases::{Tablebases, TbOutcome};
