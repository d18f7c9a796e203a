//! The tools that work on games, through the real binary: books, ratings, chances, figures.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use quevedo::notation::pgn::Games;

/// A folder of its own for a test, gone at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("quevedo-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        std::fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn quevedo(args: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_quevedo")).args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// One line to the error output and code 2, naming what is wrong.
fn refused(args: &[&str], what: &str) {
    let (code, out, errors) = quevedo(args);
    assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
    assert!(errors.lines().count() == 1 && errors.contains(what), "{args:?}: {errors}");
}

const GAMES: &str = r#"
[White "A"]
[Black "B"]
[Result "1-0"]
1. e4 e5 2. Nf3 Nc6 1-0

[White "B"]
[Black "A"]
[Result "1/2-1/2"]
1. e4 c5 2. Nf3 d6 1/2-1/2

[White "A"]
[Black "B"]
[Result "0-1"]
1. d4 d5 2. c4 e6 0-1

[White "B"]
[Black "A"]
[Result "*"]
1. a4 *
"#;

const DAMAGED: &str = r#"
[White "B"]
[Black "A"]
1. e4 e5 2. Ke9 1-0
"#;

#[test]
fn a_book_is_made_and_shown() {
    let scratch = Scratch::new("book");
    let games = scratch.file("games.pgn", &(GAMES.to_owned() + DAMAGED));
    let book = scratch.path("book.bin");
    let (code, out, errors) =
        quevedo(&["book", "make", &games, "--out", &book, "--least", "1", "--plies", "3"]);
    assert_eq!(code, 0, "{errors}");
    assert!(out.contains("from 3 games; left out: 1 unfinished, 1 damaged"), "{out}");
    assert!(errors.contains("Ke9"), "{errors}");
    let (code, out, _) = quevedo(&["book", "show", "--book", &book]);
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    // A win and a draw: three points. A loss has scored nothing.
    assert_eq!((code, rows.len()), (0, 2), "{out}");
    assert_eq!(rows[1][..3], ["e4", "3", "100.0%"], "{out}");
    assert_eq!(rows[1][3..], ["c5"], "a move that only lost is no move of the book: {out}");
    let fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1";
    let (code, out, _) = quevedo(&["book", "show", fen, "--book", &book]);
    assert!(code == 0 && out.contains("not in the book"), "{out}");
}

#[test]
fn books_that_cannot_be() {
    let scratch = Scratch::new("nobook");
    let games = scratch.file("games.pgn", GAMES);
    let empty = scratch.file("empty.pgn", "");
    let book = scratch.path("book.bin");
    refused(&["book", "make", "/no/such.pgn", "--out", &book], "/no/such.pgn");
    refused(&["book", "make", &empty, "--out", &book], "no finished game");
    refused(&["book", "show", "--book", "/no/such.bin"], "/no/such.bin");
    refused(&["book", "show", "--book", &games], "games.pgn");
    refused(&["book", "show", "nonsense"], "nonsense");
    // What can't be written leaves the old book in place.
    std::fs::write(&book, b"old").unwrap();
    let (code, _, errors) = quevedo(&["book", "make", &games, "--out", &book, "--least", "99"]);
    assert!(code == 2 && errors.contains("99 games"), "{errors}");
    assert_eq!(std::fs::read(&book).unwrap(), b"old");
    let (code, out, _) = quevedo(&["book", "show"]);
    assert!(code == 0 && out.lines().count() > 2, "the own book: {out}");
}

