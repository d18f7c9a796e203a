//! `quevedo epd` and `quevedo analyse` as a user runs them, with good and bad input.

use std::fs;

use quevedo::notation::pgn::{GameResult, PgnGame, PgnReader};
use quevedo::notation::san;

use crate::common::tool::{Folder, Running, complaint, printed, quevedo, refused, text, until};

const MATES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/mates.epd");
const BRATKO_KOPEC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/bratko-kopec.epd");

/// A mate, and the blunder that allowed it.
const FOOLS_MATE: &str = "[White \"Fool\"]\n[Black \"Scholar\"]\n\n1. f3 e6 2. g4 Qh4# 0-1\n";
const ARRAY_960: &str = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1";

/// The row of a table that begins with this text.
fn row<'a>(table: &'a str, start: &str) -> &'a str {
    let begins = |line: &&str| line.trim_start().starts_with(start);
    table.lines().find(begins).unwrap_or_else(|| panic!("no row '{start}' in\n{table}"))
}

fn games(file: &str) -> Vec<PgnGame> {
    let text = fs::read(file).unwrap();
    PgnReader::new(&text[..], file).map(Result::unwrap).collect()
}

#[test]
fn mates_are_found_in_time() {
    let table = printed(&["epd", MATES, "--depth", "24", "--threads", "1", "--require", "13"]);
    assert!(table.contains("13 of 13 solved (100.0 %)"), "{table}");
    for (id, mv, score) in [
        ("back rank", "Ra8#", "#1"),
        ("rooks and bishop", "Rg1+", "#2"),
        ("discovered check", "Ra6+", "#3"),
        ("opened file", "Nf6+", "#4"),
    ] {
        let words: Vec<&str> = row(&table, id)[id.len()..].split_whitespace().collect();
        assert_eq!(words[..3], ["yes", mv, score], "{table}");
    }
}

#[test]
fn a_suite_is_reported_line_by_line() {
    let folder = Folder::new("epd_suite");
    let csv = folder.file("suite.csv");
    let args = ["epd", BRATKO_KOPEC, "--depth", "11", "--threads", "1", "--hash", "1"];
    let table = printed(&[&args[..], &["--csv", &csv]].concat());
    let solved =
        table.lines().filter(|line| line.starts_with("BK.") && line.contains(" yes ")).count();
    assert_eq!(table.lines().filter(|line| line.starts_with("BK.")).count(), 24);
    assert!(solved >= 8, "{table}");
    assert!(table.contains(&format!("{solved} of 24 solved")), "{table}");

    // The same as CSV; with one thread, the nodes are the same again.
    let values = fs::read_to_string(&csv).unwrap();
    let mut lines = values.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = |name| names.iter().position(|&other| other == name).unwrap();
    let mut count = 0;
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), names.len(), "{line}");
        let number = |name| cells[column(name)].parse::<u64>();
        assert_eq!(number("depth"), Ok(11));
        if cells[column("solved")] == "1" {
            count += 1;
            assert!(cells[column("expected")].contains(cells[column("move")]), "{line}");
            assert!(number("solution_nodes").unwrap() <= number("nodes").unwrap());
            assert!(number("solution_depth").unwrap() <= 11 && number("solution_ms").is_ok());
        } else {
            assert!(number("solution_nodes").is_err() && number("solution_ms").is_err());
        }
    }
    assert_eq!(count, solved);
    let again = folder.file("again.csv");
    printed(&[&args[..], &["--csv", &again]].concat());
    let nodes = |file: &str| -> Vec<String> {
        let text = fs::read_to_string(file).unwrap();
        let cell = |line: &str| line.split(',').nth(column("nodes")).unwrap().to_owned();
        text.lines().map(cell).collect()
    };
    assert_eq!(nodes(&csv), nodes(&again));

    let output = quevedo(&[&args[..], &["--require", "25"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).ends_with("25 were required\n") && output.stderr.is_empty());
}

