//! `quevedo why` as a user runs it.

use std::fs;

use crate::common::tool::{Folder, printed, quevedo_reading, refused, text};

const MIDDLEGAME: &str = "r1bq1rk1/pp2nppp/2n1p3/2ppP3/3P4/P1PB1N2/2P2PPP/R1BQ1RK1 w - - 4 10";
const LIMITS: [&str; 6] = ["--depth", "6", "--threads", "1", "--hash", "1"];

fn asked(words: &[&str]) -> String {
    printed(&[&["why"], words, &LIMITS].concat())
}

#[test]
fn accounts_are_printed_in_eighty_columns_and_add_up() {
    for words in [&[MIDDLEGAME][..], &[MIDDLEGAME, "Ng5", "a4", "f3d2"], &["startpos", "h4"]] {
        let text = asked(words);
        // The first two lines are the position and how it was searched.
        for line in text.lines().skip(2) {
            assert!(line.chars().count() <= 80, "{line}");
        }
        let blocks: Vec<&str> =
            text.split("\n\n").filter(|one| one.contains(" rather than ")).collect();
        assert!(!blocks.is_empty(), "{text}");
        for block in blocks {
            let head = block.lines().next().unwrap();
            let difference = hundredths(head.rsplit(' ').next().unwrap());
            // Accounts are indented by two columns, details further.
            let is_account = |line: &&str| {
                line.get(8..10) == Some("  ")
                    && line.get(..3) == Some("   ")
                    && line.as_bytes()[10] != b' '
            };
            let told: Vec<i32> =
                block.lines().filter(is_account).map(|line| hundredths(line[..8].trim())).collect();
            assert_eq!(told.iter().sum::<i32>(), difference, "{block}");
        }
    }
}

/// `+1.23` as 123.
fn hundredths(text: &str) -> i32 {
    let number: f64 = text.parse().unwrap_or_else(|_| panic!("'{text}' is no number"));
    (number * 100.0).round() as i32
}

/// The number after the first occurrence of a name.
fn number(json: &str, name: &str) -> i32 {
    let (_, rest) = json.split_once(&format!("\"{name}\":")).unwrap();
    let end = rest.find([',', '}']).unwrap();
    rest[..end].parse().unwrap_or_else(|_| panic!("{name}: {rest}"))
}

#[test]
fn json_has_the_same() {
    let json = asked(&[MIDDLEGAME, "Kh1", "h4", "--json"]);
    assert_eq!(json.lines().count(), 1);
    let reasons: Vec<&str> = json.split("{\"other\":").skip(1).collect();
    assert_eq!(reasons.len(), 2, "{json}");
    // The moves come in the order of their scores.
    for first in ["Kh1", "h4"] {
        let start = format!("{{\"move\":\"{first}\"");
        let told = reasons.iter().filter(|reasons| reasons.starts_with(&start));
        assert_eq!(told.count(), 1, "{first}: {json}");
    }
    for reasons in reasons {
        let accounts: Vec<i32> =
            reasons.split("{\"subject\":").skip(1).map(|one| number(one, "centipawns")).collect();
        assert!(accounts.len() > 3);
        assert_eq!(accounts.iter().sum::<i32>(), number(reasons, "difference"), "{json}");
    }
    let count = |bracket: char| json.matches(bracket).count();
    assert!(count('{') == count('}') && count('[') == count(']'));
}

#[test]
fn the_picture_has_boards_arrows_and_accounts() {
    let folder = Folder::new("why_svg");
    let file = folder.file("why.svg");
    asked(&[MIDDLEGAME, "Ng5", "--svg", &file]);
    let svg = fs::read_to_string(&file).unwrap();
    for wanted in ["<svg", "<polygon", "Ng5", "White to move"] {
        assert!(svg.contains(wanted), "{wanted}");
    }
    // Every account is in the picture; in the text, its name follows its sum in pawns.
    let text = asked(&[MIDDLEGAME, "Ng5"]);
    let entries = text.lines().filter_map(|line| {
        let entry = line.strip_prefix("   ")?.strip_prefix(['+', '-'])?.split_once("  ")?.1;
        Some(entry.split(':').next().unwrap_or(entry))
    });
    let missing: Vec<&str> = entries.clone().filter(|entry| !svg.contains(entry)).collect();
    assert!(entries.count() > 4 && missing.is_empty(), "{missing:?} of {text}");
    let nowhere = folder.file("no/why.svg");
    refused(&["why", MIDDLEGAME, "--svg", &nowhere], "no such directory");
}

#[test]
fn results_are_told_first() {
    for (fen, words, told) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Kf2", &["Ra8# mates at once.", "#1 against"][..]),
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "Qg6", &["Qg6 draws: stalemate."]),
        ("3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "h3", &["Rxd8# mates at once."]),
        ("6k1/5ppp/8/3r4/8/2N5/5PPP/6K1 w - - 0 1", "h3", &["wins a rook (1. Nxd5)"]),
    ] {
        let text = asked(&[fen, words]);
        let block = text.split("\n\n").last().unwrap();
        for told in told {
            assert!(block.contains(told), "{told}: {text}");
        }
        let first =
            block.lines().position(|line| line.contains(told[0].split(' ').next().unwrap()));
        let account = block.lines().position(|line| line.trim_start().starts_with('+'));
        assert!(account.is_none() || first < account, "{text}");
    }
}

#[test]
fn few_moves_are_enough() {
    let only = asked(&["7k/8/8/8/8/8/5r2/7K w - - 0 1"]);
    assert!(only.contains("1. Kg1 ") && only.contains(", the only legal move"), "{only}");
    assert!(!only.contains("rather than"), "{only}");
    // If only the best move is given, it is compared with the next best.
    let best = asked(&["6k1/5ppp/8/3r4/8/2N5/5PPP/6K1 w - - 0 1", "Nxd5"]);
    assert_eq!(best.matches("1. Nxd5 rather than ").count(), 2, "{best}");
}

#[test]
fn bad_questions_are_refused() {
    for (words, what) in [
        (vec!["why"], "FEN"),
        (vec!["why", "nonsense"], "nonsense"),
        (vec!["why", "8/8/8/8/8/8/8/8 w - - 0 1"], "bad FEN"),
        (vec!["why", "startpos", "e5"], "illegal move 'e5'"),
        (vec!["why", "startpos", "e4", "Qh5"], "illegal move 'Qh5'"),
        (vec!["why", MIDDLEGAME, "frobnicate"], "'frobnicate'"),
        (vec!["why", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"], "White has mated"),
        (vec!["why", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"], "stalemate"),
        (vec!["why", "startpos", "--depth", "0"], "'0'"),
    ] {
        refused(&words, what);
    }
}

#[test]
fn the_dialogue_knows_it() {
    let told = printed(&["position startpos moves e2e4", "why depth 5 c5 a7a6"]);
    assert!(
        ["rather than", "as good as"].iter().any(|how| told.contains(&format!("{how} a6: ")))
            && told.contains("1... "),
        "{told}"
    );
    for (line, what) in
        [("why depth 5 e4", "illegal move 'e4'"), ("why depth x", "why depth: expected a number")]
    {
        let position = "position startpos moves e2e4";
        refused(&[position, line], what);
        let told = text(&quevedo_reading(&[], &format!("{position}\n{line}\n")).stdout);
        assert!(told.contains("info string ") && told.contains(what), "{told}");
    }
    let told = printed(&["position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "why"]);
    assert!(told.contains("info string why: no legal move"), "{told}");
}
