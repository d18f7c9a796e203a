//! Perft past one machine: a tree is split into files of positions, each file is counted wherever
//! there is time, and the counts are joined.
//!
//! A shard begins with a line that says what it is part of; then comes a line for each different
//! position, with the number of ways that lead there: `<FEN> mult 3; depth 5;`. Counting appends
//! `leaves N; check C;` and writes the line to another file at once, so an interruption costs at most
//! the lines in hand. The check tells a damaged line from a whole one.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Write as _};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::data::Appender;
use crate::position::Position;
use crate::support::args::HASH;
use crate::support::args::{MAX_PERFT_DEPTH, position_of};
use crate::support::error::ToolError;
use crate::support::files::{at, locked, replace, unwritable};
use crate::support::interrupt::is_interrupted;
use crate::support::output::{print_line, warn};
use crate::support::perft::PerftCounter;
use crate::support::progress::bar;
use crate::support::speed::mnps;
use crate::support::threads::{THREADS, on_threads, threads};

/// Splitting deeper needs more memory than a machine has.
const MAX_PLIES: u32 = 7;

/// The arguments of `quevedo perft split`.
#[derive(clap::Args, Debug)]
pub(super) struct SplitArgs {
    /// Split the tree of this depth in plies, from 2 to 64
    #[arg(value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u32,
    /// Write the positions this many plies below the root, from 1 to 7 and fewer than DEPTH
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_PLIES)))]
    plies: u32,
    /// Split the tree below this position, a FEN or one of the names startpos, kiwipete, endgame, promotions,
    /// checks and middlegame [default: startpos]
    #[arg(long)]
    fen: Option<String>,
    /// Write part I of N alone
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: (usize, usize),
    /// Write the positions to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The arguments of `quevedo perft work`.
#[derive(clap::Args, Debug)]
pub(super) struct WorkArgs {
    /// Count the positions of this file, which `quevedo perft split` has written
    file: PathBuf,
    /// Write the counts to this file, and resume from it [default: FILE with `.counts` added to its name]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Count with this many threads, from 1 to 1024 [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(THREADS))]
    threads: Option<u16>,
    /// Count with a hash table of this many MB, from 1 to 1048576 [default: no table]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(HASH))]
    hash: Option<u32>,
}

/// The arguments of `quevedo perft join`.
#[derive(clap::Args, Debug)]
pub(super) struct JoinArgs {
    /// Add up these files of counts, one of each part, in any order
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let parse = || {
        let (i, n) = text.split_once('/')?;
        let (i, n): (usize, usize) = (i.parse().ok()?, n.parse().ok()?);
        (1..=n).contains(&i).then_some((i, n))
    };
    parse().ok_or_else(|| format!("expected a part like 2/8, got '{text}'"))
}

/// The first line of a shard: what it is part of.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Header {
    root: String,
    depth: u32,
    plies: u32,
    /// Ways from the root to all positions of all shards.
    ways: u64,
    /// Positions in this shard.
    lines: usize,
    shard: (usize, usize),
}

const TITLE: &str = "# quevedo perft shard";

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { root, depth, plies, ways, lines, shard: (i, n) } = self;
        write!(
            f,
            "{TITLE} {i}/{n}; lines {lines}; plies {plies}; depth {depth}; ways {ways}; root {root}"
        )
    }
}

impl Header {
    fn parse(line: &str) -> Option<Header> {
        let mut fields = line.strip_prefix(TITLE)?.split("; ");
        let shard = shard(fields.next()?.trim()).ok()?;
        let mut field = |name: &str| fields.next()?.strip_prefix(name)?.strip_prefix(' ');
        Some(Header {
            shard,
            lines: field("lines")?.parse().ok()?,
            plies: field("plies")?.parse().ok()?,
            depth: field("depth")?.parse().ok()?,
            ways: field("ways")?.parse().ok()?,
            root: field("root")?.to_owned(),
        })
    }

    /// Whether another shard is part of the same tree, split the same way.
    fn is_sibling(&self, other: &Header) -> bool {
        let common = |header: &Header| {
            (header.root.clone(), header.depth, header.plies, header.ways, header.shard.1)
        };
        common(self) == common(other)
    }
}

