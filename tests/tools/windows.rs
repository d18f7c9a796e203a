//! Peculiarities of Windows: device names and forbidden names, files that other programs have locked, and paths with a
//! prefix. `scripts/check-windows` runs these and all other tests under Wine.

use std::fs::{self, OpenOptions};
use std::os::windows::fs::OpenOptionsExt as _;
use std::time::Duration;

use crate::common::session::Session;
use crate::common::tool::{Folder, Running, printed, quevedo, refused, text};

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 1-0\n\n";

/// Opens a file so that no other handle may read, write or replace it.
fn kept(path: &str) -> fs::File {
    OpenOptions::new().read(true).share_mode(0).open(path).unwrap()
}

#[test]
fn forbidden_names_are_refused() {
    let folder = Folder::new("windows_names");
    let game = folder.write("game.pgn", GAME);
    for name in ["who?.bin", "a*b", "a|b", "a<b>", "quote\"d"] {
        let out = folder.file(name);
        refused(&["book", "make", &game, "--out", &out, "--least", "1"], &out);
        refused(&["datagen", "--games", "1", "--out", &out], &out);
        refused(&["book", "show", "--book", &out], &out);
        let mut session = Session::new();
        for option in ["Debug Log File", "BookFile", "SyzygyPath"] {
            session.send(&format!("setoption name {option} value {out}"));
            let told = session.sync();
            let named = told.iter().filter(|line| line.contains(&out)).count();
            assert_eq!(named, 1, "{option}: {told:?}");
        }
    }
    assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 1);
}

/// `NUL` swallows everything, like `/dev/null`, and no file with that name or beside it is created.
#[test]
fn the_null_device_is_written_to() {
    let folder = Folder::new("windows_null");
    let game = folder.write("game.pgn", GAME);
    for out in ["NUL", "nul", &folder.file("NUL")] {
        printed(&["book", "make", &game, "--out", out, "--least", "1"]);
        printed(&["analyse", &game, "--depth", "2", "--html", out, "--pgn", out]);
    }
    assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 1);
}

#[test]
fn files_that_others_keep_to_themselves_are_named() {
    let folder = Folder::new("windows_locked");
    let (game, book) = (folder.write("game.pgn", GAME), folder.file("book.bin"));
    let make = ["book", "make", &game, "--out", &book, "--least", "1"];
    printed(&make);
    let old = fs::read(&book).unwrap();
    {
        let _reader = kept(&book);
        refused(&make, "book.bin");
        refused(&["book", "show", "--book", &book], "book.bin");
        let mut session = Session::new();
        session.send(&format!("setoption name BookFile value {book}"));
        let told = session.sync();
        assert!(told.len() == 1 && told[0].contains("book.bin"), "{told:?}");
    }
    assert_eq!(fs::read(&book).unwrap(), old);
    assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 2, "something is left");
    {
        let _reader = kept(&game);
        refused(&make, "game.pgn");
        refused(&["analyse", &game, "--depth", "1"], "game.pgn");
    }
    let played = folder.write("played.pgn", "");
    let _reader = kept(&played);
    let play = ["book", "play", "--games", "1", "--nodes", "100", "--out", &played];
    refused(&play, "another process is using it");
}

#[test]
fn paths_of_all_kinds() {
    let folder = Folder::new("windows_paths");
    let game = folder.write("game.pgn", GAME);
    let whole = fs::canonicalize(&game).unwrap().to_str().unwrap().to_owned();
    assert!(whole.starts_with(r"\\?\"), "{whole}");
    let drive = whole.trim_start_matches(r"\\?\").to_owned();
    for path in [&whole, &drive, &drive.replace('\\', "/"), &drive.to_uppercase()] {
        let table = printed(&["analyse", path, "--depth", "1"]);
        assert!(table.contains("Nc6"), "{path}: {table}");
        refused(&["analyse", path, "--depth", "1", "--pgn", &game], "refusing to overwrite");
    }
    let empty = folder.file("");
    let mut session = Session::new();
    session.send(&format!("setoption name SyzygyPath value {empty};C:\\no\\such;"));
    let told = session.sync();
    assert!(told.iter().any(|line| line.contains("'C:\\no\\such'")), "{told:?}");
}

/// A UCI session does not handle Ctrl-C, which ends it at once, whatever it is doing.
#[test]
fn ctrl_c_ends_a_dialogue() {
    for input in ["", "go infinite\n", "go perft 9\n"] {
        let running = Running::reading(&[], input);
        running.interrupt();
        running.end();
    }
}

/// Windows has timer ticks of 15.6 ms unless a program asks for shorter ones; a search must be more precise.
#[test]
fn the_clock_is_fine() {
    let mut session = Session::new();
    session.sync();
    for milliseconds in [1, 2, 5, 10, 20, 40] {
        let times: Vec<Duration> = (0..9)
            .map(|_| {
                let start = std::time::Instant::now();
                session.best_move(&format!("go movetime {milliseconds}"));
                start.elapsed()
            })
            .collect();
        let best = times.iter().min().unwrap();
        assert!(*best < Duration::from_millis(milliseconds + 8), "{milliseconds} ms: {times:?}");
    }
}

#[test]
fn an_argument_that_is_no_unicode_is_refused() {
    use std::os::windows::ffi::OsStringExt as _;
    let argument = std::ffi::OsString::from_wide(&[0x61, 0xd800, 0x62]);
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_quevedo"));
    let output = program.arg(argument).output().unwrap();
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(quevedo(&["--version"]).status.success());
}
