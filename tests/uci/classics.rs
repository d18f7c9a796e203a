//! The classic programs in UCI sessions: the option, whole games, clocks, `stop`, and the tools `classics` and
//! `explain`.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use quevedo::board::perft;
use quevedo::engine::{PlayingStyle, SpektrumStage};
use quevedo::position::{KeyHistory, Position};

use crate::common::session::{Session, number};
use crate::common::tool::{Folder, printed, refused};
use crate::{LONG, MATED, SHORT, STALEMATED};

/// A middlegame with captures, where both sides have castled.
const MIDDLEGAME: &str = "r1bq1rk1/pp2nppp/2n1p3/2ppP3/3P4/P1PB1N2/2P2PPP/R1BQ1RK1 w - - 4 10";

/// The number of plies after which an unfinished game is broken off.
const LONGEST: usize = 160;

fn classics() -> impl Iterator<Item = PlayingStyle> {
    PlayingStyle::ALL.into_iter().filter(|&style| style != PlayingStyle::Quevedo)
}

fn playing(style: PlayingStyle) -> Session {
    let mut session = Session::new();
    session.send(&format!("setoption name Style value {}", style.name()));
    assert!(session.sync().is_empty());
    session
}

/// The words of the last line with a score, without its times.
fn fingerprint(session: &mut Session, fen: &str, go: &str) -> Vec<String> {
    session.send(&format!("position fen {fen}"));
    let lines = session.ask(go, "bestmove");
    let info = lines.iter().rfind(|line| line.contains(" score ")).expect(fen);
    let (head, tail) = info.split_once(" nps ").unwrap();
    let (_, pv) = tail.split_once(" pv ").unwrap();
    vec![head.to_owned(), pv.to_owned(), lines.last().unwrap().clone()]
}

/// Two programs play a game, and every move is checked. Returns the moves in UCI notation.
fn play(white: &mut Session, black: &mut Session, fen: &str, go: &str) -> String {
    let mut position = Position::from_fen(fen).unwrap();
    let mut history = KeyHistory::new();
    let mut moves = String::new();
    for session in [&mut *white, &mut *black] {
        session.send("ucinewgame");
    }
    for ply in 0..LONGEST {
        let over = !position.has_legal_move()
            || position.board().insufficient_material()
            || position.rule50() >= 100
            || history.is_repetition(&position, 0);
        if over {
            break;
        }
        let session = if ply % 2 == 0 { &mut *white } else { &mut *black };
        session.send(&format!("position fen {fen} moves{moves}"));
        let best = session.best_move(go);
        let mv = position.parse_uci(&best).unwrap_or_else(|error| panic!("{error} after{moves}"));
        let _ = write!(moves, " {best}");
        history.play(&mut position, mv);
    }
    moves
}

#[test]
fn the_option_offers_every_program() {
    let mut session = Session::new();
    let lines = session.ask("uci", "uciok");
    for wanted in [
        "option name Style type combo default Quevedo var Quevedo var FirstChess var JS Schach \
         var Spektrum var NagaSkaki var Baguette",
        "option name Spektrum Stage type combo default null move var minimax var alpha-beta \
         var ordering var table var iteration var quiescence var null move",
    ] {
        assert!(lines.iter().any(|line| line == wanted), "{wanted}");
    }
}

#[test]
fn names_are_taken_in_any_case_and_wrong_ones_change_nothing() {
    let mut session = Session::new();
    let quevedo = fingerprint(&mut session, MIDDLEGAME, "go depth 3");
    session.send("setoption name style value js  SCHACH");
    assert!(session.sync().is_empty());
    let js_schach = fingerprint(&mut session, MIDDLEGAME, "go depth 3");
    assert_ne!(quevedo, js_schach);
    // Match programs that don't expect spaces in a value send only the first word.
    session.send("setoption name Style value Quevedo");
    session.send("setoption name Style value JS");
    assert!(session.sync().is_empty());
    assert_eq!(fingerprint(&mut session, MIDDLEGAME, "go depth 3"), js_schach);
    for wrong in ["Deep Blue", "", "FirstChes", "Quevedo2", "JS Chess", "minimax", "1"] {
        session.send(&format!("setoption name Style value {wrong}"));
        let said = session.sync();
        assert_eq!(said.len(), 1, "{wrong}: {said:?}");
        assert!(
            said[0].starts_with("info string Style: ") && said[0].contains(&format!("'{wrong}'"))
        );
        assert_eq!(fingerprint(&mut session, MIDDLEGAME, "go depth 3"), js_schach, "{wrong}");
    }
    session.send("setoption name Spektrum Stage value nullmove");
    assert_eq!(session.sync().len(), 1);
    session.send("setoption name Style value Quevedo");
    session.send("ucinewgame");
    assert_eq!(fingerprint(&mut session, MIDDLEGAME, "go depth 3"), quevedo);
}

