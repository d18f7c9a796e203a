//! The magic index: from the blockers on a slider's lines to a cell of the attack table.
//!
//! `build.rs` includes this file too, so the same code computes the index when the table is built and
//! when it is read.
//!
//! Source: <https://www.chessprogramming.org/Magic_Bitboards> ("fancy": a table size per square).

/// What is needed to look up one slider's attacks from one square.
#[derive(Clone, Copy, Debug)]
pub struct Magic {
    /// The squares whose occupation matters: the lines without the edge squares at their ends.
    pub mask: u64,
    /// The multiplier that gathers the blockers in the high bits.
    pub multiplier: u64,
    /// Where this square's part of the table starts.
    pub offset: u32,
    /// 64 minus the number of mask bits.
    pub shift: u32,
}

impl Magic {
    /// The index into the table for this occupancy.
    #[inline(always)]
    pub const fn index(&self, occupied: u64) -> usize {
        let hash = (occupied & self.mask).wrapping_mul(self.multiplier) >> (self.shift & 63);
        self.offset as usize + hash as usize
    }
}
