//! What a game and a search need on top of the rules: a mailbox, incremental hash keys, move counters
//! and repetition detection.

#[cfg(not(quevedo_late_tables))]
mod cuckoo;
#[cfg(quevedo_late_tables)]
#[path = "late_cuckoo.rs"]
mod cuckoo;
mod game;
mod keys;
mod polyglot;
mod repetition;
mod rules;
mod state;
#[cfg(not(quevedo_late_tables))]
mod zobrist;
#[cfg(quevedo_late_tables)]
#[path = "late_zobrist.rs"]
mod zobrist;
mod zobrist_cells;
#[cfg(quevedo_late_tables)]
mod zobrist_keys;

pub use game::Game;
pub use keys::{Keys, tables_hash};
pub use repetition::KeyHistory;
pub use rules::{GameEnd, IllegalMove};
pub use state::{Accumulator, FIFTY_MOVES, MoveError, Position};

/// Makes the tables that the program does not contain.
#[cfg(quevedo_late_tables)]
pub(crate) fn fill() {
    cuckoo::fill(&zobrist::fill());
}
