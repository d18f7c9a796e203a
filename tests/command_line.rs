//! Shell completions and manual pages, through the real binary.

mod tool;

use std::fs;

use tool::{Folder, printed, refused};

/// First words of the rows of a list that begins after a line with this start.
fn rows(text: &str, heading: &str) -> Vec<String> {
    let rows: Vec<String> = text
        .lines()
        .skip_while(|line| !line.starts_with(heading))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
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
    for group in ["perft", "book", "datagen"] {
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
fn nonsense_gets_one_line() {
    let file = Folder::new("nonsense_man").write("a_file", "");
    for args in [
        vec!["completions"],
        vec!["completions", "cmd.exe"],
        vec!["completions", "bash", "zsh"],
        vec!["man", &file],
        vec!["man", "a", "b"],
        vec!["bench", "--hash", "999999999"],
    ] {
        refused(&args, "");
    }
}
