//! Perft on several machines as a user runs it: `split`, `work`, `join`, and whatever may happen in between.

use std::fs;
use std::path::Path;

use quevedo::types::fnv;

use crate::common::tool::{self, Folder, Running, text, until};

const START_5: u128 = 4_865_609;

fn printed(args: &[&str]) -> String {
    tool::printed(&[&["perft"], args].concat())
}

fn complaint(args: &[&str]) -> String {
    tool::complaint(&[&["perft"], args].concat())
}

fn refused(args: &[&str], what: &str) {
    tool::refused(&[&["perft"], args].concat(), what);
}

/// Splits a tree; returns the files.
fn split(folder: &Folder, name: &str, shards: usize, args: &[&str]) -> Vec<String> {
    let out = folder.file(name);
    let count = shards.to_string();
    printed(&[&["split"], args, &["--shards", &count, "--out", &out]].concat());
    let files: Vec<String> = (1..=shards).map(|i| format!("{out}/{i}-of-{shards}.shard")).collect();
    // No other files are left.
    assert_eq!(fs::read_dir(out).unwrap().count(), shards);
    files
}

/// The starting position at depth 5, in three shards.
fn start_5(folder: &Folder) -> [String; 3] {
    split(folder, "shards", 3, &["5", "--plies", "2"]).try_into().unwrap()
}

fn counts(shard: &str) -> String {
    format!("{shard}.counts")
}

fn recount(shard: &str) -> String {
    format!("{shard}.recount")
}

fn join(files: &[String]) -> String {
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    printed(&[&["join"], &files[..]].concat())
}

#[test]
fn shards_add_up() {
    const CASTLING_960: &str = "r1k2r2/8/8/8/8/8/8/R1K2R2 w AFaf - 0 1";
    const EN_PASSANT: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    let folder = Folder::new("shards_add_up");
    for (name, fen, depth, plies, shards, work) in [
        ("start", "startpos", "5", "2", 3, &[][..]),
        ("one", "startpos", "5", "1", 1, &["--hash", "1", "--threads", "1"]),
        ("many", "startpos", "4", "3", 50, &["--hash", "1"]),
        ("kiwipete", "kiwipete", "4", "2", 2, &["--threads", "3"]),
        ("kiwipete3", "kiwipete", "4", "3", 2, &["--hash", "2", "--seed", "5"]),
        ("chess960", CASTLING_960, "4", "2", 2, &["--hash", "1"]),
        ("en_passant", EN_PASSANT, "5", "3", 2, &["--hash", "1"]),
    ] {
        let args = [depth, "--plies", plies, "--fen", fen];
        let files = split(&folder, name, shards, &args);
        for file in &files {
            printed(&[&["work", file], work].concat());
        }
        let table = printed(&[depth, "--fen", fen]);
        let known = table.lines().last().unwrap().split_whitespace().nth(1).unwrap();
        let all: Vec<String> = files.iter().rev().map(|file| counts(file)).collect();
        let joined = join(&all);
        assert!(joined.starts_with(&format!("{known} leaves at depth {depth} of ")), "{joined}");
        assert!(joined.contains("\n0 of them (0.0 %) are confirmed"), "{joined}");
    }
}

#[test]
fn known_numbers_of_positions() {
    // Sources: <https://oeis.org/A083276>, and perft.
    let folder = Folder::new("known_numbers");
    for (plies, positions, paths) in
        [(1, 20, 20), (2, 400, 400), (3, 5362, 8902), (4, 72_078, 197_281)]
    {
        let (plies, out) = (plies.to_string(), folder.file(&plies.to_string()));
        let told = printed(&["split", "8", "--plies", &plies, "--out", &out]);
        let expected = format!("{positions} positions and {paths} paths at ply {plies}");
        assert!(told.starts_with(&expected), "{told}");
    }
    // No moves: no positions, no leaves.
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let files = split(&folder, "mate", 2, &["4", "--plies", "2", "--fen", mate]);
    files.iter().for_each(|file| drop(printed(&["work", file])));
    assert!(join(&[counts(&files[1]), counts(&files[0])]).starts_with("0 leaves at depth 4"));
}

