//! Builds with the feature `tune`, through the real binary: every parameter that `quevedo spsa` lists is an option, the
//! share of a table scales its weights, and a single weight can be set.
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

/// The last two numbers in a row of the `eval` table, White minus Black.
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
        // A knight is missing, and the bishops are even.
        ("PIECE_VALUE_mg_1 value 711", [-711, eg]),
        ("PIECE_VALUE_mg_2 value 300", [-711, eg]),
        ("PIECE_VALUE_eg_1 value -100", [-711, 100]),
        ("PIECE_VALUE_mg value 100", [mg, 100]),
        ("PIECE_VALUE_eg value 100", [mg, eg]),
    ] {
        session.send(&format!("setoption name {option}"));
        assert!(session.sync().is_empty());
        assert_eq!(row(&mut session, "Material"), expected, "{option}");
        assert_eq!(row(&mut session, "PieceSquare"), squares, "{option}");
    }
    // The search uses it as well.
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

/// `quevedo tune apply` writes the weights that a build with these shares uses.
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
    // Both halves of five tables, since PIECE_SQUARE_BY_PAWNS begins like PIECE_SQUARE, and TEMPO_BY_PAWNS like TEMPO.
    assert_eq!(tables.lines().count(), 10);
    // One weight for each piece type, even though pawns and kings have no safe checks.
    let singles = listed(&["SAFE_CHECK_mg_"]);
    assert_eq!(singles.lines().count(), 6);
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
            let said =
                format!("info string {name}: '{value}' is not a number from {least} to {most}");
            assert_eq!(session.sync(), [said]);
        }
    }
}

/// `scripts/tune-search` and `scripts/factorial`.
#[cfg(unix)]
mod scripts {
    use std::fs;
    use std::process::{Command, Output};

    use crate::common::tool::Folder;

    /// A stand-in for fastchess, which draws random results instead of playing, as if `rfp_margin` were best at 60,
    /// `lmr_pv` above 1100 were worth 60 Elo, `nmp_margin` above 200 were worth -40 Elo, and nothing else mattered.
    /// With `lmp_base` above 700 the engine crashes, with 690 it hangs in the very first match, and with 680 in every
    /// match.
    const FASTCHESS: &str = r#"#!/usr/bin/env python3
import random, sys
words = sys.argv[1:]
engines, options = [], None
for word in words:
    if word == "-engine":
        options = {}
        engines.append(options)
    elif word == "-each":
        options = None
    elif options is not None and word.startswith("option."):
        name, value = word[len("option."):].split("=")
        options[name] = int(value)
def elo(options):
    best = 60 - abs(options.get("rfp_margin", 83) - 60)
    return 4 * best + 60 * (options.get("lmr_pv", 0) > 1100) - 40 * (options.get("nmp_margin", 0) > 200)
assert all(options["nodestime"] == 7 for options in engines)
expected = 1 / (1 + 10 ** ((elo(engines[1]) - elo(engines[0])) / 400))
dice = random.Random(words[words.index("-srand") + 1])
games = 2 * int(words[words.index("-rounds") + 1])
wins = sum(dice.random() < expected for _ in range(games))
with open(sys.argv[0] + ".games", "a") as file:
    first = file.tell() == 0
    file.write(f"{games}\n")
if "-maxmoves" in words:
    # Each game breaks off where the winner expects five pawns and the loser sees nothing yet.
    with open("games.pgn", "w") as file:
        for number in range(games):
            white, black = ("plus", "minus") if number % 2 else ("minus", "plus")
            score = {white: "0.00", black: "0.00", "plus" if number < wins else "minus": "+5.00"}
            black_begins = number % 4 < 2
            begins, follows = (black, white) if black_begins else (white, black)
            file.write(f"""[Event "test"]
[White "{white}"]
[Black "{black}"]
[Result "1/2-1/2"]
[FEN "4k3/8/8/8/8/8/8/4K2R {'b' if black_begins else 'w'} K - 0 1"]
[PlyCount "{2 * int(words[words.index('-maxmoves') + 1])}"]

1. Kd1 {{{score[begins]}/9 0.01s}} Kd8 {{{score[follows]}/9 0.01s, Draw by adjudication}} 1/2-1/2

""")
elif any(word.startswith("file=games.pgn") for word in words):
    open("games.pgn", "w").write("*\n" * games)
if "-epdout" in words:
    # In the last position the winner has a queen.
    with open(words[words.index("-epdout") + 1].removeprefix("file="), "w") as file:
        for number in range(games):
            queen = "Q" if (number < wins) == (number % 2 == 1) else "q"
            file.write(f"4k3/8/8/3{queen}4/8/8/8/4K3 {'wb'[number % 4 // 2]} - - hmvc {number % 9}; fmvn 31;\n")
if any(options.get("lmp_base", 0) > 700 for options in engines):
    print("Finished game 1 (plus vs minus): 1-0 {Black disconnects}")
silent = [options.get("lmp_base") for options in engines]
if 680 in silent or first and 690 in silent:
    print("Finished game 1 (plus vs minus): 0-1 {White's connection stalls}")
print(f"Games: {games}, Wins: {wins}, Losses: {games - wins}, Draws: 0, Points: {wins}")
"#;

