//! `quevedo perft work`: counts the leaves below the positions of a shard, block by block.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::contradiction::Contradiction;
use super::counts_file::{BlockCount, CountedWith, Counts, CountsHeader, CountsWriter};
use super::packed::Record;
use super::shard_file::ShardFile;
use crate::commands::perft::means::Means;
use crate::support::error::ToolError;
use crate::support::files::{at, unwritable};
use crate::support::interrupt::is_interrupted;
use crate::support::output::print_line;
use crate::support::perft::PerftCounter;
use crate::support::progress::bar;
use crate::support::speed::mnps;
use crate::support::threads::on_threads;

/// The arguments of `quevedo perft work`.
#[derive(clap::Args, Debug)]
pub(crate) struct WorkArgs {
    /// Count the positions of this file, which `quevedo perft split` has written
    file: PathBuf,
    /// Write the counts to this file, and resume from it [default: FILE with `.counts` added to its name, or
    /// `.recount`]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    means: Means,
    /// Seed of the hash table's keys [default: 0; for a recount, one more than the first count's]
    #[arg(long, value_name = "N", requires = "hash")]
    seed: Option<u64>,
    /// Count a finished shard again, with other keys, and compare with FILE`.counts`; a mismatch gives exit code 1
    #[arg(long)]
    recount: bool,
}

/// Counts a shard, resuming where an earlier run stopped.
pub(crate) fn work(args: &WorkArgs) -> Result<(), ToolError> {
    let shard = ShardFile::open(&args.file)?;
    let beside = |ending: &str| {
        let mut name = args.file.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    let first = args.recount.then(|| First::read(beside(".counts"), &shard)).transpose()?;
    let with = first.as_ref().map_or(CountedWith(None), |first| first.counts.header.with);
    let with = CountedWith(args.means.hash.map(|_| {
        let next = with.0.map_or(0, |seed| seed.wrapping_add(1));
        args.seed.unwrap_or(next)
    }));
    let header = CountsHeader::new(&shard, with);
    if let Some(First { path, counts }) = &first
        && counts.header.with == with
    {
        let text = format!("counted with {with}; a recount needs another --seed, with --hash");
        return Err(at(path, &text));
    }
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| beside(if args.recount { ".recount" } else { ".counts" }));
    // From here to the end, no other process works on it.
    let writer = CountsWriter::open(&out, &header)?;
    let done = writer.done.clone();
    let counter = args.means.counter(1, with.0)?;
    let start = Instant::now();
    let counted = count_all(&shard, writer, args.means.threads(), &counter, &out)?;
    let seconds = start.elapsed().as_secs_f64();

    let positions = |blocks: &BTreeMap<u64, BlockCount>| -> u64 {
        let ranges = blocks.keys().map(|&block| shard.part.block_range(block));
        ranges.map(|range| range.end - range.start).sum()
    };
    let (new, old) = (positions(&counted), positions(&done));
    let leaves = counted.values().map(|count| count.leaves).sum();
    print_line(format_args!(
        "{new} positions counted, {old} already done; {leaves} leaves, {seconds:.1} s, {:.0} Mnps; {}",
        mnps(leaves, seconds),
        out.display()
    ))?;
    first.map_or(Ok(()), |first| first.compare(&header, &out, done.into_iter().chain(counted)))
}

/// The first count, with which a recount is compared.
struct First {
    path: PathBuf,
    counts: Counts,
}

impl First {
    fn read(path: PathBuf, shard: &ShardFile) -> Result<First, ToolError> {
        let counts = Counts::read(&path)?;
        if !counts.header.is_of_same_shard(&CountsHeader::new(shard, counts.header.with)) {
            return Err(at(&path, &"contains counts of another shard"));
        }
        let (found, told) = (counts.blocks.len() as u64, shard.part.blocks());
        if found != told {
            let text = format!("only {found} of {told} blocks are counted; finish them first");
            return Err(at(&path, &text));
        }
        Ok(First { path, counts })
    }

