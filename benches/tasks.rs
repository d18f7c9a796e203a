//! The tasks of docs/library.md, with Quevedo and with the other crates that can do them. Where a task prints, this
//! benchmark writes to a string.
//!
//! `cargo bench --bench tasks`

mod common;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Duration;

use common::{cozy, shak, shakmaty_position};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use quevedo::notation::pgn::PgnReader;
use quevedo::{Engine, Game, Limits, Position, UciScore};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, san::San};

const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20";
const MATE: &str = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
const CAPTURE: &str = "4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1";
const MATE_IN_THREE: &str = "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1";
const GAMES: &str = "1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n\n1. c4 1-0\n";

const QUEVEDO: &str = "Quevedo";
const COZY: &str = "cozy-chess";
const SHAKMATY: &str = "shakmaty";

/// A linear congruential generator, which gives every crate the same random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

fn task<T>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut work: impl FnMut() -> T) {
    group.bench_function(name, |bencher| bencher.iter(&mut work));
}

fn list_moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("list the legal moves");
    let mut text = String::new();
    task(&mut group, QUEVEDO, || {
        text.clear();
        for mv in Position::default().legal_moves() {
            writeln!(text, "{mv}").unwrap();
        }
    });
    task(&mut group, COZY, || {
        text.clear();
        cozy_chess::Board::default().generate_moves(|moves| {
            for mv in moves {
                writeln!(text, "{mv}").unwrap();
            }
            false
        });
    });
    task(&mut group, SHAKMATY, || {
        text.clear();
        for mv in Chess::default().legal_moves() {
            writeln!(text, "{}", mv.to_uci(CastlingMode::Standard)).unwrap();
        }
    });
}

fn play_san(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("play a move in SAN");
    task(&mut group, QUEVEDO, || {
        let mut position = Position::default();
        position.play(position.parse_san(black_box("Nf3")).unwrap()).unwrap();
        position
    });
    task(&mut group, COZY, || {
        let mut board = cozy_chess::Board::default();
        board.play(cozy_chess::util::parse_san_move(&board, black_box("Nf3")).unwrap());
        board
    });
    task(&mut group, SHAKMATY, || {
        let position = Chess::default();
        let mv = black_box("Nf3").parse::<San>().unwrap().to_move(&position).unwrap();
        position.play(mv).unwrap()
    });
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft to depth 5");
    group.sample_size(10);
    task(&mut group, QUEVEDO, || Position::default().perft(black_box(5)));
    task(&mut group, COZY, || cozy(&cozy_chess::Board::default(), black_box(5)));
    task(&mut group, SHAKMATY, || shak(&Chess::default(), black_box(5)));
}

fn game_end(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("why is the game over");
    task(&mut group, QUEVEDO, || black_box(MATE).parse::<Position>().unwrap().outcome());
    task(&mut group, COZY, || black_box(MATE).parse::<cozy_chess::Board>().unwrap().status());
    task(&mut group, SHAKMATY, || {
        let position = shakmaty_position(black_box(MATE));
        (position.is_checkmate(), position.outcome())
    });
}

fn fen(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("read a FEN and write it");
    task(&mut group, QUEVEDO, || black_box(ROOKS).parse::<Position>().unwrap().to_string());
    task(&mut group, COZY, || black_box(ROOKS).parse::<cozy_chess::Board>().unwrap().to_string());
    task(&mut group, SHAKMATY, || {
        Fen::from_position(&shakmaty_position(black_box(ROOKS)), EnPassantMode::Legal).to_string()
    });
}

/// The crates end a game by different rules, so a game lasts 100 plies, or fewer if there is no move.
fn random_game(criterion: &mut Criterion) {
    const PLIES: usize = 100;
    let mut group = criterion.benchmark_group("100 plies of random games");
    let mut random = Random(1);
    task(&mut group, QUEVEDO, || {
        let mut game = Game::default();
        while game.outcome().is_none() && game.moves().len() < PLIES {
            let mut moves = game.position().legal_moves();
            game.play(moves.nth(random.below(moves.len())).unwrap()).unwrap();
        }
        game
    });
    let mut random = Random(1);
    task(&mut group, COZY, || {
        let mut board = cozy_chess::Board::default();
        let mut plies = 0;
        while board.status() == cozy_chess::GameStatus::Ongoing && plies < PLIES {
            let mut moves = Vec::new();
            board.generate_moves(|more| {
                moves.extend(more);
                false
            });
            board.play(moves[random.below(moves.len())]);
            plies += 1;
        }
        board
    });
    let mut random = Random(1);
    task(&mut group, SHAKMATY, || {
        let mut position = Chess::default();
        let mut plies = 0;
        while !position.is_game_over() && plies < PLIES {
            let moves = position.legal_moves();
            position = position.play(moves[random.below(moves.len())]).unwrap();
            plies += 1;
        }
        position
    });
}

fn only_ours(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("what does a capture win");
    task(&mut group, QUEVEDO, || {
        let position: Position = black_box(CAPTURE).parse().unwrap();
        position.see(position.parse_san("Rxd5").unwrap()).unwrap()
    });
    group.finish();

    let mut group = criterion.benchmark_group("count the results of three games");
    task(&mut group, QUEVEDO, || {
        let mut counts = HashMap::new();
        for game in PgnReader::new(black_box(GAMES).as_bytes(), "games") {
            *counts.entry(game.unwrap().result.text()).or_insert(0) += 1;
        }
        counts
    });
    group.finish();

    let mut group = criterion.benchmark_group("find a mate in three");
    group.sample_size(20);
    let position: Position = MATE_IN_THREE.parse().unwrap();
    task(&mut group, QUEVEDO, || {
        let analysis = Engine::new().unwrap().analyse(position, Limits::mate(3)).unwrap();
        assert_eq!(analysis.line.score, UciScore::Mate(3));
    });
}

fn config() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1))
}

criterion_group! {
    name = tasks;
    config = config();
    targets = list_moves, play_san, perft, game_end, fen, random_game, only_ours
}
criterion_main!(tasks);
