//! The rules of chess, and moves and games in text and files, through the library alone.
//!
//! No test here may start a process: until a child runs its own program it shares the file locks of its
//! parent, and these tests open again what they have just unlocked.

#[path = "../common/mod.rs"]
mod common;

#[cfg(feature = "cli")]
mod data;
mod generated_tables;
mod notation;
mod perft_suites;
mod positions;
mod properties;
mod repetition;
mod sets;
mod table;
mod terms;
