//! Endgame tablebases and opening books. The only module that uses `shakmaty`.

pub mod book;
mod convert;
pub mod tablebases;

pub use tablebases::{Tablebases, TbOutcome};
