//! What holds for every search: it is reproducible, its lines end where the game ends, and it knows the drawing rules.
//! For mates see `mates.rs`.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use quevedo::engine::Engine;
use quevedo::eval;
use quevedo::position::{KeyHistory, Position};
use quevedo::search::{Event, Info, Limits};
use quevedo::support::bench;
use quevedo::support::searcher::{SearchResult, Searcher};
use quevedo::types::score::{DRAW, MATE, is_mate, mate_in};

use crate::prover;
use crate::searches::{depth, nodes, search};

/// Plies without capture or pawn move after which a game is drawn.
const FIFTY_MOVES: u16 = 100;

/// A position and its history, from a FEN and moves.
fn game(fen: &str, moves: &str) -> (Position, KeyHistory) {
    let mut position = Position::from_fen(fen).unwrap();
    let mut history = KeyHistory::new();
    for text in moves.split_ascii_whitespace() {
        let mv = position.parse_uci(text).unwrap();
        history.play(&mut position, mv);
    }
    (position, history)
}

fn search_game(fen: &str, moves: &str, limits: Limits) -> SearchResult {
    let (position, history) = game(fen, moves);
    Searcher::new(1, 8).unwrap().search(position, history, limits).unwrap()
}

/// The best move in UCI notation.
fn best(found: &SearchResult) -> String {
    found.outcome.best.unwrap().uci(false).to_string()
}

/// Plays two short games on one engine with this many nodes per move. Returns the nodes and best move of each search.
fn two_games(engine: &mut Engine, limit: u64) -> Vec<(u64, String)> {
    let mut all = Vec::new();
    for game_moves in [["e2e4", "c7c5", "g1f3", "d7d6"], ["d2d4", "g8f6", "c2c4", "e7e6"]] {
        for count in (0..=game_moves.len()).step_by(2) {
            let moves = game_moves[..count].join(" ");
            let (position, history) = game(&Position::start().to_string(), &moves);
            let (end, ended) = channel();
            let end = Mutex::new(end);
            let told = Mutex::new(0);
            let listener = Arc::new(move |event| match event {
                // The sum, because the last count is just the limit.
                Event::Info(info) => *told.lock().unwrap() += info.nodes,
                Event::BestMove { best, .. } => {
                    let best = best.unwrap().uci(false).to_string();
                    end.lock().unwrap().send((*told.lock().unwrap(), best)).unwrap();
                }
                Event::CurrentMove { .. } => {}
                Event::Remark(text) => panic!("{text}"),
            });
            engine.set_position(position, history);
            engine.go(nodes(limit), Instant::now(), listener);
            all.push(ended.recv().unwrap());
            engine.wait();
        }
    }
    all
}

#[test]
fn a_new_game_takes_the_same_nodes_again() {
    let mut engine = Engine::new().unwrap();
    for limit in [1, 150, 223, 331, 494, 747, 1117, 1666, 2501, 3739, 5629, 8421, 12_643, 40_000] {
        engine.new_game();
        let first = two_games(&mut engine, limit);
        engine.new_game();
        assert_eq!(two_games(&mut engine, limit), first, "{limit} nodes");
    }
}

#[test]
fn an_engine_that_has_played_is_as_good_as_new() {
    let mut engine = Engine::new().unwrap();
    two_games(&mut engine, 10_000);
    engine.new_game();
    assert_eq!(two_games(&mut engine, 2000), two_games(&mut Engine::new().unwrap(), 2000));
}

/// The state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    Mate,
    Stalemate,
    Drawn,
}

/// The state of a game, with repetitions counted independently of the engine, by the text of the position.
fn state(position: &Position, past: &[String]) -> State {
    let text = place_of(position);
    let has_moves = !position.board().legal_moves().is_empty();
    let in_check = position.is_check();
    if !has_moves {
        return if in_check { State::Mate } else { State::Stalemate };
    }
    let repeated = past.iter().filter(|&earlier| *earlier == text).count() >= 2;
    if repeated || position.rule50() >= FIFTY_MOVES || position.board().insufficient_material() {
        return State::Drawn;
    }
    State::Open
}

