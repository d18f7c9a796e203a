//! Self-play games as training data, and their files.
//!
//! The format is viriformat: a start position in 32 bytes, four bytes per ply for move and score, and four
//! zero bytes. Files may be concatenated. [`GameFile`] appends, [`Games`] reads:
//!
//! ```no_run
//! use quevedo::data::Games;
//!
//! for game in Games::open("games.vf".as_ref())? {
//!     // An error is damage: what came before is whole, and nothing more comes after it.
//!     let game = game?;
//!     for (position, ply) in game.positions() {
//!         println!("{position} {:?} {} {}", ply.mv, ply.white_score, game.white_points());
//!     }
//! }
//! # Ok::<(), quevedo::data::DataError>(())
//! ```
//!
//! Source: the specification in the `viriformat` crate's readme.

mod append;
mod error;
mod file;
mod game;
mod reader;
mod record;

pub use append::{Appender, open_alone};
pub use error::{DataError, Problem};
pub use file::GameFile;
pub use game::{Game, Ply};
pub use reader::{Games, Survey};
