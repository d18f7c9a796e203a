//! What several commands share. The UCI session uses perft, the benchmark and `genfens`, too.

pub mod adam;
pub mod args;
pub mod bench;
pub mod book_lines;
pub mod chess_board;
pub mod drawing;
pub mod error;
pub mod files;
pub mod genfens;
pub mod histogram;
pub mod interrupt;
pub mod machine;
pub mod openings;
pub mod output;
pub mod page;
pub mod perft;
pub mod pieces;
pub mod progress;
pub mod rng;
pub mod searcher;
pub mod selfplay;
pub mod speed;
pub mod speedtest;
mod subtrees;
pub mod text;
pub mod threads;
pub mod why;
