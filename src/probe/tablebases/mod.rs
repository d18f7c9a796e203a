//! Syzygy endgame tablebases: the result of positions with few pieces, and how long it takes.
//!
//! Sources: <https://www.chessprogramming.org/Syzygy_Bases>; Ronald de Man, `tbgen`.

#[cfg(all(feature = "syzygy", not(target_family = "wasm")))]
mod convert;
mod outcome;
#[cfg_attr(any(not(feature = "syzygy"), target_family = "wasm"), path = "no_syzygy.rs")]
mod syzygy;

pub use outcome::{Ranked, TbOutcome, score_at};
pub use syzygy::Tablebases;