#[test]
fn little_memory_makes_the_same_shard() {
    let folder = Folder::new("little_memory");
    let shard = |name: &str, args: &[&str]| {
        let args = [&["6", "--plies", "5"], args].concat();
        fs::read(split(&folder, name, 1, &args).remove(0)).unwrap()
    };
    let much = shard("much", &[]);
    assert_eq!(much.len(), 512 + 822_518 * 32);
    assert!(much == shard("little", &["--memory", "24"]));
}

#[test]
fn what_is_missing_is_named() {
    let folder = Folder::new("missing");
    let shards = start_5(&folder);
    for shard in &shards {
        printed(&["work", shard, "--hash", "1"]);
    }
    let [a, b, c] = shards.each_ref().map(|shard| counts(shard));
    let whole = format!("{START_5} leaves at depth 5");
    assert!(complaint(&["join", &a, &b]).contains("missing shards: 3/3"));
    assert!(complaint(&["join", &c]).contains("missing shards: 1/3, 2/3"));
    // The same file twice does not count as a second count.
    let joined = join(&[a.clone(), b.clone(), c.clone(), b.clone()]);
    assert!(joined.starts_with(&whole) && joined.contains("\n0 of them (0.0 %)"), "{joined}");

    // A second run has nothing to do; other shards and other keys do not go into the same file.
    assert!(printed(&["work", &shards[0], "--hash", "1"]).starts_with("0 positions counted"));
    refused(&["work", &shards[0], "--out", &b, "--hash", "1"], "counts of another shard");
    refused(&["work", &shards[0], "--hash", "1", "--seed", "3"], "counts with seed 0");
    refused(&["work", &shards[0]], "counts with seed 0");
    // Another tree.
    let other = split(&folder, "other", 3, &["6", "--plies", "2"]).remove(2);
    refused(&["join", &a, &b, &c, &counts(&other)], &counts(&other));
    printed(&["work", &other]);
    assert!(complaint(&["join", &a, &b, &c, &counts(&other)]).contains("another tree"));
    assert!(complaint(&["join", &a, &b, &counts(&other)]).contains("another tree"));

    // The partial counts of two workers are complete together.
    let lines = fs::read_to_string(&b).unwrap();
    let lines: Vec<&str> = lines.split_inclusive('\n').collect();
    let (head, rest) = (lines[0], &lines[1..]);
    let part = |name: &str, lines: &[&str]| folder.write(name, [&[head], lines].concat().concat());
    let (one, two) = (part("one", &rest[..70]), part("two", &rest[60..]));
    let told = complaint(&["join", &a, &one, &c]);
    assert!(told.contains("shard 2/3: only 70 of 136 blocks are counted"), "{told}");
    assert!(join(&[a, one, c, two]).starts_with(&whole));
}

#[test]
fn a_damaged_shard_is_refused() {
    let folder = Folder::new("damaged_shard");
    let shard = start_5(&folder)[1].clone();
    let whole = fs::read(&shard).unwrap();
    let bad = folder.file("bad.shard");
    let refuse = |bytes: &[u8], what: &str| {
        fs::write(&bad, bytes).unwrap();
        refused(&["work", &bad], what);
        assert!(!Path::new(&counts(&bad)).exists());
    };
    // A bit flipped anywhere, a part missing, a byte too many.
    for (number, place) in (0..160).chain((160..whole.len()).step_by(97)).enumerate() {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << (number % 8);
        refuse(&bytes, "bad.shard: ");
    }
    for length in [0, 1, 33, 511, 512, 513, 544, whole.len() - 32, whole.len() - 1] {
        refuse(
            &whole[..length],
            if length < 512 { "not a perft shard" } else { "positions expected" },
        );
    }
    refuse(&[&whole[..], b"x"].concat(), "136 positions expected");
    // Two positions are swapped.
    let mut bytes = whole.clone();
    bytes[512..576].rotate_left(32);
    refuse(&bytes, "the checksum is wrong");
    refuse(
        b"# quevedo perft shard 1/3; lines 134; plies 2; depth 5\n",
        "not a perft shard of version 2",
    );
}

