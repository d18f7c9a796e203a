//! `scripts/perft-rivals` with stand-ins for the other generators.

use std::fs;
use std::process::{Command, Output};

use crate::common::tool::{Folder, text};

const QUEVEDO: &str = env!("CARGO_BIN_EXE_quevedo");

/// Runs the script with little to count.
fn compare(arguments: &[&str]) -> Output {
    let mut script = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/perft-rivals"));
    script.args(["--quevedo", QUEVEDO, "--rounds", "1", "--less", "4", "--timeout", "20"]);
    script.args(arguments).output().unwrap()
}

/// A generator that counts correctly and prints this text; its argument number `fen` is the FEN, and the next the
/// depth.
fn stand_in(folder: &Folder, name: &str, fen: u32, printed: &str) -> String {
    let depth = fen + 1;
    script(
        folder,
        name,
        &format!(
            "leaves=$({QUEVEDO} perft \"${depth}\" --fen \"${fen}\" --divide | tail -1 | cut -d' ' -f1)\n\
             echo \"{printed}\""
        ),
    )
}

fn script(folder: &Folder, name: &str, commands: &str) -> String {
    folder.write_script(name, format!("#!/bin/sh\n{commands}\n"))
}

#[test]
fn rivals_are_compared_and_the_fastest_is_named() {
    let folder = Folder::new("rivals");
    let mindchess =
        stand_in(&folder, "mindchess", 2, "perft($3): $leaves  0.000s  9000000.00 MNPS");
    let gigantua = stand_in(&folder, "gigantua", 1, "Perft $2: $leaves 1ms 0.0001 MNodes/s");
    let templechess = stand_in(&folder, "templechess", 1, "e2e4: 7\n\nNodes searched: $leaves");
    let data = folder.write("perft.csv", "# a note\ngenerator,relative\nQuevedo,1\nother,0.5\n");
    let rivals = [
        "--mindchess",
        &mindchess,
        "--gigantua",
        &gigantua,
        "--templechess",
        &templechess,
        "--uci",
        &format!("Itself={QUEVEDO}"),
    ];
    let output = compare(&[&rivals[..], &["--data", &data]].concat());
    let table = text(&output.stdout);
    assert!(output.status.success(), "{table}{}", text(&output.stderr));
    for name in ["Quevedo", "Mindchess", "Gigantua", "templechess", "Itself"] {
        let rows: Vec<&str> = table.lines().filter(|line| line.starts_with(name)).collect();
        assert_eq!(rows.len(), if name == "Quevedo" { 1 } else { 2 }, "{table}");
        assert!(rows.iter().all(|row| row.split_whitespace().count() == 8), "{table}");
    }
    assert!(table.contains("position 3, 3") && table.contains("position 6, 1"), "{table}");
    assert!(table.trim_end().ends_with(" times as fast as Quevedo"), "{table}");
    assert!(table.contains("the fastest on average: Mindchess, "), "{table}");

    let written = fs::read_to_string(data).unwrap();
    let names: Vec<&str> = written.lines().map(|line| line.split(',').next().unwrap()).collect();
    let expected = [
        "# a note",
        "generator",
        "Quevedo",
        "Mindchess",
        "Gigantua",
        "templechess",
        "Itself",
        "other",
    ];
    assert_eq!(names, expected);
    assert!(written.contains("\nQuevedo,1.0000\n") && written.ends_with("\nother,0.5\n"));

    let output = compare(&[&rivals[..], &["--csv"]].concat());
    let csv = text(&output.stdout);
    let mut lines = csv.lines();
    let columns = lines.next().unwrap().split(',').count();
    assert!(lines.all(|line| line.split(',').count() == columns), "{csv}");
    // Six positions and their mean.
    assert_eq!(csv.matches(",Gigantua,").count(), 7, "{csv}");
}

#[test]
fn a_rival_that_fails_is_named_in_one_line() {
    let folder = Folder::new("rivals_fail");
    let told = "perft($3): 7  0.1s  100.0 MNPS";
    let mindchess = script(&folder, "mindchess", &format!("echo \"{told}\""));
    let gigantua = script(&folder, "gigantua", "echo 'bad FEN'; exit 3");
    let templechess = script(&folder, "templechess", "sleep 60");
    let stockfish = script(&folder, "stockfish", "read line; echo uciok; read line; echo Gone.");
    let output = compare(&[
        "--timeout",
        "1",
        "--mindchess",
        &mindchess,
        "--gigantua",
        &gigantua,
        "--templechess",
        &templechess,
        "--stockfish",
        &stockfish,
    ]);
    assert_eq!(output.status.code(), Some(1));
    let complaints = text(&output.stderr);
    let start = "perft-rivals: ";
    let said: Vec<&str> =
        complaints.lines().map(|line| line.strip_prefix(start).unwrap()).collect();
    let [mindchess, gigantua, templechess, stockfish] = said[..] else { panic!("{complaints}") };
    assert_eq!(mindchess, "Mindchess: start, depth 2: 7 leaves, 400 expected");
    assert!(gigantua.ends_with("exit code 3, its last words: bad FEN"), "{gigantua}");
    assert!(templechess.ends_with("no count within 1 s"), "{templechess}");
    assert!(stockfish.starts_with("Stockfish: ") && stockfish.ends_with("Gone."), "{stockfish}");
    let table = text(&output.stdout);
    assert!(table.contains("the fastest on average: Quevedo\n"), "{table}");
    assert!(!table.contains("Mindchess"), "{table}");

    for arguments in [
        &["--mindchess", "/no/such/program"][..],
        &["--rounds", "0"],
        &["--less", "5"],
        &["--uci", "x"],
        &["--core", "9999"],
        &["--data", "/no/such/folder/perft.csv"],
        &["--uci", &format!("Quevedo={QUEVEDO}")],
    ] {
        let output = compare(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(text(&output.stdout), "");
        assert!(text(&output.stderr).contains("perft-rivals: error: "), "{arguments:?}");
    }
    let output = compare(&["--help"]);
    assert!(output.status.success() && text(&output.stdout).contains("--gigantua"));
}
