//! `quevedo perft` as a user runs it: all ways of counting, and bad input.

use std::collections::HashMap;
use std::fs;
use std::process::Output;
use std::time::{Duration, Instant};

use quevedo::Position;

use crate::common::tool::{self, Folder, Running, text};

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

/// The leaves in a table with a row for each depth, starting at 1; its columns must be aligned.
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
        vec!["5", "--hash", "1", "--seed", "7", "--threads", "1"],
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
        assert!(report.contains("470 positions") && report.contains("all counts are right"));
    }
}

/// Kings that can't reach each other: few positions, but many paths to each.
const LOCKED: &str = "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1";

/// The leaves, by counting each position once and multiplying by the number of paths.
fn leaves_by_plies(fen: &str, depth: u32) -> u128 {
    let mut level = HashMap::from([(*Position::from_fen(fen).unwrap().board(), 1_u128)]);
    for _ in 0..depth {
        let mut next = HashMap::new();
        for (board, paths) in level {
            for &mv in &board.legal_moves() {
                let mut child = board;
                child.play_unchecked(mv);
                *next.entry(child).or_insert(0) += paths;
            }
        }
        level = next;
    }
    level.values().sum()
}

#[test]
fn counts_beyond_64_bits() {
    let leaves = leaves_by_plies(LOCKED, 30);
    assert!(leaves > 1 << 70);
    for threads in ["1", "2"] {
        let args = ["30", "--fen", LOCKED, "--hash", "4", "--threads", threads];
        let table = printed(&args);
        let last = table.lines().last().unwrap();
        assert_eq!(last.split_whitespace().nth(1).unwrap(), leaves.to_string());
    }
    let divided = printed(&["30", "--fen", LOCKED, "--hash", "4", "--divide"]);
    assert!(divided.contains(&format!("\n{leaves} leaves")), "{divided}");
    let folder = Folder::new("beyond_64_bits");
    let suite = folder.write("locked.epd", format!("{LOCKED} ;D30 {leaves}\n"));
    let told = printed(&["--suite", &suite, "--hash", "4"]);
    assert!(told.contains(&format!("{leaves} leaves")), "{told}");
    let wrong = folder.write("wrong.epd", format!("{LOCKED} ;D30 {}\n", leaves as u64));
    assert_eq!(perft(&["--suite", &wrong, "--hash", "4"]).status.code(), Some(1));

    let out = folder.file("shards");
    printed(&["split", "30", "--plies", "3", "--fen", LOCKED, "--out", &out]);
    let shard = format!("{out}/1-of-1.shard");
    printed(&["work", &shard, "--hash", "4"]);
    let joined = printed(&["join", &format!("{shard}.counts")]);
    assert!(joined.starts_with(&format!("{leaves} leaves at depth 30")), "{joined}");
}

#[test]
fn wrong_counts_are_found() {
    let folder = Folder::new("wrong_counts");
    let file = folder.file("wrong.epd");
    fs::write(&file, format!("# a comment\n{KIWIPETE} ;D1 48 ;D2 2040 ;D3 97862\n")).unwrap();
    let output = perft(&["--suite", &file]);
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stdout);
    assert!(report.contains("2040 expected") && report.contains(": 1 count is wrong"), "{report}");
    assert!(report.starts_with("position ") && report.contains("\n1 position, "), "{report}");
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
    let suite = folder.file("good.epd");
    fs::write(&suite, format!("\u{feff}{KIWIPETE} ;D1 48\n")).unwrap();
    assert!(printed(&["--suite", &suite]).contains("all counts are right"));
    let limited = complaint(&["--suite", &suite, "--limit", "1"]);
    assert!(limited.contains("no counts to check"), "{limited}");
    assert!(complaint(&["3", "--chess960"]).contains("--divide"));
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
        vec!["3", "--seed", "1"],
        vec!["3", "--hash", "1", "--seed", "x"],
        vec!["bench", "--repeat", "0"],
        vec!["2", "--limit", "5"],
        vec!["2", "--csv", "--divide"],
        vec!["2", "--details", "--seed", "3"],
        vec!["2", "--verify", "--seed", "3"],
        vec!["2", "--details", "--chess960"],
    ] {
        tool::refused(&[vec!["perft"], args].concat(), "");
    }
}

#[test]
fn ctrl_c_ends_a_count() {
    // All leaves are below a single move.
    const FORCED: &str = "r1bqkb1r/ppppppp1/2n2n2/8/8/8/PPPB1PPP/RN2r2K w - - 0 1";
    for args in [
        &["12"][..],
        &["12", "--threads", "1"],
        &["12", "--divide"],
        &["12", "--hash", "4"],
        &["12", "--verify"],
        &["12", "--details"],
        &["30", "--fen", FORCED, "--divide"],
    ] {
        let running = Running::start(&[&["perft"], args].concat());
        running.interrupt();
        let start = Instant::now();
        let output = running.end();
        assert!(start.elapsed() < Duration::from_secs(2), "{args:?}: {:?}", start.elapsed());
        assert_eq!(output.status.code(), Some(130), "{args:?}: {}", text(&output.stderr));
    }
}
