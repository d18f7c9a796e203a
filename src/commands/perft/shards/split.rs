//! `quevedo perft split`: finds the positions a few plies below the root, and how many paths lead to each.
//!
//! It proceeds ply by ply: all positions of a ply are read in order, their children are sorted, and equal ones are
//! combined. So memory limits only how much is sorted at a time.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::packed::{PackedBoard, Record};
use super::shard_file::{Dealer, Part, any_shard};
use super::sort::{Memory, Merge, Sorter, stopped};
use crate::support::args::{MAX_PERFT_DEPTH, position_of};
use crate::support::error::ToolError;
use crate::support::files::{at, locked, unwritable};
use crate::support::interrupt::is_interrupted;
use crate::support::output::print_line;
use crate::support::progress::bar;

/// Splitting deeper would need more room than disks have.
const MAX_PLIES: u32 = 12;
/// The most files; more would be of no use.
const MAX_SHARDS: i64 = 4096;
/// The memory that the program needs apart from the records, in MB.
const PROGRAM: u32 = 16;

/// The arguments of `quevedo perft split`.
#[derive(clap::Args, Debug)]
pub(crate) struct SplitArgs {
    /// Split the tree of this depth in plies, from 2 to 64
    #[arg(value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u32,
    /// Write the positions this many plies below the root, from 1 to 12 and fewer than DEPTH
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLIES)))]
    plies: u32,
    /// Split the tree below this position, a FEN or one of the names startpos, kiwipete, endgame, promotions,
    /// checks and middlegame [default: startpos]
    #[arg(long)]
    fen: Option<String>,
    /// Divide the positions among this many files, from 1 to 4096
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=MAX_SHARDS))]
    shards: u32,
    /// Write the files `1-of-N.shard` to `N-of-N.shard` to this folder, which is created if missing
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Use at most this much memory in MB, from 24 to 1048576; what does not fit goes to files in FOLDER
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(24..=1 << 20))]
    memory: u32,
}

/// The temporary files of a split; however it ends, they are removed.
struct Workplace {
    folder: PathBuf,
    lock: Option<File>,
}

impl Workplace {
    /// The name of their folder, in the folder of the shards.
    const NAME: &str = "unfinished";

    fn new(out: &Path) -> Result<Workplace, ToolError> {
        let folder = out.join(Workplace::NAME);
        // Shards of a split that was killed are replaced, but no others, which may have been counted for weeks.
        if !folder.exists()
            && let Some(shard) = any_shard(out)
        {
            return Err(at(&shard, &"a shard is here already; choose another folder with --out"));
        }
        fs::create_dir_all(&folder).map_err(unwritable(&folder))?;
        let name = "lock";
        let workplace = Workplace { lock: Some(locked(&folder.join(name))?), folder };
        for entry in fs::read_dir(&workplace.folder)?.filter_map(Result::ok) {
            if entry.file_name() != name {
                fs::remove_file(entry.path()).map_err(unwritable(&entry.path()))?;
            }
        }
        Ok(workplace)
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        drop(self.lock.take());
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Writes all shards.
pub(crate) fn split(args: &SplitArgs) -> Result<(), ToolError> {
    let &SplitArgs { depth, plies, shards, .. } = args;
    if plies >= depth {
        return Err(ToolError::BadInput(format!(
            "--plies: expected less than the depth {depth}, got {plies}"
        )));
    }
    let root = position_of(args.fen.as_deref())?;
    let workplace = Workplace::new(&args.out)?;
    let folder = &workplace.folder;
    let memory = Memory::new(((args.memory - PROGRAM) as usize) << 20);

    let mut first = Sorter::new(folder, "root".into(), memory);
    first.add(&[Record { board: PackedBoard::new(root.board()), paths: 1 }])?;
    let mut level = Merge::open(first.finish()?)?;
    for ply in 1..=plies {
        level = next_ply(level, ply, plies, folder, memory)?;
    }
    let bar = bar(level.records(), "{bar:30} {percent:>3} %  writing {msg}  {elapsed}, left {eta}");
    bar.set_message(format!("{shards} shards"));
    let mut dealer = Dealer::new(folder, shards, level.records());
    let mut written = 0_u64;
    while let Some(record) = level.next()? {
        dealer.deal(record)?;
        written += 1;
        if written.is_multiple_of(BATCH as u64) {
            bar.set_position(written);
            if is_interrupted() {
                return Err(stopped());
            }
        }
    }
    drop(level);
    let tree = Part {
        shard: (0, 0),
        positions: 0,
        paths: 0,
        all_paths: 0,
        plies,
        depth,
        root: root.to_string(),
    };
    let (positions, paths) = dealer.finish(&tree, &args.out)?;
    bar.finish_and_clear();
    print_line(format_args!(
        "{positions} positions and {paths} paths at ply {plies}, in {shards} shards: {}",
        args.out.display()
    ))?;
    Ok(())
}

/// The most positions whose children are made at a time.
const BATCH: usize = 1 << 14;

/// The positions one ply below these.
fn next_ply(
    mut level: Merge,
    ply: u32,
    plies: u32,
    folder: &Path,
    memory: Memory,
) -> Result<Merge, ToolError> {
    // No position has more moves, and the children must fit into the memory that sorting leaves free.
    const MOVES: usize = 218;
    /// The number of positions that a thread takes at a time.
    const CHUNK: usize = 64;
    let batch_size = (memory.records / (4 * MOVES)).clamp(1, BATCH);
    let bar = bar(level.records(), "{bar:30} {percent:>3} %  {msg}  {elapsed}, left {eta}");
    bar.set_message(format!("ply {ply} of {plies}"));
    let mut sorter = Sorter::new(folder, format!("ply{ply}"), memory);
    let mut batch = Vec::with_capacity(batch_size);
    loop {
        batch.clear();
        while batch.len() < batch_size
            && let Some(record) = level.next()?
        {
            batch.push(record);
        }
        if batch.is_empty() {
            break;
        }
        if is_interrupted() {
            return Err(stopped());
        }
        let made = batch.par_chunks(CHUNK).map(|records| children(records, folder));
        for children in made.collect::<Result<Vec<_>, _>>()? {
            sorter.add(&children)?;
        }
        bar.inc(batch.len() as u64);
    }
    drop(level);
    let runs = sorter.finish()?;
    bar.finish_and_clear();
    Merge::open(runs)
}

/// All children of these positions; equal ones are listed repeatedly.
fn children(records: &[Record], folder: &Path) -> Result<Vec<Record>, ToolError> {
    let mut children = Vec::new();
    for record in records {
        let board = record.board.unpack();
        let board = board.ok_or_else(|| at(folder, &"a file in it was damaged while in use"))?;
        for &mv in &board.legal_moves() {
            let mut child = board;
            child.play_unchecked(mv);
            children.push(Record { board: PackedBoard::new(&child), ..*record });
        }
    }
    Ok(children)
}
