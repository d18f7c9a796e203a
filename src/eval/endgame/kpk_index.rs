//! The numbering of the positions of king and pawn against king. `build.rs` shares this file.

/// The number of indices: side to move, strong king, weak king, and a pawn on the files a to d.
#[allow(dead_code, reason = "only the solver in `build.rs` needs it")]
pub const KPK_POSITIONS: usize = 2 * 64 * 64 * 24;

/// The index of a position. The strong side moves up the board, and its pawn is on the files a to d;
/// `weak_to_move` is 0 or 1, and squares count from a1 = 0.
#[inline(always)]
pub const fn kpk_index(weak_to_move: usize, strong: usize, weak: usize, pawn: usize) -> usize {
    let pawn = (pawn / 8 - 1) * 4 + pawn % 8;
    ((pawn * 2 + weak_to_move) * 64 + strong) * 64 + weak
}
