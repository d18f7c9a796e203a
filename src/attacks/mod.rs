//! Attack look-ups: a square and an occupancy in, a bitboard out.

mod geometry;
#[cfg_attr(
    feature = "pext",
    expect(dead_code, reason = "the index is used by the build script alone")
)]
mod magic;
#[cfg(any(test, quevedo_late_tables))]
#[allow(dead_code, reason = "the build script needs all of it")]
mod slide;
#[cfg(not(quevedo_late_tables))]
mod table;
#[cfg(quevedo_late_tables)]
#[path = "late_table.rs"]
mod table;

use crate::types::{Bitboard, Color, Direction, PieceType, Side, Square};
use magic::Magic;
use table::SLIDER_ATTACKS;

pub(crate) use geometry::beyond;
pub use geometry::{between, line};

#[cfg(quevedo_late_tables)]
pub(crate) use table::fill;

include!(concat!(env!("OUT_DIR"), "/magics.rs"));

#[cfg(not(feature = "pext"))]
#[inline(always)]
fn index(magic: &Magic, occupied: Bitboard) -> usize {
    magic.index(occupied.0)
}

/// The table is in the order of PEXT, which gathers the blockers under the mask by one instruction.
///
/// Source: <https://www.chessprogramming.org/BMI2#PEXTBitboards>
#[cfg(feature = "pext")]
#[inline(always)]
fn index(magic: &Magic, occupied: Bitboard) -> usize {
    // SAFETY: built for CPUs with BMI2 (or it would not compile, see below); the program refuses to start
    // on others (src/cpu.rs).
    let gathered = unsafe { core::arch::x86_64::_pext_u64(occupied.0, magic.mask) };
    magic.offset as usize + gathered as usize
}

#[cfg(all(feature = "pext", not(target_feature = "bmi2")))]
compile_error!(
    "feature `pext` needs a CPU with BMI2: build with -C target-cpu=native or x86-64-v3, or leave it out"
);

#[inline(always)]
fn look_up(magic: &Magic, occupied: Bitboard) -> Bitboard {
    let index = index(magic, occupied);
    debug_assert!(index < SLIDER_ATTACKS.len());
    // SAFETY: both ways the index has as many bits as the mask, and `build.rs` gave each square
    // 2^(mask bits) cells from its offset on. So it lies in the table for every occupancy. (The bounds
    // check would cost perft 1 to 3 %.)
    Bitboard(table::value(unsafe { SLIDER_ATTACKS.get_unchecked(index) }))
}

/// A bishop's attacks: its diagonals up to and including the first piece.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOP_MAGICS[square.index()], occupied)
}

/// A rook's attacks: its rank and file up to and including the first piece.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOK_MAGICS[square.index()], occupied)
}

/// A bishop's attacks if `diagonal`, otherwise a rook's.
#[inline(always)]
pub(crate) fn slider(diagonal: bool, square: Square, occupied: Bitboard) -> Bitboard {
    if diagonal { bishop(square, occupied) } else { rook(square, occupied) }
}

/// A rook's attacks on an empty board.
#[inline(always)]
pub(crate) fn rook_rays(square: Square) -> Bitboard {
    geometry::ROOK_RAYS[square.index()]
}

/// A bishop's attacks on an empty board.
#[inline(always)]
pub(crate) fn bishop_rays(square: Square) -> Bitboard {
    geometry::BISHOP_RAYS[square.index()]
}

/// A queen's attacks.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// A knight's attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    geometry::KNIGHT[square.index()]
}

/// A king's attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    geometry::KING[square.index()]
}

/// A pawn's attacks.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    geometry::PAWN[color.index()][square.index()]
}

/// The attacks of all these pawns of side `S`.
#[inline(always)]
pub fn pawns<S: Side>(pawns: Bitboard) -> Bitboard {
    pawns.shift(S::UP_EAST) | pawns.shift(S::UP_WEST)
}

/// The attacks of all these knights.
#[inline(always)]
pub fn knights(knights: Bitboard) -> Bitboard {
    let one = knights.shift(Direction::East).0 | knights.shift(Direction::West).0;
    let far_east = Bitboard(knights.shift(Direction::East).0).shift(Direction::East).0;
    let far_west = Bitboard(knights.shift(Direction::West).0).shift(Direction::West).0;
    let two = far_east | far_west;
    Bitboard(one << 16 | one >> 16 | two << 8 | two >> 8)
}

