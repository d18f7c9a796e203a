//! The dialogue, through the real binary.

#[path = "../common/mod.rs"]
mod common;

mod classics;
mod dialogue;
mod openbench;
mod options;