#[test]
fn points_and_loose_writing() {
    let folder = Folder::new("epd_points");
    // Taking the queen gives ten points; also 0-0, the counters of a FEN, Latin-1, and a byte order mark.
    let suite = folder.write(
        "suite.epd",
        b"\xef\xbb\xbf# a comment\r\n\
          k7/8/8/3q4/8/2N5/8/K7 w - - 0 1 bm Nd5; c0 \"Nxd5=10, Kb2=2\"; id \"P\xe9trosian, 1\";\r\n\
          \r\n\
          k7/8/8/3q4/8/2N5/8/K7 w - - bm c3xd5!?; id \"all of it\"\r\n\
          k7/8/8/3q4/8/2N5/8/K7 w - - am Kb1 Kb2;\r\n\
          4k3/8/8/8/8/8/5PPP/4K2R w K - bm 0-0 Kd2 Ke2 Kd1 O-O Kf1 f4 h4 g4 h3 g3 f3 Rg1 Rf1;",
    );
    let csv = folder.file("out.csv");
    let table = printed(&["epd", &suite, "--depth", "4", "--csv", &csv]);
    assert!(
        table.contains("4 of 4 solved") && table.contains("10 of 10 points (100.0 %)"),
        "{table}"
    );
    assert!(row(&table, "Pétrosian, 1").ends_with("Nxd5  (10 of 10 points)"), "{table}");
    assert!(row(&table, "suite.epd:5").ends_with("not Kb1 nor Kb2"), "{table}");
    let values = fs::read_to_string(&csv).unwrap();
    assert!(values.contains(",\"Pétrosian, 1\",") && values.ends_with(",0,0\n"), "{values}");
}

#[test]
fn bad_lines_are_named_and_the_others_searched() {
    let folder = Folder::new("epd_bad");
    const SOUND: &str = "k7/8/8/3q4/8/2N5/8/K7 w - - bm Nxd5;";
    for (line, named) in [
        ("k7/8/8/3q4/8/2N5/8/K7 w - - bm Nxd6;", "illegal move 'Nxd6'"),
        ("k7/8/8/3q4/8/2N5/8/K7 w - - id \"nothing\";", "no bm, am or dm"),
        ("k7/8/8/3q4/8/2N5/8/K7 w - - bm Nxd5; id \"open;", "expected a closing quotation mark"),
        ("k7/8/8/3q4/8/2N5/8/K7 w - - dm soon;", "'dm soon'"),
        ("k7/8/8/3q4/8/2N5/8/K7 x - - bm Nxd5;", "expected 'w' or 'b', got 'x'"),
        ("nonsense", "bad FEN 'nonsense'"),
        ("\u{1}\u{2}\u{7f}\u{fffd}", "bad FEN"),
    ] {
        let suite = folder.write("bad.epd", format!("{SOUND}\n{line}\n{SOUND}\n"));
        let output = quevedo(&["epd", &suite, "--depth", "3"]);
        assert_eq!(output.status.code(), Some(2));
        let complaint = text(&output.stderr);
        let lines: Vec<&str> = complaint.lines().collect();
        assert!(lines[0].contains("bad.epd:2: ") && lines[0].contains(named), "{complaint}");
        assert_eq!(lines[1..], ["quevedo: skipped 1 bad line"]);
        assert!(text(&output.stdout).contains("2 of 2 solved"), "the others are not searched");
    }
    // With only bad lines, nothing is searched.
    let suite = folder.write("bad.epd", "nonsense\nmore of it\n");
    assert!(complaint(&["epd", &suite]).ends_with("quevedo: skipped 2 bad lines\n"));
}

#[test]
fn nonsense_gets_one_line() {
    let folder = Folder::new("nonsense_gets_one_line");
    let suite = folder.write("suite.epd", "k7/8/8/3q4/8/2N5/8/K7 w - - bm Nxd5;\n");
    let game = folder.write("game.pgn", FOOLS_MATE);
    let empty = folder.write("empty", "");
    let none = folder.file("none");
    let nowhere = folder.file("none/file");
    let this = folder.file("");
    let program = env!("CARGO_BIN_EXE_quevedo");
    let overwriting = |path: &str| format!("refusing to overwrite the input file '{path}'");
    for (args, named) in [
        (vec!["epd"], "<FILE>"),
        (vec!["epd", &none], "none"),
        (vec!["epd", &this], ""),
        (vec!["epd", &empty], "no positions"),
        (vec!["epd", &suite, "--depth", "0"], "'0'"),
        (vec!["epd", &suite, "--movetime", "x"], "'x'"),
        (vec!["epd", &suite, "--nodes", "0"], "'0'"),
        (vec!["epd", &suite, "--threads", "0"], "'0'"),
        (vec!["epd", &suite, "--hash", "0"], "'0'"),
        (vec!["epd", &suite, "--csv", &nowhere], "none/file"),
        (vec!["epd", &suite, "--csv", &suite], &overwriting(&suite)[..]),
        (vec!["analyse"], "<GAME.pgn>"),
        (vec!["analyse", &none], "none"),
        (vec!["analyse", &this], ""),
        (vec!["analyse", &empty], "no games"),
        (vec!["analyse", program], "zero byte"),
        (vec!["epd", program], "zero byte"),
        (vec!["epd", &game], "this is PGN"),
        (vec!["analyse", &game, "--depth", "x"], "'x'"),
        (vec!["analyse", &game, "--pgn", &nowhere], "none/file"),
        (vec!["analyse", &game, "--svg", &nowhere], "none/file"),
        (vec!["analyse", &game, "--pgn", &game], &overwriting(&game)[..]),
        (vec!["analyse", &game, "--svg", &game], &overwriting(&game)[..]),
    ] {
        refused(&args, named);
    }
    assert_eq!(fs::read_to_string(&game).unwrap(), FOOLS_MATE, "a source is never lost");
}

