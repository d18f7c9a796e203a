//! Draws by repetition: those that have occurred, and those that one move would bring about.

use alloc::vec::Vec;

use super::rules::GameEnd;
use super::state::Position;
use super::zobrist_cells::cuckoo_cells;
use super::{cuckoo, zobrist};
use crate::attacks;
use crate::types::{Key, Move, Piece, Square};

/// The keys of the positions before the current one, oldest first: first those of the game, then those
/// on the path from the root of a search to the node.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory {
    keys: Vec<Key>,
}

impl KeyHistory {
    /// An empty history.
    pub fn new() -> KeyHistory {
        KeyHistory::default()
    }

    /// Appends the key of a position that is about to be left.
    #[inline(always)]
    pub fn push(&mut self, key: Key) {
        self.keys.push(key);
    }

    /// Removes the last key.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Plays a move of the game and appends the key of the position before it.
    pub fn play(&mut self, position: &mut Position, mv: Move) {
        self.push(position.key());
        position.play_unchecked(mv);
    }

    /// The key `plies` before the current position, unless an irreversible move lies between.
    #[inline(always)]
    fn back(&self, position: &Position, plies: usize) -> Option<Key> {
        if plies > usize::from(position.reversible) {
            return None;
        }
        self.before(plies)
    }

    /// The key of the position this many plies before the current one, if the game is that long.
    #[inline(always)]
    pub fn before(&self, plies: usize) -> Option<Key> {
        self.keys.len().checked_sub(plies).map(|index| self.keys[index])
    }

    /// Whether the position repeats an earlier one: once since the root of the search, which is `ply`
    /// plies back, or twice in all.
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

    /// Why the game is over, or `None` if it goes on: what the position alone tells, or the third repetition.
    pub fn outcome(&self, position: &Position) -> Option<GameEnd> {
        let is_repeated = || self.is_repetition(position, 0).then_some(GameEnd::Repetition);
        position.outcome().or_else(is_repeated)
    }

    /// Whether the side to move can repeat an earlier position with one move, and so has at least a
    /// draw.
    ///
    /// Positions before the root count only if they have occurred twice. Source: see
    /// `zobrist_cells.rs`.
    pub fn upcoming_repetition(&self, position: &Position, ply: usize) -> bool {
        let occupied = position.board().occupied();
        for plies in (3..).step_by(2) {
            let Some(key) = self.back(position, plies) else { return false };
            let change = position.key() ^ key;
            let moves = cuckoo_cells(change).map(cuckoo::cell);
            let Some(squares) = moves.into_iter().find(|&mv| makes(mv, change)) else { continue };
            let (a, b) = cuckoo_squares(squares);
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

    /// Whether any position since the last irreversible move has occurred twice.
    pub fn has_repetition(&self, position: &Position) -> bool {
        let now = self.keys.len();
        let first = now.saturating_sub(usize::from(position.reversible));
        let mut keys = self.keys[first..].to_vec();
        keys.push(position.key());
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Whether the position `plies` back had occurred before.
    fn occurred_before(&self, position: &Position, plies: usize) -> bool {
        let Some(key) = self.back(position, plies) else { return false };
        (plies + 4..)
            .step_by(2)
            .map_while(|plies| self.back(position, plies))
            .any(|earlier| earlier == key)
    }
}

/// The two squares of an entry of the cuckoo table.
#[inline(always)]
fn cuckoo_squares(mv: u16) -> (Square, Square) {
    (Square::masked(mv as u8), Square::masked((mv >> 6) as u8))
}

/// Whether an entry of the cuckoo table is the move that makes this difference.
#[inline(always)]
fn makes(mv: u16, change: Key) -> bool {
    let (a, b) = cuckoo_squares(mv);
    let piece = Piece::ALL[usize::from(mv >> 12)];
    let difference = zobrist::piece(piece, a) ^ zobrist::piece(piece, b) ^ zobrist::black();
    mv != 0 && difference == change
}
