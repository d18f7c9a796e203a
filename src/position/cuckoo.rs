//! The table of reversible moves, which `build.rs` generates.

include!(concat!(env!("OUT_DIR"), "/cuckoo.rs"));

/// What a cell holds.
#[inline(always)]
pub(super) fn cell(index: usize) -> u16 {
    CUCKOO[index]
}
