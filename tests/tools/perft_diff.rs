//! `quevedo perft diff` with generators that have known bugs, and with programs that misbehave.

use std::collections::BTreeSet;
use std::io::{BufRead as _, Write as _, stdin};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use quevedo::Position;

use crate::common::mailbox;
use crate::common::mailbox::broken::{Fault, Generator};
use crate::common::tool::{refused, text};

/// This environment variable turns the test binary into an engine: it names a bug, and how the engine talks or
/// misbehaves.
const ROLE: &str = "QUEVEDO_TEST_ENGINE";

/// The arguments of `quevedo perft diff` that start this engine.
fn own_arguments() -> [&'static str; 6] {
    ["--", "--exact", "perft_diff::the_engine", "--ignored", "--nocapture", "--test-threads=2"]
}

/// Compares with an engine that has this role.
fn diff(fault: Fault, manner: &str, arguments: &[&str]) -> Output {
    let own = std::env::current_exe().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    command.args(["perft", "diff", own.to_str().unwrap()]).args(arguments).args(own_arguments());
    command.env(ROLE, format!("{fault:?} {manner}")).output().unwrap()
}

/// The report of a comparison that finds a difference.
fn found(fault: Fault, manner: &str, arguments: &[&str]) -> String {
    let output = diff(fault, manner, arguments);
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{fault:?}: {report}{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    report
}

/// The text after a label.
fn line<'a>(report: &'a str, label: &str) -> &'a str {
    let line = report.lines().find_map(|line| line.strip_prefix(label));
    line.unwrap_or_else(|| panic!("no {label} {report}")).trim()
}

/// The engine's moves in a position and the right ones, in Chess960 notation.
fn moves(fen: &str, fault: Fault) -> [BTreeSet<String>; 2] {
    let broken = Generator::new(fault, true).divide(fen, &[], 1);
    [broken.into_iter().map(|(mv, _)| mv).collect(), mailbox::legal_moves(fen)]
}

/// Checks the report with the second generator: the position is the one after the moves, and the missing and invented
/// moves are right. Returns the report.
fn checked(fault: Fault, root: &str, depth: &str) -> String {
    let report = found(fault, "", &[depth, "--chess960", "--fen", root]);
    let mut fen = root.to_owned();
    for played in listed(&report, "after:") {
        fen = mailbox::after(&fen, &played);
    }
    let named = line(&report, "FEN:");
    assert_eq!(Position::from_fen(named).unwrap(), Position::from_fen(&fen).unwrap(), "{report}");
    if fault != Fault::ShortKey {
        let [theirs, right] = moves(named, fault);
        let set = |label: &str| listed(&report, label).into_iter().collect::<BTreeSet<_>>();
        assert_eq!(set("missing:"), &right - &theirs, "{report}");
        assert_eq!(set("invented:"), &theirs - &right, "{report}");
        assert_ne!(right, theirs, "{report}");
    }
    report
}

