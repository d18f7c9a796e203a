//! How far the search has found the static evaluation to be off in positions that share a feature: the
//! pawns, the other pieces, the attacked pieces, the last moves.
//!
//! Source: <https://www.chessprogramming.org/Static_Evaluation_Correction_History>

use super::history::{HistoryEntry, PieceTo, table};
use super::params as p;
use crate::position::Position;
use crate::types::{Bitboard, Color, Depth, Key, Score};

/// Bound of an entry ...
const MAX: i32 = 1024;
/// ... of which this part is a centipawn.
const UNIT: i32 = 32;
/// The unit of the weights.
const WEIGHT_ONE: i32 = 256;
/// Entries of a table for each side.
const ENTRIES: usize = 16_384;

type CorrectionEntry = HistoryEntry<MAX>;

/// The tables of one search thread; kept between moves of a game.
pub struct Corrections {
    pawn: Box<[CorrectionEntry; 2 * ENTRIES]>,
    minor: Box<[CorrectionEntry; 2 * ENTRIES]>,
    major: Box<[CorrectionEntry; 2 * ENTRIES]>,
    /// By the colour of the pieces, whichever side moves.
    non_pawn: [Box<[CorrectionEntry; 2 * ENTRIES]>; 2],
    /// By the pieces of the side to move that the opponent attacks.
    threats: Box<[CorrectionEntry; 2 * ENTRIES]>,
    /// By the one before the last move and the last, and by the one three before it and the last.
    continuation: Box<[[CorrectionEntry; PieceTo::COUNT]; PieceTo::COUNT]>,
}

impl Default for Corrections {
    fn default() -> Corrections {
        let zero = CorrectionEntry::default();
        Corrections {
            pawn: table(zero),
            minor: table(zero),
            major: table(zero),
            non_pawn: [table(zero), table(zero)],
            threats: table(zero),
            continuation: table([zero; PieceTo::COUNT]),
        }
    }
}

/// Where a position's entries are.
#[derive(Clone, Copy)]
pub struct CorrectionIndices {
    side: Color,
    pawn: usize,
    minor: usize,
    major: usize,
    non_pawn: [usize; 2],
    threats: usize,
    last: PieceTo,
    earlier: [PieceTo; 2],
}

impl CorrectionIndices {
    /// The entries of a position in which the opponent attacks these squares and that was reached by these
    /// steps, the last first.
    #[inline(always)]
    pub fn new(
        position: &Position,
        threats: Bitboard,
        last: PieceTo,
        earlier: [PieceTo; 2],
    ) -> CorrectionIndices {
        let (keys, side) = (position.keys(), position.side());
        let index = |key: Key| key as usize % ENTRIES * 2 + side.index();
        CorrectionIndices {
            side,
            pawn: index(keys.pawn),
            minor: index(keys.minor),
            major: index(keys.major),
            non_pawn: keys.non_pawn.map(index),
            threats: index(threats_key(threats & position.board().color(side))),
            last,
            earlier,
        }
    }
}

/// A key, less than [`ENTRIES`], of where pieces of the side to move stand attacked: the highest bits of a product,
/// since those alone depend on every square.
///
/// Source: Knuth, "The Art of Computer Programming", volume 3, 6.4, multiplicative hashing
#[inline(always)]
fn threats_key(attacked: Bitboard) -> Key {
    const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;
    attacked.0.wrapping_mul(GOLDEN_RATIO) >> (u64::BITS - ENTRIES.ilog2())
}

impl Corrections {
    /// What is to be added to the static evaluation, in centipawns.
    #[inline(always)]
    pub fn get(&self, indices: &CorrectionIndices) -> Score {
        let (us, them) = (indices.side.index(), (!indices.side).index());
        let [two, four] = indices.earlier;
        let after =
            |earlier: PieceTo| self.continuation[earlier.index()][indices.last.index()].get();
        let sum = p::correction_pawn() * self.pawn[indices.pawn].get()
            + p::correction_minor() * self.minor[indices.minor].get()
            + p::correction_major() * self.major[indices.major].get()
            + p::correction_us() * self.non_pawn[us][indices.non_pawn[us]].get()
            + p::correction_them() * self.non_pawn[them][indices.non_pawn[them]].get()
            + p::correction_threats() * self.threats[indices.threats].get()
            + p::correction_moves() * (after(two) + after(four));
        sum / (WEIGHT_ONE * UNIT)
    }

