//! Quevedo: a UCI chess engine with a hand-crafted evaluation, and a perft tool.
//!
//! `docs/architecture.md` in the source tree is the map: the modules by layer, and how a move, a search, a
//! weight and a perft count run through them.
//!
//! # Features
//!
//! Without default features the crate is the rules alone: positions, legal moves, FEN, EPD, SAN, UCI moves. It is
//! `no_std` with `alloc`, and depends on `bitflags` only.
//!
//! | feature | adds |
//! | --- | --- |
//! | `std` | readers and writers of files: PGN |
//! | `search` | the engine as a library: search, evaluation, Polyglot books |
//! | `syzygy` | Syzygy tablebases for the search |
//! | `huge-pages` | a transposition table in large pages, with prefetching; otherwise it is on the heap |
//! | `cli` | the program `quevedo`, with `search` |
//!
//! By default all are on. Without `cli`, all of it builds for `wasm32-unknown-unknown`. A search runs on the
//! caller's thread there, which needs a stack of 8 MB (`-C link-arg=-zstack-size=8388608`), and knows the time
//! only if `search::set_clock` has lent it a clock.
//!
//! # Conventions
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

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

// The rules of chess, which need an allocator and nothing else.
pub mod types;

pub mod attacks;

pub mod board;

pub mod position;

pub mod notation;

// The engine.
#[cfg(feature = "search")]
mod sync;

#[cfg(feature = "search")]
pub mod eval;
#[cfg(feature = "search")]
pub mod probe;
#[cfg(feature = "search")]
pub mod tt;

#[cfg(feature = "search")]
pub mod search;

#[cfg(feature = "search")]
pub mod classics;
#[cfg(feature = "search")]
pub mod tunable;

#[cfg(feature = "search")]
pub mod engine;

// The program.
#[cfg(feature = "cli")]
pub mod cpu;

#[cfg(feature = "cli")]
pub mod data;

#[cfg(feature = "cli")]
pub mod support;

#[cfg(feature = "cli")]
pub mod commands;
#[cfg(feature = "cli")]
pub mod uci;

pub use board::{FenError, LegalMoves};
pub use notation::san::SanError;
pub use position::{Game, GameEnd, IllegalMove, MoveError, Position};
pub use types::{
    Bitboard, CastlingRights, Color, Key, Move, MoveKind, MoveList, Piece, PieceType, Square,
};

#[cfg(feature = "search")]
pub use engine::{Analysis, AnalysisError, AnalysisLine, Engine, StopHandle, Wdl};
#[cfg(feature = "search")]
pub use eval::Evaluation;
#[cfg(feature = "search")]
pub use search::{Clock, Limits};
#[cfg(feature = "search")]
pub use types::score::UciScore;

/// The code on this page is tested.
#[cfg(all(doctest, feature = "search"))]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