/// A position of a shard.
#[derive(Clone, Debug)]
struct ShardPosition {
    position: Position,
    /// The line as `split` wrote it: FEN, multiplicity, depth.
    text: String,
    multiplicity: u64,
    depth: u32,
}

impl ShardPosition {
    fn parse(text: &str) -> Option<ShardPosition> {
        let mut words = text.split_ascii_whitespace();
        let fen = words.by_ref().take(4).collect::<Vec<_>>().join(" ");
        let mut field = |name: &str| {
            (words.next()? == name).then_some(())?;
            words.next()?.strip_suffix(';')?.parse::<u64>().ok()
        };
        let multiplicity = field("mult")?;
        let depth =
            u32::try_from(field("depth")?).ok().filter(|depth| *depth <= MAX_PERFT_DEPTH)?;
        let position = Position::from_fen(&fen).ok()?;
        words.next().is_none().then(|| ShardPosition {
            position,
            text: text.into(),
            multiplicity,
            depth,
        })
    }
}

/// Checksum of a line, as it is written.
fn check_of(text: &str) -> String {
    format!("{:016x}", crate::types::fnv(text.bytes().map(u64::from)))
}

/// A line of counts: the item, its leaves, and the check.
fn parse_count(line: &str) -> Option<(ShardPosition, u64)> {
    let (text, check) = line.split_once(" check ")?;
    if check.strip_suffix(';')? != check_of(text) {
        return None;
    }
    let (item, leaves) = text.split_once(" leaves ")?;
    Some((ShardPosition::parse(item)?, leaves.strip_suffix(';')?.parse().ok()?))
}

/// The different positions `plies` below the root and how many ways lead to each, in FEN order.
///
/// # Errors
/// An interruption.
fn positions_at(root: Position, plies: u32) -> Result<Vec<(String, u64)>, ToolError> {
    let mut level: HashMap<_, (Position, u64)> = HashMap::from([(*root.board(), (root, 1))]);
    for _ in 0..plies {
        let mut next = HashMap::new();
        for (position, ways) in level.into_values() {
            if is_interrupted() {
                return Err(ToolError::Interrupted("stopped; nothing was written".into()));
            }
            for &mv in &position.board().legal_moves() {
                let mut child = position;
                child.play_unchecked(mv);
                next.entry(*child.board()).or_insert((child, 0)).1 += ways;
            }
        }
        level = next;
    }
    let short = |position: Position| {
        let fen = position.to_string();
        fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
    };
    let mut list: Vec<(String, u64)> =
        level.into_values().map(|(position, ways)| (short(position), ways)).collect();
    list.sort();
    Ok(list)
}

/// Writes a shard.
pub(super) fn split(args: &SplitArgs) -> Result<(), ToolError> {
    if args.plies >= args.depth {
        let (plies, depth) = (args.plies, args.depth);
        return Err(ToolError::BadInput(format!(
            "--plies: expected less than the depth {depth}, got {plies}"
        )));
    }
    let root = position_of(args.fen.as_deref())?;
    let all = positions_at(root, args.plies)?;
    let (i, n) = args.shard;
    let part: Vec<&(String, u64)> = all.iter().skip(i - 1).step_by(n).collect();
    let header = Header {
        root: root.to_string(),
        depth: args.depth,
        plies: args.plies,
        ways: all.iter().map(|(_, ways)| ways).sum(),
        lines: part.len(),
        shard: args.shard,
    };
    let mut text = format!("{header}\n");
    for (fen, ways) in part {
        let _ = writeln!(text, "{fen} mult {ways}; depth {};", args.depth - args.plies);
    }
    match &args.out {
        None => print_line(format_args!("{}", text.trim_end()))?,
        Some(file) => replace(file, text.as_bytes())?,
    }
    Ok(())
}

fn read(file: &Path) -> Result<(Header, Vec<String>), ToolError> {
    let bytes = fs::read(file).map_err(|error| at(file, &error))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.split_inclusive('\n').map(str::to_owned);
    let header = lines.next().and_then(|line| Header::parse(line.strip_suffix('\n')?));
    let header = header.ok_or_else(|| at(file, &"not a perft shard: bad first line"))?;
    Ok((header, lines.collect()))
}

