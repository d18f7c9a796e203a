//! A long run of searches: memory does not grow, every best move is legal, and what the transposition table holds about
//! a position is correct.
//!
//! A normal run makes 600 searches; `QUEVEDO_SEARCHES=100000 cargo test --release --test search soak` makes 100,000,
//! with a progress bar.

use std::collections::HashSet;
use std::process::Command;
use std::sync::Arc;
use std::sync::mpsc::channel;

use indicatif::{ProgressBar, ProgressStyle};
use quevedo::eval;
use quevedo::position::{KeyHistory, Position};
use quevedo::search::{Event, Job, Limits, Pool};
use quevedo::support::bench;
use quevedo::tt::Table;
use quevedo::types::Score;
use quevedo::types::score::{self, MATE};

use crate::common::rng::Rng;
use crate::common::session::{Session, number};

/// The number of searches in a normal run.
const SEARCHES: u64 = 600;
/// The number of searches before memory is first measured; fewer in a short run.
const WARM: u64 = 1000;
/// Memory may grow by at most one part in this many.
const GROWTH: u64 = 50;
/// On average, an option changes or a new game begins once in this many searches.
const CHANGE: usize = 8;
/// Fewer random moves than this are played from a position of `bench`.
const MOST_MOVES: usize = 12;

/// A position of `bench` after a few random moves, and the command that sets it up.
fn random_position(rng: &mut Rng) -> (Position, String) {
    let fens: Vec<&str> = bench::positions().collect();
    let fen = rng.pick(&fens);
    let mut position = Position::from_fen(fen).unwrap();
    let mut text = format!("position fen {fen} moves");
    for _ in 0..rng.below(MOST_MOVES) {
        let moves = position.board().legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = rng.pick(&moves);
        position.play_unchecked(mv);
        text.push_str(&format!(" {}", mv.uci(true)));
    }
    (position, text)
}

/// Resets the options and repeats one fixed search, so that memory can be compared. Returns the resident memory in KB.
fn settle(session: &mut Session) -> u64 {
    for option in ["Threads value 1", "MultiPV value 1", "Hash value 2", "Hash value 16"] {
        session.send(&format!("setoption name {option}"));
    }
    session.send("ucinewgame");
    session.send("position startpos");
    // Enough nodes to fill the table.
    session.ask("go nodes 200000", "bestmove");
    session.status("VmRSS").unwrap()
}

fn change_something(session: &mut Session, rng: &mut Rng) {
    let line = match rng.below(7) {
        0 => format!("setoption name Threads value {}", 1 + rng.below(4)),
        1 => format!("setoption name Hash value {}", 1 + rng.below(32)),
        2 => format!("setoption name MultiPV value {}", 1 + rng.below(5)),
        3 => "setoption name Clear Hash".to_owned(),
        4 => format!("setoption name UCI_ShowWDL value {}", rng.below(2) == 1),
        5 => format!("setoption name Move Overhead value {}", rng.below(50)),
        _ => "ucinewgame".to_owned(),
    };
    session.send(&line);
}

/// Runs a search of a random kind; its best move.
fn search(session: &mut Session, rng: &mut Rng) -> String {
    let nodes = 1 + rng.below(400);
    match rng.below(8) {
        0 => session.best_move(&format!("go depth {}", 1 + rng.below(4))),
        1 => session.best_move("go movetime 1"),
        2 => session.best_move("go wtime 30 btime 30 winc 1 binc 1"),
        3 => session.best_move(&format!("go mate 2 nodes {nodes}")),
        4 => {
            session.send("go infinite");
            session.best_move("stop")
        }
        5 => {
            session.send("go ponder wtime 30 btime 30");
            session.best_move(if rng.below(2) == 0 { "ponderhit" } else { "stop" })
        }
        _ => session.best_move(&format!("go nodes {nodes}")),
    }
}

#[test]
#[cfg(target_os = "linux")]
fn memory_stays_what_it_was() {
    let searches =
        std::env::var("QUEVEDO_SEARCHES").map_or(SEARCHES, |count| count.parse().unwrap());
    let warm = WARM.min(searches / 3);
    let bar = ProgressBar::new(searches);
    bar.set_style(
        ProgressStyle::with_template("{wide_bar} {pos}/{len} searches, {eta} left").unwrap(),
    );
    let mut session = Session::measured();
    // Some positions of `bench` are Chess960.
    session.send("setoption name UCI_Chess960 value true");
    let mut rng = Rng::new(17);
    let mut before = 0;
    for count in 0..searches {
        if count == warm || (count > warm && count.is_power_of_two()) {
            let now = settle(&mut session);
            before = if count == warm { now } else { before };
            println!("{now} KB after {count} searches");
        }
        if rng.below(CHANGE) == 0 {
            change_something(&mut session, &mut rng);
        }
        let (position, text) = random_position(&mut rng);
        session.send(&text);
        let answer = search(&mut session, &mut rng);
        let is_over = position.board().legal_moves().is_empty();
        assert!(
            if is_over { answer == "(none)" } else { position.parse_uci(&answer).is_ok() },
            "{text}: {answer}"
        );
        bar.inc(1);
    }
    bar.finish_and_clear();
    let after = settle(&mut session);
    println!("resident: {before} KB after {warm} searches, {after} KB after {searches}");
    assert!(after * GROWTH <= before * (GROWTH + 1), "{before} KB, then {after} KB");
}

