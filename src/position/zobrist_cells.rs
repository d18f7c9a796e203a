//! Where the cuckoo table stores a key; shared by `build.rs`, which fills the table, and the look-up.
//!
//! Source: Marcel van Kervinck, "The design and implementation of the Rookie 3.0 chess program",
//! 2013.

/// Cells of the cuckoo table; its 3668 reversible moves fill 45 % of it.
pub const CUCKOO_SIZE: usize = 8192;

/// The two cells where a key may be.
#[inline(always)]
pub const fn cuckoo_cells(key: u64) -> [usize; 2] {
    [key as usize % CUCKOO_SIZE, (key >> 16) as usize % CUCKOO_SIZE]
}
