//! Files of positions to be counted.
//!
//! A shard begins with a line of text that says which tree it is part of, padded with spaces. The rest are records, in
//! order. The line ends with a checksum of the line and the records.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::packed::Record;
use super::sort::RecordReader;
use crate::support::error::ToolError;
use crate::support::files::{at, rename, unwritable};
use crate::support::interrupt::is_interrupted;
use crate::types::{FNV_BASIS, fnv, fnv_after};

/// The file name extension of shards.
const ENDING: &str = "shard";
/// The beginning of a shard. Files of other versions begin differently.
const TITLE: &str = "# quevedo perft shard, version 2; ";
/// The length of the first line in bytes, including its line break.
const LINE_BYTES: usize = 512;
/// The number of bytes read at a time.
const READ: usize = 1 << 18;

/// The tree that a shard is part of, and the contents of the shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The number of this shard, and how many there are.
    pub(super) shard: (u32, u32),
    pub(super) positions: u64,
    /// The number of paths from the root to these positions.
    pub(super) paths: u128,
    /// The number of paths from the root to the positions of all shards.
    pub(super) all_paths: u128,
    pub(super) plies: u32,
    pub(super) depth: u32,
    pub(super) root: String,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Part { shard: (i, n), positions, paths, all_paths, plies, depth, root } = self;
        write!(f, "shard {i}/{n}; positions {positions}; paths {paths}; of {all_paths}; ")?;
        write!(f, "plies {plies}; depth {depth}; root {root}; ")
    }
}

impl Part {
    /// Parses what [`Display`](fmt::Display) writes; also returns the rest of the line.
    pub(super) fn parse(text: &str) -> Option<(Part, &str)> {
        let mut rest = text;
        let mut field = |name: &str| {
            let (field, tail) = rest.split_once("; ")?;
            rest = tail;
            field.strip_prefix(name)?.strip_prefix(' ')
        };
        let (i, n) = field("shard")?.split_once('/')?;
        let part = Part {
            shard: (i.parse().ok()?, n.parse().ok()?),
            positions: field("positions")?.parse().ok()?,
            paths: field("paths")?.parse().ok()?,
            all_paths: field("of")?.parse().ok()?,
            plies: field("plies")?.parse().ok()?,
            depth: field("depth")?.parse().ok()?,
            root: field("root")?.to_owned(),
        };
        let (i, n) = part.shard;
        ((1..=n).contains(&i) && part.plies < part.depth).then_some((part, rest))
    }

    /// Whether another shard is part of the same tree, split the same way.
    pub(super) fn is_sibling(&self, other: &Part) -> bool {
        let whole =
            |part: &Part| Part { shard: (0, part.shard.1), positions: 0, paths: 0, ..part.clone() };
        whole(self) == whole(other)
    }

    /// The number of positions in a block, which gets one count.
    fn block(&self) -> u64 {
        // Few enough for a short file of counts, and many enough that an interruption loses little.
        const BLOCKS: u64 = 1024;
        self.positions.div_ceil(BLOCKS).max(1)
    }

    pub(super) fn blocks(&self) -> u64 {
        self.positions.div_ceil(self.block())
    }

    /// The positions of a block.
    pub(super) fn block_range(&self, block: u64) -> Range<u64> {
        let first = block * self.block();
        first..(first + self.block()).min(self.positions)
    }
}

/// A shard that has been checked.
#[derive(Debug)]
pub(super) struct ShardFile {
    path: PathBuf,
    pub(super) part: Part,
    /// The checksum of the line and the records: the same for two shards only if all positions are the same.
    pub(super) check: u64,
}

impl ShardFile {
    /// Opens a shard and reads all of it once, to check that it is intact.
    pub(super) fn open(path: &Path) -> Result<ShardFile, ToolError> {
        let bad = |what: &str| at(path, &what);
        let file = File::open(path).map_err(|error| at(path, &error))?;
        let bytes = file.metadata().map_err(|error| at(path, &error))?.len();
        let mut file = BufReader::with_capacity(READ, file);
        let mut line = [0; LINE_BYTES];
        let whole = file.read_exact(&mut line).is_ok();
        let text = str::from_utf8(&line).ok().filter(|text| whole && text.starts_with(TITLE));
        let text = text.ok_or_else(|| bad("not a perft shard of version 2"))?.trim_end();
        let parse = || {
            let (fields, check) = text.rsplit_once("check ")?;
            let (part, _) = Part::parse(fields.strip_prefix(TITLE)?)?;
            Some((fields, part, u64::from_str_radix(check, 16).ok()?))
        };
        let (fields, part, told) = parse().ok_or_else(|| bad("damaged: bad first line"))?;
        let room = bytes.saturating_sub(LINE_BYTES as u64);
        if u128::from(room) != u128::from(part.positions) * Record::BYTES as u128 {
            let (told, found) = (part.positions, room as f64 / Record::BYTES as f64);
            return Err(bad(&format!("damaged: {told} positions expected, {found} found")));
        }
        let mut reader = RecordReader::new(file, path, part.positions);
        let (mut check, mut paths) = (FNV_BASIS, 0);
        while let Some(record) = reader.next()? {
            check = fnv_after(check, record.words());
            paths += u128::from(record.paths);
            if is_interrupted() {
                return Err(ToolError::Interrupted("stopped; nothing was counted".into()));
            }
        }
        check = fnv_after(check, fields.bytes().map(u64::from));
        if check != told || paths != part.paths {
            return Err(bad("damaged: the checksum is wrong"));
        }
        Ok(ShardFile { path: path.into(), part, check })
    }

