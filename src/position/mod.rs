//! What a game and a search need on top of the rules: a mailbox, incremental hash keys, move counters
//! and repetition detection.

mod game;
mod keys;
mod polyglot;
mod repetition;
mod rules;
mod state;
mod zobrist_cells;

pub use game::Game;
pub use keys::{Keys, tables_hash};
pub use repetition::KeyHistory;
pub use rules::{GameEnd, IllegalMove};
pub use state::{Accumulator, FIFTY_MOVES, MoveError, Position};
