//! A bucket of the transposition table: one cache line.

use crate::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of entries in a bucket.
pub(super) const ENTRIES: usize = 6;

/// One cache line of the table.
#[derive(Default)]
#[repr(C, align(64))]
pub(crate) struct Bucket {
    pub(crate) words: [AtomicU64; 8],
}

impl Bucket {
    #[inline(always)]
    pub(super) fn data(&self, index: usize) -> u64 {
        self.words[index].load(Relaxed)
    }

    /// The six checks, four in the seventh word and two in the eighth.
    #[inline(always)]
    pub(super) fn checks(&self) -> [u16; ENTRIES] {
        let (low, high) = (self.words[6].load(Relaxed), self.words[7].load(Relaxed));
        [
            low as u16,
            (low >> 16) as u16,
            (low >> 32) as u16,
            (low >> 48) as u16,
            high as u16,
            (high >> 16) as u16,
        ]
    }

    /// Writes one entry. Two threads that write to the same word of checks may undo each other's check. An
    /// entry is lost then, but never mistaken for another.
    #[inline(always)]
    pub(super) fn write(&self, index: usize, data: u64, check: u16) {
        let (word, shift) = (&self.words[6 + index / 4], index % 4 * 16);
        let others = word.load(Relaxed) & !(0xFFFF << shift);
        self.words[index].store(data, Relaxed);
        word.store(others | u64::from(check) << shift, Relaxed);
    }
}
