//! Memory for hash tables, the transposition table and perft's: zeroed pages from the system, large ones where
//! it has them. All `unsafe` code of the tables is here.

use std::io;

use memmap2::MmapMut;

use super::bucket::Bucket;

/// Buckets in a memory mapping of their own, zeroed at first.
pub(crate) struct Buckets {
    map: MmapMut,
    len: usize,
}

impl Buckets {
    /// Maps memory for `len` buckets. It is zeroed, and no page is touched before its first use.
    pub(crate) fn new(len: usize) -> io::Result<Buckets> {
        let len = len.max(1);
        let bytes = len
            .checked_mul(size_of::<Bucket>())
            .ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let map = MmapMut::map_anon(bytes)?;
        // Large pages make the random accesses of the search cheaper. If the system has none, the table
        // works without.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Buckets { map, len })
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[Bucket] {
        let start = self.map.as_ptr().cast::<Bucket>();
        debug_assert!(start.is_aligned() && self.map.len() == self.len * size_of::<Bucket>());
        // SAFETY: the mapping is `len` buckets long (`new`), aligned to a page, and lives as long
        // as `self`. Any bytes are valid atomics. Nobody holds another kind of reference to it:
        // `map` is private and used here only, and atomics may be changed through `&`.
        unsafe { std::slice::from_raw_parts(start, self.len) }
    }
}
