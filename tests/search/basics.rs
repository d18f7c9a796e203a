//! What every search must get right, whatever its strength.

use std::time::Duration;

use quevedo::position::Position;
use quevedo::search::Limits;
use quevedo::support::bench;
use quevedo::support::searcher::SearchResult;
use quevedo::types::score::{DRAW, MATE, MAX_PLY, is_mate, mate_in, mated_in};

use crate::searches::{depth, search};

/// Positions with the number of moves to mate, from easy to harder.
const MATES: [(&str, i32); 8] = [
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
    ("7k/8/5K2/6Q1/8/8/8/8 w - - 99 80", 1),
    ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 2),
    ("8/8/8/8/8/4k3/1q6/4K3 b - - 0 1", 1),
    ("k7/8/2K5/8/8/8/8/7R w - - 0 1", 2),
];

/// A search to this depth finds them all. It is deeper than the mates, because quiet sacrifices near the leaves are
/// pruned.
const MATE_DEPTH: i32 = 12;

#[test]
fn mates_are_found_and_counted_right() {
    for (fen, moves) in MATES {
        for threads in [1, 2, 4] {
            let SearchResult { outcome, infos, .. } = search(fen, depth(MATE_DEPTH), threads);
            assert_eq!(outcome.score, mate_in(2 * moves as usize - 1), "{fen}");
            let line = &infos.last().unwrap().pv;
            assert_eq!(line.len() as i32, 2 * moves - 1, "{fen}: {line:?}");
        }
    }
}

#[test]
fn go_mate_ends_with_the_mate() {
    let limits = Limits::mate(3);
    let outcome = search(MATES[4].0, limits, 1).outcome;
    assert!(outcome.score >= MATE - 5);
}

#[test]
fn soft_nodes_end_a_search_between_iterations() {
    for fen in bench::positions() {
        let limits = Limits { soft_nodes: Some(3000), ..Limits::default() };
        let SearchResult { outcome, infos, nodes, .. } = search(fen, limits, 1);
        let [.., before, last] = &infos[..] else {
            assert!(outcome.best.is_none(), "one iteration only: {fen}");
            continue;
        };
        // A mate that is found at once costs so few nodes that the search reaches the maximum depth first.
        let deepest = outcome.depth as usize == MAX_PLY - 1;
        assert!(before.nodes < 3000 && (nodes >= 3000 || deepest), "{fen}");
        assert_eq!((last.depth, last.nodes), (outcome.depth, nodes), "{fen}");
        // A search to that depth gives the same result.
        let same = search(fen, depth(outcome.depth), 1);
        assert_eq!(
            (same.outcome.best, same.outcome.score, same.nodes),
            (outcome.best, outcome.score, nodes)
        );
    }
}

#[test]
fn every_line_is_legal_and_mates_are_played_out() {
    for fen in bench::positions() {
        for info in search(fen, depth(9), 1).infos {
            let mut position = Position::from_fen(fen).unwrap();
            for &mv in &info.pv {
                assert!(position.is_legal(mv), "{mv:?} of {:?} in {fen}", info.pv);
                position.play_unchecked(mv);
            }
            if is_mate(info.score) {
                let plies = (MATE - info.score.abs()) as usize;
                assert!(info.pv.len() <= plies, "{:?} for mate in {plies} plies: {fen}", info.pv);
            }
        }
    }
}

#[test]
fn a_won_game_is_not_thrown_into_stalemate() {
    // Several queen moves give stalemate at once.
    let fen = "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1";
    let outcome = search(fen, depth(6), 1).outcome;
    assert_eq!(outcome.score, mate_in(1));
    // Black is stalemated.
    let outcome = search("7k/6pP/6K1/8/8/8/8/8 b - - 0 1", depth(4), 1).outcome;
    assert_eq!(outcome.score, DRAW);
}

#[test]
fn the_fifty_move_rule() {
    // One ply is left, and there is no mate, capture or pawn move: a draw, although a queen up.
    let outcome = search("7k/8/8/8/8/8/2Q5/K7 w - - 99 80", depth(6), 1).outcome;
    assert_eq!(outcome.score, DRAW);
    // Mate on the last ply counts.
    let outcome = search("7k/8/5K2/6Q1/8/8/8/8 w - - 99 80", depth(6), 1).outcome;
    assert_eq!(outcome.score, mate_in(1));
    // A root beyond the limit is searched nevertheless.
    let outcome = search("7k/8/8/8/8/8/2Q5/K7 w - - 120 90", depth(4), 1).outcome;
    assert!(outcome.best.is_some());
}

#[test]
fn finished_games_have_no_move_and_a_true_score() {
    let SearchResult { outcome, infos, .. } =
        search("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", depth(5), 1);
    assert_eq!((outcome.best, outcome.score), (None, mated_in(0)));
    assert_eq!((infos.len(), infos[0].depth), (1, 0));
    let outcome = search("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", depth(5), 2).outcome;
    assert_eq!((outcome.best, outcome.score), (None, DRAW));
}

#[test]
fn the_same_limits_take_the_same_nodes() {
    let fen = "r1bq1rk1/pp2nppp/2n1p3/2ppP3/3P4/P1PB1N2/2P2PPP/R1BQ1RK1 w - - 4 10";
    for limits in [depth(9), Limits::nodes(12_345)] {
        let (first, second) = (search(fen, limits.clone(), 1), search(fen, limits.clone(), 1));
        assert_eq!(first.nodes, second.nodes);
        assert_eq!(first.outcome.best, second.outcome.best);
        if let Some(limit) = limits.nodes {
            assert_eq!(first.nodes, limit);
        }
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let position = Position::from_fen(fen).unwrap();
    let mv = position.parse_uci("a1b1").unwrap();
    let limits = Limits { search_moves: vec![mv], ..depth(5) };
    assert_eq!(search(fen, limits, 1).outcome.best, Some(mv));
}

#[test]
fn more_threads_than_cores() {
    let limits = Limits::move_time(Duration::from_millis(200));
    let SearchResult { outcome, infos, .. } =
        search(Position::start().to_string().as_str(), limits, 16);
    assert!(outcome.best.is_some() && outcome.depth >= 1 && !infos.is_empty());
}
