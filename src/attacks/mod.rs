//! Attack look-ups: a square and an occupancy in, a bitboard out.

mod geometry;
mod magic;
#[cfg(test)]
#[expect(dead_code, reason = "the build script runs the search; the tests use its slow attacks")]
mod magic_search;

use crate::types::{Bitboard, Color, Direction, PieceType, Side, Square};
use magic::Magic;

pub use geometry::{between, line};

include!(concat!(env!("OUT_DIR"), "/sliders.rs"));

#[inline(always)]
fn look_up(magic: &Magic, occupied: Bitboard) -> Bitboard {
    let index = magic.index(occupied.0);
    debug_assert!(index < SLIDER_ATTACKS.len());
    // SAFETY: the product is shifted so that as many bits remain as the mask has, and `build.rs` gave
    // each square 2^(mask bits) cells from its offset on. So the index lies in the table for every
    // occupancy. (The bounds check would cost perft 1 to 3 %.)
    Bitboard(unsafe { *SLIDER_ATTACKS.get_unchecked(index) })
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
    crate::types::fnv(words.chain(SLIDER_ATTACKS.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::{bishop, magic_search, rook};
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
                assert_eq!(rook(square, o).0, magic_search::slide(s, occupied, magic_search::ROOK));
                assert_eq!(
                    bishop(square, o).0,
                    magic_search::slide(s, occupied, magic_search::BISHOP)
                );
            }
        }
    }
}
