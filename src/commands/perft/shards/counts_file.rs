//! Files of counts: a line that says what has been counted, then a line for each block of the shard's positions,
//! written as soon as it is counted. Each line has a checksum, which tells a damaged line from an intact one.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use super::shard_file::{Part, ShardFile, check_of};
use crate::data::Appender;
use crate::support::error::ToolError;
use crate::support::files::{at, locked, replace, unwritable};
use crate::support::output::warn;

const TITLE: &str = "# quevedo perft counts, version 2; ";

/// What a shard has been counted with: the seed of the hash table's keys, or no table at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CountedWith(pub(super) Option<u64>);

impl fmt::Display for CountedWith {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(seed) => write!(f, "seed {seed}"),
            None => f.write_str("no table"),
        }
    }
}

impl CountedWith {
    fn parse(text: &str) -> Option<CountedWith> {
        match text.strip_prefix("seed ") {
            Some(seed) => seed.parse().ok().map(|seed| CountedWith(Some(seed))),
            None => (text == "no table").then_some(CountedWith(None)),
        }
    }
}

/// The first line of a file of counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CountsHeader {
    pub(super) part: Part,
    /// The checksum of the shard.
    pub(super) shard_check: u64,
    pub(super) with: CountedWith,
}

impl fmt::Display for CountsHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{TITLE}{}{:016x}; {}", self.part, self.shard_check, self.with)
    }
}

impl CountsHeader {
    pub(super) fn new(shard: &ShardFile, with: CountedWith) -> CountsHeader {
        CountsHeader { part: shard.part.clone(), shard_check: shard.check, with }
    }

    fn parse(line: &str) -> Option<CountsHeader> {
        let (part, rest) = Part::parse(line.strip_prefix(TITLE)?)?;
        let (check, with) = rest.split_once("; ")?;
        let shard_check = u64::from_str_radix(check, 16).ok()?;
        Some(CountsHeader { part, shard_check, with: CountedWith::parse(with)? })
    }

    /// Whether both count the same positions.
    pub(super) fn is_of_same_shard(&self, other: &CountsHeader) -> bool {
        (&self.part, self.shard_check) == (&other.part, other.shard_check)
    }
}

/// The count of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockCount {
    /// The number of paths from the root to its positions.
    pub(super) paths: u128,
    /// The number of leaves below all these paths.
    pub(super) leaves: u128,
}

/// A line with its checksum and line break.
fn checked(text: &str) -> String {
    format!("{text} check {:016x};\n", check_of(text))
}

/// The text of a line, if it is intact.
fn unchecked(line: &str) -> Option<&str> {
    let (text, check) = line.strip_suffix(";\n")?.rsplit_once(" check ")?;
    (u64::from_str_radix(check, 16).ok()? == check_of(text)).then_some(text)
}

/// The line of a block.
pub(super) fn line_of(block: u64, count: BlockCount) -> String {
    let BlockCount { paths, leaves } = count;
    checked(&format!("block {block} paths {paths} leaves {leaves};"))
}

fn parse_line(line: &str) -> Option<(u64, BlockCount)> {
    let mut words = unchecked(line)?.strip_suffix(';')?.split(' ');
    let mut field = |name: &str| {
        (words.next()? == name).then_some(())?;
        words.next()?.parse::<u128>().ok()
    };
    let block = u64::try_from(field("block")?).ok()?;
    Some((block, BlockCount { paths: field("paths")?, leaves: field("leaves")? }))
}

/// The contents of a file of counts.
pub(super) struct Counts {
    pub(super) header: CountsHeader,
    pub(super) blocks: BTreeMap<u64, BlockCount>,
    /// The number of damaged lines.
    pub(super) damaged: usize,
}

impl Counts {
    /// Reads a file of counts; damaged lines are reported on standard error and left out.
    pub(super) fn read(file: &Path) -> Result<Counts, ToolError> {
        let bytes = fs::read(file).map_err(|error| at(file, &error))?;
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text.split_inclusive('\n');
        let header = lines.next().and_then(unchecked).and_then(CountsHeader::parse);
        let header = header.ok_or_else(|| {
            at(file, &"no perft counts of version 2, or the first line is damaged")
        })?;
        let mut counts = Counts { header, blocks: BTreeMap::new(), damaged: 0 };
        for (number, line) in (2..).zip(lines) {
            match parse_line(line).filter(|(block, _)| *block < counts.header.part.blocks()) {
                Some((block, count)) => {
                    counts.blocks.insert(block, count);
                }
                None => {
                    counts.damaged += 1;
                    let shown: String = line.trim_end().chars().take(100).collect();
                    warn(&format_args!("{}:{number}: damaged line '{shown}'", file.display()));
                }
            }
        }
        Ok(counts)
    }

    fn text(&self) -> String {
        let lines = self.blocks.iter().map(|(&block, &count)| line_of(block, count));
        std::iter::once(checked(&self.header.to_string())).chain(lines).collect()
    }
}

/// A file of counts that is being written, and locked for other processes.
pub(super) struct CountsWriter {
    sink: Appender,
    /// A damaged file that this one has replaced. It stays locked for any process that has opened it.
    _old: Option<Appender>,
    /// The counts that were already in it.
    pub(super) done: BTreeMap<u64, BlockCount>,
}

impl CountsWriter {
    /// Opens a file of counts to add to it, or creates one. Damaged lines are removed.
    pub(super) fn open(path: &Path, header: &CountsHeader) -> Result<CountsWriter, ToolError> {
        let mut sink = end_of(path)?;
        if sink.bytes() == 0 {
            sink.append(checked(&header.to_string()).as_bytes()).map_err(unwritable(path))?;
            return Ok(CountsWriter { sink, _old: None, done: BTreeMap::new() });
        }
        let counts = Counts::read(path)?;
        let other = match &counts.header {
            theirs if !theirs.is_of_same_shard(header) => Some("of another shard".to_owned()),
            theirs if theirs.with != header.with => Some(format!("with {}", theirs.with)),
            _ => None,
        };
        if let Some(other) = other {
            let text = format!("contains counts {other}; choose another file with --out");
            return Err(at(path, &text));
        }
        if counts.damaged == 0 {
            return Ok(CountsWriter { sink, _old: None, done: counts.blocks });
        }
        // Windows does not allow replacing an open file.
        let old = (!cfg!(windows)).then_some(sink);
        replace(path, counts.text().as_bytes())?;
        Ok(CountsWriter { sink: end_of(path)?, _old: old, done: counts.blocks })
    }

    /// Adds the count of a block.
    pub(super) fn add(&mut self, block: u64, count: BlockCount) -> std::io::Result<()> {
        self.sink.append(line_of(block, count).as_bytes())
    }
}

/// Opens a file of counts for appending, and locks it; creates it if there is none.
fn end_of(path: &Path) -> Result<Appender, ToolError> {
    let file = locked(path)?;
    let bytes = file.metadata().map_err(unwritable(path))?.len();
    Appender::new(file, bytes).map_err(unwritable(path))
}
