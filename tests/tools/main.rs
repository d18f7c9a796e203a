//! The console tools, through the real binary, and the files that they write.

#[path = "../common/mod.rs"]
mod common;

mod analysis;
#[cfg(unix)]
mod calibrate_levels;
mod command_line;
mod datagen;
mod durability;
#[cfg(unix)]
mod full_disk;
mod games;
mod names;
mod page;
mod perft;
mod perft_details;
mod perft_diff;
#[cfg(unix)]
mod perft_rivals;
mod ratings;
mod readme;
#[cfg(unix)]
mod release;
mod shards;
mod tune;
mod why;
#[cfg(windows)]
mod windows;