#[test]
fn every_program_plays_whole_games_against_quevedo_and_itself() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    std::thread::scope(|scope| {
        for style in classics() {
            scope.spawn(move || {
                let (mut classic, mut quevedo) = (playing(style), Session::new());
                let moves = play(&mut classic, &mut quevedo, start, "go movetime 10");
                assert!(moves.split_whitespace().count() > 8, "{style:?}: {moves}");
                play(&mut quevedo, &mut classic, MIDDLEGAME, "go movetime 10");
                let mut twin = playing(style);
                play(&mut classic, &mut twin, MIDDLEGAME, "go nodes 2000");
            });
        }
    });
}

#[test]
fn chess960_positions_are_played() {
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    for style in classics() {
        let mut session = playing(style);
        session.send("setoption name UCI_Chess960 value true");
        let mut twin = playing(style);
        twin.send("setoption name UCI_Chess960 value true");
        play(&mut session, &mut twin, fen, "go depth 2");
    }
}

#[test]
fn a_game_goes_on_with_another_program() {
    let mut session = Session::new();
    let mut position = Position::start();
    let mut moves = String::new();
    for style in PlayingStyle::ALL.into_iter().chain(PlayingStyle::ALL.into_iter().rev()) {
        session.send(&format!("setoption name Style value {}", style.name()));
        session.send(&format!("position startpos moves{moves}"));
        let best = session.best_move("go nodes 1000");
        let mv = position.parse_uci(&best).unwrap();
        position.play_unchecked(mv);
        let _ = write!(moves, " {best}");
    }
    // Even during a search, which the old program completes first.
    session.send("position startpos");
    session.send("go infinite");
    session.send("setoption name Style value FirstChess");
    session.until("bestmove");
    session.send("position startpos");
    assert_ne!(session.best_move("go depth 2"), "(none)");
}

#[test]
fn every_stage_plays() {
    let mut session = playing(PlayingStyle::Spektrum);
    for stage in SpektrumStage::ALL {
        session.send(&format!("setoption name Spektrum Stage value {}", stage.name()));
        session.send(&format!("position fen {MIDDLEGAME}"));
        for go in ["go depth 3", "go movetime 20", "go wtime 300 btime 300"] {
            let lines = session.ask(go, "bestmove");
            assert!(lines.iter().any(|line| line.contains(" pv ")), "{stage:?}, {go}");
        }
    }
}

#[test]
fn every_limit_is_kept() {
    for style in classics() {
        let mut session = playing(style);
        for go in [
            "go wtime 1000 btime 1000 winc 10 binc 10",
            "go wtime 40 btime 40",
            "go wtime 0 btime 0",
            "go wtime -5 btime -5",
            "go wtime 600 btime 600 movestogo 1",
            "go movetime 50",
            "go movetime 0",
            "go nodes 500",
            "go nodes 1",
            "go depth 2",
            "go depth 0",
            "go mate 1 movetime 50",
            "go depth 900 movetime 50",
        ] {
            session.send(&format!("position fen {MIDDLEGAME}"));
            let start = Instant::now();
            let lines = session.ask(go, "bestmove");
            let has_clock = go.contains("time") && !go.contains("wtime 1000");
            let most = if has_clock { Duration::from_secs(2) } else { LONG };
            assert!(start.elapsed() < most, "{style:?}, {go}");
            let info = lines.iter().rfind(|line| line.contains(" score ")).expect(go);
            assert!(go != "go depth 2" || number(info, "depth") <= 2, "{style:?}: {info}");
            for word in ["depth ", " nodes ", " time ", " pv "] {
                assert!(info.contains(word), "{style:?}, {go}: {info}");
            }
            assert!(session.sync().is_empty(), "{style:?}, {go}: it goes on talking");
        }
    }
}