#[test]
fn a_closed_pipe_ends_the_work() {
    let folder = Folder::new("closed_pipe");
    let game = folder.write("game.pgn", format!("{FOOLS_MATE}\n{FOOLS_MATE}\n{FOOLS_MATE}"));
    for args in [vec!["epd", BRATKO_KOPEC], vec!["analyse", &game]] {
        let mut running = Running::start(&[&args[..], &["--movetime", "300"]].concat());
        running.speaks();
        running.close_output();
        let output = running.end();
        assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    }
}

#[test]
fn what_was_found_survives_an_interruption() {
    let folder = Folder::new("interruption");
    let game =
        folder.write("game.pgn", "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n");
    let out = folder.file("out.pgn");
    for args in [vec!["analyse", &game, "--pgn", &out], vec!["epd", BRATKO_KOPEC]] {
        let mut running = Running::start(&[&args[..], &["--movetime", "400"]].concat());
        // The analysis is under way, and the first game is written.
        running.speaks();
        let written = || fs::read_to_string(&out).is_ok_and(|text| text.contains('*'));
        until(|| args[0] == "epd" || written());
        running.interrupt();
        let output = running.end();
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{complaint}");
        assert!(complaint.starts_with("quevedo: stopped ") && complaint.lines().count() == 1);
        assert!(args[0] == "analyse" || text(&output.stdout).contains(" solved ("));
    }
    let [first, second] = &games(&out)[..] else { panic!("two games") };
    assert!(first.line.moves.iter().all(|played| played.comments[0].starts_with("[%eval ")));
    assert_eq!(second.moves().count(), 6);
}

#[test]
fn a_mate_in_two_moves_is_blamed_on_the_right_move() {
    let folder = Folder::new("fools_mate");
    let game = folder.write("game.pgn", FOOLS_MATE);
    let (pgn, svg) = (folder.file("out.pgn"), folder.file("out.svg"));
    let table = printed(&[
        "analyse",
        &game,
        "--depth",
        "14",
        "--threads",
        "1",
        "--pgn",
        &pgn,
        "--svg",
        &svg,
    ]);
    assert!(table.contains("Game 1: Fool - Scholar, 0-1\n"), "{table}");
    assert!(table.contains("scores in pawns, White's point of view"), "{table}");
    let words = |start| row(&table, start).split_whitespace().collect::<Vec<_>>();
    assert_eq!(words("2. g4")[1..2], ["g4??"]);
    assert_eq!(words("2. g4")[3], "#-1");
    assert_eq!(words("2... Qh4#")[1..], ["Qh4#", "#-1", "mate", "0.0", "2...", "Qh4#"]);
    let white: Vec<&str> = words("White").into_iter().skip(1).collect();
    let black: Vec<&str> = words("Black").into_iter().skip(1).collect();
    assert_eq!((white[0], black[0]), ("2", "2"));
    assert_eq!((white[3], black[1..4].to_vec()), ("1", vec!["0", "0", "0"]));
    let accuracy = |row: &[&str]| row[row.len() - 2].parse::<f64>().unwrap();
    assert!(accuracy(&black) > 90.0 && accuracy(&white) < 50.0, "{table}");

    let [read] = &games(&pgn)[..] else { panic!("one game") };
    assert_eq!(read.result, GameResult::Black);
    assert!(read.tag("Annotator").unwrap().starts_with("Quevedo "));
    let [f3, e6, g4, mate] = &read.line.moves[..] else { panic!("four moves") };
    for played in [f3, e6, g4] {
        assert!(played.comments[0].starts_with("[%eval "), "{:?}", played.comments);
    }
    assert!(mate.comments.is_empty() && mate.nags.is_empty() && mate.variations.is_empty());
    assert!(g4.nags == [4] && g4.variations.len() == 1 && e6.variations.is_empty());
    assert_eq!(g4.comments[0], "[%eval #-1]");
    assert!(g4.comments[1].starts_with("Blunder ("), "{:?}", g4.comments);

    let picture = Xml::read(&svg);
    // A dot is two circles. There is one dot per marked move, and three in the legend.
    let marked = read.line.moves.iter().filter(|played| !played.nags.is_empty()).count();
    assert_eq!(picture.count("circle"), 2 * (marked + 3));
    assert!(picture.texts.iter().any(|text| text == "2. g4??"), "{:?}", picture.texts);
    assert!(picture.texts.iter().any(|text| text == "Fool - Scholar, 0-1"));
    assert_eq!(picture.count("polygon"), 1);
}

