//! Endgame tablebases and opening books.

pub mod book;
pub mod tablebases;

pub use tablebases::{Tablebases, TbOutcome};