/// Whether the table may hold this evaluation for a position: its own, or the one derived after a null move from the
/// same position with the other side to move.
fn is_eval(position: &Position, eval: Score) -> bool {
    if position.is_check() {
        return false;
    }
    let mut passed = *position;
    passed.pass();
    eval == eval::evaluate_from_scratch(position)
        || eval::evaluate_after_null_move(position, eval::evaluate_from_scratch(&passed))
            == Some(eval)
}

/// Four threads share a small table. The move in every entry is legal and its evaluation is that of the position,
/// except in the few entries whose 16 bits of key match by chance. Each position counts once, since walks from a root
/// meet the same positions repeatedly.
#[test]
fn table_entries_are_true() {
    const THREADS: usize = 4;
    /// One in this many of the entries found may belong to another position.
    const HONEST: usize = 1000;
    let mut rng = Rng::new(5);
    let pool = Pool::new(THREADS).unwrap();
    let table = Arc::new(Table::new(1).unwrap());
    let (mut found, mut wrong) = (0, 0);
    for _ in 0..120 {
        let mut seen = HashSet::new();
        let (root, _) = random_position(&mut rng);
        let (end, ended) = channel();
        let listener = Arc::new(move |event| {
            if let Event::BestMove { .. } = event {
                end.send(()).unwrap();
            }
        });
        let limits = Limits::nodes(20_000);
        let search = pool.start(Job::new(root, limits, listener), table.clone());
        ended.recv().unwrap();
        search.wait();
        for _ in 0..300 {
            let mut position = root;
            let mut history = KeyHistory::new();
            for ply in 0..6 {
                let Some(entry) = table.probe(position.key(), ply) else { break };
                let is_legal = entry.mv.is_none_or(|mv| position.is_legal(mv));
                if seen.insert(position.key()) {
                    let is_eval = entry.eval == score::NONE || is_eval(&position, entry.eval);
                    let is_score = entry.score == score::NONE || entry.score.abs() <= MATE;
                    found += 1;
                    wrong += usize::from(!(is_legal && is_eval && is_score));
                }
                let moves = position.board().legal_moves();
                match entry.mv.filter(|_| is_legal && rng.below(2) == 0) {
                    Some(mv) => history.play(&mut position, mv),
                    None if !moves.is_empty() => history.play(&mut position, rng.pick(&moves)),
                    None => break,
                }
            }
        }
    }
    println!("{found} entries, {wrong} of other positions");
    assert!(found > 10_000 && wrong * HONEST <= found, "{wrong} of {found}");
}

/// If there is no memory for a new table, the old one keeps its contents, and the reason is reported.
#[test]
#[cfg(target_os = "linux")]
fn a_table_that_cannot_be_had_leaves_the_old_one() {
    // The limit is in KB of address space.
    const LIMIT: &str = "ulimit -v 2000000; exec \"$0\"";
    let mut session =
        Session::of(Command::new("sh").args(["-c", LIMIT, env!("CARGO_BIN_EXE_quevedo")]));
    let nodes = |session: &mut Session| -> i64 {
        let lines = session.ask("go depth 9", "bestmove");
        number(&lines[lines.len() - 2], "nodes")
    };
    // The nodes of a second search if the table is kept, and if it is lost.
    let second_after = |between: &str| {
        let mut session = Session::new();
        nodes(&mut session);
        session.send(between);
        nodes(&mut session)
    };
    let (kept, lost) = (second_after("isready"), second_after("setoption name Clear Hash"));
    assert_ne!(kept, lost);
    nodes(&mut session);
    session.send("setoption name Hash value 4096");
    let told = session.sync();
    assert!(told.len() == 1 && told[0].starts_with("info string no memory"), "{told:?}");
    assert!(told[0].contains("4096 MB"), "{told:?}");
    // The first search is still in the table.
    assert_eq!(nodes(&mut session), kept);
    // A smaller table can still be allocated.
    session.send("setoption name Hash value 32");
    assert!(session.sync().is_empty());
    nodes(&mut session);
}

/// After `readyok`, no search waits for memory, because the system has granted all of it.
#[test]
#[cfg(target_os = "linux")]
fn all_memory_is_there_when_it_says_so() {
    let mut session = Session::new();
    session.send("setoption name Threads value 3");
    session.sync();
    for megabytes in [64, 192, 32] {
        session.send(&format!("setoption name Hash value {megabytes}"));
        session.sync();
        let before = session.status("VmRSS").unwrap();
        let all = megabytes << 10..(megabytes + 64) << 10;
        assert!(all.contains(&before), "{before} KB with {megabytes} MB of hash");
        session.ask("go nodes 100000", "bestmove");
        let after = session.status("VmRSS").unwrap();
        assert!(after < before + 8192, "{before} KB before the first search, {after} after it");
    }
}
