//! Games in Portable Game Notation.
//!
//! [`PgnReader`] reads them one after another from a source of any length; a [`PgnGame`] writes itself in
//! export format. Reading is lenient where the meaning is clear (line ends, old character sets, move
//! numbers, marks, missing results) and strict where it is not: a game with a move that can't be
//! played is an error that names it, and the next game is read as if nothing had happened.
//!
//! Source: PGN standard, 1994, <https://www.chessprogramming.org/Portable_Game_Notation>

mod game;
mod lexer;
mod reader;
mod writer;

pub use game::{GameResult, Line, PgnGame, Played};
pub use reader::{PgnError, PgnReader};
