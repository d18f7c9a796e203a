//! The attack table of bishops and rooks, which `build.rs` generates.

include!(concat!(env!("OUT_DIR"), "/slider_attacks.rs"));

/// What a cell holds.
#[inline(always)]
pub(super) fn value(cell: &u64) -> u64 {
    *cell
}
