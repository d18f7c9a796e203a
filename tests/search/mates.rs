//! Forced mates: a suite proved by exhaustive search. The engine must find every mate in it, and must not announce a
//! mate that does not exist.
//!
//! The suite was composed by [`the_suite_is_composed`], which can generate it again:
//!
//! ```text
//! cargo test --test search -- --ignored composed
//! ```

use quevedo::position::{KeyHistory, Position};
use quevedo::search::{Info, Limits};
use quevedo::support::bench;
use quevedo::support::searcher::Searcher;
use quevedo::types::score::{self, is_mate, mate_in};

use crate::prover::{self, OutOfBudget, Prover, after, board, composer};
use crate::searches::{depth, nodes, search, search_lines};

const SUITE: &str = include_str!("../data/forced-mates.epd");
const SUITE_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/forced-mates.epd");

/// The number of nodes within which the search must find a mate of the suite.
const ENOUGH_NODES: u64 = 20_000_000;
/// The mates must be found with up to this many threads.
const MOST_THREADS: usize = 8;

/// The FENs of the suite, each with its moves to mate.
fn suite() -> Vec<(String, u8)> {
    let lines = SUITE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (position, moves) = line.split_once(" dm ").unwrap();
            (format!("{position} 0 1"), moves.trim_end_matches(';').parse().unwrap())
        })
        .collect()
}

/// Every `nth` position of the suite.
fn part(nth: usize) -> impl Iterator<Item = (String, u8)> {
    suite().into_iter().step_by(nth)
}

fn go_mate(moves: u8) -> Limits {
    Limits { mate: Some(u32::from(moves)), nodes: Some(ENOUGH_NODES), ..Limits::default() }
}

/// The score of a mate in this many moves.
fn mate(moves: u8) -> i32 {
    mate_in(2 * usize::from(moves) - 1)
}

/// The suite has at least a hundred positions, of all lengths, and each length is proved.
#[test]
fn the_suite_is_true() {
    let suite = suite();
    assert!(suite.len() >= 100);
    for length in 1..=6 {
        assert!(suite.iter().filter(|(_, moves)| *moves == length).count() >= 10, "{length}");
    }
    for (fen, moves) in suite {
        let length = Prover::new(prover::BUDGET).length(&board(&fen), moves);
        assert_eq!(length.expect("a proof"), Some(moves), "{fen}");
    }
}

#[test]
#[ignore = "writes the suite, which takes minutes"]
fn the_suite_is_composed() {
    std::fs::write(SUITE_FILE, composer::suite()).unwrap();
}

/// Checks that the line of a mate score is legal, as long as the score says, and ends with mate.
fn assert_line_mates(fen: &str, info: &Info) {
    let moves = score::moves_to_mate(info.score).unwrap();
    let plies = (score::MATE - info.score.abs()) as usize;
    let mut position = board(fen);
    let line: Vec<String> = info.pv.iter().map(|mv| mv.uci(false).to_string()).collect();
    for mv in &line {
        position = after(&position, mv).unwrap_or_else(|| panic!("{fen}: {mv} of {line:?}"));
    }
    assert_eq!(line.len(), plies, "{fen}: mate {moves}, {line:?}");
    assert_eq!(position.status(), cozy_chess::GameStatus::Won, "{fen}: mate {moves}, {line:?}");
}

#[test]
fn go_mate_finds_every_mate() {
    let mut most = 0;
    for (fen, moves) in suite() {
        let found = search(&fen, go_mate(moves), 1);
        assert_eq!(found.outcome.score, mate(moves), "{fen}: dm {moves}");
        assert_line_mates(&fen, found.infos.last().unwrap());
        most = most.max(found.nodes);
    }
    println!("{most} nodes at most");
}

/// A normal search never announces too short a mate, and finds the shortest in nearly all positions. Where every move
/// wins, it may stop earlier.
#[test]
fn a_plain_search_finds_nearly_every_mate() {
    let suite = suite();
    let mut missed = Vec::new();
    for (fen, moves) in &suite {
        let score = search(fen, nodes(ENOUGH_NODES / 50), 1).outcome.score;
        assert!(score <= mate(*moves), "{fen}: dm {moves}, found {}", score::text(score));
        if score < mate(*moves) {
            missed.push(format!("{fen}: dm {moves}, found {}", score::text(score)));
        }
    }
    println!("{} missed of {}: {missed:#?}", missed.len(), suite.len());
    assert!(missed.len() * 10 <= suite.len(), "{missed:#?}");
}

/// A table with a single cluster remembers almost nothing, but the mates are still found.
#[test]
fn mates_are_found_without_a_table() {
    let searcher = Searcher::new(1, 0).unwrap();
    for (fen, moves) in suite().into_iter().filter(|(_, moves)| *moves <= 3) {
        searcher.forget();
        let root = Position::from_fen(&fen).unwrap();
        let found = searcher.search(root, KeyHistory::new(), go_mate(moves)).unwrap();
        assert_eq!(found.outcome.score, mate(moves), "{fen}: dm {moves}");
    }
}

#[test]
fn all_thread_counts_find_the_same_mates() {
    for threads in 1..=MOST_THREADS {
        for (fen, moves) in part(5) {
            let found = search(&fen, go_mate(moves), threads);
            assert_eq!(found.outcome.score, mate(moves), "{fen}: dm {moves}, {threads} threads");
            assert_line_mates(&fen, found.infos.last().unwrap());
        }
    }
}