/// The attacks of kings on all these squares.
#[inline(always)]
pub fn kings(kings: Bitboard) -> Bitboard {
    let row = kings.widen();
    let beside = kings.shift(Direction::East) | kings.shift(Direction::West);
    beside | row.shift(Direction::North) | row.shift(Direction::South)
}

/// The attacks of bishops on all these squares, by filling their lines step by step.
///
/// Source: <https://www.chessprogramming.org/Kogge-Stone_Algorithm>
#[inline(always)]
pub(crate) fn bishops(bishops: Bitboard, occupied: Bitboard) -> Bitboard {
    let east = !occupied.0 & !FILE_A;
    let west = !occupied.0 & !FILE_H;
    Bitboard(
        (fill_up(bishops.0, east, 9) << 9 | fill_down(bishops.0, east, 7) >> 7) & !FILE_A
            | (fill_up(bishops.0, west, 7) << 7 | fill_down(bishops.0, west, 9) >> 9) & !FILE_H,
    )
}

/// The attacks of rooks on all these squares, by filling their lines step by step.
#[inline(always)]
pub(crate) fn rooks(rooks: Bitboard, occupied: Bitboard) -> Bitboard {
    let empty = !occupied.0;
    Bitboard(
        fill_up(rooks.0, empty, 8) << 8
            | fill_down(rooks.0, empty, 8) >> 8
            | fill_up(rooks.0, empty & !FILE_A, 1) << 1 & !FILE_A
            | fill_down(rooks.0, empty & !FILE_H, 1) >> 1 & !FILE_H,
    )
}

const FILE_A: u64 = Bitboard::file(0).0;
const FILE_H: u64 = Bitboard::file(7).0;

/// The squares and all that follow them by steps upwards through `free` squares.
#[inline(always)]
const fn fill_up(mut squares: u64, mut free: u64, step: u32) -> u64 {
    squares |= free & squares << step;
    free &= free << step;
    squares |= free & squares << (2 * step);
    free &= free << (2 * step);
    squares | free & squares << (4 * step)
}

/// The same downwards.
#[inline(always)]
const fn fill_down(mut squares: u64, mut free: u64, step: u32) -> u64 {
    squares |= free & squares >> step;
    free &= free >> step;
    squares |= free & squares >> (2 * step);
    free &= free >> (2 * step);
    squares | free & squares >> (4 * step)
}

/// The attacks of a piece other than a pawn.
#[inline(always)]
pub fn piece(kind: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceType::Pawn => Bitboard::EMPTY,
        PieceType::Knight => knight(square),
        PieceType::Bishop => bishop(square, occupied),
        PieceType::Rook => rook(square, occupied),
        PieceType::Queen => queen(square, occupied),
        PieceType::King => king(square),
    }
}

/// FNV-1a over the generated numbers; a test checks that they are the same on every machine.
pub fn tables_hash() -> u64 {
    let magics = ROOK_MAGICS.iter().chain(&BISHOP_MAGICS);
    let words =
        magics.flat_map(|m| [m.mask, m.multiplier, u64::from(m.offset), u64::from(m.shift)]);
    crate::types::fnv(words.chain(SLIDER_ATTACKS.iter().map(table::value)))
}

#[cfg(test)]
mod tests {
    use super::{bishop, bishops, rook, rooks, slide};
    use crate::types::{Bitboard, Square};

    #[test]
    fn look_ups_equal_walked_rays() {
        let mut seed = 1u64;
        for square in Square::all() {
            for _ in 0..2000 {
                // Xorshift, sometimes thinned out: any sequence of varied densities will do.
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                let occupied = seed & seed.rotate_left(u32::from(seed as u8 & 31));
                let (s, o) = (square.index() as u8, Bitboard(occupied));
                assert_eq!(rook(square, o).0, slide::slide(s, occupied, slide::ROOK));
                assert_eq!(bishop(square, o).0, slide::slide(s, occupied, slide::BISHOP));
                // Of several pieces at once, each in the way of the others.
                let several = Bitboard(seed.rotate_left(11) & seed.rotate_left(29) & occupied);
                let union = |attacks: fn(Square, Bitboard) -> Bitboard| {
                    several.into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks(from, o))
                };
                assert_eq!(rooks(several, o), union(rook));
                assert_eq!(bishops(several, o), union(bishop));
            }
        }
    }
}
