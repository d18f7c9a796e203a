//! Shell completions and manual pages, through the real binary.

use std::fs;
use std::process::Command;

use crate::common::tool::{Folder, complaint, printed, refused, text};

/// The first words of the rows in a list, which begins after a line that starts with `heading`.
fn rows(text: &str, heading: &str) -> Vec<String> {
    let rows: Vec<String> = text
        .lines()
        .skip_while(|line| !line.starts_with(heading))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        // Lines that are indented further continue the row above.
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
    // The folder is created if necessary.
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
fn help_about_a_command_does_not_run_it() {
    for command in ["speedtest", "bench", "elo"] {
        assert_eq!(printed(&["help", command]), printed(&[command, "--help"]));
    }
    assert!(printed(&["help"]).contains("ucinewgame"));
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

/// The number of positions of a benchmark with arguments in Stockfish's form, and the sum in its last line.
fn benched(order: &str) -> (usize, u64) {
    let words: Vec<&str> = ["bench"].into_iter().chain(order.split(' ')).collect();
    let told = printed(&words);
    // As one UCI command, the result is the same.
    let line = printed(&[&words.join(" ")]);
    let counts = |told: &str| -> Vec<u64> {
        let rows = told.lines().count() - 1;
        let column = |(index, line): (usize, &str)| {
            let mut words = line.split_whitespace();
            // The rows are numbered, but not the sum.
            if index < rows {
                assert_eq!(words.next(), Some(&*(index + 1).to_string()), "{line}");
            }
            words.next().unwrap().parse().unwrap()
        };
        told.lines().enumerate().map(column).collect()
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
fn the_benchmark_is_a_table() {
    let told = printed(&["bench", "--depth", "6"]);
    let rows: Vec<&str> = told.lines().collect();
    let (sum, rows) = rows.split_last().unwrap();
    assert!(sum.ends_with(" nps"));
    for row in rows {
        // The columns are number, nodes, result and FEN.
        let (result, fen) = (row[16..33].trim_end(), &row[35..]);
        assert!(fen.matches('/').count() == 7 && !fen.starts_with(' '), "{row}");
        let words: Vec<&str> = result.split_whitespace().collect();
        assert!(matches!(words[..], ["checkmate" | "stalemate"] | [_, "cp" | "mate", _]), "{row}");
        assert!(words.len() == 1 || result.len() == 17, "{row}");
    }
    assert!(told.contains(" checkmate "), "{told}");
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n";
    let file = Folder::new("bench_stalemate").write("one.epd", stalemate);
    let told = printed(&["bench", "16", "1", "3", &file]);
    assert!(told.starts_with("  1          0  stalemate          7k/"), "{told}");
}

#[test]
fn the_speed_test_is_a_block_to_paste() {
    let told = printed(&["speedtest", "2", "16", "1", "--scaling"]);
    let value = |name: &str| {
        let line = told.lines().find(|line| line.starts_with(name));
        line.unwrap_or_else(|| panic!("no {name}: {told}"))[15..].to_owned()
    };
    assert!(value("version").starts_with("Quevedo ") && value("command") == "speedtest 2 16 1");
    for name in ["built by", "built for", "CPU", "system", "nodes", "hash"] {
        assert!(!value(name).is_empty(), "{told}");
    }
    assert!(value("1 thread ").ends_with(" nodes/s, 1.00 times one"), "{told}");
    assert!(value("2 threads ").contains(" nodes/s, "), "{told}");
    assert!(told.lines().all(|line| line.len() <= 80), "{told}");
    // As a UCI command, and as plain figures.
    assert!(printed(&["speedtest 1 16 1"]).contains("\n1 thread       "));
    let csv = printed(&["speedtest", "1", "16", "1", "--csv"]);
    let row = csv.strip_prefix("threads,hash,nodes,seconds,nps,speed-up\n1,16,").unwrap();
    let cells: Vec<f64> = row.trim_end().split(',').map(|cell| cell.parse().unwrap()).collect();
    assert!((cells[0] / cells[1] / cells[2] - 1.0).abs() < 0.01 && cells[3] == 1.0, "{csv}");
}

/// The names of all commands; for a subcommand, also the names of its parents.
fn commands() -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = subcommands(&[]).into_iter().map(|name| vec![name]).collect();
    for group in ["perft", "book", "datagen", "tune"] {
        all.extend(subcommands(&[group]).into_iter().map(|name| vec![group.to_owned(), name]));
    }
    all
}

/// The options of a command with their help, each a sentence on one line.
fn options(command: &[&str]) -> Vec<(String, String)> {
    let mut options: Vec<(String, String)> = Vec::new();
    for line in printed(&[command, &["-h"]].concat()).lines() {
        let line = line.trim_start();
        if let Some((names, help)) = line.strip_prefix("--").and_then(|row| row.split_once("  ")) {
            let name = names.split([' ', '.']).next().unwrap();
            options.push((format!("--{name}"), help.trim_start().to_owned()));
        } else if let (Some((_, help)), false) = (options.last_mut(), line.is_empty()) {
            *help += &format!(" {line}");
        }
    }
    options
}

/// The number at the start of a text.
fn number(text: &str) -> Option<i64> {
    text.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The minimum and maximum in a help text: `from 1 to 9`, or `at least 1`.
fn range(help: &str) -> Option<(i64, Option<i64>)> {
    let both = |rest: &str| Some((number(rest)?, Some(number(rest.split_once(" to ")?.1)?)));
    let least = |rest: &str| Some((number(rest)?, None));
    let from = help.split("from ").skip(1).find_map(both);
    from.or_else(|| help.split("at least ").skip(1).find_map(least))
}

#[test]
fn help_tells_the_ranges_that_options_have() {
    let mut checked = 0;
    for command in commands() {
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        for (option, help) in options(&command) {
            assert!(help.starts_with(char::is_uppercase) && help.contains(' '), "{option}: {help}");
            let refuses = |value: i64| {
                let arg = format!("{option}={value}");
                let complaint = complaint(&[&command[..], &[&arg]].concat());
                assert!(complaint.contains(&option), "{command:?}: {complaint}");
            };
            let Some((least, most)) = range(&help) else { continue };
            refuses(least - 1);
            if let Some(most) = most {
                refuses(most + 1);
            }
            checked += 1;
        }
    }
    assert!(checked > 45, "only {checked} ranges found");
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
        vec!["speedtest", "0"],
        vec!["speedtest", "1", "16", "soon"],
        vec!["speedtest", "1", "16", "1", "1"],
    ] {
        refused(&args, "");
    }
}
