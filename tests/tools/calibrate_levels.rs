//! `scripts/calibrate-levels` with a stand-in for fastchess that knows how strong everybody is.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output};

use crate::common::tool::{Folder, text};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/calibrate-levels");

/// Plays no games: tells what comes of them where levels are 50 Elo stronger than they are called, and the first
/// half of its time costs Stash 57.
const FASTCHESS: &str = r#"#!/usr/bin/env python3
import math, sys
STASH = {10: (1620, 8.0), 15: (2140, 4.1), 20: (2509, 3.0), 25: (2937, 3.3), 30: (3166, 2.7), 37: (3424, 2.0)}
def elo(name):
    who, _, limit = name.partition("@")
    if who[0] == "S":
        rating, speed = STASH[int(who[1:])]
        halvings = math.log2(speed * 2_000_000 / int(limit))
        return rating - 57 * halvings * (1 + 0.075 * halvings)
    return int(who[1:]) + 50
names = [word[5:] for word in sys.argv if word.startswith("name=")]
games = 2 * int(sys.argv[sys.argv.index("-rounds") + 1])
expected = 1 / (1 + 10 ** ((elo(names[1]) - elo(names[0])) / 400))
wins = round(games * expected)
open(sys.argv[0] + ".games", "a").write(f"{names[0]} {names[1]} {games}\n")
print(f"Games: {games}, Wins: {wins}, Losses: {games - wins}, Draws: 0, Points: {wins}")
"#;

fn executable(folder: &Folder, name: &str, content: &str) -> String {
    let file = folder.write(name, content);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    file
}

fn calibrate(folder: &Folder, fastchess: &str) -> Output {
    let (logs, data) = (folder.file("logs"), folder.file("data"));
    let stash = folder.file("stash");
    fs::create_dir_all(&stash).unwrap();
    for version in [10, 15, 20, 25, 30, 37] {
        fs::write(format!("{stash}/stash-{version}"), "").unwrap();
    }
    let book = folder.write("book.epd", "");
    Command::new(SCRIPT)
        .args(["--quevedo", "none", "--fastchess", fastchess, "--stash", &stash, "--book", &book])
        .args(["--logs", &logs, "--data", &data])
        .output()
        .unwrap()
}

#[test]
fn ratings_are_found_and_nothing_is_played_twice() {
    let folder = Folder::new("calibrate");
    let fastchess = executable(&folder, "fastchess", FASTCHESS);
    let output = calibrate(&folder, &fastchess);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let csv = fs::read_to_string(folder.file("data/levels.csv")).unwrap();
    let rows: Vec<Vec<f64>> = csv
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .map(|line| line.split(',').map(|cell| cell.parse().unwrap_or(0.0)).collect())
        .collect();
    assert_eq!(rows.len(), 15, "{csv}");
    for row in &rows {
        let (level, measured, error, games) = (row[0], row[1], row[2], row[3]);
        assert!((measured - level - 50.0).abs() < 20.0, "{csv}");
        assert!(error > 10.0 && error < 160.0 && games >= 300.0, "{csv}");
    }
    let played = fs::read_to_string(format!("{fastchess}.games")).unwrap();
    assert!(played.lines().count() > 40, "{played}");
    assert!(calibrate(&folder, &fastchess).status.success());
    assert_eq!(fs::read_to_string(format!("{fastchess}.games")).unwrap(), played);
}

#[test]
fn a_table_that_is_too_strong_gets_fewer_nodes_and_more_errors() {
    let code = format!(
        "import importlib.machinery as m, importlib.util as u\n\
         loader = m.SourceFileLoader('c', {SCRIPT:?})\n\
         c = u.module_from_spec(u.spec_from_loader('c', loader)); loader.exec_module(c)\n\
         rows = c.read_rows()\n\
         shown = lambda more: [(c.math.log(row[1]), row[0] + more, 0.1) for row in rows]\n\
         every = {{row[0] for row in rows}}\n\
         same, weaker = c.adjusted(rows, shown(0), every), c.adjusted(rows, shown(100), every)\n\
         assert c.adjusted(rows, shown(100), {{1800}})[:6] == rows[:6]\n\
         assert all(abs(c.math.log(a[1] / b[1])) < 0.35 for a, b in zip(rows, same)), same\n\
         assert all(a[0] == b[0] and a[1] > b[1] and a[2] <= b[2] for a, b in zip(same, weaker)), weaker\n\
         assert all(a[1] < b[1] for a, b in zip(weaker, weaker[1:])), weaker\n"
    );
    let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts");
    let output = Command::new("python3")
        .args(["-B", "-c", &code])
        .env("PYTHONPATH", scripts)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn what_is_missing_or_fails_is_said_in_one_line() {
    let folder = Folder::new("calibrate_bad");
    let failing = executable(&folder, "failing", "#!/bin/sh\necho 'no such book' >&2; exit 1\n");
    for (fastchess, what) in [(failing.as_str(), "no such book"), ("/no/such/program", "'/no/such")]
    {
        let output = calibrate(&folder, fastchess);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains(what), "{said}");
        assert!(!said.contains("Traceback"), "{said}");
    }
    let output = Command::new(SCRIPT)
        .args(["--stash", "/no/such", "--book", "b", "--logs", &folder.file("l")])
        .output()
        .unwrap();
    assert!(text(&output.stderr).contains("'/no/such' has fewer than two"));
}
