//! The counts of all suites that a test build can check in reasonable time; `quevedo perft --suite` checks all of them.

use quevedo::board::perft;
use quevedo::position::Position;

/// Counts larger than this are left to the release binary.
const LIMIT: u64 = 1_000_000;

fn check(suite: &str) {
    let mut counts = 0;
    for line in suite.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let position = Position::from_fen(fields.next().unwrap()).unwrap();
        for field in fields.filter(|field| !field.is_empty()) {
            let (depth, leaves) = field.strip_prefix('D').unwrap().split_once(' ').unwrap();
            let (depth, leaves): (u32, u64) = (depth.parse().unwrap(), leaves.parse().unwrap());
            if leaves <= LIMIT {
                assert_eq!(perft(position.board(), depth), leaves, "depth {depth} of {line}");
                counts += 1;
            }
        }
    }
    assert!(counts > 100, "only {counts} counts found");
}

#[test]
fn standard() {
    check(include_str!("../../perft-suites/standard.epd"));
}

#[test]
fn chess960() {
    check(include_str!("../../perft-suites/chess960.epd"));
}

#[test]
fn tricky() {
    check(include_str!("../../perft-suites/tricky.epd"));
}