    /// The search to `depth` found the score to be that much (in centipawns) above the evaluation.
    #[inline(always)]
    pub fn update(&mut self, indices: &CorrectionIndices, depth: Depth, error: Score) {
        let most = p::correction_max();
        let bonus = (error * depth * UNIT / p::correction_rate()).clamp(-most, most);
        self.pawn[indices.pawn].update(bonus);
        self.minor[indices.minor].update(bonus);
        self.major[indices.major].update(bonus);
        for (table, index) in self.non_pawn.iter_mut().zip(indices.non_pawn) {
            table[index].update(bonus);
        }
        self.threats[indices.threats].update(bonus);
        for earlier in indices.earlier {
            if earlier != PieceTo::NONE && indices.last != PieceTo::NONE {
                self.continuation[earlier.index()][indices.last.index()].update(bonus);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{CorrectionIndices, Corrections, ENTRIES, threats_key};
    use crate::position::Position;
    use crate::search::history::PieceTo;
    use crate::search::threats::Threats;
    use crate::types::Bitboard;

    fn indices(position: &Position) -> CorrectionIndices {
        let threats = Threats::of(position.board()).all;
        CorrectionIndices::new(position, threats, PieceTo::NONE, [PieceTo::NONE; 2])
    }

    #[test]
    fn a_lasting_error_is_learnt_and_kept_in_bounds() {
        let position = Position::start();
        let entries = indices(&position);
        let mut corrections = Corrections::default();
        assert_eq!(corrections.get(&entries), 0);
        let mut last = 0;
        for _ in 0..200 {
            corrections.update(&entries, 8, 60);
            let now = corrections.get(&entries);
            assert!(now >= last);
            last = now;
        }
        assert!((20..400).contains(&last), "{last}");
        for _ in 0..2000 {
            corrections.update(&entries, 20, -500);
        }
        assert!(corrections.get(&entries) <= -last);
        // The other side has learnt nothing.
        let mut passed = position;
        passed.pass();
        assert_eq!(corrections.get(&indices(&passed)), 0);
    }

    #[test]
    fn threats_are_told_apart_by_the_pieces_that_stand_attacked() {
        for mirror in [false, true] {
            let key = |fen: &str| {
                let position = Position::from_fen(fen).unwrap();
                indices(&if mirror { position.mirrored() } else { position }).threats
            };
            let unattacked = key("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
            let knight = key("4k3/8/8/3n4/8/8/4P3/4K3 w - - 0 1");
            assert_eq!(unattacked, knight, "attacks into the void are no threats");
            let pawn = key("4k3/8/8/8/3n4/8/4P3/4K3 w - - 0 1");
            assert_ne!(pawn, unattacked);
            assert_eq!(pawn, key("4k3/4r3/8/8/8/8/4P3/4K3 w - - 0 1"), "by whom does not matter");
            assert_ne!(pawn, key("4k3/8/8/8/8/3b4/2P5/4K3 w - - 0 1"));
        }
    }

    #[test]
    fn every_square_tells_in_the_key_of_threats() {
        let squares = || (0..64).map(|square| Bitboard(1 << square));
        let single: HashSet<u64> = squares().map(threats_key).collect();
        assert_eq!(single.len(), 64);
        let pairs: HashSet<u64> = squares()
            .flat_map(|one| squares().map(move |other| threats_key(one | other)))
            .collect();
        // Of 64 and 2,016 different sets; 2,080 random keys of 14 bits would make 1,953 different ones.
        assert!(pairs.len() > 1900, "{}", pairs.len());
        assert!(pairs.iter().all(|&key| (key as usize) < ENTRIES));
    }
}
