//! `quevedo perft join`: adds up the counts of all shards.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::contradiction::Contradiction;
use super::counts_file::{BlockCount, CountedWith, Counts, CountsHeader};
use crate::support::error::ToolError;
use crate::support::output::print_line;

/// The arguments of `quevedo perft join`.
#[derive(clap::Args, Debug)]
pub(crate) struct JoinArgs {
    /// Add up these files of counts, at least one of each shard, in any order; a second count of a shard with other
    /// keys confirms the first
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The counts of a shard.
struct Shard<'a> {
    header: CountsHeader,
    /// All counts of each block.
    blocks: BTreeMap<u64, Vec<(BlockCount, CountedWith, &'a Path)>>,
    damaged: usize,
    files: Vec<&'a Path>,
}

/// Adds up the counts of all shards, each of which must be present and complete.
pub(crate) fn join(args: &JoinArgs) -> Result<(), ToolError> {
    let mut first: Option<CountsHeader> = None;
    let mut shards: BTreeMap<u32, Shard> = BTreeMap::new();
    let mut faults = Vec::new();
    for file in &args.files {
        let Counts { header, blocks, damaged } = Counts::read(file)?;
        let common = first.get_or_insert_with(|| header.clone());
        let shard = shards.entry(header.part.shard.0);
        let shard = shard.or_insert_with(|| Shard {
            header: header.clone(),
            blocks: BTreeMap::new(),
            damaged: 0,
            files: Vec::new(),
        });
        if !common.part.is_sibling(&header.part) || !shard.header.is_of_same_shard(&header) {
            faults.push(format!("{}: belongs to another tree or split", file.display()));
            continue;
        }
        shard.damaged += damaged;
        shard.files.push(file);
        for (block, count) in blocks {
            shard.blocks.entry(block).or_default().push((count, header.with, file));
        }
    }
    let Some(CountsHeader { part: common, .. }) = first else { return Ok(()) };
    let n = common.shard.1;
    let mut sum = Sum::default();
    let mut missing = Vec::new();
    for i in 1..=n {
        match shards.get(&i).filter(|shard| !shard.files.is_empty()) {
            Some(shard) => faults.extend(shard.add_to(&mut sum)?),
            None => missing.push(format!("{i}/{n}")),
        }
    }
    if !missing.is_empty() {
        faults.push(format!("missing shards: {}", missing.join(", ")));
    }
    if faults.is_empty() && sum.paths != common.all_paths {
        faults
            .push(format!("{} paths to the positions instead of {}", sum.paths, common.all_paths));
    }
    if !faults.is_empty() {
        return Err(ToolError::BadInput(faults.join("\nquevedo: ")));
    }
    let Sum { leaves, confirmed, confirmed_shards, .. } = sum;
    print_line(format_args!(
        "{leaves} leaves at depth {} of {}, from {n} shards",
        common.depth, common.root
    ))?;
    let share = if leaves == 0 { 0.0 } else { confirmed as f64 / leaves as f64 * 100.0 };
    print_line(format_args!(
        "{confirmed} of them ({share:.1} %) are confirmed by a second count; of shards, {confirmed_shards} of {n}"
    ))?;
    Ok(())
}

/// The sum so far.
#[derive(Default)]
struct Sum {
    paths: u128,
    leaves: u128,
    /// The number of leaves that were counted twice, with different keys.
    confirmed: u128,
    /// The number of shards whose leaves were all counted twice like this.
    confirmed_shards: u32,
}

impl Shard<'_> {
    /// Adds the shard's counts; returns what is wrong with them.
    fn add_to(&self, sum: &mut Sum) -> Result<Vec<String>, ToolError> {
        let mut faults = Vec::new();
        let part = &self.header.part;
        let mut confirmed = 0;
        let mut contradicted = 0_usize;
        for (&block, counts) in &self.blocks {
            let &(count, with, file) = &counts[0];
            if let Some(&other) = counts.iter().find(|(other, ..)| *other != count) {
                contradicted += 1;
                if contradicted == 1 {
                    let counts = [(count, with, file), other];
                    faults.push(Contradiction { part, block, counts }.to_string());
                }
                continue;
            }
            let sums = sum.leaves.checked_add(count.leaves);
            sum.leaves =
                sums.ok_or_else(|| ToolError::BadInput("more than 2^128 leaves".into()))?;
            sum.paths += count.paths;
            if counts.iter().any(|(_, other, _)| *other != with) {
                confirmed += 1;
                sum.confirmed += count.leaves;
            }
        }
        let (i, n) = part.shard;
        if contradicted > 1 {
            faults.push(format!("shard {i}/{n}: {contradicted} such contradictions"));
        }
        let (found, told) = (self.blocks.len() as u64, part.blocks());
        if found != told {
            let names: Vec<String> =
                self.files.iter().map(|file| file.display().to_string()).collect();
            faults.push(format!(
                "shard {i}/{n}: only {found} of {told} blocks are counted in {} ({} damaged lines)",
                names.join(", "),
                self.damaged
            ));
        }
        sum.confirmed_shards += u32::from(confirmed == told);
        Ok(faults)
    }
}
