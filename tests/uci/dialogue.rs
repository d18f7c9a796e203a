//! The dialogue, with commands that GUIs and match programs have been observed to send.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::session::{Session, number, word};
use crate::common::tool::{printed, quevedo, quevedo_reading, refused, text};
use crate::{LONG, MATED, SHORT, STALEMATED};

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
const BARE_KINGS: &str = "8/8/4k3/8/8/4K3/8/8 w - - 0 1";

fn fen_of(session: &mut Session) -> String {
    let lines = session.ask("d", "Legal moves");
    let line = lines.iter().find(|line| line.starts_with("Fen: ")).unwrap();
    line["Fen: ".len()..].to_owned()
}

#[test]
fn handshake() {
    let mut session = Session::new();
    assert!(session.is_silent_for(SHORT), "it speaks unasked");
    let lines = session.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name Quevedo ") && lines[1].starts_with("id author "));
    for line in &lines[2..lines.len() - 1] {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[..2], ["option", "name"], "{line}");
        let kind = words.iter().position(|&word| word == "type").expect(line) + 1;
        match words[kind] {
            "spin" => {
                let [min, default, max] = ["min", "default", "max"].map(|name| number(line, name));
                assert!(min <= default && default <= max, "{line}");
            }
            "check" => assert!(line.ends_with("default true") || line.ends_with("default false")),
            "button" => assert_eq!(words.len(), kind + 1),
            "combo" => {
                let (_, values) = line.split_once(" default ").expect(line);
                let mut choices = values.split(" var ");
                let default = choices.next().unwrap();
                assert!(choices.any(|choice| choice == default), "{line}");
            }
            "string" => assert!(line.contains(" default "), "{line}"),
            other => panic!("type {other}: {line}"),
        }
    }
    assert!(session.sync().is_empty());
}

#[test]
fn a_finished_game_has_no_move() {
    let mut session = Session::new();
    for (fen, score) in [(MATED, "score mate 0"), (STALEMATED, "score cp 0")] {
        session.send(&format!("position fen {fen}"));
        for go in ["go depth 1", "go wtime 100 btime 100", "go movetime 20"] {
            let lines = session.ask(go, "bestmove");
            assert_eq!(lines.last().unwrap(), "bestmove (none)");
            assert!(lines.iter().any(|line| line.contains("depth 0") && line.contains(score)));
        }
    }
}

#[test]
fn bad_positions_are_refused_and_the_old_one_stays() {
    let mut session = Session::new();
    session.send("position startpos moves e2e4");
    let before = fen_of(&mut session);
    for bad in [
        "position fen garbage",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/2K1K3 w - - 0 1",
        "position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K2p w - - 0 1",
        "position fen 4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
        "position fen 4k3/nnnnnnnn/nnnnnnnn/8/8/8/8/4K3 w - - 0 1",
        "position fen 4k3/8/8/8/1b5q/8/2n5/4K1r1 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "position fen rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR white KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w XYZ - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e5 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 x",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e1e3",
        "position startpos moves e2e4 junk",
        "position nonsense",
    ] {
        session.send(bad);
        let complaint = session.next();
        assert!(complaint.starts_with("info string "), "{bad}: {complaint}");
        assert!(session.sync().is_empty(), "{bad}: more than one line");
        assert_eq!(fen_of(&mut session), before, "{bad}");
    }
    assert_ne!(session.best_move("go depth 2"), "(none)");
}

#[test]
fn short_and_repairable_fens_are_taken() {
    let mut session = Session::new();
    for (given, kept) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 3",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 1",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 0", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
    ] {
        session.send(&format!("position fen {given}"));
        assert_eq!(fen_of(&mut session), kept);
    }
}

#[test]
fn clocks_that_are_out_or_missing() {
    let mut session = Session::new();
    for go in [
        "go wtime 0 btime 0",
        "go wtime -100 btime -100",
        "go wtime 100",
        "go btime 100",
        "go btime 50 binc 10 wtime 60 winc 10",
        "go movetime 0",
        "go movestogo 0 wtime 40 btime 40",
        "go wtime 200 btime 200 movestogo 1",
        "go depth 0",
        "go nodes 0",
        "go nodes 1",
        "go wtime 99999999999999999999999999999999 btime 1 depth 3",
    ] {
        let start = Instant::now();
        let lines = session.ask(go, "bestmove");
        assert!(start.elapsed() < LONG, "{go}");
        assert_eq!(lines.last().unwrap().len().min(13), 13, "{go}");
        let info = lines.iter().rfind(|line| line.contains(" score ")).expect(go);
        assert!(info.contains(" pv ") && !info.contains("bound"), "{go}: {info}");
    }
}

