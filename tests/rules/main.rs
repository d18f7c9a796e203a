//! The rules of chess, and moves and games in text and files, through the library alone.
//!
//! No process is started here: until it runs its own program it holds the locks of files that the tests
//! are about to open again.

#[path = "../common/mod.rs"]
mod common;

mod data;
mod generated_tables;
mod notation;
mod perft_suites;
mod properties;
mod repetition;
