//! The subcommands of the command line, each in its own file or folder.

pub mod analyse;
pub mod bench;
pub mod book;
pub mod classics;
pub mod completions;
pub mod datagen;
pub mod elo;
pub mod epd;
pub mod explain;
pub mod man;
pub mod perft;
pub mod speedtest;
pub mod spsa;
pub mod tune;
pub mod wdl;
pub mod why;