/// The words of the line with this label, or none.
fn listed(report: &str, label: &str) -> Vec<String> {
    let line = report.lines().find_map(|line| line.strip_prefix(label)).unwrap_or_default();
    line.split_whitespace().map(str::to_owned).collect()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn missing_moves_are_found() {
    let report = checked(Fault::NoEnPassant, KIWIPETE, "3");
    assert_eq!(line(&report, "missing:"), "b4a3");
    assert_eq!(line(&report, "after:"), "a2a4");
    let report = checked(Fault::NoUnderpromotion, "8/8/k1p5/8/8/2P5/K5p1/8 w - - 0 1", "4");
    assert_eq!(line(&report, "missing:"), "g2g1b g2g1n g2g1r");
    assert_eq!(line(&report, "FEN:"), "8/8/k1p5/8/8/2P5/6p1/K7 b - - 1 1");
    checked(Fault::NoEnPassant, START, "5");
}

#[test]
fn invented_moves_are_found() {
    let report = checked(Fault::CastlingThroughCheck, KIWIPETE, "3");
    assert_eq!((line(&report, "invented:"), line(&report, "after:")), ("e8a8", "e5c6"));
    let report = checked(Fault::IgnoresPins, KIWIPETE, "3");
    assert_eq!((line(&report, "invented:"), line(&report, "after:")), ("d7d6", "e2b5"));
    let report = checked(Fault::IgnoresPins, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "3");
    assert!(
        report.starts_with("depth 1: 14 leaves, but") && !report.contains("after:"),
        "{report}"
    );
    // Outside Chess960, castling is the king's step.
    let report = found(Fault::CastlingThroughCheck, "", &["3", "--fen", "kiwipete"]);
    assert_eq!(line(&report, "invented:"), "e8c8");
    let report = found(Fault::ListsKingMovesTwice, "", &["3"]);
    assert_eq!((line(&report, "listed twice:"), line(&report, "after:")), ("e1d2", "d2d3 a7a5"));
}

#[test]
fn a_table_with_short_keys_is_found() {
    let report = checked(Fault::ShortKey, START, "4");
    let path = listed(&report, "after:");
    let said = listed(&report, "counted wrong:");
    let [theirs, _, _, _, depth, right, _] = &said[..] else { panic!("{report}") };
    let depth: u32 = depth.trim_end_matches(',').parse().unwrap();
    assert_eq!(depth as usize, 4 - path.len(), "{report}");
    assert_eq!(*right, mailbox::perft(line(&report, "FEN:"), depth).to_string(), "{report}");
    assert_ne!(theirs, right);
    assert!(report.contains("By itself, the engine counts this position right"), "{report}");
}

#[test]
fn faults_in_playing_moves_are_told_apart() {
    const CAPTURED: &str = "r3k3/8/8/8/4B3/8/8/4K3 w q - 0 1";
    const TOLD: &str = "the fault is in playing the moves";
    let report = found(Fault::KeepsCastlingRights, "", &["3", "--fen", CAPTURED]);
    assert_eq!((line(&report, "invented:"), line(&report, "after:")), ("e8c8", "e4a8"));
    assert!(report.replace("\n", " ").contains(TOLD), "{report}");
    assert!(!found(Fault::NoEnPassant, "", &["3", "--fen", KIWIPETE]).contains(TOLD));
    // If positions are set up by FEN, the bug shows only in the count.
    let report = found(Fault::KeepsCastlingRights, "", &["3", "--by-fen", "--fen", CAPTURED]);
    assert!(report.contains("counted wrong:") && !report.contains(TOLD), "{report}");
}

#[test]
fn every_usual_form_is_read() {
    for manner in
        ["", "bare", "dashes", "numbers", "pieces", "words", "rooks", "chatty", "threaded", "zeros"]
    {
        for arguments in
            [&["3", "--fen", "kiwipete"][..], &["2", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"]]
        {
            let output = diff(Fault::Nothing, manner, arguments);
            let report = text(&output.stdout);
            assert_eq!(output.status.code(), Some(0), "{manner}: {report}{}", text(&output.stderr));
            assert_eq!(
                report.matches("equal").count().to_string(),
                arguments[0],
                "{manner}: {report}"
            );
        }
        let report = found(Fault::NoEnPassant, manner, &["3", "--fen", KIWIPETE]);
        assert_eq!(
            (line(&report, "missing:"), line(&report, "after:")),
            ("b4a3", "a2a4"),
            "{manner}"
        );
    }
    // Another command, for a program that knows little else of UCI.
    let arguments = ["2", "--command", "divide {depth}", "--timeout", "1", "--fen", "kiwipete"];
    let output = diff(Fault::Nothing, "console", &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    // Another program, with options.
    let own = env!("CARGO_BIN_EXE_quevedo");
    for arguments in [&["--option", "Hash=2"][..], &["--chess960"]] {
        let mut command = Command::new(own);
        command.args(["perft", "diff", own, "3", "--fen", "kiwipete"]).args(arguments);
        assert!(command.output().unwrap().status.success());
    }
}

#[test]
fn engines_that_do_not_behave_are_named_in_one_line() {
    for (manner, what) in [
        ("dies", ": 3 at 'go perft 1' after 'position fen rnb"),
        ("dies", "its last words: out of ideas"),
        ("hangs", "has not finished within 1 s at 'go perft 1'"),
        ("is_mute", "has not finished within 1 s at 'go perft 1'"),
        ("stops", "has not finished within 1 s at 'go perft 1'"),
        ("searches", "searches at 'go perft 1'"),
        ("babbles", "has not finished within 1 s at 'go perft 1'"),
        ("repeats", "lists moves without end"),
        ("knows_nothing", "its last words: unknown command"),
    ] {
        let start = Instant::now();
        let output = diff(Fault::Nothing, manner, &["3", "--timeout", "1"]);
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{manner}: {complaint}");
        let is_clear = complaint.lines().count() == 1 && complaint.contains(what);
        assert!(is_clear, "{manner}: {complaint}");
        assert_eq!(text(&output.stdout), "", "{manner}");
        assert!(start.elapsed() < Duration::from_secs(20), "{manner}: {:?}", start.elapsed());
    }
}

#[test]
fn nonsense_is_named() {
    let own = env!("CARGO_BIN_EXE_quevedo");
    for (arguments, what) in [
        (&["diff"][..], "<ENGINE>"),
        (&["diff", own], "<DEPTH>"),
        (&["diff", own, "0"], "'0'"),
        (&["diff", own, "65"], "'65'"),
        (&["diff", "/no/such/engine", "3"], "cannot start '/no/such/engine'"),
        (&["diff", own, "3", "--fen", "8/8 w"], "'8/8 w'"),
        (&["diff", own, "3", "--command", "go perft"], "{depth}"),
        (&["diff", own, "3", "--option", "Hash"], "NAME=VALUE"),
    ] {
        refused(&[&["perft"], arguments].concat(), what);
    }
}

/// This is not a test, but the engine that the tests above start.
#[test]
#[ignore = "the engine of these tests"]
fn the_engine() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let (fault, manner) = role.split_once(' ').unwrap();
    let fault = Fault::ALL.into_iter().find(|known| format!("{known:?}") == fault).unwrap();
    let mut engine = TestEngine {
        generator: Generator::new(fault, manner == "rooks"),
        manner: manner.to_owned(),
        fen: String::new(),
        moves: Vec::new(),
        postponed: None,
    };
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        if line == "quit" {
            break;
        }
        engine.obey(&line, fault);
    }
}

struct TestEngine {
    generator: Generator,
    manner: String,
    fen: String,
    moves: Vec<String>,
    /// The depth of a count that is postponed until the next `isready`.
    postponed: Option<u32>,
}

impl TestEngine {
    fn obey(&mut self, line: &str, fault: Fault) {
        match (line.split_once(' ').unwrap_or((line, "")), self.manner.as_str()) {
            (("uci" | "isready", _), "console" | "is_mute") => {}
            (("uci", _), _) => say("\nid name Test\nuciok"),
            (("isready", _), _) => {
                say("readyok");
                if let Some(depth) = self.postponed.take() {
                    self.count(depth);
                }
            }
            (("setoption", "name UCI_Chess960 value true"), _) => {
                self.generator = Generator::new(fault, true);
            }
            (("position", rest), _) => {
                let (position, played) = rest.split_once(" moves ").unwrap_or((rest, ""));
                self.fen = position.strip_prefix("fen ").unwrap().to_owned();
                self.moves = played.split_whitespace().map(str::to_owned).collect();
            }
            (("go", _), "dies") => {
                eprintln!("\nout of ideas\n");
                std::process::exit(3);
            }
            (("go", _), "hangs") => sleep(Duration::from_secs(600)),
            (("go", _), "is_mute") => {}
            (("go", _), "stops") => {
                say("a2a3: 1\na2a4: 1");
                sleep(Duration::from_secs(600));
            }
            (("go", _), "searches") => say("info depth 1 nodes 20 pv e2e4\nbestmove e2e4"),
            (("go", _), "babbles") => loop {
                say("lorem ipsum 7");
            },
            (("go", _), "repeats") => loop {
                say("e2e4 1");
            },
            (("go", _), "knows_nothing") => {
                std::io::stdout().write_all(b"\xFF\xFE\n").unwrap();
                say("unknown command");
            }
            (("go", depth), "threaded") => {
                self.postponed = Some(depth.strip_prefix("perft ").unwrap().parse().unwrap());
            }
            (("go", depth), _) => {
                self.count(depth.strip_prefix("perft ").unwrap().parse().unwrap());
            }
            (("divide", depth), "console") => self.count(depth.parse().unwrap()),
            _ => say("unknown command"),
        }
    }

    fn count(&mut self, depth: u32) {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        let counts = self.generator.divide(&self.fen, &moves, depth);
        let total: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
        for (index, (mv, leaves)) in counts.iter().enumerate() {
            match self.manner.as_str() {
                "bare" | "console" => say(&format!("{mv} {leaves}")),
                "dashes" => say(&format!("{mv} - {leaves}")),
                "numbers" => say(&format!("{}. {} {leaves}", index + 1, mv.to_uppercase())),
                "pieces" => say(&format!("Move: N{}-{}, nodes = {leaves}", &mv[..2], &mv[2..])),
                // Castling in these positions moves the king by two files.
                "words" if mv == "e1g1" => say(&format!("O-O: {leaves}")),
                "words" if mv == "e1c1" => say(&format!("0-0-0: {leaves}")),
                "zeros" if *leaves == 0 => {}
                "chatty" => say(&format!(
                    "info depth 1 currmove {mv} currmovenumber {index}\n{mv}: {leaves}\n\n8 r n b q"
                )),
                _ => say(&format!("{mv}: {leaves}")),
            }
            if self.manner == "threaded" && index == 0 {
                sleep(Duration::from_millis(500));
            }
        }
        match self.manner.as_str() {
            "dashes" => {}
            "bare" | "console" => say(&total.to_string()),
            "numbers" => say(&format!("Moves: {}\nTotal: {total}, 0.5 s", counts.len())),
            _ => say(&format!("\nNodes searched: {total}\n")),
        }
    }
}

fn say(line: &str) {
    // Bypasses the test harness, which would capture the output. Errors are ignored, because the reader may be gone.
    let mut out = std::io::stdout();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}