    /// The positions of a block.
    pub(super) fn read(&self, block: u64) -> Result<Vec<Record>, ToolError> {
        let range = self.part.block_range(block);
        let start = LINE_BYTES as u64 + range.start * Record::BYTES as u64;
        let mut file = File::open(&self.path).map_err(|error| at(&self.path, &error))?;
        file.seek(SeekFrom::Start(start)).map_err(|error| at(&self.path, &error))?;
        let file = BufReader::with_capacity(READ, file);
        let mut reader = RecordReader::new(file, &self.path, range.end - range.start);
        std::iter::from_fn(|| reader.next().transpose()).collect()
    }
}

/// Deals out records to all shards in one pass.
///
/// A shard gets some thousands of neighbours at a time, because they have much in common. Only one file is open at a
/// time.
pub(super) struct Dealer<'a> {
    folder: &'a Path,
    /// The positions, paths and checksum so far of each shard.
    shards: Vec<(u64, u128, u64)>,
    /// The shard whose turn it is.
    turn: usize,
    /// The records that it has been dealt in this turn, and how many it gets.
    hand: Vec<Record>,
    hand_size: usize,
}

impl Dealer<'_> {
    /// Deals at most `records` records to shards in this folder.
    pub(super) fn new(folder: &Path, shards: u32, records: u64) -> Dealer<'_> {
        // Many turns make the shards similar.
        const TURNS: u64 = 16;
        const MOST: u64 = 1 << 16;
        let hand_size = (records / (u64::from(shards) * TURNS)).clamp(1, MOST) as usize;
        let shards = vec![(0, 0, FNV_BASIS); shards as usize];
        Dealer { folder, shards, turn: 0, hand: Vec::with_capacity(hand_size), hand_size }
    }

    pub(super) fn deal(&mut self, record: Record) -> Result<(), ToolError> {
        self.hand.push(record);
        if self.hand.len() == self.hand_size {
            self.hand_over()?;
            self.turn = (self.turn + 1) % self.shards.len();
        }
        Ok(())
    }

    fn hand_over(&mut self) -> Result<(), ToolError> {
        let (positions, paths, check) = &mut self.shards[self.turn];
        let start = LINE_BYTES as u64 + *positions * Record::BYTES as u64;
        let mut bytes = Vec::with_capacity(self.hand.len() * Record::BYTES);
        for record in self.hand.drain(..) {
            bytes.extend(record.to_bytes());
            *positions += 1;
            *paths += u128::from(record.paths);
            *check = fnv_after(*check, record.words());
        }
        self.write(self.turn, start, &bytes)
    }

    fn write(&self, shard: usize, start: u64, bytes: &[u8]) -> Result<(), ToolError> {
        let path = self.folder.join(self.name(shard));
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(&path);
        let mut file = file.map_err(unwritable(&path))?;
        file.seek(SeekFrom::Start(start)).map_err(unwritable(&path))?;
        file.write_all(bytes).map_err(unwritable(&path))
    }

    fn name(&self, shard: usize) -> String {
        format!("{}-of-{}.{ENDING}", shard + 1, self.shards.len())
    }

    /// Writes the first lines and moves all shards to the folder `to`. Returns the positions and paths of all. `tree`
    /// gives the fields that describe the tree.
    pub(super) fn finish(mut self, tree: &Part, to: &Path) -> Result<(u64, u128), ToolError> {
        self.hand_over()?;
        let all_positions = self.shards.iter().map(|(positions, ..)| positions).sum();
        let all_paths = self.shards.iter().map(|(_, paths, _)| paths).sum();
        for (i, &(positions, paths, check)) in self.shards.iter().enumerate() {
            let shard = (i as u32 + 1, self.shards.len() as u32);
            let part = Part { shard, positions, paths, all_paths, ..tree.clone() };
            let fields = format!("{TITLE}{part}");
            let check = fnv_after(check, fields.bytes().map(u64::from));
            let line = format!("{fields}check {check:016x}");
            let padded = format!("{line:<width$}\n", width = LINE_BYTES - 1);
            self.write(i, 0, padded.as_bytes())?;
        }
        for i in 0..self.shards.len() {
            let path = to.join(self.name(i));
            rename(&self.folder.join(self.name(i)), &path).map_err(unwritable(&path))?;
        }
        Ok((all_positions, all_paths))
    }
}

/// A shard in this folder, if there is one.
pub(super) fn any_shard(folder: &Path) -> Option<PathBuf> {
    let mut files = fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|entry| entry.path());
    files.find(|path| path.extension().is_some_and(|ending| ending == ENDING))
}

/// The checksum of a line of text, as it is written.
pub(super) fn check_of(text: &str) -> u64 {
    fnv(text.bytes().map(u64::from))
}