#[test]
fn long_games_and_odd_bytes() {
    let mut session = Session::new();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(1250);
    session.send(&format!("position startpos moves {shuffle}"));
    assert_ne!(session.best_move("go depth 3"), "(none)");
    session.send_bytes(b"position startpos moves e2e4 e7e5\r\nisready\r\n");
    assert_eq!(session.next(), "readyok");
    assert!(fen_of(&mut session).starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/"));
    session.send_bytes(b"\xff\xfe\x00 nonsense \x80\n\0\n\n   \t \n# a comment\n");
    let complaints = session.sync();
    assert_eq!(complaints.len(), 1, "{complaints:?}");
    session.send_bytes(b"  joho \t isready \n");
    assert_eq!(session.next(), "readyok");
    session.send_bytes(&[vec![b'x'; 1 << 20], b"\nisready\n".to_vec()].concat());
    assert!(session.next().len() < 1000);
    assert_eq!(session.next(), "readyok");
}

#[test]
fn stop_when_idle_says_nothing() {
    let mut session = Session::new();
    session.send("stop");
    session.send("ponderhit");
    assert!(session.sync().is_empty());
    assert!(session.is_silent_for(SHORT));
}

#[test]
fn infinite_and_ponder_wait_for_stop() {
    let mut session = Session::new();
    for fen in [BARE_KINGS, MATE_IN_ONE, MATED, STALEMATED] {
        for go in ["go infinite", "go ponder wtime 50 btime 50", "go ponder depth 1"] {
            session.send(&format!("position fen {fen}"));
            session.send(go);
            std::thread::sleep(SHORT);
            let said = session.sync();
            assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{go} at {fen}");
            session.send("stop");
            session.until("bestmove");
            assert!(session.sync().is_empty());
        }
    }
}

#[test]
fn a_go_without_limits_ends_with_nothing_left_to_search() {
    let mut session = Session::new();
    for (fen, best) in
        [(MATE_IN_ONE, "a1a8"), (MATED, "(none)"), (STALEMATED, "(none)"), (BARE_KINGS, "")]
    {
        session.send(&format!("position fen {fen}"));
        assert!(session.best_move("go").starts_with(best), "{fen}");
    }
    session.send("position startpos");
    session.send("go");
    std::thread::sleep(SHORT);
    assert!(!session.sync().iter().any(|line| line.starts_with("bestmove")));
    session.ask("stop", "bestmove");
}

/// Searches that don't end by themselves, and one with nothing to search.
const ENDLESS: [(&str, &str); 4] = [
    ("startpos", "go infinite"),
    ("startpos", "go ponder wtime 1000000 btime 1000000"),
    ("startpos", "go"),
    ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go infinite"),
];

#[test]
fn wait_keeps_nobody_from_being_heard() {
    let mut session = Session::new();
    for (position, go) in ENDLESS {
        session.send(&format!("position {position}"));
        session.send(go);
        session.send("wait");
        session.send("position startpos moves e2e4");
        assert!(!session.sync().iter().any(|line| line.starts_with("bestmove")), "{go}");
        session.ask("stop", "bestmove");
        assert!(fen_of(&mut session).contains(" b KQkq "), "{go}");
    }
    session.send("position startpos");
    session.send("go ponder movetime 100");
    session.send("wait");
    session.ask("ponderhit", "bestmove");
    for (position, go) in ENDLESS {
        for close in [false, true] {
            let mut session = Session::new();
            session.send_bytes(format!("position {position}\n{go}\nwait\nuci\n").as_bytes());
            if close {
                session.close_input();
            } else {
                session.send("quit");
            }
            session.until("bestmove");
            session.until("uciok");
            assert!(session.ends_within(LONG).success(), "{go}");
        }
    }
}

#[test]
fn what_follows_wait_comes_after_the_search() {
    let mut session = Session::new();
    session.send_bytes(b"go depth 8\nwait\nd\nperft 3\nwait\ngo depth 7\nwait\n");
    session.close_input();
    session.until("info depth 8 ");
    session.until("bestmove");
    session.until("Fen: ");
    session.until("Nodes searched: 8902");
    session.until("info depth 7 ");
    session.until("bestmove");
    assert!(session.ends_within(LONG).success());
}

#[test]
fn ponderhit_starts_the_clock() {
    let mut session = Session::new();
    session.send("position startpos moves e2e4 e7e5");
    session.send("go ponder wtime 300 btime 300");
    std::thread::sleep(SHORT);
    assert!(!session.sync().iter().any(|line| line.starts_with("bestmove")));
    let start = Instant::now();
    session.ask("ponderhit", "bestmove");
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_search_is_answered_once_whatever_comes() {
    let mut session = Session::new();
    for interruption in
        ["go depth 1", "position startpos", "ucinewgame", "setoption name Hash value 8", "uci"]
    {
        session.send("go infinite");
        session.send(interruption);
        session.send("stop");
        let expected = 1 + usize::from(interruption.starts_with("go"));
        let mut said = Vec::new();
        for _ in 0..expected {
            said.extend(session.until("bestmove"));
        }
        said.extend(session.sync());
        let answers = said.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answers, expected, "{interruption}: {said:?}");
    }
}

#[test]
fn stop_right_after_go_is_not_lost() {
    let mut session = Session::new();
    session.send("setoption name Threads value 2");
    for _ in 0..200 {
        session.send_bytes(b"go infinite\nstop\n");
        session.until("bestmove");
    }
}

#[test]
fn a_long_search_tells_what_it_is_at() {
    let is_bound = |line: &String| line.contains(" lowerbound ") || line.contains(" upperbound ");
    let mut session = Session::new();
    // A sharp position, where scores keep changing.
    session
        .send("position fen r1bq1rk1/pp2nppp/2n1p3/2ppP3/3P4/P1PB1N2/2P2PPP/R1BQ1RK1 w - - 4 10");
    session.send("go infinite");
    let mut said = session.until("info depth 5 ");
    let start = Instant::now();
    loop {
        assert!(start.elapsed() < Duration::from_secs(120), "no current move, or no bound");
        said.push(session.next());
        let moves = said.iter().filter(|line| line.contains(" currmovenumber ")).count();
        if moves > 1 && said.iter().any(is_bound) {
            break;
        }
    }
    let is_early = |line: &&String| line.contains(" time ") && number(line, "time") < 3000;
    assert!(!said.iter().filter(is_early).any(is_bound), "{said:?}");
    let current = said.iter().find(|line| line.contains(" currmove ")).unwrap();
    assert!(number(current, "depth") > 1 && number(current, "currmovenumber") > 0, "{current}");
    said.extend(session.ask("stop", "bestmove"));
    let last = &said[said.len() - 2];
    assert!(last.contains(" pv ") && !is_bound(last), "{last}");
    let nodes = said.iter().filter(|line| line.contains(" nodes "));
    assert_eq!(nodes.map(|line| number(line, "nodes")).max(), Some(number(last, "nodes")));
}

#[test]
fn a_search_that_is_cut_off_tells_what_it_has_cost() {
    let mut session = Session::new();
    for (go, nodes) in [("go nodes 5000", " nodes 5000 "), ("go nodes 20000", " nodes 20000 ")] {
        let said = session.ask(go, "bestmove");
        assert!(said[said.len() - 2].contains(nodes), "{said:?}");
    }
}

#[test]
fn stop_ends_a_benchmark_within_a_search() {
    let mut session = Session::new();
    for (begin, end) in
        [("bench", Some("info string bench was stopped")), ("genfens 1000000 seed 1", None)]
    {
        session.send(begin);
        session.next();
        let start = Instant::now();
        session.send("stop");
        // A task begins when the one before it has ended.
        let said = session.ask("perft 1", "Nodes searched: 20");
        assert!(start.elapsed() < Duration::from_secs(1), "{begin}");
        let tells = |end| said.iter().any(|line| line.starts_with(end));
        assert!(end.is_none_or(tells), "{said:?}");
        assert!(said.len() < 100_000, "{begin}: {} lines", said.len());
        assert!(!said.iter().any(|line| line.ends_with(" nps")), "{said:?}");
    }
}

#[test]
fn isready_is_answered_while_searching() {
    let mut session = Session::new();
    session.send("go infinite");
    for _ in 0..20 {
        let start = Instant::now();
        session.sync();
        assert!(start.elapsed() < Duration::from_secs(1));
    }
    session.ask("stop", "bestmove");
}

#[test]
fn quit_and_end_of_input_end_the_process() {
    for state in ["isready", "go infinite", "go ponder wtime 1000 btime 1000", "go perft 7\nstop"] {
        for close in [false, true] {
            let mut session = Session::new();
            session.send(state);
            std::thread::sleep(Duration::from_millis(50));
            if close {
                session.close_input();
            } else {
                session.send("quit");
            }
            let status = session.ends_within(Duration::from_secs(5));
            assert!(status.success(), "{state}: {status}");
        }
    }
}

#[test]
fn a_count_is_finished_before_what_follows() {
    let lines =
        "go perft 4\nposition startpos moves e2e4\nd\nperft 3\nbench 1 1 1\ngo depth 3\nwait\n";
    for end in ["", "quit\n"] {
        let said = text(&quevedo_reading(&[], &format!("{lines}{end}")).stdout);
        let places: Vec<Option<usize>> =
            ["searched: 197281", "Fen: ", "searched: 13160", " nps\n", "bestmove"]
                .iter()
                .map(|text| said.find(text))
                .collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{said}");
    }
    let mut session = Session::new();
    // `stop` also stops what was sent before it and has not begun.
    session.send("go perft 9\nperft 9");
    session.sync();
    session.send("stop\nperft 1");
    let said = session.until("Nodes searched: 20");
    assert_eq!(said.iter().filter(|line| *line == "info string perft was stopped").count(), 2);
}

#[test]
fn the_board_knows_repetitions() {
    let mut session = Session::new();
    let there_and_back = " g1f3 g8f6 f3g1 f6g8";
    for (times, state) in [(1, "in progress"), (2, "threefold repetition")] {
        session.send(&format!("position startpos moves{}", there_and_back.repeat(times)));
        let said = session.ask("d", "Legal moves: ");
        assert_eq!(said.last().unwrap(), &format!("Legal moves: 20; game: {state}"));
    }
}

#[test]
fn a_byte_order_mark_is_no_word() {
    assert!(text(&quevedo_reading(&[], "\u{feff}uci\n").stdout).contains("uciok"));
}

/// If all arguments are commands without arguments, each is a separate line.
#[test]
fn every_command_of_the_line_is_executed() {
    let both = printed(&["d", "eval"]);
    assert!(both.contains("Key") && both.contains("Evaluation"), "{both}");
    assert_eq!(both, printed(&["d", "eval", "quit"]));
    refused(&["go", "perft", "x"], "'x'");
    for (line, what) in [
        ("go perft 65", "'65'"),
        ("perft x", "'x'"),
        ("bench 16 x", "'x'"),
        ("speedtest 0", "'0'"),
        ("why e5", "'e5'"),
        ("setoption name Hsh value 3", "'Hsh'"),
        ("setoption name Hash value 0", "Hash: '0' is not a number from 1"),
    ] {
        refused(&["go depth 1", line], what);
    }
    assert!(printed(&["go", "perft", "1"]).contains("20"));
}

#[test]
fn commands_of_the_line_end_with_their_reader() {
    for command in ["go infinite", "bench 16 1 4"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quevedo"))
            .args([command, "go infinite"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        ends_without_a_reader(child);
    }
}

/// Waits for the end of a program whose output nobody reads any more.
fn ends_without_a_reader(mut child: Child) {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < LONG, "it goes on without a reader");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_output_ends_the_process() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quevedo"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    use std::io::Write;
    child.stdin.as_mut().unwrap().write_all(b"uci\ngo depth 5\n").unwrap();
    ends_without_a_reader(child);
}

#[test]
fn searchmoves_anywhere_in_the_line() {
    let mut session = Session::new();
    for go in ["go searchmoves a2a3 h2h4 depth 4", "go depth 4 searchmoves h2h4 a2a3"] {
        let best = session.best_move(go);
        assert!(best == "a2a3" || best == "h2h4", "{go}: {best}");
    }
}

#[test]
fn several_lines_are_complete_and_sorted() {
    let mut session = Session::new();
    session.send("setoption name multipv value 4");
    for (fen, lines) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
        ("7k/8/8/8/8/8/7p/7K w - - 0 1", 2),
    ] {
        session.send(&format!("position fen {fen}"));
        let said = session.ask("go depth 6", "bestmove");
        let told: Vec<&String> = said
            .iter()
            .filter(|line| line.contains(" multipv ") && line.contains(" pv "))
            .collect();
        let last = &told[told.len().saturating_sub(lines)..];
        assert_eq!(last.len(), lines, "{said:?}");
        let mut best_first = Vec::new();
        for (index, line) in last.iter().enumerate() {
            assert!(line.contains(&format!(" multipv {} ", index + 1)), "{line}");
            if word(line, "score") == "cp" {
                best_first.push(-number(line, "cp"));
            }
        }
        assert!(best_first.is_sorted(), "{last:?}");
    }
}

#[test]
fn options_in_every_spelling() {
    let mut session = Session::new();
    for good in [
        "setoption name Hash value 8",
        "setoption name HASH value 4",
        "setoption name hash value 16",
        "setoption name Clear Hash",
        "setoption name clear hash value",
        "setoption name Clear Hash value true",
        "setoption name Move Overhead value 100",
        "setoption name  move   overhead  value  10",
        "setoption name Threads value 2",
        "setoption name Threads value 1",
        "setoption name Ponder value true",
        "setoption name UCI_Chess960 value false",
        "setoption name UCI_AnalyseMode value true",
    ] {
        session.send(good);
        assert!(session.sync().is_empty(), "{good}");
    }
    for bad in [
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value abc",
        "setoption name Hash value 0",
        "setoption name Hash value -5",
        "setoption name Hash value 99999999999999999999",
        "setoption name Threads value 1.5",
        "setoption name Nonsense value 1",
        "setoption name UCI_LimitStrength value perhaps",
        "setoption name UCI_Elo value 599",
        "setoption name UCI_Elo value 3401",
        "setoption name Skill Level value 21",
        "setoption name Level Seed value -1",
        "setoption value 5",
        "setoption name UCI_Chess960 value maybe",
    ] {
        session.send(bad);
        let said = session.sync();
        assert!(said.len() == 1 && said[0].starts_with("info string "), "{bad}: {said:?}");
    }
    assert_ne!(session.best_move("go depth 3"), "(none)");
}

#[test]
fn castling_is_written_as_the_mode_wants() {
    let mut session = Session::new();
    let fen = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (mode, castling, other) in [("false", "e1g1", "e1h1"), ("true", "e1h1", "e1g1")] {
        session.send(&format!("setoption name UCI_Chess960 value {mode}"));
        session.send(fen);
        let divided = session.ask("go perft 1", "Nodes searched");
        assert!(divided.iter().any(|line| line.starts_with(castling)), "{divided:?}");
        assert!(!divided.iter().any(|line| line.starts_with(other)), "{divided:?}");
        // Both are understood.
        for text in ["e1g1", "e1h1"] {
            session.send(&format!("{fen} moves {text}"));
            assert_eq!(fen_of(&mut session), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
        }
        session.send(&format!("{fen} moves e1g1"));
        session.send(fen);
        assert_eq!(session.best_move(&format!("go depth 2 searchmoves {castling}")), castling);
    }
}

#[test]
fn promotions_are_lower_case() {
    let mut session = Session::new();
    session.send("position fen 8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(session.best_move("go depth 8"), "e7e8q");
}

#[test]
fn perft_prints_the_known_form() {
    let mut session = Session::new();
    for command in ["go perft 3", "perft 3"] {
        let lines = session.ask(command, "Nodes searched");
        assert!(lines.contains(&"e2e4: 600".to_owned()), "{lines:?}");
        assert_eq!(lines.last().unwrap(), "Nodes searched: 8902");
        assert_eq!(lines[lines.len() - 2], "");
    }
    for bad in ["go perft 0", "perft -1", "perft x", "go perft"] {
        session.send(bad);
        let said = session.sync();
        let said: Vec<&String> = said.iter().filter(|line| !line.is_empty()).collect();
        assert!(said.len() == 1 && said[0].starts_with("info string "), "{bad}: {said:?}");
    }
}

#[test]
fn stop_ends_perft() {
    let mut session = Session::new();
    // In the last position, all leaves are below a single move.
    let forced = "position fen r1bqkb1r/ppppppp1/2n2n2/8/8/8/PPPB1PPP/RN2r2K w - - 0 1";
    for (position, go) in [
        ("position startpos", "go perft 12"),
        (forced, "go perft 30"),
        ("position startpos", "bench 1 1 12 current perft"),
    ] {
        session.send(position);
        session.send(go);
        session.sync();
        std::thread::sleep(Duration::from_millis(100));
        let start = Instant::now();
        session.send("stop");
        let said = session.ask("wait\ngo depth 1", "bestmove");
        assert!(start.elapsed() < Duration::from_secs(2), "{go}: {:?}", start.elapsed());
        assert!(said.iter().any(|line| line.ends_with("was stopped")), "{go}: {said:?}");
        let said = session.ask("go perft 2", "Nodes searched");
        assert!(said.iter().all(|line| !line.contains("bestmove")), "{go}: {said:?}");
    }
}

#[test]
fn the_same_search_takes_the_same_nodes() {
    let mut session = Session::new();
    let nodes = |session: &mut Session, go: &str| {
        session.send("ucinewgame");
        let mut all = Vec::new();
        for moves in ["", " moves e2e4", " moves e2e4 e7e5 g1f3"] {
            session.send(&format!("position startpos{moves}"));
            let lines = session.ask(go, "bestmove");
            let nodes = number(&lines[lines.len() - 2], "nodes");
            all.push((nodes, lines.last().unwrap().clone()));
        }
        all
    };
    for go in ["go depth 8", "go nodes 5000", "go nodes 20000"] {
        assert_eq!(nodes(&mut session, go), nodes(&mut session, go), "{go}");
    }
}

#[test]
fn one_shot_arguments() {
    let run = |args: &[&str]| {
        let output = quevedo(args);
        (output.status.code().unwrap(), text(&output.stdout))
    };
    let (code, text) = run(&["go depth 4"]);
    assert!(code == 0 && text.lines().last().unwrap().starts_with("bestmove "));
    let (code, text) = run(&["go", "depth", "4"]);
    assert!(code == 0 && text.lines().last().unwrap().starts_with("bestmove "));
    let (code, text) = run(&["position startpos moves e2e4", "d", "quit", "uci"]);
    assert!(code == 0 && text.contains(" b KQkq - 0 1") && !text.contains("uciok"));
    assert_eq!(run(&["--nonsense=5"]).0, 2);
    // Nothing starts if a word can't be parsed, because without the depth the search would never end.
    for bad in
        [&["go depth 1 nonsense"][..], &["d", "go dpeth 1"], &["position startpos moves e2e5", "d"]]
    {
        let (code, text) = run(bad);
        assert!(code == 2 && text.is_empty(), "{bad:?}: {code} {text}");
    }
    let (code, text) = run(&["", "# a comment", "go perft 2"]);
    assert!(code == 0 && text.contains("Nodes searched: 400"), "{text}");
    assert_eq!(run(&["--version"]).0, 0);
}

#[test]
fn a_speed_test_tells_how_far_it_is() {
    let lines = Session::new().ask("speedtest 1 1 1", "1 thread ");
    let told = lines.iter().filter_map(|line| line.strip_prefix("info string speedtest: "));
    let expected: Vec<String> = (1..=10).map(|tenth| format!("{} %", 10 * tenth)).collect();
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[test]
fn two_threads_play_the_same_game() {
    let mut session = Session::new();
    session.send("setoption name Threads value 2");
    session.send("setoption name Hash value 1");
    session.send(&format!("position fen {MATE_IN_ONE}"));
    assert_eq!(session.best_move("go depth 6"), "a1a8");
    for _ in 0..3 {
        session.send("ucinewgame");
        session.send("position startpos");
        assert_ne!(session.best_move("go movetime 100"), "(none)");
    }
}
