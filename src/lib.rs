//! Quevedo: a UCI chess engine with a hand-crafted evaluation, and a perft tool.
pub mod types;
pub mod attacks;
pub mod board;
pub mod position;
pub mod eval;
pub mod tt;