    /// A judge that expects the side with the queen to win nine games out of ten and to draw the tenth. It refuses
    /// anything but FENs.
    const JUDGE: &str = r#"#!/usr/bin/env python3
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Solomon 1", "uciok", sep="\n", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[:2] == ["position", "fen"]:
        assert len(words) == 9 and words[7] == "31" and words[8] == "moves"
        wins = ("Q" in words[2]) == (words[3] == "w")
    elif words[0] == "go":
        assert words[1:] == ["nodes", "500"]
        print("info depth 1 score cp 0 wdl 500 0 500 pv e1d1")
        print(f"info depth 2 score cp 0 wdl {'900 100 0' if wins else '0 100 900'} pv e1d1")
        print("bestmove e1d1", flush=True)
    elif words[0] == "quit":
        break
"#;

    /// Runs a script of the project with that stand-in. Returns its output, and how many matches have been played so
    /// far.
    fn script(folder: &Folder, name: &str, args: &[&str]) -> (String, usize) {
        let output = run(folder, name, args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let matches = fs::read_to_string(folder.file("fastchess.games")).unwrap();
        (String::from_utf8(output.stdout).unwrap(), matches.lines().count())
    }

    fn run(folder: &Folder, name: &str, args: &[&str]) -> Output {
        let fastchess = folder.write_script("fastchess", FASTCHESS);
        Command::new(format!("{}/scripts/{name}", env!("CARGO_MANIFEST_DIR")))
            .args(["--quevedo", env!("CARGO_BIN_EXE_quevedo"), "--fastchess", &fastchess])
            .args(["--book", &folder.write("book.epd", ""), "--log", &folder.file("log.jsonl")])
            .args(["--tc", "1000+10", "--nodestime", "7"])
            .args(args)
            .output()
            .unwrap()
    }

    /// The gain from a change in Elo, according to a report of `scripts/factorial`.
    fn effect(text: &str, name: &str) -> f64 {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Keeps this many lines of a log and part of the next one, as if the machine had stopped there.
    fn break_off(folder: &Folder, keep: usize) {
        let log = fs::read_to_string(folder.file("log.jsonl")).unwrap();
        let end: usize = log.lines().take(keep).map(|line| line.len() + 1).sum();
        folder.write("log.jsonl", &log[..end + 20]);
    }

    #[test]
    fn spsa_finds_the_best_number_and_goes_on_where_it_was() {
        let folder = Folder::new("tunable-spsa");
        let args = ["--iterations", "100", "--pairs", "8", "--r-end", "0.02", "rfp_margin"];
        let found = |text: String| -> f64 {
            let line = text.lines().find(|line| line.starts_with("rfp_margin")).unwrap().to_owned();
            line.split_whitespace().last().unwrap().parse().unwrap()
        };
        let (text, matches) = script(&folder, "tune-search", &args);
        let best = found(text);
        assert!((best - 60.0).abs() < 6.0, "{best}");
        assert_eq!(matches, 100);
        break_off(&folder, 76);
        let (text, matches) = script(&folder, "tune-search", &args);
        let best = found(text);
        assert!((best - 60.0).abs() < 6.0, "{best}");
        assert_eq!(matches, 125);
        // All matches have been played, so the log is enough to restore the results.
        let (text, matches) = script(&folder, "tune-search", &args);
        assert_eq!((found(text), matches), (best, 125));
    }

    #[test]
    fn a_factorial_tells_what_each_change_brings() {
        let folder = Folder::new("tunable-factorial");
        // Two changes affect the same number.
        let plan = "better lmr_pv=1200\nworse nmp_margin=250\nsame lmp_base=300,SHELTER_mg=140\n\
                    near rfp_margin+=-10\ncloser rfp_margin+=-10\n";
        let plan = folder.write("plan", plan);
        let pgn = folder.file("all.pgn");
        let args = [plan.as_str(), "--games", "600", "--pgn", &pgn];
        let (text, matches) = script(&folder, "factorial", &args);
        assert_eq!(matches, 300);
        assert_eq!(fs::read_to_string(&pgn).unwrap().lines().count(), 600);
        let expected =
            [("better", 60.0), ("worse", -40.0), ("same", 0.0), ("near", 40.0), ("closer", 40.0)];
        for (name, elo) in expected {
            assert!((effect(&text, name) - elo).abs() < 20.0, "{text}");
        }
        break_off(&folder, 251);
        let (again, matches) = script(&folder, "factorial", &args);
        assert_eq!((again.as_str(), matches), (text.as_str(), 350));
    }

    #[test]
    fn a_factorial_tries_numbers_on_both_sides_of_what_they_are() {
        let folder = Folder::new("tunable-both-sides");
        // The optimum is 60, so going from 70 to 50 gains nothing, and from 93 to 73 gains 80 Elo.
        for (plan, expected) in [("near rfp_margin=50/70", 0.0), ("near rfp_margin+=-10/10", 80.0)]
        {
            let log = folder.file(&format!("{expected}.jsonl"));
            let args = [&folder.write("plan", plan), "--games", "600", "--log", &log];
            let (text, _) = script(&folder, "factorial", &args);
            let effect = effect(&text, "near");
            assert!((effect - expected).abs() < 25.0, "{plan}: {text}");
            let log = fs::read_to_string(&log).unwrap();
            assert!(log.lines().next().unwrap().contains(plan.split_once('=').unwrap().1), "{log}");
        }
    }

    #[test]
    fn games_that_break_off_bring_what_both_engines_expect() {
        let folder = Folder::new("tunable-moves");
        let plan = folder.write("plan", "better lmr_pv=1200\n");
        let args = [plan.as_str(), "--games", "600", "--moves", "22"];
        let (text, _) = script(&folder, "factorial", &args);
        let log = fs::read_to_string(folder.file("log.jsonl")).unwrap();
        assert!(log.lines().next().unwrap().contains("22 moves"), "{log}");
        // Five pawns and none: the mean of 0.5 and 0.9775. So a win counts 0.7388, and pairs count 1.4775, 1 or 0.5225.
        let wins: Vec<f64> = (log.lines().skip(1))
            .map(|line| line.split("\"wins\": ").nth(1).unwrap())
            .map(|rest| rest.split(',').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(wins.len(), 300);
        for brought in &wins {
            assert!(
                [1.4775, 1.0, 0.5225].iter().any(|known| (brought - known).abs() < 0.001),
                "{brought}"
            );
        }
        // 60 Elo are 0.585 of the points, of whose lead 0.4775 is left.
        let effect = effect(&text, "better");
        assert!((effect - 0.4775 * 60.0).abs() < 10.0, "{text}");
    }

    #[test]
    fn games_that_break_off_bring_what_a_judge_expects() {
        let folder = Folder::new("tunable-judge");
        let plan = folder.write("plan", "better lmr_pv=1200\n");
        let judge = folder.write_script("judge", JUDGE);
        let judged = [&plan, "--games", "600", "--judge", &judge, "--judge-nodes", "500"];
        let output = run(&folder, "factorial", &judged);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains("--moves is missing"), "{told}");

        let args = [&judged[..], &["--moves", "22"]].concat();
        let (text, _) = script(&folder, "factorial", &args);
        let log = fs::read_to_string(folder.file("log.jsonl")).unwrap();
        let task = log.lines().next().unwrap();
        assert!(task.contains("22 moves, judged by Solomon 1 with 500 nodes"), "{task}");
        // A win counts 0.95, a loss 0.05.
        for line in log.lines().skip(1) {
            assert!(
                ["1.9,", "1.0,", "0.1,"]
                    .iter()
                    .any(|known| line.contains(&format!("\"wins\": {known}"))),
                "{line}"
            );
        }
        // 60 Elo are 0.585 of the points, of whose lead 0.9 is left.
        let effect = effect(&text, "better");
        assert!((effect - 0.9 * 60.0).abs() < 20.0, "{text}");

        // Without a judge, the log does not belong to this task.
        let output = run(&folder, "factorial", &[&plan, "--games", "600", "--moves", "22"]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains("another task"), "{told}");

        let silent = folder.write_script("silent", JUDGE.replace(" wdl ", " "));
        let log = folder.file("silent.jsonl");
        let args = [&plan, "--games", "8", "--moves", "22", "--judge", &silent, "--log", &log];
        let output = run(&folder, "factorial", &[&args[..], &["--judge-nodes", "500"]].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains("tells no chances"), "{told}");
    }

    #[test]
    fn a_factorial_refuses_changes_that_are_at_odds() {
        let folder = Folder::new("tunable-at-odds");
        for (plan, told) in [
            ("one lmp_base=300\ntwo lmp_base=310\n", ":2: 'lmp_base' belongs to 'one' already"),
            ("one lmp_base=300\ntwo lmp_base+=10\n", ":2: 'lmp_base+' belongs to 'one' already"),
            ("one lmp_base+=10\ntwo lmp_base=310\n", ":2: 'lmp_base' belongs to 'one' already"),
            ("one lmp_base+=9999\n", "one: lmp_base+=9999 is not within"),
            ("one lmp_base=300/9999\n", "one: lmp_base=300/9999 is not within"),
            ("one lmp_base=300/\n", ":1: expected NAME OPTION=VALUE"),
            ("one SHELTER_mg+=900\ntwo SHELTER_mg+=900\n", "two: SHELTER_mg+=900 is not within"),
        ] {
            let output = run(&folder, "factorial", &[&folder.write("plan", plan), "--games", "10"]);
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && error.contains(told), "{plan}{error}");
        }
    }

    #[test]
    fn a_crash_is_no_result() {
        let folder = Folder::new("tunable-crash");
        let plan = folder.write("plan", "bad lmp_base=710\n");
        let output = run(&folder, "factorial", &[&plan, "--games", "10"]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains("Black disconnects"), "{told}");
        let log = fs::read_to_string(folder.file("log.jsonl")).unwrap();
        assert_eq!(log.lines().count(), 1, "the task and no result: {log}");
    }

    #[test]
    fn a_match_in_which_an_engine_falls_silent_is_played_again() {
        let folder = Folder::new("tunable-silent");
        let plan = folder.write("plan", "silent lmp_base=690\n");
        let pgn = folder.file("all.pgn");
        let args = [plan.as_str(), "--games", "10", "--concurrency", "1", "--pgn", &pgn];
        let (_, matches) = script(&folder, "factorial", &args);
        assert_eq!(matches, 6, "five and the first again");
        assert_eq!(fs::read_to_string(&pgn).unwrap().lines().count(), 10, "the last ones alone");
    }

    #[test]
    fn an_engine_that_stays_silent_ends_the_run() {
        let folder = Folder::new("tunable-stays-silent");
        let plan = folder.write("plan", "silent lmp_base=680\n");
        let args = [plan.as_str(), "--games", "2", "--concurrency", "1"];
        let output = run(&folder, "factorial", &args);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{told}");
        assert_eq!(told.matches("White's connection stalls").count(), 3, "{told}");
        let matches = fs::read_to_string(folder.file("fastchess.games")).unwrap();
        assert_eq!(matches.lines().count(), 3, "{told}");
    }
}