/// What a file of counts holds.
struct CountsFile {
    header: Header,
    counts: Vec<(ShardPosition, u64)>,
    /// Lines that are not whole.
    damaged: usize,
}

/// Reads a file of counts; damaged lines are named on standard error and left out.
fn read_counts(file: &Path) -> Result<CountsFile, ToolError> {
    let (header, lines) = read(file)?;
    let mut counts = Vec::new();
    let mut damaged = 0;
    for (number, line) in (2..).zip(&lines) {
        match line.strip_suffix('\n').and_then(parse_count) {
            Some(count) => counts.push(count),
            None => {
                damaged += 1;
                let shown: String = line.trim_end().chars().take(100).collect();
                warn(&format_args!("{}:{number}: damaged line '{shown}'", file.display()));
            }
        }
    }
    Ok(CountsFile { header, counts, damaged })
}

/// Counts a shard, from where an earlier run left it.
pub(super) fn work(args: &WorkArgs) -> Result<(), ToolError> {
    let (header, lines) = read(&args.file)?;
    let mut items = Vec::new();
    for (number, line) in (2..).zip(&lines) {
        let item = line.strip_suffix('\n').and_then(ShardPosition::parse);
        let wrong =
            || at(&args.file, &format!("line {number}: bad position '{}'", line.trim_end()));
        items.push(item.ok_or_else(wrong)?);
    }
    if items.len() != header.lines {
        let (found, told) = (items.len(), header.lines);
        return Err(at(&args.file, &format!("expected {told} positions, found {found}")));
    }
    let out = args.out.clone().unwrap_or_else(|| {
        let mut name = args.file.clone().into_os_string();
        name.push(".counts");
        name.into()
    });
    // From here to the end nobody else works on it, who might have lines in hand while it is mended.
    let mut sink = end_of(&out)?;
    let (done, mended) = resume(&out, &header, &mut sink)?;
    // What has been mended is another file of that name; the old one stays locked for who has it open.
    let (sink, _old) = if mended { (end_of(&out)?, Some(sink)) } else { (sink, None) };
    let rest: Vec<&ShardPosition> =
        items.iter().filter(|item| !done.contains(&item.text)).collect();
    let counter = PerftCounter::new(1, args.hash.unwrap_or(0) as usize)?;
    let start = Instant::now();
    let leaves = count_all(&rest, done.len(), threads(args.threads), &counter, sink, &out)?;
    let seconds = start.elapsed().as_secs_f64();
    let (new, old) = (rest.len(), done.len());
    print_line(format_args!(
        "{new} positions counted, {old} already done; {leaves} leaves, {seconds:.1} s, {:.0} Mnps; {}",
        mnps(leaves, seconds),
        out.display()
    ))?;
    Ok(())
}

/// The end of a file of counts, for this process alone; a new file if there is none.
fn end_of(out: &Path) -> Result<Appender, ToolError> {
    let file = locked(out)?;
    let bytes = file.metadata().map_err(unwritable(out))?.len();
    Appender::new(file, bytes).map_err(unwritable(out))
}

/// Makes the file of counts ready to be appended to; returns the items that it holds already, and
/// whether it had to be written anew.
fn resume(
    out: &Path,
    header: &Header,
    sink: &mut Appender,
) -> Result<(HashSet<String>, bool), ToolError> {
    if sink.bytes() == 0 {
        sink.append(format!("{header}\n").as_bytes()).map_err(unwritable(out))?;
        return Ok((HashSet::new(), false));
    }
    let CountsFile { header: theirs, counts, damaged } = read_counts(out)?;
    if theirs != *header {
        return Err(at(
            out,
            &"contains the counts of another shard; choose another file with --out",
        ));
    }
    if damaged > 0 {
        // Whole lines are kept; the damaged ones are counted again.
        let mut text = format!("{header}\n");
        for (item, leaves) in &counts {
            let _ = writeln!(text, "{}", count_line(item, *leaves));
        }
        replace(out, text.as_bytes())?;
    }
    Ok((counts.into_iter().map(|(item, _)| item.text).collect(), damaged > 0))
}

