//! Games in Portable Game Notation.
//!
//! [`PgnReader`] reads them one by one from a source of any length; a [`PgnGame`] displays itself in
//! export format. Reading is lenient where the meaning is clear (line ends, old character sets, move
//! numbers, marks, missing results) and strict where it is not. A game with an illegal move is an
//! error that names the move; reading then continues with the next game.
//!
//! Source: PGN standard, 1994, <https://www.chessprogramming.org/Portable_Game_Notation>

mod game;
mod lexer;
mod reader;
mod writer;

pub use game::{GameResult, Line, PgnGame, Played};
pub use reader::{PgnError, PgnReader};