#[test]
fn damaged_counts_are_mended() {
    let folder = Folder::new("mended");
    let shards = start_5(&folder);
    for shard in &shards {
        printed(&["work", shard]);
    }
    let [a, b, c] = shards.each_ref().map(|shard| counts(shard));
    let whole = fs::read_to_string(&a).unwrap();
    let lines = whole.lines().count();
    let last = whole.lines().last().unwrap().len() + 1;

    // If the last line is cut anywhere, only its block is counted again.
    for cut in 1..last {
        fs::write(&a, &whole[..whole.len() - cut]).unwrap();
        assert!(complaint(&["join", &a, &b, &c]).contains("blocks are counted"));
        let output = tool::quevedo(&["perft", "work", &shards[0]]);
        assert!(text(&output.stdout).starts_with("1 positions counted"), "cut {cut}");
        assert!(text(&output.stderr).contains(&format!("counts:{lines}: ")), "cut {cut}");
        assert_eq!(fs::read_to_string(&a).unwrap().lines().count(), lines);
    }
    assert!(join(&[a.clone(), b.clone(), c.clone()]).starts_with(&format!("{START_5} leaves")));

    // A changed digit in the middle is reported, and the line not trusted.
    let place = whole.find(" leaves ").unwrap() + " leaves ".len();
    let mut damaged = whole.clone().into_bytes();
    damaged[place] = if damaged[place] == b'9' { b'8' } else { b'9' };
    fs::write(&a, &damaged).unwrap();
    let output = tool::quevedo(&["perft", "work", &shards[0]]);
    assert!(text(&output.stderr).contains("counts:2: damaged line"));
    assert!(text(&output.stdout).starts_with("1 positions counted"));
    assert!(join(&[a.clone(), b, c]).starts_with(&format!("{START_5} leaves")));

    // The first line says what has been counted, so without it the file is useless.
    fs::write(&a, whole.replacen("depth 5", "depth 6", 1)).unwrap();
    refused(&["work", &shards[0]], "the first line is damaged");
    refused(&["join", &a], "the first line is damaged");
}

/// Changes the count of the third block, and its checksum so that the line looks intact.
fn falsify(file: &str) {
    let lines = fs::read_to_string(file).unwrap();
    let mut lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    let line = lines.iter_mut().find(|line| line.starts_with("block 2 ")).unwrap();
    let (text, _) = line.split_once(" check ").unwrap();
    let (head, leaves) = text.strip_suffix(';').unwrap().rsplit_once(' ').unwrap();
    let text = format!("{head} {};", leaves.parse::<u64>().unwrap() + 1);
    *line = format!("{text} check {:016x};", fnv(text.bytes().map(u64::from)));
    fs::write(file, lines.join("\n") + "\n").unwrap();
}

#[test]
fn second_counts_confirm_or_contradict() {
    let folder = Folder::new("second_counts");
    let shards = start_5(&folder);
    let [a, b, c] = shards.each_ref();
    refused(&["work", a, "--recount", "--hash", "1"], "counts");
    printed(&["work", a, "--hash", "1", "--seed", "4"]);
    printed(&["work", b]);
    printed(&["work", c, "--hash", "1"]);
    // A recount needs other keys: another seed, or no table if there was one.
    refused(&["work", a, "--recount", "--hash", "1", "--seed", "4"], "needs another --seed");
    refused(&["work", b, "--recount"], "counted with no table; a recount needs another");
    let told = printed(&["work", a, "--recount", "--hash", "1"]);
    assert!(told.contains("136 positions counted, 0 already done"), "{told}");
    assert!(told.ends_with("shard 1/3 is confirmed\n"), "{told}");
    assert!(fs::read_to_string(recount(a)).unwrap().lines().next().unwrap().contains("; seed 5 "));
    printed(&["work", b, "--recount", "--hash", "1"]);
    let mut files = vec![counts(a), counts(b), counts(c), recount(a), recount(b)];
    let joined = join(&files);
    assert!(joined.starts_with(&format!("{START_5} leaves at depth 5")), "{joined}");
    assert!(joined.contains("%) are confirmed by a second count; of shards, 2 of 3\n"), "{joined}");
    printed(&["work", c, "--recount"]);
    files.push(recount(c));
    let all =
        format!("\n{START_5} of them (100.0 %) are confirmed by a second count; of shards, 3 of 3");
    assert!(join(&files).contains(&all));

    // A worker's mistake, or lie.
    falsify(&counts(b));
    let output = tool::quevedo(&["perft", "work", b, "--recount", "--hash", "1"]);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("0 positions counted, 136 already done"), "{told}");
    assert!(told.contains("shard 2/3: 1 of 136 blocks are WRONG"), "{told}");
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let joined = complaint(&[&["join"], &files[..]].concat());
    assert_eq!(joined.lines().count(), 1, "{joined}");
    for told in [told, joined] {
        for part in ["shard 2/3, positions 3 to 3: ", "with no table in ", "with seed 0 in "] {
            assert!(told.contains(part), "{told}");
        }
    }
    // Without the second count, nobody would notice.
    let joined = printed(&["join", &counts(a), &counts(b), &counts(c)]);
    assert!(joined.starts_with(&format!("{} leaves", START_5 + 1)), "{joined}");
    // An unfinished recount confirms what it has counted.
    let half: String =
        fs::read_to_string(recount(a)).unwrap().split_inclusive('\n').take(50).collect();
    let half = folder.write("half", half);
    let joined = printed(&["join", &counts(a), &counts(b), &counts(c), &half]);
    assert!(joined.contains("of shards, 0 of 3") && !joined.contains("(0.0 %)"), "{joined}");
}