fn count_line(item: &ShardPosition, leaves: u64) -> String {
    let text = format!("{} leaves {leaves};", item.text);
    let check = check_of(&text);
    format!("{text} check {check};")
}

fn count_all(
    items: &[&ShardPosition],
    done: usize,
    threads: usize,
    counter: &PerftCounter,
    sink: Appender,
    out: &Path,
) -> Result<u64, ToolError> {
    let style = "{bar:30} {pos}/{len}  {msg}  {elapsed}, left {eta}";
    let bar = bar((items.len() + done) as u64, style).with_position(done as u64);
    bar.reset_eta();
    let next = AtomicUsize::new(0);
    let written = Mutex::new((sink, 0));
    let done = on_threads(threads, || {
        while let Some(item) = items.get(next.fetch_add(1, Relaxed)) {
            let leaves = counter.count(&item.position, item.depth)?;
            let line = format!("{}\n", count_line(item, leaves));
            let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
            let (sink, all) = &mut *written;
            if let Err(error) = sink.append(line.as_bytes()) {
                // The others would count for nothing.
                next.store(items.len(), Relaxed);
                return Err(unwritable(out)(error));
            }
            *all += leaves;
            bar.inc(1);
            let speed = mnps(*all, bar.elapsed().as_secs_f64());
            bar.set_message(format!("{all} leaves, {speed:.0} Mnps"));
        }
        Ok(())
    });
    bar.finish_and_clear();
    let (_, leaves) = written.into_inner().unwrap_or_else(PoisonError::into_inner);
    if is_interrupted() {
        let text = format!(
            "stopped; counts are saved in {}, run the same command to resume",
            out.display()
        );
        return Err(ToolError::Interrupted(text));
    }
    done.map(|()| leaves)
}

/// Adds up the counts of all shards, each of which must be there once and be complete.
pub(super) fn join(args: &JoinArgs) -> Result<(), ToolError> {
    let mut first: Option<Header> = None;
    let mut shards: HashMap<usize, &Path> = HashMap::new();
    let mut seen: HashSet<String> = HashSet::new();
    let mut faults = Vec::new();
    let (mut leaves, mut ways) = (0u128, 0u64);
    for file in &args.files {
        let CountsFile { header, counts, damaged } = read_counts(file)?;
        let common = first.get_or_insert_with(|| header.clone());
        let name = file.display();
        if !common.is_sibling(&header) {
            faults.push(format!("{name}: belongs to another tree or split"));
            continue;
        }
        if let Some(other) = shards.insert(header.shard.0, file) {
            let (i, n) = header.shard;
            faults.push(format!("{name}: shard {i}/{n} is already in {}", other.display()));
            continue;
        }
        if counts.len() != header.lines {
            let (found, told) = (counts.len(), header.lines);
            faults.push(format!(
                "{name}: only {found} of {told} positions are counted ({damaged} damaged lines)"
            ));
        }
        for (item, count) in counts {
            ways += item.multiplicity;
            leaves += u128::from(item.multiplicity) * u128::from(count);
            if !seen.insert(item.text.clone()) {
                faults.push(format!("{name}: counted twice: {}", item.text));
            }
        }
    }
    let Some(header) = first else { return Ok(()) };
    let missing: Vec<String> = (1..=header.shard.1)
        .filter(|shard| !shards.contains_key(shard))
        .map(|shard| format!("{shard}/{}", header.shard.1))
        .collect();
    if !missing.is_empty() {
        faults.push(format!("missing shards: {}", missing.join(", ")));
    }
    if faults.is_empty() && ways != header.ways {
        faults.push(format!("{ways} paths to the positions instead of {}", header.ways));
    }
    if !faults.is_empty() {
        return Err(ToolError::BadInput(faults.join("\nquevedo: ")));
    }
    let Header { root, depth, shard: (_, n), .. } = header;
    print_line(format_args!("{leaves} leaves at depth {depth} of {root}, from {n} shards"))?;
    Ok(())
}
