//! The means of a count: threads and a hash table.

use crate::support::args::HASH;
use crate::support::error::ToolError;
use crate::support::perft::PerftCounter;
use crate::support::threads::{THREADS, threads};

/// The means of a count.
#[derive(clap::Args, Debug)]
pub(super) struct Means {
    /// Count with this many threads, from 1 to 1024 [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Count with a hash table of this many MB, from 1 to 1048576 [default: no table]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(HASH))]
    pub(super) hash: Option<u32>,
}

impl Means {
    pub(super) fn threads(&self) -> usize {
        threads(self.threads)
    }

    /// A counter for this many threads; the seed is that of the hash table, if there is one.
    pub(super) fn counter(
        &self,
        threads: usize,
        seed: Option<u64>,
    ) -> Result<PerftCounter, ToolError> {
        PerftCounter::new(threads, self.hash.unwrap_or(0) as usize, seed.unwrap_or(0))
    }
}
