//! What the search has found the static evaluation to err by, where something of the position recurs:
//! its pawns, its other men, the last moves.
//!
//! Source: <https://www.chessprogramming.org/Static_Evaluation_Correction_KeyHistory>

use super::history::{Gravity, PIECE_TO_COUNT, PieceTo, table};
use super::params as p;
use crate::position::Position;
use crate::types::{Color, Depth, Score};

/// Bound of an entry ...
const MAX: i32 = 1024;
/// ... of which this part is a centipawn.
const UNIT: i32 = 32;
/// The unit of the weights.
const WEIGHT_ONE: i32 = 256;
/// Entries of a table for each side.
const ENTRIES: usize = 16_384;

type Entry = Gravity<MAX>;

/// The tables of one search thread; kept between moves of a game.
pub struct Corrections {
    pawn: Box<[Entry; 2 * ENTRIES]>,
    minor: Box<[Entry; 2 * ENTRIES]>,
    major: Box<[Entry; 2 * ENTRIES]>,
    /// By the colour of the men, whichever side moves.
    non_pawn: [Box<[Entry; 2 * ENTRIES]>; 2],
    /// By the last move and the one before it, and by the last and the one three before it.
    continuation: Box<[Entry; PIECE_TO_COUNT * PIECE_TO_COUNT]>,
}

impl Default for Corrections {
    fn default() -> Corrections {
        let zero = Entry::default();
        Corrections {
            pawn: table(zero),
            minor: table(zero),
            major: table(zero),
            non_pawn: [table(zero), table(zero)],
            continuation: table(zero),
        }
    }
}

/// Where a position's entries are.
#[derive(Clone, Copy)]
pub struct Places {
    side: Color,
    pawn: usize,
    minor: usize,
    major: usize,
    non_pawn: [usize; 2],
    continuation: [Option<usize>; 2],
}

impl Places {
    /// The entries of a position that was reached by these steps, the last first.
    #[inline(always)]
    pub fn new(
        position: &Position,
        last: Option<PieceTo>,
        earlier: [Option<PieceTo>; 2],
    ) -> Places {
        let (keys, side) = (position.keys(), position.side());
        let place = |key: u64| key as usize % ENTRIES * 2 + side.index();
        Places {
            side,
            pawn: place(keys.pawn),
            minor: place(keys.minor),
            major: place(keys.major),
            non_pawn: keys.non_pawn.map(place),
            continuation: earlier
                .map(|piece_to| Some(piece_to?.index() * PIECE_TO_COUNT + last?.index())),
        }
    }
}

impl Corrections {
    /// What is to be added to the static evaluation, in centipawns.
    #[inline(always)]
    pub fn get(&self, places: &Places) -> Score {
        let (us, them) = (places.side.index(), (!places.side).index());
        let continuation: i32 =
            places.continuation.iter().flatten().map(|&place| self.continuation[place].get()).sum();
        let sum = p::correction_pawn() * self.pawn[places.pawn].get()
            + p::correction_minor() * self.minor[places.minor].get()
            + p::correction_major() * self.major[places.major].get()
            + p::correction_us() * self.non_pawn[us][places.non_pawn[us]].get()
            + p::correction_them() * self.non_pawn[them][places.non_pawn[them]].get()
            + p::correction_moves() * continuation;
        sum / (WEIGHT_ONE * UNIT)
    }

    /// The search to `depth` found the score to be that much (in centipawns) above the evaluation.
    #[inline(always)]
    pub fn update(&mut self, places: &Places, depth: Depth, error: Score) {
        let most = p::correction_most();
        let bonus = (error * depth * UNIT / p::correction_rate()).clamp(-most, most);
        self.pawn[places.pawn].update(bonus);
        self.minor[places.minor].update(bonus);
        self.major[places.major].update(bonus);
        for (table, place) in self.non_pawn.iter_mut().zip(places.non_pawn) {
            table[place].update(bonus);
        }
        for place in places.continuation.into_iter().flatten() {
            self.continuation[place].update(bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Corrections, Places};
    use crate::position::Position;

    #[test]
    fn a_lasting_error_is_learnt_and_kept_in_bounds() {
        let position = Position::start();
        let places = Places::new(&position, None, [None; 2]);
        let mut corrections = Corrections::default();
        assert_eq!(corrections.get(&places), 0);
        let mut last = 0;
        for _ in 0..200 {
            corrections.update(&places, 8, 60);
            let now = corrections.get(&places);
            assert!(now >= last);
            last = now;
        }
        assert!((20..400).contains(&last), "{last}");
        for _ in 0..2000 {
            corrections.update(&places, 20, -500);
        }
        assert!(corrections.get(&places) <= -last);
        // The other side has learnt nothing.
        let mut passed = position;
        passed.pass();
        assert_eq!(corrections.get(&Places::new(&passed, None, [None; 2])), 0);
    }
}
