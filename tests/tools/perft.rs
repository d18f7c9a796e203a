//! `quevedo perft` as a user runs it: ways of counting, shards, and what it does with nonsense.

use std::fs;
use std::process::Output;
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use crate::common::tool::Running;
use crate::common::tool::{self, Folder, text};

const START_5: u64 = 4_865_609;
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn perft(args: &[&str]) -> Output {
    tool::quevedo(&[&["perft"], args].concat())
}

fn printed(args: &[&str]) -> String {
    tool::printed(&[&["perft"], args].concat())
}

fn complaint(args: &[&str]) -> String {
    tool::complaint(&[&["perft"], args].concat())
}

/// The leaves in a table with a row for each depth from 1 on, whose columns are aligned.
fn counts_by_depth(table: &str) -> Vec<u64> {
    let mut lines = table.lines();
    let head = lines.next().unwrap();
    assert!(head.starts_with("depth "), "{table}");
    let row = |(depth, line): (usize, &str)| {
        assert_eq!(line.len(), head.len(), "{table}");
        let cells: Vec<&str> = line.split_whitespace().collect();
        assert_eq!((cells.len(), cells[0]), (4, depth.to_string().as_str()), "{table}");
        cells[1].parse().unwrap()
    };
    (1..).zip(lines).map(row).collect()
}

#[test]
fn every_way_of_counting_agrees() {
    for args in [
        vec!["5"],
        vec!["5", "--threads", "1"],
        vec!["5", "--threads", "3"],
        vec!["5", "--hash", "1"],
        vec!["5", "--hash", "16", "--threads", "2"],
    ] {
        assert_eq!(
            counts_by_depth(&printed(&args)),
            [20, 400, 8_902, 197_281, START_5],
            "{args:?}"
        );
    }
    let kiwipete = [48, 2_039, 97_862];
    for fen in ["kiwipete", KIWIPETE] {
        assert_eq!(counts_by_depth(&printed(&["3", "--fen", fen])), kiwipete, "{fen}");
    }
    assert_eq!(counts_by_depth(&printed(&["3", "--verify", "--fen", "kiwipete"])), kiwipete);
    assert_eq!(counts_by_depth(&printed(&["3", "--fen", "startpos"])), [20, 400, 8_902]);
    let divided = printed(&["2", "--divide", "--fen", KIWIPETE]);
    assert!(divided.contains("e1g1: 43\n") && divided.contains("2039 leaves"), "{divided}");
    let divided = printed(&["2", "--divide", "--chess960", "--fen", KIWIPETE]);
    assert!(divided.contains("e1h1: 43\n"), "{divided}");
}

#[test]
fn suites_in_every_mode() {
    let suites = ["standard", "chess960", "tricky"]
        .map(|name| format!("{}/perft-suites/{name}.epd", env!("CARGO_MANIFEST_DIR")));
    let suites: Vec<&str> = suites.iter().map(String::as_str).collect();
    for mode in [
        vec!["--limit", "200000"],
        vec!["--limit", "200000", "--threads", "1"],
        vec!["--limit", "200000", "--hash", "4"],
        vec!["--limit", "5000", "--verify"],
    ] {
        let args = [vec!["--suite"], suites.clone(), mode.clone()].concat();
        let report = printed(&args);
        assert!(report.contains("468 positions") && report.contains("all counts are right"));
    }
}

#[test]
fn wrong_counts_are_found() {
    let folder = Folder::new("wrong_counts");
    let file = folder.file("wrong.epd");
    fs::write(&file, format!("# a comment\n{KIWIPETE} ;D1 48 ;D2 2040 ;D3 97862\n")).unwrap();
    let output = perft(&["--suite", &file]);
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stdout);
    assert!(report.contains("2040 expected") && report.contains("1 counts are WRONG"), "{report}");
}

