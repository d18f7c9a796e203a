//! What OpenBench needs from an engine besides UCI, through the real binary: openings and SPSA parameters.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use quevedo::search::params;

use crate::common::mailbox;
use crate::common::session::Session;
use crate::common::tool::{Folder, Running, printed, refused};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Everything that a `genfens` command prints.
fn genfens(order: &str) -> Vec<String> {
    printed(&[&format!("genfens {order}"), "quit"]).lines().map(str::to_owned).collect()
}

/// The FENs that it prints; it must print nothing else.
fn openings(order: &str) -> Vec<String> {
    let fen = |line: &String| match line.strip_prefix("info string genfens ") {
        Some(fen) => fen.to_owned(),
        None => panic!("{order}: {line}"),
    };
    genfens(order).iter().map(fen).collect()
}

/// Its error message, the only line that it prints.
fn complaint(order: &str) -> String {
    let mut lines = genfens(order);
    let complaint = lines.pop().unwrap();
    assert!(lines.is_empty(), "{lines:?}");
    assert!(complaint.starts_with("info string genfens: "), "{complaint}");
    complaint
}

/// The piece placement and the side to move.
fn placement(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn openings_can_be_played_from() {
    for order in [
        "16 seed 7 book None",
        "16 seed 7 book None frc",
        "16 seed 7 book none dfrc plies 5",
        "16 seed 18446744073709551615 book None plies 20 window 1000",
    ] {
        let fens = openings(order);
        assert_eq!(fens.len(), 16);
        for fen in &fens {
            let fields: Vec<&str> = fen.split(' ').collect();
            assert_eq!(fields.len(), 6, "{fen}");
            assert!(fields[4].parse::<u32>().is_ok() && fields[5].parse::<u32>().is_ok());
            assert!(!mailbox::legal_moves(fen).is_empty(), "{fen} is finished");
            assert_eq!(mailbox::checkers(fen), 0, "{fen} is in check");
        }
        assert_eq!(fens.iter().collect::<HashSet<_>>().len(), fens.len());
        assert_eq!(fens, openings(order), "the same seed gives the same");
        let sides: HashSet<&str> = fens.iter().map(|fen| fen.split(' ').nth(1).unwrap()).collect();
        assert_eq!(sides.len(), 2, "either side may be to move");
    }
    assert_ne!(openings("16 seed 7 book None"), openings("16 seed 8 book None"));
}

#[test]
fn starts_are_those_asked_for() {
    let ranks = |order: &str| -> Vec<(String, String)> {
        let rows = |fen: String| {
            let rows: Vec<&str> = fen.split(['/', ' ']).collect();
            (rows[0].to_owned(), rows[7].to_lowercase())
        };
        openings(order).into_iter().map(rows).collect()
    };
    // Without random moves, the result is the initial positions themselves, if they are balanced.
    let window = "window 500";
    let standard = openings(&format!("1 seed 3 book None plies 0 {window}"));
    assert_eq!(standard, [START]);
    let frc = ranks(&format!("20 seed 3 book None frc plies 0 {window}"));
    assert!(frc.iter().all(|(black, white)| black == white));
    let dfrc = ranks(&format!("20 seed 3 book None dfrc plies 0 {window}"));
    assert!(dfrc.iter().filter(|(black, white)| black != white).count() > 15);
}

#[test]
fn a_narrower_window_leaves_out_and_adds_nothing() {
    let wide = openings("60 seed 5 book None window 20000");
    let narrow = openings("8 seed 5 book None window 60");
    let mut rest = wide.iter();
    for fen in &narrow {
        assert!(rest.any(|other| other == fen), "{fen} is not among the others, or not in order");
    }
    assert_ne!(narrow, wide[..8]);
}

#[test]
fn lines_of_a_book_are_followed_by_random_moves() {
    let lines = [START, "4k3/4p3/8/8/8/8/4P3/4K3 w - - hmvc 3; fmvn 40;", "bad line"];
    let folder = Folder::new("openings");
    let book = folder.write("openings.epd", format!("# lines\n\n{}\r\n{}\n", lines[0], lines[1]));
    let mut verbatim = openings(&format!("2 seed 1 book {book} plies 0"));
    verbatim.sort();
    assert_eq!(verbatim, ["4k3/4p3/8/8/8/8/4P3/4K3 w - - 3 40", START]);

    let mut reachable = BTreeSet::new();
    for fen in &verbatim {
        for mv in mailbox::legal_moves(fen) {
            let after = mailbox::after(fen, &mv);
            reachable.extend(
                mailbox::legal_moves(&after)
                    .iter()
                    .map(|mv| placement(&mailbox::after(&after, mv))),
            );
            reachable.insert(placement(&after));
        }
    }
    let fens = openings(&format!("20 seed 1 book {book} plies 1"));
    assert!(fens.iter().all(|fen| reachable.contains(&placement(fen))));
    assert_eq!(fens.iter().collect::<HashSet<_>>().len(), 20);

    // A bad line is reported when it is drawn, and so is the end of a book.
    let bad = folder.write("bad.epd", format!("{}\n", lines[2]));
    let text = complaint(&format!("1 seed 1 book {bad}"));
    assert!(text.contains("bad.epd:1: 'bad line': the castling field is missing"), "{text}");
    let all = genfens(&format!("3 seed 1 book {book} plies 0"));
    assert!(all.len() == 3 && all[2].contains("no more openings after 2"), "{all:?}");
}

#[test]
fn nonsense_is_named() {
    let empty = Folder::new("no_openings").write("empty.epd", "\n# nothing\n");
    for (order, named) in [
        ("", "nothing"),
        ("x seed 1 book None", "'x'"),
        ("5 seed y book None", "'y'"),
        ("5 book None", "expected a seed"),
        ("5 seed 1 book None frobnicate", "'frobnicate'"),
        ("5 seed 1 book None plies 1000", "'1000'"),
        ("5 seed 1 book /no/such/book.epd", "/no/such/book.epd"),
        ("5 seed 1 book None frc dfrc", "only one of"),
        (&format!("5 seed 1 book {empty}"), "no position"),
    ] {
        let complaint = complaint(order);
        assert!(complaint.contains(named), "{order}: {complaint}");
    }
}

#[test]
fn a_reader_that_leaves_ends_the_work() {
    let mut running = Running::start(&["genfens 1000000 seed 1 book None", "quit"]);
    running.speaks();
    running.close_output();
    running.end();
}

#[test]
fn the_dialogue_goes_on_meanwhile() {
    let mut session = Session::new();
    session.ask("genfens 1000000 seed 1 book None", "info string genfens ");
    session.sync();
    session.send("stop");
    // After that, at most one more opening comes before the answer that waits for the end.
    session.send("wait");
    assert!(session.best_move("go depth 3").len() >= 4);
    assert!(session.is_silent_for(Duration::from_millis(300)));
    session.send("quit");
    assert!(session.ends_within(Duration::from_secs(10)).success());
}

#[test]
fn tuning_lines_are_the_table() {
    let table = printed(&["spsa"]);
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split(", ").collect()).collect();
    assert_eq!(lines.len(), params::TABLE.len());
    for (fields, row) in lines.iter().zip(params::TABLE) {
        assert_eq!((fields.len(), fields[0], fields[1]), (7, row.name, "int"));
        let numbers: Vec<i32> = fields[2..6].iter().map(|field| field.parse().unwrap()).collect();
        assert_eq!(numbers, [row.default, row.min, row.max, row.step]);
        assert!(fields[6].parse::<f64>().unwrap() > 0.0);
        // OpenBench passes the names as options on a command line.
        assert!(row.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'));
    }

    let some = printed(&["spsa", "nmp_", "--r-end", "0.01"]);
    assert!(some.lines().count() > 3);
    assert!(some.lines().all(|line| line.starts_with("nmp_") && line.ends_with(", 0.01")));
    assert_eq!(printed(&["spsa", "nmp"]).lines().count(), some.lines().count());
    // The shares of the evaluation's tables, on request.
    let checks = printed(&["spsa", "SAFE_CHECK_"]);
    assert_eq!(
        checks.lines().collect::<Vec<_>>(),
        ["mg", "eg"].map(|half| format!("SAFE_CHECK_{half}, int, 100, -300, 1000, 20, 0.002"))
    );
    refused(&["spsa", "xyz"], "'xyz'");
    for rate in ["0", "-1", "x", "inf"] {
        refused(&["spsa", &format!("--r-end={rate}")], &format!("'{rate}'"));
    }
}

#[test]
fn the_configuration_asks_for_the_compiler_that_is_needed() {
    let config = include_str!("../../docs/openbench/Quevedo.json");
    let wanted = format!("\"cargo>={}.0\"", env!("CARGO_PKG_RUST_VERSION"));
    assert!(config.contains(&wanted), "{wanted}");
}
