//! The replying pawns: what departures and arrivals change about their moves, all pawns at once.

use super::strikes::Strikes;
use crate::attacks;
use crate::board::movegen::{LAST_RANKS, third_rank};
use crate::board::state::Board;
use crate::types::{Bitboard, Color, Side, Square};

/// The replying side's pawns that are not pinned.
#[derive(Clone, Copy, Default)]
pub(super) struct PawnReplies {
    free: Bitboard,
    /// What an arrival adds, plus four, as a binary number for each square: the ones, the twos, the fours.
    arrival: [Bitboard; 3],
    /// Replies to a pass, with all four promotions but without en passant.
    pub(super) count: i64,
    /// Their targets: by single and double steps, and whatever they attack.
    single: Bitboard,
    double: Bitboard,
    east: Bitboard,
    west: Bitboard,
    /// The pawns, by what they can do: step once, capture towards either side.
    steppers: Bitboard,
    east_takers: Bitboard,
    west_takers: Bitboard,
    /// One step before the last rank.
    promoters: Bitboard,
    /// A piece that leaves here changes their moves.
    pub(super) touching: Bitboard,
}

impl PawnReplies {
    #[inline(always)]
    pub(super) fn of<S: Side>(board: &Board, strikes: &Strikes) -> PawnReplies {
        let (us, them) = (board.color(S::COLOR), board.color(S::Them::COLOR));
        let occupied = us | them;
        let free = board.pawns & them & !strikes.pinned_pieces;
        let third = third_rank::<S::Them>();
        let ahead = free.shift(S::Them::UP);
        let single = ahead & !occupied;
        let double = (single & third).shift(S::Them::UP) & !occupied;
        let east = free.shift(S::Them::UP_EAST);
        let west = free.shift(S::Them::UP_WEST);
        let through = double.shift(S::UP);
        let blocked = ahead | (ahead & third).shift(S::Them::UP);
        let promoters = free & Bitboard::rank(if S::Them::COLOR == Color::White { 6 } else { 1 });
        let mut count =
            i64::from(single.count() + double.count() + (east & us).count() + (west & us).count());
        if promoters.any() {
            count += 3 * i64::from(
                (single & LAST_RANKS).count()
                    + (east & us & LAST_RANKS).count()
                    + (west & us & LAST_RANKS).count(),
            );
        }
        let steppers = single.shift(S::UP);
        let double_path = double | through | through.shift(S::UP);
        // A capture to the east leads back to its pawn by the other side's capture to the west.
        let east_takers = (east & us).shift(S::UP_WEST);
        let west_takers = (west & us).shift(S::UP_EAST);
        PawnReplies {
            arrival: add([
                east,
                west,
                !(single | steppers),
                !double_path,
                !east_takers,
                !west_takers,
            ]),
            free,
            count,
            single,
            double,
            east,
            west,
            steppers,
            east_takers,
            west_takers,
            promoters,
            touching: blocked | east | west,
        }
    }

    /// What arrivals on all these squares add: captures of what arrives, less the steps that it blocks and
    /// the moves of a captured pawn.
    #[inline(always)]
    pub(super) fn arrivals(&self, to: Bitboard) -> i64 {
        let [ones, twos, fours] = self.arrival.map(|plane| (to & plane).count());
        let mut sum = i64::from(ones + 2 * twos + 4 * fours) - 4 * i64::from(to.count());
        if self.promoters.any() {
            sum += self.promotions(to);
        }
        sum
    }

    /// What is missing in `arrivals` because each promotion is four moves.
    #[inline(never)]
    fn promotions(&self, to: Bitboard) -> i64 {
        let last = to & LAST_RANKS;
        let added = (last & self.east).count() + (last & self.west).count();
        let promoters = to & self.promoters;
        let lost = (last & self.single).count()
            + (promoters & self.steppers).count()
            + (promoters & self.east_takers).count()
            + (promoters & self.west_takers).count();
        3 * (i64::from(added) - i64::from(lost))
    }

    /// What the departure from this square, one of `touching`, adds to the replies to moves to all these
    /// squares.
    #[inline(always)]
    pub(super) fn departure<S: Side>(&self, from: Square, to: Bitboard, occupied: Bitboard) -> i64 {
        let left = from.bitboard();
        let occupied = occupied ^ left;
        let single = self.free.shift(S::Them::UP) & !occupied;
        let double = (single & third_rank::<S::Them>()).shift(S::Them::UP) & !occupied;
        let gained = i64::from((single ^ self.single).count() + (double ^ self.double).count());
        let lost = i64::from((self.east & left).count() + (self.west & left).count());
        let mut sum = (gained - lost) * i64::from(to.count());
        // A pawn that attacked the piece and is captured: `arrivals` has taken all its moves.
        sum += i64::from((to & attacks::pawn(S::COLOR, from) & self.free).count());
        if gained > 0 {
            // A pawn that it blocked, and that it captures or blocks again.
            let ahead = left.shift(S::UP);
            sum -= gained * i64::from((to & (ahead | ahead.shift(S::UP))).count());
            sum -= i64::from((to & (double ^ self.double) & !left).count());
        }
        if LAST_RANKS.has(from) { 4 * sum } else { sum }
    }
}

/// Counts for each square how many of these sets have it, and returns the bits of these numbers.
#[inline(always)]
fn add(sets: [Bitboard; 6]) -> [Bitboard; 3] {
    let sum = |a: Bitboard, b: Bitboard, c: Bitboard| (a ^ b ^ c, (a & b) | (c & (a ^ b)));
    let [a, b, c, d, e, f] = sets;
    let (first, first_carry) = sum(a, b, c);
    let (second, second_carry) = sum(d, e, f);
    let (ones, carry) = (first ^ second, first & second);
    let (twos, fours) = sum(first_carry, second_carry, carry);
    [ones, twos, fours]
}