fn read(path: &str) -> Vec<quevedo::notation::pgn::Game> {
    Games::open(Path::new(path)).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn games_are_played_and_can_be_repeated() {
    let scratch = Scratch::new("play");
    let play = |name: &str, seed: &str| {
        let out = scratch.path(name);
        let args = ["--games", "3", "--nodes", "300", "--plies", "10", "--threads", "2"];
        let args = [&["book", "play", "--out", &out, "--seed", seed], &args[..]].concat();
        let (code, _, errors) = quevedo(&args);
        assert_eq!(code, 0, "{errors}");
        let mut games = read(&out);
        games.sort_by_key(|game| game.tag("Round").unwrap().parse::<u32>().unwrap());
        games
    };
    let games = play("one.pgn", "5");
    assert_eq!(games.len(), 3);
    assert_eq!(games, play("two.pgn", "5"));
    assert_ne!(games, play("three.pgn", "6"));
    // A second run goes on in the file.
    assert_eq!(play("one.pgn", "7").len(), 6);
    refused(&["book", "play", "--out", "/no/such/folder/games.pgn"], "/no/such/folder");
    // Their comments carry what the fit of chances needs.
    let (code, out, errors) = quevedo(&["wdl", &scratch.path("one.pgn")]);
    assert!(code == 0 || errors.contains("scores with a result"), "{out}{errors}");
}

#[test]
fn chances_are_fitted_to_games() {
    let scratch = Scratch::new("wdl");
    // Whoever is ahead by more than two pawns wins, else it is a draw.
    let mut text = String::new();
    for game in 0..200 {
        let score = f64::from(game % 80) / 10.0 - 4.0;
        let result = if score > 2.0 {
            "1-0"
        } else if score < -2.0 {
            "0-1"
        } else {
            "1/2-1/2"
        };
        text.push_str(&format!("[White \"Q\"]\n[Result \"{result}\"]\n"));
        let moves = ["Nf3", "Nf6", "Ng1", "Ng8", "Nc3", "Nc6", "Nb1", "Nb8"];
        for ply in 0..16 {
            let told = if ply % 2 == 0 { score } else { -score };
            text.push_str(&format!("{} {{{told:+.2}/9 0.1s}} ", moves[ply % 8]));
        }
        text.push_str(&format!("{result}\n\n"));
    }
    let (games, model) = (scratch.file("games.pgn", &text), scratch.path("model.rs"));
    let (code, out, errors) = quevedo(&["wdl", &games, "--out", &model]);
    assert_eq!(code, 0, "{errors}");
    assert!(out.contains("1600 scores of 200 games"), "{out}");
    // The last table's row for the full board: a win as likely as not at about two pawns.
    let row = out.lines().find(|line| line.trim_start().starts_with("78 ")).unwrap();
    let a: f64 = row.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!((185.0..225.0).contains(&a), "{out}");
    assert!(std::fs::read_to_string(&model).unwrap().contains("pub const A: Coefficients"));
    refused(&["wdl", &scratch.file("few.pgn", GAMES)], "only 0 scores");
}

#[test]
fn ratings_from_games() {
    let scratch = Scratch::new("elo");
    let games = scratch.file("games.pgn", GAMES);
    let (code, out, _) = quevedo(&["elo", &games, "--anchor", "B", "--rating", "2000", "--csv"]);
    assert_eq!(code, 0);
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["name", "elo", "error", "games", "score"]);
    // One win each and a draw.
    assert_eq!((rows[1][1], rows[2][1]), ("2000", "2000"), "{out}");
    assert_eq!((rows[1][3], rows[1][4]), ("3", "50.0"), "{out}");
    refused(&["elo", &games, "--anchor", "C"], "'C'");
    refused(&["elo", &scratch.file("none.pgn", "")], "no finished game");
}

#[test]
fn figures_are_drawn_from_data() {
    let scratch = Scratch::new("figures");
    scratch.file("perft.csv", "generator,relative\nQuevedo,1\nother,0.25\n");
    scratch.file("threads.csv", "what,threads,mega/s,speed-up\nsearch,1,2,1\nsearch,2,4,1.9\n");
    let (data, out) = (scratch.path(""), scratch.path("out"));
    let (code, told, _) = quevedo(&["figures", "--data", &data, "--out", &out]);
    assert_eq!(code, 0);
    assert!(told.contains("left out") && told.contains("elo.csv"), "{told}");
    let perft = std::fs::read_to_string(scratch.path("out/perft.svg")).unwrap();
    assert!(perft.contains("<svg") && perft.contains("Quevedo") && perft.contains("other"));
    assert!(Path::new(&scratch.path("out/threads.svg")).exists());
    scratch.file("elo.csv", "name,elo,error\nQuevedo,x,3\n");
    let (code, _, errors) = quevedo(&["figures", "--data", &data, "--out", &out]);
    assert!(code == 2 && errors.contains("'x'"), "{errors}");
}
