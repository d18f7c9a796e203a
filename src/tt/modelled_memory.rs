//! Memory for tables under the model checker, in the place of `memory.rs`: its atomics can't be made of zeroed
//! pages.

use std::io;

use super::bucket::Bucket;

/// Empty buckets.
pub(crate) struct Buckets(Box<[Bucket]>);

impl Buckets {
    /// As the real one; never fails.
    pub(crate) fn new(len: usize) -> io::Result<Buckets> {
        Ok(Buckets((0..len.max(1)).map(|_| Bucket::default()).collect()))
    }

    pub(crate) fn as_slice(&self) -> &[Bucket] {
        &self.0
    }

    pub(crate) fn prefetch(&self, _: usize) {}
}
