//! Shell completions and manual pages, through the real binary.

use std::fs;
use std::process::Command;

use crate::common::tool::{Folder, printed, refused, text};

/// First words of the rows of a list that begins after a line with this start.
fn rows(text: &str, heading: &str) -> Vec<String> {
    let rows: Vec<String> = text
        .lines()
        .skip_while(|line| !line.starts_with(heading))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        // What is indented further goes on with the row above it.
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect();
    assert!(!rows.is_empty(), "no rows after {heading}");
    rows
}

fn subcommands(path: &[&str]) -> Vec<String> {
    rows(&printed(&[path, &["-h"]].concat()), "Commands:")
}

#[test]
fn completions_know_every_subcommand() {
    let names = subcommands(&[]);
    assert!(names.len() >= 5);
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        for name in names.iter().chain(&subcommands(&["perft"])) {
            assert!(script.contains(name), "{shell}: {name}");
        }
        assert!(script.contains("--suite"), "{shell}");
    }
}

#[test]
fn every_subcommand_has_a_page_and_the_main_page_lists_all() {
    let main = printed(&["man"]);
    assert!(main.contains(".TH quevedo 1") && main.contains(env!("CARGO_PKG_VERSION")));
    let folder = Folder::new("man");
    // It is made if need be.
    let target = folder.file("made");
    let told = printed(&["man", &target]);
    let page = |name: &str| fs::read_to_string(format!("{target}/{name}.1")).unwrap();
    assert_eq!(page("quevedo"), main);
    let mut pages = 1;
    for name in subcommands(&[]) {
        assert!(main.contains(&format!("quevedo\\-{name}(1)")), "{name}");
        let text = page(&format!("quevedo-{name}"));
        assert!(text.contains(&format!(".TH quevedo-{name} 1")), "{text}");
        pages += 1;
    }
    for group in ["perft", "book", "datagen", "tune"] {
        for name in subcommands(&[group]) {
            let parent = page(&format!("quevedo-{group}"));
            assert!(parent.contains(&format!("quevedo\\-{group}\\-{name}(1)")));
            assert!(page(&format!("quevedo-{group}-{name}")).contains(".SH NAME"));
            pages += 1;
        }
    }
    assert!(told.starts_with(&format!("{pages} pages in ")), "{told}");
    assert_eq!(fs::read_dir(&target).unwrap().count(), pages);
    let uci = rows(&printed(&["help"]), "Commands");
    for name in uci {
        assert!(main.contains(&format!("\\fB{name}\\fR")), "{name}");
    }
}

#[test]
fn a_typo_starts_nothing() {
    for (args, what) in [
        (vec!["bnech"], "did you mean 'bench'?"),
        (vec!["analys", "x.pgn"], "did you mean 'analyse'?"),
        (vec!["perf", "3"], "did you mean 'perft'?"),
        (vec!["isreayd"], "did you mean 'isready'?"),
        (vec!["d", "frobnicate now"], "'frobnicate'"),
        (vec!["go dpth 5"], "'dpth'"),
        (vec!["go", "dpth", "5"], "'dpth'"),
        (vec!["d", "go depth x"], "'x'"),
        (vec!["position startpos moves e2e5", "go depth 3"], "'e2e5'"),
        (vec!["go searchmoves e7e5 depth 3"], "'e7e5'"),
        (vec!["analyze", "/no/such.pgn"], "/no/such.pgn"),
    ] {
        refused(&args, what);
    }
    printed(&["position startpos moves e2e4", "go searchmoves e7e5 depth 3"]);
    assert!(printed(&["license"]).contains("GNU General Public License"));
}

#[test]
fn help_is_wrapped_to_the_terminal() {
    for columns in [60, 90] {
        let output = Command::new(env!("CARGO_BIN_EXE_quevedo"))
            .args(["datagen", "--help"])
            .env("COLUMNS", columns.to_string())
            .output()
            .unwrap();
        let help = text(&output.stdout);
        let widest = help.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns && widest > columns - 20, "{widest} of {columns}: {help}");
    }
}

/// The positions and nodes of a benchmark in Stockfish's form, and its last line's sum.
fn benched(order: &str) -> (usize, u64) {
    let words: Vec<&str> = ["bench"].into_iter().chain(order.split(' ')).collect();
    let told = printed(&words);
    // As one line of the dialogue it comes to the same.
    let line = printed(&[&words.join(" ")]);
    let counts = |told: &str| -> Vec<u64> {
        let first = |line: &str| line.split_whitespace().next().unwrap().parse().unwrap();
        told.lines().map(first).collect()
    };
    let nodes = counts(&told);
    assert_eq!(nodes, counts(&line), "{order}");
    let (sum, nodes) = nodes.split_last().unwrap();
    assert_eq!(nodes.iter().sum::<u64>(), *sum);
    (nodes.len(), *sum)
}

#[test]
fn the_benchmark_has_the_form_of_stockfish_too() {
    let all = benched("16 1 4 default depth");
    assert!(all.0 > 40 && benched("16 1 5 default depth").1 > all.1);
    assert_eq!(benched("16 1 3 current perft"), (1, 8902));
    let folder = Folder::new("bench_form");
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";
    let file = folder.write("two.epd", kings);
    assert_eq!(benched(&format!("16 1 1 {file} perft")), (2, 5 + 15));
    let (positions, nodes) = benched(&format!("16 1 2000 {file} nodes"));
    assert!(positions == 2 && (1000..=4100).contains(&nodes), "{nodes}");
    let timed = printed(&["bench 16 1 20 current movetime"]);
    assert!(timed.lines().count() == 2 && timed.trim_end().ends_with(" nps"), "{timed}");
}

#[test]
fn nonsense_gets_one_line() {
    let file = Folder::new("nonsense_man").write("a_file", "");
    for args in [
        vec!["completions"],
        vec!["completions", "cmd.exe"],
        vec!["completions", "bash", "zsh"],
        vec!["man", &file],
        vec!["man", "a", "b"],
        vec!["bench", "--hash", "999999999"],
        vec!["bench", "128", "1", "8", "default", "frobnicate"],
        vec!["bench", "128", "1", "8", "/no/such.epd"],
        vec!["bench", "128", "--depth", "3"],
    ] {
        refused(&args, "");
    }
}
