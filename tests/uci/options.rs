//! The effects of the options, through the real binary.

use quevedo::position::Position;
use quevedo::probe::book::BookBuilder;

use crate::common::session::{Session, number};
use crate::common::tool::Folder;

#[test]
fn the_block_has_its_order() {
    let lines = Session::new().ask("uci", "uciok");
    let names: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("option name "))
        .map(|rest| rest.split(" type ").next().unwrap())
        .collect();
    let expected = [
        "Debug Log File",
        "Threads",
        "Hash",
        "Clear Hash",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "nodestime",
        "UCI_Chess960",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "SyzygyPath",
        "SyzygyProbeDepth",
        "SyzygyProbeLimit",
        "Syzygy50MoveRule",
        "OwnBook",
        "BookFile",
        "Minimal",
        "Skill Level",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Level Seed",
        "Level Pace",
        "Style",
        "Spektrum Stage",
        "UCI_EngineAbout",
    ];
    assert_eq!(names[..expected.len()], expected);
}

#[test]
fn all_traffic_is_logged() {
    let (mut session, path) = (Session::new(), Folder::new("options_log").file("log"));
    session.send(&format!("setoption name Debug Log File value {path}"));
    session.sync();
    session.best_move("go depth 2");
    session.send_bytes(b"nonsense \xff\n");
    session.sync();
    session.send("setoption name Debug Log File value <empty>");
    session.sync();
    session.ask("uci", "uciok");
    let text = std::fs::read_to_string(&path).unwrap();
    let traffic: Vec<(&str, &str)> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (time, rest) = line.trim_start().split_once(' ').unwrap();
            assert!(time.parse::<f64>().unwrap() >= 0.0, "{line}");
            rest.split_once(' ').unwrap()
        })
        .collect();
    assert!(traffic.contains(&(">", "go depth 2")), "{text}");
    assert!(traffic.iter().any(|(way, line)| *way == "<" && line.starts_with("bestmove ")));
    assert!(traffic.contains(&("<", "readyok")));
    assert!(!traffic.iter().any(|(_, line)| line.contains("uciok")), "the log was closed");
    session.send("setoption name Debug Log File value /no/such/folder/log");
    let told = session.sync();
    assert!(told.len() == 1 && told[0].contains("/no/such/folder/log"), "{told:?}");
}

#[test]
fn debug_tells_more() {
    let mut session = Session::new();
    session.send("position startpos moves e2e4");
    assert!(session.sync().is_empty());
    session.send("debug on");
    session.send("position startpos moves e2e4");
    session.send("setoption name Hash value 8");
    let told = session.sync();
    assert!(
        told.len() == 2 && told.iter().all(|line| line.starts_with("info string ")),
        "{told:?}"
    );
    let told = session.ask("go wtime 1000 btime 1000 depth 2", "bestmove");
    assert!(told[0].contains("soft") && told[0].contains("hard"), "{told:?}");
    session.send("debug off");
    session.send("position startpos");
    assert!(session.sync().is_empty());
}

#[test]
fn minimal_output_is_one_line_and_the_move() {
    let mut session = Session::new();
    session.send("setoption name Minimal value true");
    for lines in [1, 3] {
        session.send(&format!("setoption name MultiPV value {lines}"));
        let told = session.ask("go depth 7", "bestmove");
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].starts_with("info depth 7 ") && told[0].contains(" multipv 1 "));
    }
}

#[test]
fn chances_come_with_the_score_when_asked_for() {
    let mut session = Session::new();
    assert!(!session.ask("go depth 5", "bestmove").concat().contains(" wdl "));
    session.send("setoption name UCI_ShowWDL value true");
    for line in session.ask("go depth 5", "bestmove") {
        if let Some((_, rest)) = line.split_once(" wdl ") {
            let parts: Vec<u32> =
                rest.split(' ').take(3).map(|word| word.parse().unwrap()).collect();
            assert_eq!(parts.iter().sum::<u32>(), 1000, "{line}");
        } else {
            assert!(line.starts_with("bestmove"), "{line}");
        }
    }
    session.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    let told = session.ask("go depth 5", "bestmove");
    assert!(told[told.len() - 2].contains(" score mate 1 wdl 1000 0 0 "), "{told:?}");
}

