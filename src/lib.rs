//! Quevedo: a UCI chess engine with a hand-crafted evaluation, and a perft tool.
//!
//! `docs/architecture.md` in the source tree is the map: the modules by layer, and how a move, a search, a
//! weight and a perft count run through them.
//!
//! Squares are numbered a1 = 0, b1 = 1, ... h8 = 63. Scores are centipawns from the side to move's
//! point of view, depths and distances from the root are plies, unless a name says otherwise.
//!
//! ```
//! use quevedo::Position;
//!
//! let mut position = Position::default();
//! position.play(position.parse_san("e4")?)?;
//! for mv in position.legal_moves() {
//!     println!("{}", position.san(mv)?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
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

pub use board::FenError;
pub use engine::{Analysis, AnalysisError, AnalysisLine, Engine, StopHandle, Wdl};
pub use eval::Evaluation;
pub use notation::san::SanError;
pub use position::{Game, GameEnd, IllegalMove, MoveError, Position};
pub use search::{Clock, Limits};
pub use types::score::UciScore;
pub use types::{
    Bitboard, CastlingRights, Color, Key, Move, MoveKind, MoveList, Piece, PieceType, Square,
};

/// The code on this page is tested.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
