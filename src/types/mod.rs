//! The vocabulary: squares, bitboards, pieces, moves, scores. Imports nothing.

mod bitboard;
mod castling;
mod color;
mod direction;
mod key;
mod move_list;
mod moves;
mod piece;
pub mod score;
mod sorting;
mod square;
mod text;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, CastlingRooks, Wing};
pub use color::{Black, Color, Side, White};
pub use direction::Direction;
pub use key::{FNV_BASIS, Key, fnv, fnv_after};
pub use move_list::{List, MoveList};
pub use moves::{Move, MoveKind, UciMove};
pub use piece::{Piece, PieceType};
pub use score::{Depth, Score};
pub use sorting::sort_few;
pub use square::{Square, SquareError};
pub use text::excerpt;
