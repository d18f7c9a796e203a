//! `scripts/calibrate-levels` with a stand-in for fastchess that knows the strength of every player.

use std::fs;
use std::process::{Command, Output};

use crate::common::tool::{Folder, text};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/calibrate-levels");

/// Plays no games, but prints results as if levels were 50 Elo stronger than their names say, or, if there is a table
/// of levels beside it, 100 Elo stronger than the first table says for their nodes. The first halving of its time costs
/// Stash 70 Elo.
const FASTCHESS: &str = r#"#!/usr/bin/env python3
import bisect, math, re, sys
from pathlib import Path
STASH = {10: (1620, 8.0), 15: (2140, 4.1), 20: (2509, 3.0), 25: (2937, 3.3), 30: (3166, 2.7), 37: (3424, 2.0)}
def elo(name):
    who, _, limit = name.partition("@")
    if who[0] == "S":
        rating, speed = STASH[int(who[1:])]
        halvings = math.log2(speed * 2_000_000 / int(limit))
        return rating - 70 * halvings * (1 + 0.075 * (halvings - 1))
    rows = lambda path: {int(a): math.log(int(b)) for a, b in re.findall(r" row\((\d+), (\d+),", path.read_text())}
    table = Path(sys.argv[0]).parent / "src/search/level_table.rs"
    if not table.exists():
        return int(who[1:]) + 50
    first = table.with_name("first.rs")
    first.exists() or first.write_text(table.read_text())
    elos, logs = zip(*rows(first).items())
    at = rows(table)[int(who[1:])]
    above = min(max(bisect.bisect(logs, at), 1), len(logs) - 1)
    part = (at - logs[above - 1]) / (logs[above] - logs[above - 1])
    return elos[above - 1] + part * (elos[above] - elos[above - 1]) + 100
names = [word[5:] for word in sys.argv if word.startswith("name=")]
games = 2 * int(sys.argv[sys.argv.index("-rounds") + 1])
expected = 1 / (1 + 10 ** ((elo(names[1]) - elo(names[0])) / 400))
wins = round(games * expected)
open(sys.argv[0] + ".games", "a").write(f"{names[0]} {names[1]} {games}\n")
print(f"Games: {games}, Wins: {wins}, Losses: {games - wins}, Draws: 0, Points: {wins}")
"#;

fn calibrate(folder: &Folder, fastchess: &str) -> Output {
    let recorded = include_str!("../bench.txt").split_whitespace().last().unwrap();
    calibrate_version(folder, fastchess, recorded)
}

/// With a stand-in for the engine that plays nothing, but has this bench.
fn calibrate_version(folder: &Folder, fastchess: &str, bench: &str) -> Output {
    let script = format!("#!/bin/sh\necho '{bench} nodes 1000000 nps'\n");
    let quevedo = folder.write_script("quevedo", script);
    command(folder, SCRIPT, fastchess).args(["--quevedo", &quevedo]).output().unwrap()
}

fn command(folder: &Folder, script: &str, fastchess: &str) -> Command {
    let (logs, data) = (folder.file("logs"), folder.file("data"));
    let stash = folder.file("stash");
    fs::create_dir_all(&stash).unwrap();
    for version in [10, 15, 20, 25, 30, 37] {
        fs::write(format!("{stash}/stash-{version}"), "").unwrap();
    }
    let book = folder.write("book.epd", "");
    let mut command = Command::new(script);
    command
        .args(["--fastchess", fastchess, "--stash", &stash, "--book", &book])
        .args(["--logs", &logs, "--data", &data]);
    command
}

/// The rows of `levels.csv`.
fn levels(folder: &Folder) -> Vec<Vec<f64>> {
    let csv = fs::read_to_string(folder.file("data/levels.csv")).unwrap();
    csv.lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .map(|line| line.split(',').map(|cell| cell.parse().unwrap_or(0.0)).collect())
        .collect()
}

