//! Tables that depend on squares alone, computed at compile time.

use crate::types::{Bitboard, Square};

const fn on_board(file: i8, rank: i8) -> bool {
    0 <= file && file < 8 && 0 <= rank && rank < 8
}

/// For every square, the squares that these steps reach.
const fn leaper<const N: usize>(steps: [(i8, i8); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < N {
            let file = (square % 8) as i8 + steps[i].0;
            let rank = (square / 8) as i8 + steps[i].1;
            if on_board(file, rank) {
                table[square].0 |= 1 << (rank * 8 + file);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

pub(super) static KNIGHT: [Bitboard; 64] =
    leaper([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
pub(super) static KING: [Bitboard; 64] =
    leaper([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
pub(super) static PAWN: [[Bitboard; 64]; 2] =
    [leaper([(-1, 1), (1, 1)]), leaper([(-1, -1), (1, -1)])];

/// The step from one square towards another on a common line, or (0, 0).
const fn step(from: usize, to: usize) -> (i8, i8) {
    let file = (to % 8) as i8 - (from % 8) as i8;
    let rank = (to / 8) as i8 - (from / 8) as i8;
    if file == 0 || rank == 0 || file.abs() == rank.abs() {
        (file.signum(), rank.signum())
    } else {
        (0, 0)
    }
}

/// The squares from `from` (exclusive) in one direction until `to` (exclusive) or the edge.
const fn walk(from: usize, to: Option<usize>, (files, ranks): (i8, i8)) -> u64 {
    let mut squares = 0;
    let mut file = (from % 8) as i8 + files;
    let mut rank = (from / 8) as i8 + ranks;
    while on_board(file, rank) {
        let square = (rank * 8 + file) as usize;
        if let Some(to) = to
            && square == to
        {
            break;
        }
        squares |= 1 << square;
        file += files;
        rank += ranks;
    }
    squares
}

/// What a table of pairs of squares holds.
#[derive(Clone, Copy)]
enum Part {
    Between,
    Beyond,
    Line,
}

/// For every square, all squares on its lines in these four directions.
const fn rays(steps: [(i8, i8); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            table[square].0 |= walk(square, None, steps[i]);
            i += 1;
        }
        square += 1;
    }
    table
}

pub(super) static ROOK_RAYS: [Bitboard; 64] = rays([(0, 1), (1, 0), (0, -1), (-1, 0)]);
pub(super) static BISHOP_RAYS: [Bitboard; 64] = rays([(1, 1), (1, -1), (-1, -1), (-1, 1)]);

const fn pairs(part: Part) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let (files, ranks) = step(from, to);
            if files != 0 || ranks != 0 {
                table[from][to].0 = match part {
                    Part::Between => walk(from, Some(to), (files, ranks)),
                    Part::Beyond => walk(to, None, (files, ranks)),
                    Part::Line => {
                        walk(from, None, (files, ranks))
                            | walk(from, None, (-files, -ranks))
                            | 1 << from
                    }
                };
            }
            to += 1;
        }
        from += 1;
    }
    table
}

static BETWEEN: [[Bitboard; 64]; 64] = pairs(Part::Between);
static BEYOND: [[Bitboard; 64]; 64] = pairs(Part::Beyond);
static LINE: [[Bitboard; 64]; 64] = pairs(Part::Line);

/// The squares strictly between two squares on a common line; empty if there is no such line.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The squares behind `b`, seen from `a`, up to the edge; empty if there is no common line.
#[inline(always)]
pub fn beyond(a: Square, b: Square) -> Bitboard {
    BEYOND[a.index()][b.index()]
}

/// The whole line, edge to edge, through two squares; empty if they share none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}
