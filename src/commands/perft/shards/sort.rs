//! Sorts more records than fit into memory: sorted runs go to files, which are merged as they are read. Records of
//! equal positions are combined, and their paths added up.
//!
//! Source: Donald Knuth, "The Art of Computer Programming", volume 3, section 5.4 (external sorting).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::packed::Record;
use crate::support::error::ToolError;
use crate::support::files::{at, unwritable};
use crate::support::interrupt::is_interrupted;

/// The number of bytes read from a run at a time.
const READ: usize = 1 << 18;
/// The most files that are open at a time, since systems have limits.
const MAX_OPEN: usize = 128;
/// How many records are handled between two checks for Ctrl-C.
const STRIDE: u64 = 1 << 16;

/// How the memory is used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// The number of records that are sorted at a time.
    pub(super) records: usize,
    /// The number of runs that are read at a time.
    runs: usize,
}

impl Memory {
    /// Divides this many bytes: most are for sorting, because fewer runs are better.
    pub(super) fn new(bytes: usize) -> Memory {
        const SORTED: (usize, usize) = (3, 4);
        Memory {
            records: bytes / SORTED.1 * SORTED.0 / size_of::<Record>(),
            runs: (bytes / SORTED.1 / READ).clamp(2, MAX_OPEN),
        }
    }
}

/// A file of records in order.
#[derive(Debug)]
pub(super) struct Run {
    path: PathBuf,
    pub(super) records: u64,
}

/// Collects records in any order.
pub(super) struct Sorter<'a> {
    /// The folder of the runs, and the beginning of their names.
    folder: &'a Path,
    name: String,
    memory: Memory,
    buffer: Vec<Record>,
    runs: Vec<Run>,
    /// The number of runs written so far, including those that have been merged since.
    written: u64,
}

impl Sorter<'_> {
    pub(super) fn new(folder: &Path, name: String, memory: Memory) -> Sorter<'_> {
        let buffer = Vec::with_capacity(memory.records);
        Sorter { folder, name, memory, buffer, runs: Vec::new(), written: 0 }
    }

    /// Adds some records.
    pub(super) fn add(&mut self, records: &[Record]) -> Result<(), ToolError> {
        for part in records.chunks(self.memory.records) {
            if self.buffer.len() + part.len() > self.memory.records {
                compact(&mut self.buffer)?;
                // If combining equal positions has freed much room, go on.
                if self.buffer.len() + part.len() > self.memory.records / 2 {
                    self.spill()?;
                }
            }
            self.buffer.extend_from_slice(part);
        }
        Ok(())
    }

    /// All records, in few enough runs to be read at the same time.
    pub(super) fn finish(mut self) -> Result<Vec<Run>, ToolError> {
        compact(&mut self.buffer)?;
        self.spill()?;
        self.buffer = Vec::new();
        while self.runs.len() > self.memory.runs {
            let mut merged = self.create()?;
            let some = self.runs.drain(..self.memory.runs).collect();
            let mut merge = Merge::open(some)?;
            while let Some(record) = merge.next()? {
                merged.write(&record)?;
            }
            self.runs.push(merged.finish()?);
        }
        Ok(self.runs)
    }

    fn create(&mut self) -> Result<RunWriter, ToolError> {
        self.written += 1;
        RunWriter::create(self.folder.join(format!("{}.{}", self.name, self.written)))
    }

    /// Writes what is in memory as a run.
    fn spill(&mut self) -> Result<(), ToolError> {
        let mut run = self.create()?;
        for record in &self.buffer {
            run.write(record)?;
        }
        self.runs.push(run.finish()?);
        self.buffer.clear();
        Ok(())
    }
}

/// Sorts records, and combines those of equal positions.
fn compact(records: &mut Vec<Record>) -> Result<(), ToolError> {
    if is_interrupted() {
        return Err(stopped());
    }
    records.par_sort_unstable();
    let mut kept = 0;
    for i in 0..records.len() {
        if kept > 0 && records[kept - 1].board == records[i].board {
            records[kept - 1] = sum(&records[kept - 1], &records[i])?;
        } else {
            records[kept] = records[i];
            kept += 1;
        }
    }
    records.truncate(kept);
    Ok(())
}

/// The record of a position with the sum of both paths.
fn sum(one: &Record, other: &Record) -> Result<Record, ToolError> {
    let paths = one.paths.checked_add(other.paths);
    let paths = paths.ok_or_else(|| {
        let text = "more than 2^64 paths lead to one position; split with fewer --plies";
        ToolError::BadInput(text.into())
    })?;
    Ok(Record { paths, ..*one })
}

/// The error of a split that the user has stopped.
pub(super) fn stopped() -> ToolError {
    ToolError::Interrupted("stopped; nothing was written".into())
}

struct RunWriter {
    path: PathBuf,
    file: BufWriter<File>,
    records: u64,
}

impl RunWriter {
    fn create(path: PathBuf) -> Result<RunWriter, ToolError> {
        let file = File::create(&path).map_err(unwritable(&path))?;
        Ok(RunWriter { file: BufWriter::with_capacity(READ, file), path, records: 0 })
    }

