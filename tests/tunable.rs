//! Builds with the feature `tune`, through the real binary: every parameter that `quevedo spsa` lists is an
//! option, and a share of a table scales its weights.
//!
//!     cargo test --features tune --test tunable
#![cfg(feature = "tune")]

mod common;

use std::process::Command;

use common::session::{Session, number};
use common::tool::{Folder, printed};

fn quevedo() -> Command {
    Command::new(env!("CARGO_BIN_EXE_quevedo"))
}

/// The last two numbers of a row of the `eval` table, White less Black.
fn row(session: &mut Session, name: &str) -> [i32; 2] {
    session.send("eval");
    let lines = session.sync();
    let line = lines.iter().find(|line| line.starts_with(name)).unwrap();
    let words: Vec<i32> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    *words.last_chunk().unwrap()
}

#[test]
fn shares_change_their_half_of_their_table_alone() {
    let mut session = Session::of(&mut quevedo());
    session.send("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1");
    let [mg, eg] = row(&mut session, "Material");
    assert!(mg < 0 && eg < 0);
    let squares = row(&mut session, "PieceSquare");
    for (option, expected) in [
        ("PIECE_VALUE_mg value 200", [2 * mg, eg]),
        ("PIECE_VALUE_eg value -300", [2 * mg, -3 * eg]),
        ("PIECE_VALUE_mg value 0", [0, -3 * eg]),
        ("PIECE_VALUE_mg value 100", [mg, -3 * eg]),
        ("PIECE_VALUE_eg value 100", [mg, eg]),
        // A knight is missing; bishops are even.
        ("PIECE_VALUE_mg_1 value 300", [3 * mg, eg]),
        ("PIECE_VALUE_mg_2 value 300", [3 * mg, eg]),
        ("PIECE_VALUE_eg_1 value -100", [3 * mg, -eg]),
        ("PIECE_VALUE_mg value 100", [mg, -eg]),
        ("PIECE_VALUE_eg_1 value 100", [mg, eg]),
    ] {
        session.send(&format!("setoption name {option}"));
        assert!(session.sync().is_empty());
        assert_eq!(row(&mut session, "Material"), expected, "{option}");
        assert_eq!(row(&mut session, "PieceSquare"), squares, "{option}");
    }
    // The search sees it, too.
    let mut nodes = |option: &str| {
        session.send(&format!("setoption name {option}"));
        session.send("ucinewgame");
        let lines = session.ask("go depth 8", "bestmove");
        number(&lines[lines.len() - 2], "nodes")
    };
    let usual = nodes("PIECE_SQUARE_mg value 100");
    assert_ne!(nodes("PIECE_SQUARE_mg value 40"), usual);
    assert_eq!(nodes("PIECE_SQUARE_mg value 100"), usual);
}

/// `quevedo tune apply` writes the weights that a build with their shares plays.
#[test]
fn applied_shares_are_what_was_played() {
    let folder = Folder::new("tunable-apply");
    let mut session = Session::of(&mut quevedo());
    session.send("position startpos");
    for percent in [-300, -51, -50, -1, 0, 1, 33, 50, 51, 66, 150, 1000] {
        let values = format!("\"TEMPO_mg\": {percent}, \"TEMPO_eg\": {}", percent / 3);
        let log = format!("{{\"numbers\": []}}\n{{\"values\": {{{values}}}}}\n");
        let text = printed(&["tune", "apply", &folder.write("log.jsonl", log)]);
        session.send(&format!("setoption name TEMPO_mg value {percent}"));
        session.send(&format!("setoption name TEMPO_eg value {}", percent / 3));
        assert!(session.sync().is_empty());
        let [mg, eg] = row(&mut session, "Tempo");
        assert!(
            text.contains(&format!("const TEMPO: [S; 1] = [\n    s({mg}, {eg}),\n];")),
            "{percent}"
        );
    }
}

#[test]
fn all_that_is_listed_can_be_set_and_nothing_beyond_its_range() {
    let listed = |prefixes: &[&str]| {
        let output = quevedo().arg("spsa").args(prefixes).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let tables = listed(&["PIECE_SQUARE_", "SAFE_CHECK_", "TEMPO_"]);
    assert_eq!(tables.lines().count(), 6);
    // Checks by knights, bishops, rooks and queens.
    let singles = listed(&["SAFE_CHECK_mg_"]);
    assert_eq!(singles.lines().count(), 4);
    let mut session = Session::of(&mut quevedo());
    for line in listed(&[]).lines().chain(tables.lines()).chain(singles.lines()) {
        let words: Vec<&str> = line.split(", ").collect();
        let (name, least, most) = (words[0], words[3], words[4]);
        for value in [least, most, words[2]] {
            session.send(&format!("setoption name {name} value {value}"));
            assert_eq!(session.sync(), [""; 0], "{name} {value}");
        }
        for value in [least.parse::<i32>().unwrap() - 1, most.parse::<i32>().unwrap() + 1] {
            session.send(&format!("setoption name {name} value {value}"));
            assert_eq!(session.sync().len(), 1, "{name} {value}");
        }
    }
}
