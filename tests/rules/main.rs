//! The rules of chess, and moves and games in text and files, using only the library.
//!
//! No test here may start a process: until a child process runs its own program, it shares its parent's file locks, and
//! these tests reopen files that they have just unlocked.

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
