//! File names and files as they occur elsewhere: spaces and non-ASCII letters in the names of files and folders, and
//! lines that end with a carriage return.

use std::fs;

use crate::common::session::Session;
use crate::common::tool::{Folder, printed};

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";
const SUITE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n";
const COUNTS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n";

/// A folder and files with names that a careless program would mishandle.
fn odd_folder(name: &str) -> Folder {
    Folder::new(&format!("{name} & König (Дама) 王"))
}

#[test]
fn names_with_blanks_and_letters_of_all_kinds() {
    let folder = odd_folder("names");
    let game = folder.write("gioco piano à Łódź.pgn", GAME);
    let file = |name: &str| folder.file(&format!("der König {name}"));
    let (pgn, html, svg) = (file("x.pgn"), file("x.html"), file("x.svg"));
    let quick = ["--depth", "3", "--threads", "1"];
    let outputs = ["--pgn", &pgn, "--html", &html, "--svg", &svg];
    printed(&[&["analyse", &game][..], &quick, &outputs].concat());
    for out in [&pgn, &html, &svg] {
        assert!(fs::read_to_string(out).unwrap().len() > GAME.len(), "{out}");
    }
    let book = file("Bücher.bin");
    printed(&["book", "make", &game, "--out", &book, "--least", "1"]);
    assert!(printed(&["book", "show", "--book", &book]).contains("e4"));
    let (suite, csv) = (folder.write("Ergänzung.epd", SUITE), file("x.csv"));
    printed(&[&["epd", &suite][..], &quick, &["--require", "1", "--csv", &csv]].concat());
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 2);
    printed(&["perft", "--suite", &folder.write("Zählung.epd", COUNTS)]);
    let learnt = file("Spiele.vf");
    printed(&["datagen", "--out", &learnt, "--games", "1", "--nodes", "100", "--threads", "1"]);
    assert!(printed(&["datagen", "stats", &learnt]).contains('1'));
    let split = folder.file("Teile ½");
    printed(&["perft", "split", "4", "--plies", "2", "--out", &split]);
    let shard = folder.file("Teile ½/1-of-1.shard");
    printed(&["perft", "work", &shard]);
    assert!(printed(&["perft", "join", &format!("{shard}.counts")]).starts_with("197281 leaves"));
    let manual = folder.file("Handbücher");
    printed(&["man", &manual]);
    assert!(fs::read_dir(&manual).unwrap().count() > 5);
    assert!(printed(&["elo", &game]).contains('A'));
}

#[test]
fn options_with_such_names() {
    let folder = odd_folder("names_of_options");
    let (log, book) = (folder.file("Protokoll für Łódź.log"), folder.file("Büch lein.bin"));
    let game = folder.write("game.pgn", GAME);
    printed(&["book", "make", &game, "--out", &book, "--least", "1"]);
    let mut session = Session::new();
    for (option, value) in [("Debug Log File", &log), ("BookFile", &book)] {
        session.send(&format!("setoption name {option} value {value}"));
    }
    session.send("setoption name OwnBook value true");
    assert!(session.sync().concat().contains("2 moves"));
    assert_eq!(session.best_move("go depth 2"), "e2e4");
    session.send("setoption name Debug Log File value <empty>");
    session.sync();
    assert!(fs::read_to_string(&log).unwrap().contains("< bestmove e2e4"));
    // Files that are not tablebases: the error message contains the name.
    folder.write("KQvK.rtbw", "nonsense");
    session.send(&format!("setoption name SyzygyPath value {}", folder.file("")));
    let told = session.sync().concat();
    assert!(told.contains("König (Дама) 王") && told.contains("KQvK.rtbw"), "{told}");
}

#[test]
fn lines_that_end_with_a_carriage_return() {
    let folder = Folder::new("carriage_returns");
    let both = |name: &str, content: &str| {
        let plain = folder.write(&format!("plain.{name}"), content);
        (plain, folder.write(&format!("returns.{name}"), content.replace('\n', "\r\n")))
    };
    // The output has no carriage returns; the file name and times are ignored.
    let same = |(plain, returns): (String, String), args: &[&str]| {
        let [plain, returns] = [plain, returns].map(|file| {
            let text = printed(&[args, &[file.as_str()][..]].concat());
            assert!(!text.contains('\r'), "{text:?}");
            let lines = text.lines().filter(|line| !line.contains(" s ") && !line.contains(" s,"));
            let starts = lines.map(|line| line.split("  ").next().unwrap());
            let starts = starts.map(|line| line.split(" in ").next().unwrap());
            starts
                .map(|start| start.replace("plain.", "").replace("returns.", ""))
                .collect::<Vec<_>>()
        });
        assert!(plain == returns && !plain.is_empty(), "{plain:?}, then {returns:?}");
    };
    same(both("pgn", GAME), &["analyse", "--depth", "3", "--threads", "1"]);
    same(both("pgn", GAME), &["elo"]);
    same(both("epd", SUITE), &["epd", "--depth", "3", "--threads", "1"]);
    same(both("counts", COUNTS), &["perft", "--suite"]);
    let (plain, returns) = both("fens", SUITE.split(" bm ").next().unwrap());
    let bench = |file: &str| {
        let text = printed(&["bench", "1", "1", "5", file, "depth"]);
        text.lines().last().unwrap().split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(bench(&plain), bench(&returns));
}
