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

pub mod notation;

// These are public because the program, the tests and the benchmarks are crates of their own. They are not part
// of the library's interface, which is the rest of this page: any release may change them.

// The rules of chess, which need an allocator and nothing else.
#[doc(hidden)]
pub mod types;

#[doc(hidden)]
pub mod attacks;

#[doc(hidden)]
pub mod board;

#[doc(hidden)]
pub mod position;

// The engine.
#[cfg(feature = "search")]
mod sync;

#[cfg(feature = "search")]
#[doc(hidden)]
pub mod eval;
#[cfg(feature = "search")]
#[doc(hidden)]
pub mod probe;
#[cfg(feature = "search")]
#[doc(hidden)]
pub mod tt;

#[cfg(feature = "search")]
#[doc(hidden)]
pub mod search;

#[cfg(feature = "search")]
#[doc(hidden)]
pub mod classics;
#[cfg(feature = "search")]
#[doc(hidden)]
pub mod tunable;

#[cfg(feature = "search")]
#[doc(hidden)]
pub mod engine;

// The program.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cpu;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod data;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod support;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod commands;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod uci;

#[doc(inline)]
pub use board::{Board, FenError, LegalMoves};
#[doc(inline)]
pub use notation::san::SanError;
#[doc(inline)]
pub use position::{Game, GameEnd, IllegalMove, MoveError, Position};
#[doc(inline)]
pub use types::{
    Bitboard, CastlingRights, Color, Key, Move, MoveKind, MoveList, Piece, PieceType, Square,
};

#[cfg(feature = "search")]
#[doc(inline)]
pub use engine::{Analysis, AnalysisError, AnalysisLine, Engine, StopHandle, Wdl};
#[cfg(feature = "search")]
#[doc(inline)]
pub use eval::Evaluation;
#[cfg(feature = "search")]
#[doc(inline)]
pub use search::{Clock, Limits};
#[cfg(feature = "search")]
#[doc(inline)]
pub use types::score::UciScore;

/// The code on this page is tested.
#[cfg(all(doctest, feature = "search"))]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
