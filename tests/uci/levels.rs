//! Play at a level, through the real binary.

use std::time::Instant;

use quevedo::position::Position;
use quevedo::types::PieceType;

use super::{LONG, SHORT};
use crate::common::session::{Session, number};
use crate::common::syzygy;

/// Positions from openings to endings.
const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R b KQkq - 0 5",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/5pk1/4p1p1/3pP2p/3P3P/2R3P1/r4PK1/8 w - - 0 40",
];

fn limited(elo: u32, seed: u32) -> Session {
    let mut session = Session::new();
    session.send(&format!("setoption name Level Seed value {seed}"));
    session.send(&format!("setoption name UCI_Elo value {elo}"));
    session.send("setoption name UCI_LimitStrength value true");
    assert!(session.sync().is_empty());
    session
}

/// The answers to all positions, with the nodes of each.
fn answers(session: &mut Session, go: &str) -> Vec<(String, i64)> {
    let answer = |fen: &&str| {
        session.send(&format!("position fen {fen}"));
        let lines = session.ask(go, "bestmove");
        let info = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap();
        (lines.last().unwrap().clone(), number(info, "nodes"))
    };
    FENS.iter().map(answer).collect()
}

#[test]
fn a_level_is_the_same_at_every_clock_and_with_every_number_of_threads() {
    let expected = answers(&mut limited(1400, 5), "go nodes 1000000");
    for go in ["go wtime 3000 btime 3000 winc 30 binc 30", "go movetime 2000", "go depth 60"] {
        assert_eq!(answers(&mut limited(1400, 5), go), expected, "{go}");
    }
    for option in ["Threads value 3", "Hash value 64"] {
        let mut session = limited(1400, 5);
        session.send(&format!("setoption name {option}"));
        assert_eq!(answers(&mut session, "go movetime 2000"), expected, "{option}");
    }
}

#[test]
fn a_seed_plays_the_same_game_again_and_another_seed_another() {
    let mut session = limited(900, 11);
    let first = answers(&mut session, "go movetime 2000");
    session.send("ucinewgame");
    assert_eq!(answers(&mut session, "go movetime 2000"), first);
    let others = (1..8).map(|seed| answers(&mut limited(900, seed), "go movetime 2000"));
    assert!(others.into_iter().any(|other| other != first));
    // Without a seed, games differ.
    let mut session = limited(900, 0);
    let games: Vec<_> = (0..8)
        .map(|_| {
            session.send("ucinewgame");
            answers(&mut session, "go movetime 2000")
        })
        .collect();
    assert!(games.iter().any(|game| *game != games[0]));
}

#[test]
fn stronger_levels_search_more_and_none_at_all_searches_most() {
    let nodes = |elo| answers(&mut limited(elo, 1), "go depth 60").iter().map(|a| a.1).sum();
    let levels: Vec<i64> = [600, 1000, 1500, 2000, 2500, 3000].map(nodes).to_vec();
    assert!(levels.windows(2).all(|pair| pair[0] < pair[1]), "{levels:?}");
    // A lower limit from the GUI takes precedence.
    assert!(answers(&mut limited(3000, 1), "go nodes 300").iter().all(|answer| answer.1 <= 301));
}

#[test]
fn without_a_limit_the_engine_is_untouched() {
    let whole = answers(&mut Session::new(), "go depth 9");
    let mut session = limited(800, 3);
    assert_ne!(answers(&mut session, "go depth 9"), whole);
    // What the level has stored is forgotten, even without `ucinewgame`.
    session.send("setoption name UCI_LimitStrength value false");
    assert_eq!(answers(&mut session, "go depth 9"), whole);
    // 20 is full strength, and the rating takes precedence over the skill level.
    for skill in ["Skill Level value 3", "Skill Level value 20"] {
        session.send(&format!("setoption name {skill}"));
        assert_eq!(answers(&mut session, "go depth 9") == whole, skill.ends_with("20"), "{skill}");
    }
    session.send("setoption name Skill Level value 0");
    session.send("setoption name UCI_Elo value 3000");
    session.send("setoption name UCI_LimitStrength value true");
    let level = answers(&mut session, "go depth 60");
    assert_eq!(level, answers(&mut limited(3000, 3), "go depth 60"));
}

#[test]
fn mates_in_one_and_hanging_queens_are_taken_at_every_level() {
    let mate = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap();
    let queen = "rnb1kbnr/pppp1ppp/8/4p3/4P1q1/3P4/PPP1BPPP/RNBQK1NR w KQkq - 0 4";
    let queen = Position::from_fen(queen).unwrap();
    for elo in [600, 800, 1000, 1300, 1700, 2300, 3400] {
        // The seed makes no difference if nothing is misjudged.
        for seed in 1..if elo < 3000 { 9 } else { 2 } {
            let mut session = limited(elo, seed);
            session.send(&format!("position fen {mate}"));
            assert_eq!(session.best_move("go movetime 1000"), "a1a8", "{elo} {seed}");
            session.send("ucinewgame");
            session.send(&format!("position fen {queen}"));
            let best = session.best_move("go movetime 1000");
            let mv = queen.legal_moves().into_iter().find(|mv| mv.to_string() == best).unwrap();
            assert_eq!(queen.captured(mv), Some(PieceType::Queen), "{elo} {seed} {best}");
        }
    }
}