    fn compare(
        &self,
        header: &CountsHeader,
        out: &Path,
        recount: impl Iterator<Item = (u64, BlockCount)>,
    ) -> Result<(), ToolError> {
        let mut contradictions = 0_usize;
        for (block, count) in recount {
            let first = &self.counts.blocks[&block];
            if *first != count {
                contradictions += 1;
                let contradiction = Contradiction {
                    part: &header.part,
                    block,
                    counts: [
                        (*first, self.counts.header.with, &self.path),
                        (count, header.with, out),
                    ],
                };
                print_line(format_args!("{contradiction}"))?;
            }
        }
        let (i, n) = header.part.shard;
        if contradictions > 0 {
            let all = header.part.blocks();
            print_line(format_args!("shard {i}/{n}: {contradictions} of {all} blocks are WRONG"))?;
            return Err(ToolError::Failed);
        }
        print_line(format_args!("shard {i}/{n} is confirmed"))?;
        Ok(())
    }
}

/// Counts what is left, and writes each block as soon as it is counted.
fn count_all(
    shard: &ShardFile,
    writer: CountsWriter,
    threads: usize,
    counter: &PerftCounter,
    out: &Path,
) -> Result<BTreeMap<u64, BlockCount>, ToolError> {
    let left: Vec<u64> =
        (0..shard.part.blocks()).filter(|block| !writer.done.contains_key(block)).collect();
    let size = |block: u64| {
        let range = shard.part.block_range(block);
        range.end - range.start
    };
    let done: u64 = writer.done.keys().map(|&block| size(block)).sum();
    let style = "{bar:30} {pos}/{len}  {msg}  {elapsed}, left {eta}";
    let bar = bar(shard.part.positions, style).with_position(done);
    bar.reset_eta();
    let next = AtomicUsize::new(0);
    let counted = Mutex::new((writer, BTreeMap::new(), 0_u128));
    let depth = shard.part.depth - shard.part.plies;
    let worked = on_threads(threads, || {
        while let Some(&block) = left.get(next.fetch_add(1, Relaxed)) {
            let count = count_block(&shard.read(block)?, depth, counter)?;
            let mut counted = counted.lock().unwrap_or_else(PoisonError::into_inner);
            let (writer, blocks, all) = &mut *counted;
            if let Err(error) = writer.add(block, count) {
                // Stop the other threads, whose counts could not be written.
                next.store(left.len(), Relaxed);
                return Err(unwritable(out)(error));
            }
            blocks.insert(block, count);
            *all += count.leaves;
            bar.inc(size(block));
            let speed = mnps(*all, bar.elapsed().as_secs_f64());
            bar.set_message(format!("{all} leaves, {speed:.0} Mnps"));
        }
        Ok(())
    });
    bar.finish_and_clear();
    if is_interrupted() {
        let text = format!(
            "stopped; counts are saved in {}, run the same command to resume",
            out.display()
        );
        return Err(ToolError::Interrupted(text));
    }
    let (_, blocks, _) = counted.into_inner().unwrap_or_else(PoisonError::into_inner);
    worked.map(|()| blocks)
}

fn count_block(
    records: &[Record],
    depth: u32,
    counter: &PerftCounter,
) -> Result<BlockCount, ToolError> {
    let bad = |text: &str| ToolError::BadInput(text.into());
    let mut count = BlockCount { paths: 0, leaves: 0 };
    for record in records {
        let board =
            record.board.unpack().ok_or_else(|| bad("the shard was damaged while in use"))?;
        let below = counter.count_one(&board, depth)?;
        let leaves = below.checked_mul(record.paths.into());
        let leaves = leaves.and_then(|leaves| count.leaves.checked_add(leaves));
        count.leaves = leaves.ok_or_else(|| bad("more than 2^128 leaves"))?;
        count.paths += u128::from(record.paths);
    }
    Ok(count)
}