/// A FEN without its counters.
fn place_of(position: &Position) -> String {
    let fen = position.to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// Checks that a reported line is legal, stops where the game ends, and has the score of that end. Returns the state of
/// the game at its end.
fn assert_line_is_sound(root: Position, before: &[String], info: &Info) -> State {
    let mut position = root;
    let mut past = before.to_vec();
    let line: Vec<String> = info.pv.iter().map(|mv| mv.uci(false).to_string()).collect();
    assert!(!line.is_empty(), "{root}");
    for (&mv, text) in info.pv.iter().zip(&line) {
        assert!(
            past.len() == before.len() || state(&position, &past) == State::Open,
            "{root}: {text} after the end, {line:?}"
        );
        assert!(position.is_legal(mv), "{root}: {text}, {line:?}");
        past.push(place_of(&position));
        position.play_unchecked(mv);
    }
    let plies = line.len() as i32;
    let end = state(&position, &past);
    match end {
        State::Mate => {
            let score = if plies % 2 == 1 { MATE - plies } else { plies - MATE };
            assert_eq!(info.score, score, "{root}: {line:?} is mate");
        }
        // Quiescence search does not detect stalemate.
        State::Stalemate if info.depth <= plies => {}
        State::Stalemate | State::Drawn => {
            assert_eq!(info.score, DRAW, "{root}: {line:?} is a draw");
        }
        State::Open => {
            assert!(!is_mate(info.score) || plies <= MATE - info.score.abs(), "{root}: {line:?}");
        }
    }
    end
}

/// More than this many of the reported lines must end with mate, and as many with a draw.
const LINES_THAT_END: usize = 30;

/// Positions close to the fifty-move rule, repetitions and stalemates.
const ENDINGS: [&str; 10] = [
    "7k/8/8/8/8/8/2Q5/K7 w - - 93 80",
    "k7/8/2K5/8/8/8/8/7R w - - 95 80",
    "8/8/8/3b4/8/p1k5/8/K7 b - - 0 1",
    "8/8/4k3/8/8/3KP3/8/8 w - - 0 1",
    "7k/6R1/8/8/8/8/5q2/7K w - - 0 1",
    "8/5k2/8/8/p7/P7/8/4K3 w - - 90 60",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 88 60",
    "8/8/1p6/1P1k4/8/3K4/8/8 b - - 94 70",
    "3r2k1/5p1p/6p1/8/8/5QP1/q4P1P/6K1 w - - 80 60",
    "5k2/5P2/5K2/8/8/8/8/8 b - - 0 1",
];

/// Games that are close to a threefold repetition, because the same pieces move back and forth.
const REPEATING: [(&str, &str); 3] = [
    (QUEEN, TO_AND_FRO),
    (QUEEN, "c2d2 h8g8 d2c2 g8h8 c2d2 h8g8"),
    ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", "d3e2 e6d6 e2d3 d6e6 d3e2 e6d6 e2d3"),
];

#[test]
fn lines_end_where_the_game_ends() {
    let fens = bench::positions().chain(ENDINGS).map(|fen| (fen, ""));
    let (mut mates, mut draws) = (0, 0);
    for (fen, moves) in fens.chain(REPEATING) {
        let (root, history) = game(fen, moves);
        let moves: Vec<&str> = moves.split_ascii_whitespace().collect();
        let place_after = |plies: usize| place_of(&game(fen, &moves[..plies].join(" ")).0);
        let before: Vec<String> = (0..moves.len()).map(place_after).collect();
        let search = |limits, threads, lines| {
            let searcher = Searcher::new(threads, 8).unwrap();
            searcher.search_lines(root, history.clone(), limits, lines).unwrap().infos
        };
        let told = [search(depth(9), 1, 1), search(depth(9), 1, 4), search(nodes(60_000), 2, 1)];
        for info in told.iter().flatten().filter(|info| !info.pv.is_empty()) {
            match assert_line_is_sound(root, &before, info) {
                State::Mate => mates += 1,
                State::Stalemate | State::Drawn => draws += 1,
                State::Open => {}
            }
        }
    }
    assert!(mates > LINES_THAT_END && draws > LINES_THAT_END, "{mates} mates, {draws} draws");
}

#[test]
fn a_mate_must_come_before_the_fiftieth_move_is_over() {
    // A mate in two takes three plies.
    for clock in 80..FIFTY_MOVES {
        let fen = format!("k7/8/2K5/8/8/8/8/7R w - - {clock} 80");
        let score = if clock + 3 <= FIFTY_MOVES { mate_in(3) } else { DRAW };
        assert_eq!(search(&fen, depth(10), 1).outcome.score, score, "{fen}");
    }
    // Even beyond the limit, a mate is a mate.
    let found = search("k7/8/1K6/8/8/8/8/7R w - - 120 90", depth(4), 1);
    assert_eq!(found.outcome.score, mate_in(1));
}

#[test]
fn a_pawn_move_saves_the_win_from_the_fifty_moves() {
    for clock in [98, 99] {
        let fen = format!("k7/8/2K5/8/8/8/P7/7R w - - {clock} 80");
        let found = search(&fen, depth(10), 1);
        assert!(best(&found).starts_with("a2a") && found.outcome.score > 300, "{fen}: {found:?}");
    }
}

#[test]
fn the_loser_waits_for_the_fiftieth_move() {
    // White can neither capture nor mate in time.
    let found = search("7k/8/8/8/8/8/2Q5/K7 b - - 98 80", depth(8), 1);
    assert_eq!(found.outcome.score, DRAW);
}

/// Queen and king move back and forth. Black is to move, and the king on h8 would be the third occurrence.
const TO_AND_FRO: &str = "c2d2 h8g8 d2c2 g8h8 c2d2 h8g8 d2c2";
const QUEEN: &str = "7k/8/8/8/8/8/2Q5/K7 w - - 0 1";

#[test]
fn the_loser_repeats_for_the_third_time() {
    let found = search_game(QUEEN, TO_AND_FRO, depth(8));
    assert_eq!((best(&found).as_str(), found.outcome.score), ("g8h8", DRAW));
}

#[test]
fn the_winner_does_not_let_it_come_to_that() {
    // One ply earlier: if the queen goes back, the king can repeat.
    let before = TO_AND_FRO.strip_suffix(" d2c2").unwrap();
    let free = search_game(QUEEN, before, depth(8));
    assert!(best(&free) != "d2c2" && free.outcome.score > 300, "{free:?}");
    let (position, _) = game(QUEEN, before);
    let back = position.parse_uci("d2c2").unwrap();
    let limits = Limits { search_moves: vec![back], ..depth(14) };
    assert_eq!(search_game(QUEEN, before, limits).outcome.score, DRAW);
}

#[test]
fn a_root_that_is_drawn_already_is_played() {
    let third = format!("{TO_AND_FRO} g8h8");
    let found = search_game(QUEEN, &third, depth(6));
    // Perhaps nobody claims the draw, so the engine must play on.
    assert!(found.outcome.best.is_some() && found.outcome.score > 300, "{found:?}");
    let found = search("7k/8/8/8/8/8/8/K7 w - - 0 1", depth(6), 1);
    assert!(found.outcome.best.is_some() && found.outcome.score == DRAW, "{found:?}");
}

/// A depth that is enough to see the longest of these draws.
const STALEMATE_DEPTH: i32 = 20;

/// Positions that are drawn although one side has much more material.
const SAVED: [&str; 6] = [
    // The rook gives perpetual check, and taking it is stalemate.
    "7k/6R1/8/8/8/8/5q2/7K w - - 0 1",
    // Already stalemate.
    "7k/7P/6K1/8/8/8/8/8 b - - 0 1",
    "k7/P7/1K6/8/8/8/8/8 b - - 0 1",
    // White must give up the pawn or stalemate Black.
    "5k2/5P2/4K3/8/8/8/8/8 w - - 0 1",
    // The bishop does not control the corner, so the king takes whatever the pawn becomes.
    "7k/7P/2K5/8/8/3B4/8/8 w - - 11 86",
    "1k6/8/PBK5/8/8/8/8/8 b - - 4 119",
];

/// The side to move can force stalemate within this many plies ...
const RESCUE: u32 = 4;
/// ... and a search to this depth sees it. It is deeper, because losing sacrifices near the leaves are pruned.
const RESCUE_DEPTH: i32 = 14;
/// The side to move is at least this many centipawns behind.
const BEHIND: i32 = 300;

/// Randomly found positions where the side to move is lost unless it forces stalemate, and has nothing better.
const RESCUED: [&str; 8] = [
    "4k2K/5R1P/8/8/8/8/8/5n2 b - - 0 1",
    "8/1kP5/3K1n2/8/4r1p1/2r5/8/8 w - - 0 1",
    "k7/2Pr4/1p6/8/8/8/1r4rr/K7 w - - 0 1",
    "k1K5/B7/1q6/8/8/6p1/8/8 w - - 0 1",
    "k7/2Q5/2q5/8/8/8/6Q1/5K2 b - - 0 1",
    "8/1r5p/1q6/2R5/K7/8/1k6/1n6 w - - 0 1",
    "8/8/1p6/5n2/4b3/2k5/4q3/1QK3b1 w - - 0 1",
    "K3k3/1PP3Q1/8/5r2/8/8/3B4/8 b - - 0 1",
];

#[test]
fn stalemates_are_seen() {
    for fen in SAVED {
        for threads in [1, 3] {
            assert_eq!(search(fen, depth(STALEMATE_DEPTH), threads).outcome.score, DRAW, "{fen}");
        }
    }
}

#[test]
fn a_stalemate_saves_who_is_lost() {
    for fen in RESCUED {
        assert!(prover::stalemates(&prover::board(fen), RESCUE), "{fen}");
        let eval = eval::evaluate_from_scratch(&Position::from_fen(fen).unwrap());
        assert!(eval < -BEHIND, "{fen}: {eval}");
        let found = search(fen, depth(RESCUE_DEPTH), 1);
        assert_eq!(found.outcome.score, DRAW, "{fen}");
        // The move played does save the game.
        let after = prover::after(&prover::board(fen), &best(&found)).unwrap();
        assert!(prover::is_stalemated(&after, RESCUE - 1), "{fen}: {}", best(&found));
    }
}

/// A proved score does not depend on the table: it is the same with a single cluster, which is almost no table.
/// (`mates.rs` does the same for mates.)
#[test]
fn without_a_table_the_truth_is_the_same() {
    let without = Searcher::new(1, 0).unwrap();
    let mates = ["k7/8/2K5/8/8/8/8/7R w - - 0 1", "8/8/8/8/8/4k3/1q6/4K3 b - - 0 1"];
    // Without TT moves, the search sees less: at depth four it overlooks the rook's quicker mate.
    let soon = SAVED.into_iter().skip(1).chain(mates);
    let soon = soon.map(|fen| (fen, if fen == mates[0] { 5..=9 } else { 4..=9 }));
    // For the same reason, these take a few more plies.
    let later = RESCUED.into_iter().map(|fen| (fen, RESCUE_DEPTH + 2..=RESCUE_DEPTH + 4));
    for (fen, depths) in soon.chain(later) {
        for plies in depths {
            without.forget();
            let root = Position::from_fen(fen).unwrap();
            let found = without.search(root, KeyHistory::new(), depth(plies)).unwrap();
            assert_eq!(found.outcome.score, search(fen, depth(plies), 1).outcome.score, "{fen}");
        }
    }
}

/// Plays a game of self-play to its end. With a fifth of these nodes, one game in ten would be lost, because the
/// defender
/// does not see far enough.
fn play_out(fen: &str) -> (State, Position) {
    const NODES: u64 = 15_000;
    const LONGEST: usize = 250;
    let searcher = Searcher::new(1, 8).unwrap();
    let (mut position, mut history) = game(fen, "");
    let mut past = Vec::new();
    for _ in 0..LONGEST {
        let state = state(&position, &past);
        if state != State::Open {
            return (state, position);
        }
        let found = searcher.search(position, history.clone(), nodes(NODES)).unwrap();
        past.push(place_of(&position));
        history.play(&mut position, found.outcome.best.unwrap());
    }
    panic!("{fen}: no end");
}

#[test]
fn fortresses_hold() {
    for fen in [
        // The bishop does not control the corner.
        "8/8/8/3b4/8/p1k5/8/K7 b - - 0 1",
        // Two knights can't force mate.
        "8/8/3k4/8/8/2NNK3/8/8 w - - 0 1",
        // The king in front of the pawn.
        "8/8/4k3/8/4P3/4K3/8/8 b - - 0 1",
        // Rook against bishop, with the king in a corner of the colour that the bishop does not control.
        "7k/8/5K2/8/8/8/6b1/R7 b - - 0 1",
    ] {
        let (state, position) = play_out(fen);
        assert!(matches!(state, State::Stalemate | State::Drawn), "{fen}: {position} is {state:?}");
    }
}

#[test]
fn won_endings_are_not_thrown_into_stalemate() {
    for fen in [
        "8/8/3k4/8/8/3K4/8/7Q w - - 0 1",
        "8/8/3k4/8/8/3K4/8/7R w - - 0 1",
        "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
        "8/8/3k4/8/8/3KB3/4B3/8 w - - 0 1",
    ] {
        let (state, position) = play_out(fen);
        assert_eq!(state, State::Mate, "{fen}: {position}");
    }
}
