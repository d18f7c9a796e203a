//! Perft as a user of the library writes it: moves are listed, played on a copy, and counted at the last ply, in the
//! idiom of each crate.
//!
//! `cargo bench --bench front_door`

mod common;

use std::hint::black_box;
use std::time::Duration;

use common::{cozy, shak, shakmaty_position};
use criterion::{Criterion, criterion_group, criterion_main};
use quevedo::Position;

const POSITIONS: [(&str, &str, u32, u64); 3] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    (
        "Kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        4,
        4_085_603,
    ),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
];

/// Checks the legality of every move again.
fn after(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for mv in moves {
        if let Ok(child) = &position.after(mv) {
            leaves += after(child, depth - 1);
        }
    }
    leaves
}

/// Relies on the list of legal moves.
fn play_unchecked(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut leaves = 0;
    for mv in moves {
        let mut child = *position;
        child.play_unchecked(mv);
        leaves += play_unchecked(&child, depth - 1);
    }
    leaves
}

fn front_door(criterion: &mut Criterion) {
    for (name, fen, depth, leaves) in POSITIONS {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).warm_up_time(Duration::from_millis(500));
        group.measurement_time(Duration::from_secs(2));
        let position: Position = fen.parse().unwrap();
        let board: cozy_chess::Board = fen.parse().unwrap();
        let chess = shakmaty_position(fen);
        let counters: [(&str, &dyn Fn() -> u64); 5] = [
            ("Quevedo, after", &|| after(black_box(&position), depth)),
            ("Quevedo, play_unchecked", &|| play_unchecked(black_box(&position), depth)),
            ("Quevedo, perft", &|| black_box(&position).perft(depth)),
            ("cozy-chess", &|| cozy(black_box(&board), depth)),
            ("shakmaty", &|| shak(black_box(&chess), depth)),
        ];
        for (crate_name, count) in counters {
            assert_eq!(count(), leaves, "{crate_name}");
            group.bench_function(crate_name, |bencher| bencher.iter(count));
        }
        group.finish();
    }
}

criterion_group!(benches, front_door);
criterion_main!(benches);
