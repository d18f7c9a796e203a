//! Replaces `memory.rs` where memory mappings are not available: without the feature `huge-pages`, on
//! WebAssembly, and under the model checker, whose atomics can't be made from zeroed pages.

use std::io;

use super::bucket::Bucket;

/// Empty buckets, on the heap.
pub(crate) struct Buckets(Box<[Bucket]>);

impl Buckets {
    /// Allocates that many buckets, at least one.
    pub(crate) fn new(len: usize) -> io::Result<Buckets> {
        let len = len.max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(len).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        buckets.resize_with(len, Bucket::default);
        Ok(Buckets(buckets.into_boxed_slice()))
    }

    pub(crate) fn as_slice(&self) -> &[Bucket] {
        &self.0
    }
}
