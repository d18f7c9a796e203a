//! How positions of king and pawn against king are numbered. `build.rs` shares this file.

/// Sides to move, squares of the strong king, of the weak king, and of the pawn on the files a to d.
#[allow(dead_code, reason = "the solver's, in `build.rs`")]
pub const PLACES: usize = 2 * 64 * 64 * 24;

/// The number of a position: the strong side goes up the board, its pawn stands on the files a to d.
/// `weak_to_move` is 0 or 1; squares count from a1 = 0.
#[inline(always)]
pub const fn place(weak_to_move: usize, strong: usize, weak: usize, pawn: usize) -> usize {
    let pawn = (pawn / 8 - 1) * 4 + pawn % 8;
    ((pawn * 2 + weak_to_move) * 64 + strong) * 64 + weak
}