#[test]
fn stop_and_ponderhit_end_the_search() {
    for style in classics() {
        let mut session = playing(style);
        for go in
            ["go infinite", "go ponder wtime 1000 btime 1000", "go", "go depth 60", "go depth 900"]
        {
            session.send(&format!("position fen {MIDDLEGAME}"));
            session.send(go);
            // Without limits or with a depth, the program may have finished by itself.
            if go == "go" || go.contains("depth") {
                std::thread::sleep(SHORT / 6);
            } else {
                std::thread::sleep(SHORT / 3);
                let said = session.sync();
                assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{style:?}, {go}");
            }
            let start = Instant::now();
            session.ask(if go.contains("ponder") { "ponderhit" } else { "stop" }, "bestmove");
            assert!(start.elapsed() < LONG, "{style:?}, {go}");
            assert!(session.sync().is_empty());
        }
        for _ in 0..20 {
            session.send_bytes(b"position startpos moves e2e4\ngo infinite\nstop\n");
            assert_ne!(session.until("bestmove").last().unwrap(), "bestmove (none)");
        }
        session.send("position startpos");
        session.send("go infinite");
        session.send("quit");
        assert!(session.ends_within(LONG).success());
    }
}

#[test]
fn finished_games_have_no_move() {
    for style in classics() {
        let mut session = playing(style);
        for (fen, score) in [(MATED, "score mate 0"), (STALEMATED, "score cp 0")] {
            session.send(&format!("position fen {fen}"));
            let lines = session.ask("go movetime 20", "bestmove");
            assert_eq!(lines.last().unwrap(), "bestmove (none)", "{style:?}");
            assert!(lines.iter().any(|line| line.contains(score)), "{style:?}: {lines:?}");
        }
    }
}

/// "A go makes no sense after stop: before it there must be at least a position." The remark contains nothing that a
/// GUI could take for a command; then the move follows.
#[test]
fn baguette_ignores_a_go_without_a_position() {
    let mut session = playing(PlayingStyle::Baguette);
    let remark = "info string \"go .without .a .position .since .the .last .one\"";
    session.send("position startpos");
    session.ask("go depth 2", "bestmove");
    // The move comes nevertheless, since a GUI waits for it.
    session.ask("go depth 2", remark);
    session.until("bestmove");
    session.send("position startpos");
    session.send("go infinite");
    session.ask("go depth 1", "bestmove");
    session.until(remark);
    session.until("bestmove");
    assert!(session.sync().is_empty());
    session.send("position startpos");
    assert_ne!(session.best_move("go depth 2"), "(none)");
    // Only Baguette behaves like this.
    session.send("setoption name Style value NagaSkaki");
    for _ in 0..2 {
        assert_ne!(session.best_move("go depth 2"), "(none)");
    }
}

#[test]
fn the_list_tells_of_every_program() {
    let text = printed(&["classics"]);
    for about in classics().map(|style| style.about().unwrap()) {
        for wanted in [about.name, about.year, about.author, about.lacks, about.document] {
            assert!(text.contains(wanted), "{wanted}");
        }
    }
    assert_eq!(text.matches("rating").count(), 5);
}

#[test]
fn explain_measures_every_stage() {
    let svg = Folder::new("explain").file("stages.svg");
    let text = printed(&["explain", MIDDLEGAME, "--depth", "3", "--svg", &svg]);
    let cells = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).expect(name);
        let cells: Vec<&str> = line[name.len()..].split_whitespace().collect();
        (cells[0].parse::<u64>().unwrap(), cells[cells.len() - 2].to_owned())
    };
    let (minimax, best) = cells("minimax");
    let root = Position::from_fen(MIDDLEGAME).unwrap();
    assert_eq!(minimax, (0..=3).map(|plies| perft(root.board(), plies)).sum::<u64>());
    let (alpha_beta, same) = cells("alpha-beta");
    assert!(alpha_beta < minimax && best == same);
    for name in ["+ ordering", "+ table", "+ iteration", "+ quiescence", "+ null move", "Quevedo"] {
        assert!(cells(name).0 > 0);
    }
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("+ quiescence"));
    // Without quotes, it is the same position.
    let words: Vec<&str> = MIDDLEGAME.split(' ').collect();
    let unquoted = printed(&[&["explain", "--depth", "1"][..], &words].concat());
    assert!(unquoted.starts_with(MIDDLEGAME));
}

#[test]
fn explain_refuses_what_makes_no_sense_in_one_line() {
    for (args, offending) in [
        (&["explain", "nonsense"][..], "'nonsense'"),
        (&["explain", MATED], MATED),
        (&["explain", "--depth", "0"], "'0'"),
        (&["explain", "--depth", "1", "--svg", "/no/such/folder/x.svg"], "/no/such/folder/x.svg"),
    ] {
        refused(args, offending);
    }
}
