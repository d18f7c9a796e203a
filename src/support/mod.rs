//! What several commands share. The UCI session, which does without `cli`, uses some of it: perft, the
//! benchmark, the speed test, `why` and `genfens`.

#[cfg(feature = "cli")]
pub mod adam;
pub mod args;
pub mod bench;
pub mod book_lines;
#[cfg(feature = "cli")]
pub mod chess_board;
#[cfg(feature = "cli")]
pub mod ctrl_c;
#[cfg(feature = "cli")]
pub mod drawing;
pub mod error;
#[cfg(feature = "cli")]
pub mod files;
pub mod genfens;
#[cfg(feature = "cli")]
pub mod histogram;
pub mod interrupt;
pub mod machine;
pub mod openings;
pub mod output;
#[cfg(feature = "cli")]
pub mod page;
pub mod perft;
#[cfg_attr(not(feature = "cli"), path = "no_perft_bar.rs")]
mod perft_bar;
#[cfg(feature = "cli")]
pub mod pieces;
#[cfg(feature = "cli")]
pub mod progress;
pub mod rng;
#[cfg(feature = "cli")]
pub mod search_args;
pub mod searcher;
#[cfg(feature = "cli")]
pub mod selfplay;
pub mod speed;
pub mod speedtest;
mod subtrees;
#[cfg_attr(not(feature = "cli"), path = "no_system.rs")]
mod system;
pub mod text;
pub mod threads;
pub mod why;