/// The contents of an SVG; parsing fails if it is not well-formed.
struct Xml {
    names: Vec<String>,
    texts: Vec<String>,
}

impl Xml {
    fn read(file: &str) -> Xml {
        let source = fs::read_to_string(file).unwrap();
        let (mut xml, mut open) = (Xml { names: Vec::new(), texts: Vec::new() }, Vec::new());
        for piece in source.split('<').skip(1) {
            let (tag, text) = piece.split_once('>').expect("a tag ends");
            assert!(tag.matches('"').count() % 2 == 0, "<{tag}>");
            for entity in text.split('&').skip(1) {
                assert!(
                    ["amp;", "lt;", "gt;", "quot;", "apos;"].iter().any(|e| entity.starts_with(e))
                );
            }
            assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(open.pop().as_deref(), Some(name));
                continue;
            }
            let name = tag.split([' ', '/']).next().unwrap().to_owned();
            xml.names.push(name.clone());
            if !tag.ends_with('/') {
                open.push(name);
            }
            if !text.trim().is_empty() {
                xml.texts.push(text.trim().to_owned());
            }
        }
        assert!(open.is_empty() && xml.names[0] == "svg", "{open:?}");
        xml
    }

    fn count(&self, name: &str) -> usize {
        self.names.iter().filter(|other| *other == name).count()
    }
}

#[test]
fn several_games_are_told_apart_and_damaged_ones_named() {
    let folder = Folder::new("several_games");
    let file = folder.write(
        "games.pgn",
        [
            // The marked move is the only legal one, so no judgement replaces the mark.
            b"\xef\xbb\xbf[White \"P\xe9trosian <&>\"]\r\n[Black \"\x1b[31m\"]\r\n\
              [FEN \"k7/8/8/8/8/8/8/KR5R w - - 0 1\"]\r\n\r\n\
              1. Rh8+ {[%clk 0:01:00] [%eval 7.77]} Ka7! {mine} 2. Rb2 (2. Nx9) *\r\n\r\n"
                .as_slice(),
            b"[White \"cheat\"]\n\n1. e4 e5 2. Ke3 *\n\n",
            format!("[Variant \"Chess960\"]\n[FEN \"{ARRAY_960}\"]\n\n1. O-O O-O *\n\n").as_bytes(),
            b"[White \"nobody\"]\n\n*\n",
        ]
        .concat(),
    );
    let (pgn, svg) = (folder.file("out.pgn"), folder.file("out.svg"));
    let output = quevedo(&["analyse", &file, "--depth", "5", "--pgn", &pgn, "--svg", &svg]);
    assert_eq!(output.status.code(), Some(2));
    let complaints = text(&output.stderr);
    let lines: Vec<&str> =
        complaints.lines().map(|line| line.rsplit(['/', '\\']).next().unwrap()).collect();
    assert_eq!(
        lines,
        [
            "games.pgn: game 1: variation dropped at 2. expected a move, got 'Nx9'",
            "games.pgn: game 2, line 9: 2. illegal move 'Ke3'",
            "games.pgn: skipped 1 damaged game",
        ]
    );
    let table = text(&output.stdout);
    for head in ["Game 1: Pétrosian <&> - [31m, *", "Game 3: White - Black, *", "Game 4: nobody - "]
    {
        assert!(table.contains(head), "{table}");
    }
    assert!(!table.contains("Game 2:") && !table.contains('\u{1b}'));
    assert!(row(&table, "1... O-O").contains("O-O"), "{table}");

    let [first, chess960, empty] = &games(&pgn)[..] else { panic!("three games") };
    let comments = |ply: usize| first.line.moves[ply].comments.join(" ");
    assert!(comments(0).contains("[%clk 0:01:00]") && !comments(0).contains("7.77"));
    assert_eq!(comments(0).matches("[%eval ").count(), 1);
    assert!(comments(1).contains("mine") && first.line.moves[1].nags == [1]);
    assert!(chess960.chess960 && chess960.start.to_string() == ARRAY_960);
    assert_eq!((chess960.moves().count(), empty.moves().count()), (2, 0));
    let names = ["out-1.svg", "out-3.svg", "out-4.svg"].map(|name| Xml::read(&folder.file(name)));
    assert!(names[0].texts.iter().any(|text| text.starts_with("Pétrosian &lt;&amp;&gt;")));
    assert!(fs::metadata(&svg).is_err());
}