#[test]
fn ratings_are_found_and_nothing_is_played_twice() {
    let folder = Folder::new("calibrate");
    let fastchess = folder.write_script("fastchess", FASTCHESS);
    let output = calibrate(&folder, &fastchess);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let rows = levels(&folder);
    assert_eq!(rows.len(), 15, "{rows:?}");
    for row in &rows {
        let (level, measured, error, games) = (row[0], row[1], row[2], row[3]);
        assert!((measured - level - 50.0).abs() < 40.0, "{row:?}");
        assert!(error > 30.0 && error < 200.0 && games >= 300.0, "{row:?}");
    }
    let played = fs::read_to_string(format!("{fastchess}.games")).unwrap();
    assert!(played.lines().count() > 40, "{played}");
    assert!(calibrate(&folder, &fastchess).status.success());
    assert_eq!(fs::read_to_string(format!("{fastchess}.games")).unwrap(), played);

    // Another engine's log tells what time is worth to Stash: those games, with 0.8 seconds a move, are not played again.
    let slow = |games: &str| games.lines().filter(|line| line.contains(" S25@2640000 ")).count();
    assert!(slow(&played) > 0, "{played}");
    let log = fs::read_dir(folder.file("logs")).unwrap().next().unwrap().unwrap().path();
    fs::rename(&log, log.with_file_name("1234567-abcd.jsonl")).unwrap();
    fs::remove_file(format!("{fastchess}.games")).unwrap();
    assert!(calibrate(&folder, &fastchess).status.success());
    let again = fs::read_to_string(format!("{fastchess}.games")).unwrap();
    assert!(again.lines().count() > 40 && slow(&again) == 0, "{again}");
    assert_eq!(levels(&folder).len(), 15);
    for (row, before) in levels(&folder).iter().zip(&rows) {
        assert!((row[1] - before[1]).abs() < 20.0 && row[2] < before[2], "{row:?} {before:?}");
    }
}

#[test]
fn levels_that_are_too_strong_get_new_rows_until_they_are_not() {
    let folder = Folder::new("calibrate_table");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    for part in ["scripts", "src/search", "tests", "bin"] {
        fs::create_dir_all(folder.file(part)).unwrap();
    }
    for file in [
        "scripts/calibrate-levels",
        "scripts/tuning.py",
        "src/search/level.rs",
        "src/search/level_table.rs",
        "tests/bench.txt",
    ] {
        fs::copy(root.to_owned() + file, folder.file(file)).unwrap();
    }
    let fastchess = folder.write_script("fastchess", FASTCHESS);
    let cargo = "#!/bin/sh\nmkdir -p target/release && echo built >> target/release/quevedo\n";
    folder.write_script("bin/cargo", cargo);
    let output = command(&folder, &folder.file("scripts/calibrate-levels"), &fastchess)
        .env_remove("CARGO_TARGET_DIR")
        .env("PATH", folder.file("bin") + ":" + &std::env::var("PATH").unwrap())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let table = |name: &str| fs::read_to_string(folder.file(name)).unwrap();
    assert_ne!(table("src/search/level_table.rs"), table("src/search/first.rs"));
    for row in levels(&folder) {
        let (level, measured) = (row[0], row[1]);
        assert!((measured - level).abs() <= if level < 1100.0 { 120.0 } else { 60.0 }, "{row:?}");
    }
    // Every table was built once, and no more of them than allowed.
    let built = fs::read_to_string(folder.file("target/release/quevedo")).unwrap();
    assert!((2..=4).contains(&built.lines().count()), "{built}");
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
    let failing = folder.write_script("failing", "#!/bin/sh\necho 'no such book' >&2; exit 1\n");
    for (fastchess, what) in [(failing.as_str(), "no such book"), ("/no/such/program", "'/no/such")]
    {
        let output = calibrate(&folder, fastchess);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains(what), "{said}");
        assert!(!said.contains("Traceback"), "{said}");
    }
    let output = calibrate_version(&folder, &failing, "12345");
    let said = text(&output.stderr);
    assert!(!output.status.success() && said.contains("its bench is 12345, not"), "{said}");
    let output = calibrate_version(&folder, &failing, "no");
    assert!(text(&output.stderr).contains("has no benchmark"), "{}", text(&output.stderr));
    let output = Command::new(SCRIPT)
        .args(["--stash", "/no/such", "--book", "b", "--logs", &folder.file("l")])
        .output()
        .unwrap();
    assert!(text(&output.stderr).contains("'/no/such' has fewer than two"));
}
