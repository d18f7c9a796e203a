//! Quevedo: a UCI chess engine with a hand-crafted evaluation, and a perft tool.
//!
//! The map. Imports run strictly downward in this list (`tests/architecture.rs` sees to it):
//!
//! | layer | module | what it knows |
//! | --- | --- | --- |
//! | 0 | [`cpu`] | whether this machine has the instructions that the program was built with |
//! | 0 | `sync` | atomics, locks and threads: the system's, or the model checker's |
//! | 0 | [`types`] | squares, sets of squares, men, moves, scores |
//! | 1 | [`attacks`] | who attacks what: square and occupancy to squares |
//! | 2 | [`board`] | the rules of chess on bitboards alone; FEN, perft, exchanges |
//! | 3 | [`position`] | mailbox, hash keys, clocks, repetitions |
//! | 4 | [`eval`] | the static evaluation |
//! | 4 | [`probe`] | endgame tablebases and opening books |
//! | 4 | [`notation`] | how moves, games and test positions are written: SAN, PGN, EPD |
//! | 4 | [`data`] | files of the engine's own games, to learn from |
//! | 4 | [`tt`] | the shared transposition table; knows `types` only |
//! | 5 | [`search`] | alpha-beta, its heuristics, its threads |
//! | 6 | [`classics`] | the programs of the documents that Quevedo was created from |
//! | 6 | [`tunable`] | numbers of search and evaluation that games can tune |
//! | 7 | [`engine`] | options, position, table and threads together; prints nothing |
//! | 8 | [`support`] | what commands and the dialogue share: files, games, openings, the benchmark |
//! | 9 | [`commands`] | the subcommands: perft, analysis, datagen, tuning, manual |
//! | 9 | [`uci`] | the dialogue with a GUI or a person |
//!
//! Squares are numbered a1 = 0, b1 = 1, ... h8 = 63. Scores are centipawns from the side to move's
//! point of view, depths and distances from the root are plies, unless a name says otherwise.
//!
//! ```
//! use quevedo::board::perft;
//! use quevedo::position::Position;
//!
//! let mut position = Position::start();
//! assert_eq!(perft(position.board(), 3), 8902);
//!
//! let mv = position.parse_move("e2e4").unwrap();
//! position.play(mv, &mut ());
//! assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
//! ```

pub mod cpu;
mod sync;
pub mod types;

pub mod attacks;

pub mod board;

pub mod position;

pub mod data;
pub mod eval;
pub mod notation;
pub mod probe;
pub mod tt;

pub mod search;

pub mod classics;
pub mod tunable;

pub mod engine;

pub mod support;

pub mod commands;
pub mod uci;