#[test]
fn nonsense_is_named() {
    let folder = Folder::new("nonsense");
    for (content, named) in [
        (KIWIPETE.to_owned(), "no counts"),
        (format!("{KIWIPETE} ;D1 x"), "'D1 x'"),
        (format!("{KIWIPETE} ;D0 1"), "'D0 1'"),
        (format!("{KIWIPETE} ;nodes 5"), "'nodes 5'"),
        ("8/8 w - - ;D1 5".to_owned(), "expected 8 ranks, got 2"),
    ] {
        let file = folder.file("bad.epd");
        fs::write(&file, format!("\n{content}\n")).unwrap();
        let complaint = complaint(&["--suite", &file]);
        assert!(complaint.contains("bad.epd:2:") && complaint.contains(named), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
    }
    assert!(complaint(&["--suite", &folder.file("none.epd")]).contains("none.epd"));
    let unknown = complaint(&["3", "--fen", "kiwipet"]);
    assert!(unknown.contains("'kiwipet' is neither") && unknown.contains("kiwipete,"), "{unknown}");
    assert!(complaint(&["3", "--fen", "8/8 w"]).contains("'8/8 w'"));
    for args in [
        vec!["0"],
        vec!["-1"],
        vec!["65"],
        vec!["x"],
        vec![],
        vec!["3", "--hash", "0"],
        vec!["3", "--hash", "99999999"],
        vec!["3", "--threads", "0"],
        vec!["3", "--nonsense"],
        vec!["split", "3", "--plies", "3"],
        vec!["split", "3", "--plies", "1", "--shard", "5/4"],
        vec!["join"],
        vec!["bench", "--repeat", "0"],
    ] {
        tool::refused(&[vec!["perft"], args].concat(), "");
    }
}

/// Splits a tree of depth 5 into three shards and counts two of them.
fn shards(folder: &Folder) -> [String; 3] {
    let shards = ["a", "b", "c"].map(|name| folder.file(name));
    for (i, file) in shards.iter().enumerate() {
        let part = format!("{}/3", i + 1);
        printed(&["split", "5", "--plies", "2", "--shard", &part, "--out", file]);
    }
    shards
}

fn counts(shard: &str) -> String {
    format!("{shard}.counts")
}

#[test]
fn shards_add_up() {
    let folder = Folder::new("shards_add_up");
    let shards = shards(&folder);
    for shard in &shards {
        printed(&["work", shard]);
    }
    let [a, b, c] = shards.each_ref().map(|shard| counts(shard));
    assert!(printed(&["join", &c, &a, &b]).starts_with(&format!("{START_5} leaves at depth 5")));
    assert!(complaint(&["join", &a, &b]).contains("missing shards: 3/3"));
    assert!(complaint(&["join", &a, &b, &c, &b]).contains("shard 2/3 is already in"));

    // A second run has nothing to do, and other shards do not go into the same file.
    assert!(printed(&["work", &shards[0]]).starts_with("0 positions counted"));
    assert!(complaint(&["work", &shards[0], "--out", &b]).contains("another shard"));
    let other = folder.file("other");
    printed(&["split", "6", "--plies", "2", "--shard", "3/3", "--out", &other]);
    fs::write(
        folder.file("short"),
        fs::read_to_string(&other).unwrap().replace("lines ", "lines 9"),
    )
    .unwrap();
    assert!(complaint(&["work", &folder.file("short")]).contains(" positions, found "));
    fs::write(counts(&other), fs::read(&other).unwrap()).unwrap();
    assert!(complaint(&["join", &a, &b, &counts(&other)]).contains("another tree"));
}

#[test]
fn an_interrupted_or_damaged_file_is_mended() {
    let folder = Folder::new("mended");
    let shards = shards(&folder);
    for shard in &shards {
        printed(&["work", shard]);
    }
    let [a, b, c] = shards.each_ref().map(|shard| counts(shard));
    let whole = fs::read_to_string(&a).unwrap();
    let lines = whole.lines().count();
    let last = whole.lines().last().unwrap().len() + 1;

    // Cut anywhere in the last line: it is counted again, nothing else is.
    for cut in 1..last {
        fs::write(&a, &whole[..whole.len() - cut]).unwrap();
        assert!(complaint(&["join", &a, &b, &c]).contains("positions are counted"));
        let output = perft(&["work", &shards[0]]);
        assert!(text(&output.stdout).starts_with("1 positions counted"), "cut {cut}");
        assert!(text(&output.stderr).contains(&format!("a.counts:{lines}: ")), "cut {cut}");
        assert_eq!(fs::read_to_string(&a).unwrap().lines().count(), lines);
        printed(&["join", &a, &b, &c]);
    }

    // A digit changed in the middle: named, not trusted.
    let place = whole.find(" leaves ").unwrap() + " leaves ".len();
    let mut damaged = whole.clone().into_bytes();
    damaged[place] = if damaged[place] == b'9' { b'8' } else { b'9' };
    fs::write(&a, &damaged).unwrap();
    let output = perft(&["work", &shards[0]]);
    assert!(text(&output.stderr).contains("a.counts:2: damaged line"));
    assert!(text(&output.stdout).starts_with("1 positions counted"));
    assert!(printed(&["join", &a, &b, &c]).starts_with(&format!("{START_5} leaves")));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_count() {
    // A single move leads to all leaves.
    const FORCED: &str = "r1bqkb1r/ppppppp1/2n2n2/8/8/8/PPPB1PPP/RN2r2K w - - 0 1";
    for args in [
        &["12"][..],
        &["12", "--threads", "1"],
        &["12", "--divide"],
        &["12", "--hash", "4"],
        &["12", "--verify"],
        &["30", "--fen", FORCED, "--divide"],
        &["split", "20", "--plies", "7"],
    ] {
        let running = Running::start(&[&["perft"], args].concat());
        running.interrupt();
        let start = Instant::now();
        let output = running.end();
        assert!(start.elapsed() < Duration::from_secs(2), "{args:?}: {:?}", start.elapsed());
        assert_eq!(output.status.code(), Some(130), "{args:?}: {}", text(&output.stderr));
    }
}