#[test]
fn a_draw_by_repetition_ends_the_game() {
    let folder = Folder::new("repetition");
    // Black, a queen ahead, allows a threefold repetition.
    let game = folder.write(
        "game.pgn",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\"]\n\n\
         1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n",
    );
    let table = printed(&["analyse", &game, "--depth", "8", "--threads", "1"]);
    let last: Vec<&str> = row(&table, "4... Ng8").split_whitespace().collect();
    assert_eq!((last[1], last[3]), ("Ng8??", "+0.00"), "{table}");
}

#[test]
fn the_report_agrees_with_the_annotated_game() {
    let folder = Folder::new("agreement");
    // Legal's mate, with an opponent who helps.
    let game = folder.write(
        "game.pgn",
        "[White \"Legal\"]\n\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n",
    );
    let pgn = folder.file("out.pgn");
    let table = printed(&["analyse", &game, "--nodes", "20000", "--threads", "1", "--pgn", &pgn]);
    let [read] = &games(&pgn)[..] else { panic!("one game") };
    let marks = [(2, "?"), (4, "??"), (6, "?!")];
    for ((position, mv), played) in read.positions().zip(&read.line.moves) {
        let name = san::text(&position, mv);
        let row = row(&table, &format!("{} {name}", san::number(&position)));
        let cells: Vec<&str> = row.split_whitespace().collect();
        let mark = cells[1].strip_prefix(&name).unwrap();
        let nags: Vec<&str> = marks
            .iter()
            .filter(|(nag, _)| played.nags.contains(nag))
            .map(|(_, mark)| *mark)
            .collect();
        assert_eq!(nags.concat(), mark, "{row}");
        let loss: f64 = cells[4].parse().unwrap();
        let floor = match mark {
            "?!" => 5.0,
            "?" => 10.0,
            "??" => 15.0,
            _ => 0.0,
        };
        assert!(loss >= floor - 0.05 && (mark == "??" || loss < floor + 5.05), "{row}");
        if cells[3] != "mate" {
            let score = cells[3].trim_start_matches('+');
            assert!(played.comments[0].starts_with(&format!("[%eval {score}]")), "{row}");
        }
        // The better line is the one in the table, and begins with the move in the remark.
        if !mark.is_empty() {
            let better: Vec<_> =
                played.variations[0].moves.iter().map(|played| played.mv).collect();
            let shown = cells[5..].join(" ");
            assert!(san::line(&position, &better).starts_with(&shown), "{row}");
            let first = san::text(&position, better[0]);
            assert!(played.comments[1].ends_with(&format!("; {first} was better.")), "{row}");
        }
    }
    // Taking the queen was the mistake.
    assert!(row(&table, "5... Bxd1").contains("Bxd1??"), "{table}");

    // If the result is analysed again, annotations do not pile up.
    let again = folder.file("again.pgn");
    printed(&["analyse", &pgn, "--nodes", "20000", "--threads", "1", "--pgn", &again]);
    let [twice] = &games(&again)[..] else { panic!("one game") };
    assert_eq!(twice, read);
    // Nor do they contradict one another, if it is analysed again with other results.
    printed(&["analyse", &pgn, "--nodes", "300", "--threads", "1", "--pgn", &again]);
    let [other] = &games(&again)[..] else { panic!("one game") };
    assert_ne!(other, read);
    for played in &other.line.moves {
        let is_judged = usize::from(played.comments.iter().any(|text| text.contains("was better")));
        let marks = played.nags.iter().filter(|nag| (1..=6).contains(*nag)).count();
        assert!(played.comments.len() <= 1 + is_judged, "{played:?}");
        assert_eq!((marks, played.variations.len()), (is_judged, is_judged), "{played:?}");
    }
    refused(&["analyse", &game, "--pgn", &again, "--html", &again], "is to be written twice");
}