#[test]
fn nonsense_is_named() {
    let folder = Folder::new("shards_nonsense");
    let out = folder.file("out");
    for args in [
        vec!["split", "3", "--plies", "1"],
        vec!["split", "3", "--plies", "3", "--out", &out],
        vec!["split", "3", "--plies", "13", "--out", &out],
        vec!["split", "3", "--plies", "1", "--shards", "0", "--out", &out],
        vec!["split", "3", "--plies", "1", "--memory", "1", "--out", &out],
        vec!["work", "none", "--seed", "1"],
        vec!["work", "none"],
        vec!["join"],
        vec!["join", "none"],
    ] {
        refused(&args, "");
    }
    assert!(!Path::new(&out).exists());
    let file = folder.write("file", "");
    refused(&["split", "3", "--plies", "1", "--out", &file], "unfinished'");
    refused(&["work", &file], "not a perft shard");
    refused(&["join", &file], "no perft counts");
}

#[test]
fn shards_are_never_replaced() {
    let folder = Folder::new("never_replaced");
    let shard = start_5(&folder)[0].clone();
    let old = fs::read(&shard).unwrap();
    let out = folder.file("shards");
    refused(&["split", "4", "--plies", "1", "--out", &out], "a shard is here already");
    // Except for those of a split that was killed while it moved them there.
    let unfinished = format!("{out}/unfinished");
    fs::create_dir(&unfinished).unwrap();
    fs::write(format!("{unfinished}/ply2.1"), "left over").unwrap();
    printed(&["split", "5", "--plies", "2", "--shards", "3", "--out", &out]);
    assert!(!Path::new(&unfinished).exists());
    assert_eq!(fs::read(&shard).unwrap(), old);
}

#[test]
fn ctrl_c_loses_little() {
    let folder = Folder::new("shards_ctrl_c");
    let out = folder.file("split");
    let running = Running::start(&["perft", "split", "20", "--plies", "7", "--out", &out]);
    until(|| Path::new(&out).join("unfinished").exists());
    refused(&["split", "20", "--plies", "7", "--out", &out], "another process");
    running.interrupt();
    let output = running.end();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0);

    // Some seconds of work, because Ctrl-C takes its time on some systems.
    let shard = split(&folder, "work", 1, &["8", "--plies", "2", "--fen", "endgame"]).remove(0);
    let lines = || fs::read_to_string(counts(&shard)).map_or(0, |text| text.lines().count());
    let running = Running::start(&["perft", "work", &shard, "--threads", "1"]);
    until(|| lines() > 3);
    running.interrupt();
    let output = running.end();
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("run the same command to resume"), "{told}");
    let done = lines() - 1;
    let told = printed(&["work", &shard, "--hash", "16", "--out", &folder.file("other")]);
    assert!(told.starts_with("191 positions counted, 0 already done; 3009794393 leaves"), "{told}");
    let told = printed(&["work", &shard]);
    assert!(told.contains(&format!(", {done} already done; ")) && done < 191, "{told}");
    assert!(join(&[counts(&shard)]).starts_with("3009794393 leaves at depth 8"));
}
