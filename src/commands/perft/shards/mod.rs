//! Perft on several machines: a tree is split into files of positions, each file is counted on any machine that has
//! time, and the counts are added up.

mod contradiction;
mod counts_file;
mod join;
mod packed;
mod shard_file;
mod sort;
mod split;
mod work;

pub(super) use join::{JoinArgs, join};
pub(super) use split::{SplitArgs, split};
pub(super) use work::{WorkArgs, work};
