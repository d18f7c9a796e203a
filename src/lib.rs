//! Quevedo: a UCI chess engine with a hand-crafted evaluation, and a perft tool.
//!
//! `docs/architecture.md` in the source tree is the map: the modules by layer, and how a move, a search, a
//! weight and a perft count run through them.
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
