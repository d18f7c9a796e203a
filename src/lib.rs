//! The rules of chess and a strong engine: positions, legal moves, SAN, FEN, EPD and PGN; search, evaluation and
//! tablebases. Chess960 needs no other types and no mode.
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
//!
//! ```
//! # #[cfg(feature = "search")] {
//! use quevedo::{Engine, Limits, Position};
//!
//! let analysis = Engine::new()?.analyse(Position::default(), Limits::nodes(10_000))?;
//! println!("{} {}", analysis.best_move, analysis.line.score);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Begin with [`Position`], [`Game`] (which sees repetitions), [`Engine`](struct.Engine.html) and [`notation`]. None
//! of them panics, whatever it is asked, unless a move that is not legal has been played by [`Position::play_unchecked`] or
//! put into the moves of a `PgnGame`.
//!
//! # Features
//!
//! Without default features the crate is the rules alone: positions, legal moves, FEN, EPD, SAN, UCI moves. It is
//! `no_std` with `alloc`, and depends on `bitflags` only, besides `rand_xoshiro` for its build script.
//!
//! | feature | adds |
//! | --- | --- |
//! | `std` | readers and writers of files: PGN |
//! | `search` | the engine as a library: search, evaluation, Polyglot books |
//! | `syzygy` | Syzygy tablebases for the search |
//! | `pext` | slider attacks by the instruction PEXT, for x86-64 with BMI2, but not AMD before Zen 3 |
//! | `huge-pages` | a transposition table in large pages; otherwise it is on the heap |
//! | `uci` | the UCI dialogue, with `search` |
//! | `cli` | the program `quevedo`, with `uci` |
//!
//! By default all but `pext` are on. Without `cli`, all of it builds for `wasm32-unknown-unknown`. A search runs on the
//! caller's thread there, which needs a stack of 8 MB (`-C link-arg=-zstack-size=8388608`), and knows the time
//! only if `set_clock` has set a clock; `set_listen` sets a callback that listens for `stop`.
//!
//! # Conventions
//!
//! Squares are numbered a1 = 0, b1 = 1, ... h8 = 63. Scores are centipawns from the side to move's
//! point of view, depths and distances from the root are plies, unless a name says otherwise. The scores of an
//! `Analysis` are normalized: with 100, a win is as likely as not. [`Position::see`] and an `Evaluation` count in the
//! evaluation's internal centipawns.
//!
//! # Beside other crates
//!
//! | | Quevedo | cozy-chess 0.3 | shakmaty 0.30 |
//! | --- | --- | --- | --- |
//! | perft with [`Position::legal_moves`] and [`Position::play_unchecked`], speed | 1.47 to 1.68 | 1 | 0.5 to 0.9 |
//! | the same with [`Position::after`], which checks the move | 0.93 to 1.22 | - | - |
//! | [`Position::perft`] | 2.5 to 10 | - | - |
//! | the reason why a game is over; repetitions | yes | no | in part |
//! | static exchange evaluation, search, evaluation by terms | yes | no | no |
//! | PGN | yes | no | with pgn-reader |
//! | `no_std` | with `alloc` | yes | with `alloc` |
//! | variants other than Chess960 | no | no | yes |
//! | licence | GPL | MIT | GPL |
//!
//! The speeds are ratios from one run of `cargo bench --bench front_door`, over three positions. The slower figures
//! are those of an endgame with few moves. `docs/library.md` in the source tree has ten tasks side by side, with
//! their times: shakmaty and cozy-chess read and write FEN and SAN faster.
//!
//! # What is stable
//!
//! Everything that this page lists is stable, as Cargo's semantic versioning has it: before 1.0 a new minor version may
//! break it, and the changelog says how. A type that is only mentioned, as in a signature, is not. Scores, node counts
//! and best moves change with every version that changes the search.
//!
//! # Licence
//!
//! GPL-3.0-or-later, like Stockfish. You may use this crate for anything, also for money. If you give others a
//! program that contains it, they must get that program's source under the same licence. A program on your own
//! server is not given to others, and neither is what it finds: games, analyses and data are yours. A program that
//! talks to the engine through UCI is a program of its own, under any licence.

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
mod prefetch;
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

#[cfg(feature = "uci")]
#[doc(hidden)]
pub mod support;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod commands;
#[cfg(feature = "uci")]
#[doc(hidden)]
pub mod uci;

/// Fills the tables that a program built with `--cfg quevedo_late_tables` does not contain. To be called before
/// anything else: until then sliders attack nothing.
#[cfg(quevedo_late_tables)]
#[doc(hidden)]
pub fn fill_tables() {
    attacks::fill();
    position::fill();
}

#[doc(inline)]
pub use board::{Board, FenError, LegalMoves};
#[doc(inline)]
pub use notation::san::SanError;
#[doc(inline)]
pub use position::{Game, GameEnd, IllegalMove, MoveError, Position};
#[doc(inline)]
pub use types::{
    Bitboard, CastlingRights, Color, Key, Move, MoveKind, Piece, PieceType, Square, SquareError,
};

#[cfg(feature = "search")]
#[doc(inline)]
pub use engine::{
    Analysis, AnalysisError, AnalysisLine, Engine, MAX_ELO, MIN_ELO, StopHandle, Wdl,
};
#[cfg(feature = "search")]
#[doc(inline)]
pub use eval::Evaluation;
#[cfg(feature = "search")]
#[doc(inline)]
pub use search::{Clock, Limits};
#[cfg(all(feature = "search", target_family = "wasm", target_os = "unknown"))]
#[doc(inline)]
pub use search::{run_tasks, set_clock, set_listen};
#[cfg(feature = "search")]
#[doc(inline)]
pub use types::score::UciScore;

/// The code on this page is tested.
#[cfg(all(doctest, feature = "search"))]
#[doc = include_str!("../docs/library.md")]
struct LibraryPage;
