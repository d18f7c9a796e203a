//! The tools for games, through the real binary: books, ratings, win probabilities.

use std::fs;
use std::path::Path;

use quevedo::eval::wdl;
use quevedo::notation::pgn::{PgnGame, PgnReader};

use crate::common::tool::{Folder, printed, quevedo, refused, text};

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
    let folder = Folder::new("game_tools_book");
    let games = folder.write("games.pgn", GAMES.to_owned() + DAMAGED);
    let book = folder.file("book.bin");
    let output = quevedo(&["book", "make", &games, "--out", &book, "--least", "1", "--plies", "3"]);
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{errors}");
    assert!(out.contains("from 3 games; skipped: 1 unfinished, 1 damaged"), "{out}");
    assert!(errors.contains("Ke9"), "{errors}");
    let out = printed(&["book", "show", "--book", &book]);
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    // A win and a draw give three points, and a loss nothing.
    assert_eq!(rows.len(), 2, "{out}");
    assert_eq!(rows[1][..3], ["e4", "3", "100.0%"], "{out}");
    assert_eq!(rows[1][3..], ["c5"], "a move that only lost is no move of the book: {out}");
    let fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1";
    let out = printed(&["book", "show", fen, "--book", &book]);
    assert!(out.contains("not in the book"), "{out}");
}

#[test]
fn books_that_cannot_be() {
    let folder = Folder::new("game_tools_nobook");
    let games = folder.write("games.pgn", GAMES);
    let empty = folder.write("empty.pgn", "");
    let book = folder.file("book.bin");
    refused(&["book", "make", "/no/such.pgn", "--out", &book], "/no/such.pgn");
    refused(&["book", "make", &empty, "--out", &book], "no finished game");
    refused(&["book", "make", &games, "--out", &games], "refusing to overwrite the input file");
    refused(&["book", "make", &folder.file(""), "--out", &book], "nobook");
    refused(&["book", "show", "--book", "/no/such.bin"], "/no/such.bin");
    refused(&["book", "show", "--book", &games], "games.pgn");
    refused(&["book", "show", "nonsense"], "nonsense");
    // If the new book can't be written, the old one stays in place.
    fs::write(&book, b"old").unwrap();
    refused(&["book", "make", &games, "--out", &book, "--least", "99"], "99 games");
    assert_eq!(fs::read(&book).unwrap(), b"old");
    let out = printed(&["book", "show"]);
    assert!(out.lines().count() > 2, "the own book: {out}");
}

fn read(path: &str) -> Vec<PgnGame> {
    PgnReader::open(Path::new(path)).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn games_are_played_and_can_be_repeated() {
    let folder = Folder::new("game_tools_play");
    let play = |name: &str, seed: &str| {
        let out = folder.file(name);
        let args = ["--games", "3", "--nodes", "300", "--plies", "10", "--threads", "2"];
        let args = [&["book", "play", "--out", &out, "--seed", seed], &args[..]].concat();
        printed(&args);
        let mut games = read(&out);
        games.sort_by_key(|game| game.tag("Round").unwrap().parse::<u32>().unwrap());
        games
    };
    let games = play("one.pgn", "5");
    assert_eq!(games.len(), 3);
    assert_eq!(games, play("two.pgn", "5"));
    assert_ne!(games, play("three.pgn", "6"));
    // A second run appends other games to the file, even with the same seed.
    let six = play("one.pgn", "5");
    assert_eq!((six.len(), &six[..3]), (6, &games[..]));
    assert!(six[3..].iter().all(|game| !games.iter().any(|old| old.line == game.line)));
    refused(&["book", "play", "--out", "/no/such/folder/games.pgn"], "/no/such/folder");
    // Their comments contain the scores that the fit of win probabilities needs.
    let output = quevedo(&["wdl", &folder.file("one.pgn")]);
    let errors = text(&output.stderr);
    assert!(output.status.success() || errors.contains("scores with a result"), "{errors}");
}

#[test]
fn chances_are_fitted_to_games() {
    let folder = Folder::new("game_tools_wdl");
    // A side that is more than two pawns ahead wins; otherwise the game is a draw.
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
    let (games, model) = (folder.write("games.pgn", text), folder.file("model.rs"));
    let out = printed(&["wdl", &games, "--out", &model]);
    assert!(out.contains("1600 scores of 200 games"), "{out}");
    // With a full board, the win probability is one half at about two pawns, as in the games.
    let row = out.lines().find(|line| line.trim_start().starts_with("78 ")).unwrap();
    let a: f64 = row.split_whitespace().nth(1).unwrap().parse().unwrap();
    let pawns = a / wdl::unit() / 100.0;
    assert!((1.85..2.25).contains(&pawns), "{out}");
    assert!(fs::read_to_string(&model).unwrap().contains("pub const A: [f64; 3]"));
    refused(&["wdl", &folder.write("few.pgn", GAMES)], "only 0 scores");
    refused(&["wdl", &games, "--player", "Nobody"], "only 0 scores of 'Nobody'");
    // Games that do not end by the rules of chess say nothing about their scores.
    let text = fs::read_to_string(&games).unwrap();
    let forfeits = text.replacen("[Result", "[Termination \"time forfeit\"]\n[Result", 50);
    let fewer = printed(&["wdl", &folder.write("forfeits.pgn", forfeits)]);
    assert!(fewer.contains("1200 scores of 150 games"), "{fewer}");
    refused(&["wdl", &games, "--out", &games], "refusing to overwrite the input file");
    refused(&["wdl", &folder.file("")], "wdl");
}
