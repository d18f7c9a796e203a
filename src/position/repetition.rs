//! Draws by repetition, those that have happened and those that a move would bring about.

use super::keys::table;
use super::state::{FIFTY_MOVES, Position};
use super::zobrist_cells::cuckoo_cells;
use crate::attacks;
use crate::board::MAX_COUNTER;
use crate::types::{Key, Move, Square};

/// The keys of the positions before the current one, oldest first: those of the game, then those on
/// the way from the root of a search to a node.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory {
    keys: Vec<Key>,
}

impl KeyHistory {
    /// An empty history.
    pub fn new() -> KeyHistory {
        KeyHistory::default()
    }

    /// Notes a position that is about to be left.
    #[inline(always)]
    pub fn push(&mut self, key: Key) {
        self.keys.push(key);
    }

    /// Forgets the last position.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// How many positions are noted.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether none is noted.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Plays a game move: notes the position and leaves it.
    pub fn play(&mut self, position: &mut Position, mv: Move) {
        self.push(position.key());
        position.play(mv, &mut ());
        // Nobody stops a GUI from moving to and fro for ever. A search adds little to the counters.
        position.rule50 = position.rule50.min(MAX_COUNTER);
        position.reversible = position.reversible.min(MAX_COUNTER);
    }

    /// The key `plies` before the current position, while no irreversible move lies between.
    #[inline(always)]
    fn back(&self, position: &Position, plies: usize) -> Option<Key> {
        if plies > usize::from(position.reversible) {
            return None;
        }
        self.keys.len().checked_sub(plies).map(|index| self.keys[index])
    }

    /// Whether the position has been there before: once since the root of the search (which is `ply`
    /// plies back), or twice in all.
    pub fn is_repetition(&self, position: &Position, ply: usize) -> bool {
        let mut earlier = false;
        for plies in (4..).step_by(2) {
            match self.back(position, plies) {
                None => return false,
                Some(key) if key == position.key() => {
                    if earlier || plies < ply {
                        return true;
                    }
                    earlier = true;
                }
                Some(_) => {}
            }
        }
        false
    }

    /// Whether the game is drawn here by the third repetition, the fifty moves or too little material,
    /// if there is a move left to play.
    pub fn is_draw(&self, position: &Position) -> bool {
        position.rule50() >= FIFTY_MOVES
            || position.board().insufficient_material()
            || self.is_repetition(position, 0)
    }

    /// Whether the side to move can repeat an earlier position with one move: then it has at least a
    /// draw, and the search need not look further to know that.
    ///
    /// Positions before the root count if they have been there twice. Source: see
    /// `zobrist_cells.rs`.
    pub fn upcoming_repetition(&self, position: &Position, ply: usize) -> bool {
        let occupied = position.board().occupied();
        for plies in (3..).step_by(2) {
            let Some(key) = self.back(position, plies) else { return false };
            let change = position.key() ^ key;
            let Some(cell) =
                cuckoo_cells(change).into_iter().find(|&cell| table::CUCKOO_KEYS[cell] == change)
            else {
                continue;
            };
            let squares = table::CUCKOO_MOVES[cell];
            let (a, b) = (Square::masked(squares as u8), Square::masked((squares >> 6) as u8));
            let mover = position.piece_on(a).or(position.piece_on(b));
            if (attacks::between(a, b) & occupied).any()
                || mover.is_none_or(|piece| piece.color() != position.side())
            {
                continue;
            }
            if plies < ply || self.occurred_before(position, plies) {
                return true;
            }
        }
        false
    }

    /// Whether any position since the last irreversible move has come twice.
    pub fn has_repetition(&self, position: &Position) -> bool {
        let now = self.keys.len();
        let first = now.saturating_sub(usize::from(position.reversible));
        let mut keys = self.keys[first..].to_vec();
        keys.push(position.key());
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Whether the position `plies` back had been there before.
    fn occurred_before(&self, position: &Position, plies: usize) -> bool {
        let Some(key) = self.back(position, plies) else { return false };
        (plies + 4..)
            .step_by(2)
            .map_while(|plies| self.back(position, plies))
            .any(|earlier| earlier == key)
    }
}
