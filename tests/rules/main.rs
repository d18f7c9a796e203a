//! The rules of chess, and moves and games in text and files, through the library alone.
//!
//! No test here may start a process: until a child runs its own program it shares the file locks of its
//! parent, and these tests open again what they have just unlocked.

#[path = "../common/mod.rs"]
mod common;

mod data;
mod generated_tables;
mod notation;
mod perft_suites;
mod properties;
mod repetition;