/// With `nodestime`, the machine's clock has no influence.
#[test]
fn nodes_stand_for_time() {
    let mut session = Session::new();
    session.send("setoption name nodestime value 100");
    let mut runs = Vec::new();
    for _ in 0..2 {
        session.send("ucinewgame");
        let mut run = Vec::new();
        for moves in ["", " e2e4 e7e5", " e2e4 e7e5 g1f3 b8c6"] {
            session.send(&format!("position startpos moves{moves}"));
            let told = session.ask("go wtime 10000 btime 10000 winc 100 binc 100", "bestmove");
            let nodes = number(&told[told.len() - 2], "nodes");
            assert!((1000..700_000).contains(&nodes), "{nodes} nodes");
            run.push((nodes, told.last().unwrap().clone()));
        }
        runs.push(run);
    }
    assert_eq!(runs[0], runs[1]);
}

/// The clock does not count while pondering, also where nodes stand for time.
#[test]
fn pondering_costs_no_nodes_of_the_clock() {
    let mut session = Session::new();
    session.send("setoption name nodestime value 1");
    session.send("go ponder wtime 1000 btime 1000");
    let told = session.until("info depth 12 ");
    assert!(number(told.last().unwrap(), "nodes") > 1000);
    session.ask("ponderhit", "bestmove");
}

/// A search that was broken off reports its last result with the depth at which it was found.
#[test]
fn an_iteration_without_a_result_is_not_reported() {
    let mut session = Session::new();
    let mut without = 0;
    for nodes in (5_000..60_000).step_by(5_000) {
        session.send("ucinewgame");
        let told = session.ask(&format!("go nodes {nodes}"), "bestmove");
        let [.., before, last, _] = told.as_slice() else { panic!("{told:?}") };
        let found = |line: &str| {
            let score = number(line, "cp");
            (score, line.split_once(" pv ").unwrap().1.to_owned())
        };
        if found(before) == found(last) {
            assert_eq!(number(before, "depth"), number(last, "depth"), "{told:?}");
            without += 1;
        }
    }
    assert!(without > 0);
}

#[test]
fn the_own_book_is_played_when_wanted() {
    let mut session = Session::new();
    let depth = |session: &mut Session, go: &str| {
        let told = session.ask(go, "bestmove");
        assert!(told[told.len() - 2].contains(" pv "), "{told:?}");
        number(&told[told.len() - 2], "nodes")
    };
    assert!(depth(&mut session, "go depth 5") > 0, "no book unless asked for");
    session.send("setoption name OwnBook value true");
    assert_eq!(depth(&mut session, "go depth 5"), 0);
    assert_eq!(depth(&mut session, "go wtime 1000 btime 1000"), 0);
    assert!(depth(&mut session, "go depth 5 searchmoves a2a3") > 0);
    session.send("setoption name UCI_AnalyseMode value true");
    assert!(depth(&mut session, "go depth 5") > 0);
    session.send("setoption name UCI_AnalyseMode value false");
    session.send("position fen 8/8/4k3/8/8/4K3/4P3/8 w - - 0 1");
    assert!(depth(&mut session, "go depth 5") > 0, "not in the book");
}

#[test]
fn a_book_file_takes_its_place() {
    let (mut session, folder) = (Session::new(), Folder::new("options_book"));
    let path = folder.file("book.bin");
    let start = Position::start();
    let mut builder = BookBuilder::default();
    builder.add(&start, start.parse_uci("b1a3").unwrap(), 2);
    builder.write(1, std::fs::File::create(&path).unwrap()).unwrap();
    session.send("setoption name OwnBook value true");
    session.send(&format!("setoption name BookFile value {path}"));
    assert!(session.sync()[0].contains("1 moves"));
    assert_eq!(session.best_move("go movetime 50"), "b1a3");
    // A file that is not a book changes nothing.
    for bad in ["/no/such/book.bin", &folder.write("book.txt", b"no book")] {
        session.send(&format!("setoption name BookFile value {bad}"));
        let told = session.sync();
        assert!(told.len() == 1 && told[0].contains(bad), "{told:?}");
        assert_eq!(session.best_move("go movetime 50"), "b1a3");
    }
    session.send("setoption name BookFile value <empty>");
    assert!(session.sync()[0].contains("own book"));
}
