//! Two counts that differ.

use std::fmt;
use std::path::Path;

use super::counts_file::{BlockCount, CountedWith};
use super::shard_file::Part;

/// Two counts of the same positions that differ.
pub(super) struct Contradiction<'a> {
    pub(super) part: &'a Part,
    pub(super) block: u64,
    /// The counts, what they were made with, and the files that contain them.
    pub(super) counts: [(BlockCount, CountedWith, &'a Path); 2],
}

impl fmt::Display for Contradiction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (i, n) = self.part.shard;
        let range = self.part.block_range(self.block);
        let (first, last) = (range.start + 1, range.end);
        let count = |(count, with, path): (BlockCount, CountedWith, &Path)| {
            let BlockCount { paths, leaves } = count;
            format!("{leaves} leaves below {paths} paths with {with} in {}", path.display())
        };
        let [one, other] = self.counts.map(count);
        write!(f, "shard {i}/{n}, positions {first} to {last}: {one}, but {other}")
    }
}