#[test]
fn analysis_says_in_one_line_what_is_limited() {
    let mut session = limited(1500, 1);
    let remarks = |lines: &[String]| -> Vec<String> {
        lines.iter().filter(|line| line.starts_with("info string")).cloned().collect()
    };
    session.send("go infinite");
    assert!(session.until("info string")[0].contains("limited to 1500 Elo"));
    session.until("info depth 3 ");
    while !session.is_silent_for(SHORT) {}
    session.send("stop");
    session.until("bestmove");
    session.send("setoption name MultiPV value 3");
    let lines = session.ask("go movetime 1000", "bestmove");
    let said = remarks(&lines);
    assert!(said.len() == 1 && said[0].contains("each of 3 lines"), "{said:?}");
    session.send("setoption name MultiPV value 1");
    assert_eq!(remarks(&session.ask("go movetime 1000", "bestmove")), [""; 0]);
    for go in ["go", "go depth 3", "go mate 2"] {
        assert_eq!(remarks(&session.ask(go, "bestmove")).len(), 1, "{go}");
    }
    session.send("setoption name Style value FirstChess");
    let said = remarks(&session.ask("go depth 1", "bestmove"));
    assert!(said.len() == 1 && said[0].contains("strength of its own"), "{said:?}");
}

#[test]
fn a_human_pace_is_kept_only_where_it_is_asked_for_and_stop_ends_it() {
    let mut session = limited(1000, 1);
    // With an hour on the clock, a paced move takes ten seconds.
    let (long, short) = ("go wtime 3600000 btime 3600000", "go wtime 20000 btime 20000");
    let time = |session: &mut Session, go: &str| {
        let start = Instant::now();
        session.best_move(go);
        start.elapsed()
    };
    session.sync();
    assert!(time(&mut session, long) < LONG / 2);
    session.send("setoption name Level Pace value true");
    session.sync();
    let paced = time(&mut session, short);
    assert!(paced > SHORT && paced < LONG, "{paced:?}");
    session.send(long);
    session.until("info depth");
    while !session.is_silent_for(SHORT) {}
    let start = Instant::now();
    session.ask("stop", "bestmove");
    assert!(start.elapsed() < LONG / 2);
    // The pace never takes longer than this.
    let unhurried = time(&mut session, long);
    assert!((9..15).contains(&unhurried.as_secs()), "{unhurried:?}");
    // Without a clock, there is no pace.
    assert!(time(&mut session, "go depth 8") < LONG / 2);
}

#[test]
fn a_level_is_kept_whatever_else_is_asked_for() {
    // The nodes of a level grow with the number of lines that exist.
    let mut session = limited(600, 1);
    let ending = Position::from_fen("8/8/8/8/8/k7/6R1/K7 w - - 0 1").unwrap();
    session.send(&format!("position fen {ending}"));
    let nodes = |session: &mut Session, go: &str| {
        let lines = session.ask(go, "bestmove");
        let info = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap();
        number(info, "nodes")
    };
    let one = nodes(&mut session, "go movetime 2000");
    session.send("setoption name MultiPV value 256");
    let moves = ending.legal_moves().count() as i64;
    let all = nodes(&mut session, "go movetime 2000");
    assert!(one <= 301 && all > 5 * one && all <= 301 * moves, "{one} {all} {moves}");

    // `searchmoves`, a ponder hit, and castling in Chess960 notation.
    let mut session = limited(1100, 2);
    session.send("position startpos");
    assert_eq!(session.best_move("go movetime 2000 searchmoves a2a3"), "a2a3");
    session.send("position startpos moves e2e4 e7e5");
    session.send("go ponder wtime 60000 btime 60000");
    session.until("info depth 2 ");
    session.send("ponderhit");
    let lines = session.until("bestmove");
    let info = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap();
    assert!(number(info, "nodes") < 1200, "{info}");
    session.send("setoption name UCI_Chess960 value true");
    session.send("position fen 4k3/8/8/8/8/8/8/RK6 w A - 0 1");
    assert_eq!(session.best_move("go movetime 2000 searchmoves b1a1"), "b1a1");

    // Tablebases are not used even if they are available.
    let Some(folder) = syzygy::folder() else { return };
    session.send("setoption name UCI_Chess960 value false");
    session.send(&format!("setoption name SyzygyPath value {}", folder.display()));
    session.send("position fen 8/8/8/4k3/8/8/Q7/K7 w - - 0 1");
    let lines = session.ask("go movetime 2000", "bestmove");
    let info = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap();
    assert_eq!(number(info, "tbhits"), 0);
    session.send("setoption name UCI_LimitStrength value false");
    let lines = session.ask("go depth 5", "bestmove");
    let info = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap();
    assert!(number(info, "tbhits") > 0);
}

#[test]
fn the_player_stays_the_same_until_the_game_is_over() {
    let mut session = limited(900, 0);
    let first = answers(&mut session, "go movetime 2000");
    // A look at full strength, and another level set by mistake.
    for option in
        ["UCI_LimitStrength value false", "UCI_Elo value 2000", "UCI_LimitStrength value true"]
    {
        session.send(&format!("setoption name {option}"));
    }
    assert_ne!(answers(&mut session, "go movetime 2000"), first);
    session.send("setoption name UCI_Elo value 900");
    assert_eq!(answers(&mut session, "go movetime 2000"), first);
}

#[test]
fn a_level_set_during_a_search_ends_it_and_counts_from_the_next() {
    let mut session = Session::new();
    session.send("go infinite");
    session.until("info depth 6 ");
    session.send("setoption name UCI_LimitStrength value true");
    session.send("setoption name UCI_Elo value 700");
    session.send("stop");
    session.until("bestmove");
    let lines = session.ask("go movetime 2000", "bestmove");
    let info = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap();
    assert!(number(info, "nodes") < 400, "{info}");
}
