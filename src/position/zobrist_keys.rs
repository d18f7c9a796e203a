//! Makes the Zobrist keys, and the table that finds moves back to an earlier position.
//! Runs in `build.rs`, or in a program with late tables when it starts.
//!
//! Sources: <https://www.chessprogramming.org/Zobrist_Hashing>; Marcel van Kervinck, "The design
//! and implementation of the Rookie 3.0 chess program", 2013 (cuckoo table of reversible moves).

use alloc::vec;
use alloc::vec::Vec;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use super::zobrist_cells::{CUCKOO_SIZE, cuckoo_cells};

/// The same on every machine, and so are the keys.
const SEED: u64 = 0x5175_6576_6564_6F32;

/// All keys of the hash.
pub struct ZobristKeys {
    /// By piece (type * 2 + colour) and square.
    pub pieces: [[u64; 64]; 12],
    /// By file of a rook that may castle, White's before Black's.
    pub castling: [u64; 16],
    /// By file of the en-passant square.
    pub en_passant: [u64; 8],
    /// Black is to move.
    pub black: u64,
}

/// Draws all keys.
pub fn draw() -> ZobristKeys {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut random = || rng.next_u64();
    ZobristKeys {
        pieces: core::array::from_fn(|_| core::array::from_fn(|_| random())),
        castling: core::array::from_fn(|_| random()),
        en_passant: core::array::from_fn(|_| random()),
        black: random(),
    }
}

/// Every reversible move of a knight, bishop, rook, queen or king on an empty board: its two squares and its piece
/// (`from | to << 6 | piece << 12`), in a cell of the key difference it makes. Empty cells hold 0.
pub fn cuckoo(keys: &[[u64; 64]; 12], black: u64) -> Vec<u16> {
    let mut table = vec![(0u64, 0u16); CUCKOO_SIZE];
    // Pawns come first, and never move back.
    for (piece, own) in keys.iter().enumerate().skip(2) {
        for from in 0..64usize {
            for to in from + 1..64 {
                if !reaches(piece / 2, from, to) {
                    continue;
                }
                let squares = (from | to << 6) as u16;
                let mut entry = (own[from] ^ own[to] ^ black, squares | (piece as u16) << 12);
                let mut cell = cuckoo_cells(entry.0)[0];
                // Put the entry here and move the previous one to its other cell, until a cell is empty.
                loop {
                    core::mem::swap(&mut table[cell], &mut entry);
                    if entry.1 == 0 {
                        break;
                    }
                    let [first, second] = cuckoo_cells(entry.0);
                    cell = if cell == first { second } else { first };
                }
            }
        }
    }
    table.into_iter().map(|(_, mv)| mv).collect()
}

/// Whether a piece of this type (1 = knight ... 5 = king) can move from one square to the other.
fn reaches(kind: usize, from: usize, to: usize) -> bool {
    let files = (from % 8).abs_diff(to % 8);
    let ranks = (from / 8).abs_diff(to / 8);
    let diagonal = files == ranks;
    let straight = files == 0 || ranks == 0;
    match kind {
        1 => files * ranks == 2,
        2 => diagonal,
        3 => straight,
        4 => diagonal || straight,
        _ => files.max(ranks) == 1,
    }
}