    fn write(&mut self, record: &Record) -> Result<(), ToolError> {
        self.records += 1;
        if self.records.is_multiple_of(STRIDE) && is_interrupted() {
            return Err(stopped());
        }
        self.file.write_all(&record.to_bytes()).map_err(unwritable(&self.path))
    }

    fn finish(mut self) -> Result<Run, ToolError> {
        self.file.flush().map_err(unwritable(&self.path))?;
        Ok(Run { path: self.path, records: self.records })
    }
}

/// Reads records one by one.
pub(super) struct RecordReader<R> {
    file: R,
    path: PathBuf,
    left: u64,
}

impl<R: io::Read> RecordReader<R> {
    /// Reads this many records from a file.
    pub(super) fn new(file: R, path: &Path, records: u64) -> RecordReader<R> {
        RecordReader { file, path: path.into(), left: records }
    }

    pub(super) fn next(&mut self) -> Result<Option<Record>, ToolError> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let mut bytes = [0; Record::BYTES];
        self.file.read_exact(&mut bytes).map_err(|error| at(&self.path, &error))?;
        Ok(Some(Record::from_bytes(&bytes)))
    }
}

/// Reads several runs as if they were one, and removes them at the end.
pub(super) struct Merge {
    runs: Vec<Run>,
    readers: Vec<RecordReader<BufReader<File>>>,
    /// The next record of each run that is not at its end.
    heads: BinaryHeap<Reverse<(Record, usize)>>,
}

impl Merge {
    pub(super) fn open(runs: Vec<Run>) -> Result<Merge, ToolError> {
        let mut readers = Vec::new();
        let mut heads = BinaryHeap::new();
        for (i, run) in runs.iter().enumerate() {
            let file = File::open(&run.path).map_err(|error| at(&run.path, &error))?;
            let file = BufReader::with_capacity(READ, file);
            let mut reader = RecordReader::new(file, &run.path, run.records);
            heads.extend(reader.next()?.map(|record| Reverse((record, i))));
            readers.push(reader);
        }
        Ok(Merge { runs, readers, heads })
    }

    /// The number of records in all runs; fewer come out if runs share positions.
    pub(super) fn records(&self) -> u64 {
        self.runs.iter().map(|run| run.records).sum()
    }

    /// The next position, with all paths to it.
    pub(super) fn next(&mut self) -> Result<Option<Record>, ToolError> {
        let Some(mut record) = self.pop()? else { return Ok(None) };
        while let Some(Reverse((next, _))) = self.heads.peek()
            && next.board == record.board
        {
            record = sum(&record, next)?;
            self.pop()?;
        }
        Ok(Some(record))
    }

    fn pop(&mut self) -> Result<Option<Record>, ToolError> {
        let Some(mut head) = self.heads.peek_mut() else { return Ok(None) };
        let Reverse((record, run)) = *head;
        match self.readers[run].next()? {
            Some(next) => *head = Reverse((next, run)),
            None => {
                PeekMut::pop(head);
            }
        }
        Ok(Some(record))
    }
}

impl Drop for Merge {
    fn drop(&mut self) {
        for run in &self.runs {
            // Errors are ignored, because the folder of the runs is removed anyway.
            let _ = fs::remove_file(&run.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use proptest::prelude::*;

    use super::{Memory, Merge, Sorter, sum};
    use crate::commands::perft::shards::packed::Record;

    fn record(position: u64, paths: u64) -> Record {
        let mut bytes = [0; Record::BYTES];
        bytes[..8].copy_from_slice(&position.to_le_bytes());
        bytes[24..].copy_from_slice(&paths.to_le_bytes());
        Record::from_bytes(&bytes)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn sorted_through_files(
            items in prop::collection::vec((0_u64..300, 1_u64..5), 0..3000),
            records in 1_usize..400,
            runs in 2_usize..6,
            part in 1_usize..500,
        ) {
            let name = format!("quevedo-sort-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir_all(&folder).unwrap();
            let mut expected = BTreeMap::new();
            items.iter().for_each(|(position, paths)| *expected.entry(*position).or_insert(0) += paths);
            let items: Vec<Record> = items.iter().map(|&(position, paths)| record(position, paths)).collect();
            let mut sorter = Sorter::new(&folder, "run".into(), Memory { records, runs });
            for part in items.chunks(part) {
                sorter.add(part).unwrap();
            }
            let found = sorter.finish().unwrap();
            prop_assert!(found.len() <= runs);
            let mut merge = Merge::open(found).unwrap();
            let sorted: Vec<Record> = std::iter::from_fn(|| merge.next().unwrap()).collect();
            drop(merge);
            let expected: Vec<Record> =
                expected.into_iter().map(|(position, paths)| record(position, paths)).collect();
            prop_assert_eq!(sorted, expected);
            prop_assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
            fs::remove_dir(&folder).unwrap();
        }
    }

    #[test]
    fn paths_never_overflow_in_silence() {
        let most = record(1, u64::MAX - 1);
        assert_eq!(sum(&most, &record(1, 1)).unwrap().paths, u64::MAX);
        let error = sum(&most, &record(1, 2)).unwrap_err().to_string();
        assert!(error.contains("more than 2^64 paths"), "{error}");
    }
}
