//! Principal variations, collected on the way back from the leaves.
//!
//! Source: <https://www.chessprogramming.org/Triangular_PV-Table>

use crate::types::Move;
use crate::types::score::MAX_PLY;

/// One line per ply.
pub struct PvTable {
    lines: Box<[[Option<Move>; MAX_PLY + 2]]>,
    lengths: [usize; MAX_PLY + 2],
}

impl Default for PvTable {
    fn default() -> PvTable {
        PvTable {
            lines: vec![[None; MAX_PLY + 2]; MAX_PLY + 2].into_boxed_slice(),
            lengths: [0; MAX_PLY + 2],
        }
    }
}

impl PvTable {
    /// The line from this ply on is empty.
    #[inline(always)]
    pub fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// The line from this ply on is this move and the line after it.
    pub fn update(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let length = self.lengths[ply + 1].min(MAX_PLY);
        before[ply][0] = Some(mv);
        before[ply][1..=length].copy_from_slice(&after[0][..length]);
        self.lengths[ply] = length + 1;
    }

    /// The line from this ply on.
    pub fn line(&self, ply: usize) -> Vec<Move> {
        self.lines[ply][..self.lengths[ply]].iter().flatten().copied().collect()
    }
}
