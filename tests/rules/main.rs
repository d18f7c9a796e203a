//! The rules of chess, and moves and games as text.

#[path = "../common/mod.rs"]
mod common;

mod generated_tables;
mod notation;
mod perft_suites;
mod properties;
mod repetition;