/// The defender also sees the mate: after the first move, it is mated in one move fewer.
#[test]
fn the_loser_sees_it_coming() {
    for (fen, moves) in part(3).filter(|(_, moves)| *moves > 1) {
        let found = search(&fen, go_mate(moves), 1);
        let mut position = Position::from_fen(&fen).unwrap();
        position.play_unchecked(found.outcome.best.unwrap());
        let lost = position.to_string();
        let found = search(&lost, go_mate(moves - 1), 1);
        assert_eq!(score::moves_to_mate(found.outcome.score), Some(1 - i32::from(moves)), "{lost}");
        assert_line_mates(&lost, found.infos.last().unwrap());
    }
}

/// Proves every mate that a search announces by playing against every defence.
struct Referee {
    searcher: Searcher,
    /// Announced mates that were proved.
    proved: usize,
    /// Announced mates that would have taken too long to prove.
    open: usize,
}

impl Referee {
    fn new() -> Referee {
        Referee { searcher: Searcher::new(1, 16).unwrap(), proved: 0, open: 0 }
    }

    fn judge(&mut self, fen: &str, infos: &[Info]) {
        // Each length needs to be proved only once.
        let mut told: Vec<i32> =
            infos.iter().filter_map(|info| score::moves_to_mate(info.score)).collect();
        told.sort_unstable();
        told.dedup();
        for moves in told {
            let mut prover = Prover::new(prover::BUDGET);
            let root = board(fen);
            let count = moves.unsigned_abs() as u8;
            let is_true = match moves > 0 {
                true => self.mates(&mut prover, &root, count),
                false => self.is_mated(&mut prover, &root, count),
            };
            match is_true {
                Ok(is_true) => {
                    assert!(is_true, "{fen}: no mate {moves}");
                    self.proved += 1;
                }
                Err(OutOfBudget) => self.open += 1,
            }
        }
    }

    /// Whether the side to move mates in this many moves. The search proposes a move, which must mate against every
    /// reply. For short mates, and if the search proposes nothing, all moves are tried.
    fn mates(
        &self,
        prover: &mut Prover,
        position: &cozy_chess::Board,
        moves: u8,
    ) -> Result<bool, OutOfBudget> {
        if moves > 2
            && let Some(child) = self.proposal(position, moves)
            && self.is_mated(prover, &child, moves - 1)?
        {
            return Ok(true);
        }
        prover.mates(position, moves)
    }

    fn is_mated(
        &self,
        prover: &mut Prover,
        position: &cozy_chess::Board,
        moves: u8,
    ) -> Result<bool, OutOfBudget> {
        if moves <= 1 || position.status() != cozy_chess::GameStatus::Ongoing {
            return prover.is_mated(position, moves);
        }
        for child in prover.children(position)? {
            if !self.mates(prover, &child, moves)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn proposal(&self, position: &cozy_chess::Board, moves: u8) -> Option<cozy_chess::Board> {
        let root = Position::from_fen(&position.to_string()).unwrap();
        let limits = Limits { nodes: Some(100_000), ..go_mate(moves) };
        let found = self.searcher.search(root, KeyHistory::new(), limits).unwrap();
        let is_short = found.outcome.score >= mate(moves);
        let mv = found.outcome.best.filter(|_| is_short)?;
        after(position, &mv.uci(false).to_string())
    }
}

/// Middlegame positions with a mate in a few moves.
const ATTACKS: [&str; 6] = [
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
    "r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 0 1",
    "r1b3kr/ppp1Bp1p/1b6/n2P4/2p3q1/2Q2N2/P4PPP/RN2R1K1 w - - 0 1",
    "2b1rqk1/r1p2pp1/pp4n1/3Np1Q1/4P2P/1BP5/PP3P2/2KR2R1 w - - 0 1",
    "6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1",
];

/// The positions of `bench` except those of Chess960, and the attacks.
fn positions() -> impl Iterator<Item = &'static str> {
    let readable = |fen: &&str| cozy_chess::Board::from_fen(fen, false).is_ok();
    bench::positions().filter(readable).chain(ATTACKS)
}

#[test]
fn every_mate_told_is_true() {
    let mut referee = Referee::new();
    for fen in positions() {
        referee.judge(fen, &search(fen, depth(10), 1).infos);
        referee.judge(fen, &search(fen, nodes(50_000), 3).infos);
    }
    for (fen, moves) in part(4) {
        let limits = Limits { nodes: Some(200_000), ..go_mate(moves) };
        // Only the first line is guaranteed to be the shortest mate.
        let infos = search_lines(&fen, limits, 1, 4).infos;
        referee.judge(&fen, &infos.into_iter().filter(|info| info.line == 1).collect::<Vec<_>>());
    }
    let Referee { proved, open, .. } = referee;
    println!("{proved} mates proved, {open} left open");
    assert!(proved >= 40 && open * 10 <= proved, "{proved} mates proved, {open} left open");
}

#[test]
fn every_line_of_a_mate_ends_with_it() {
    for fen in positions() {
        for lines in [1, 3] {
            for info in search_lines(fen, depth(9), 1, lines).infos {
                if is_mate(info.score) {
                    assert_line_mates(fen, &info);
                }
            }
        }
    }
}
