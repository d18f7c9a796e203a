//! Move generation: perft from two positions, and its steps one by one. `benches/rivals.rs` compares it with other
//! generators.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use quevedo::attacks;
use quevedo::board::{All, perft};
use quevedo::position::Position;
use quevedo::types::{MoveList, Square};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn count_leaves(c: &mut Criterion) {
    for (name, fen, depth, leaves) in
        [("start", START, 6, 119_060_324), ("kiwipete", KIWIPETE, 5, 193_690_690)]
    {
        let mut group = c.benchmark_group(format!("perft/{name}"));
        group.throughput(Throughput::Elements(leaves)).sample_size(10);
        let ours = Position::from_fen(fen).unwrap();
        group.bench_function(BenchmarkId::new("quevedo", depth), |b| {
            b.iter(|| assert_eq!(perft(black_box(ours.board()), depth), leaves));
        });
        group.finish();
    }
}

fn steps(c: &mut Criterion) {
    let position = Position::from_fen(KIWIPETE).unwrap();
    let moves = position.board().legal_moves();
    let mut group = c.benchmark_group("step");
    group.bench_function("check info", |b| b.iter(|| black_box(position.board()).check_info()));
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("generate", |b| {
        b.iter(|| {
            let mut list = MoveList::new();
            let board = black_box(position.board());
            board.generate::<All, _>(&board.check_info(), &mut list);
            list.len()
        });
    });
    group.bench_function("play on the board", |b| {
        b.iter(|| {
            for &mv in &moves {
                let mut child = *black_box(position.board());
                child.play_unchecked(mv);
                black_box(child);
            }
        });
    });
    group.bench_function("play with keys and mailbox", |b| {
        b.iter(|| {
            for &mv in &moves {
                let mut child = *black_box(&position);
                child.play_unchecked(mv);
                black_box(child);
            }
        });
    });
    group.throughput(Throughput::Elements(64));
    group.bench_function("look up sliders", |b| {
        let occupied = position.board().occupied();
        b.iter(|| {
            Square::all().fold(0, |sum, square| sum ^ attacks::queen(square, black_box(occupied)).0)
        });
    });
    group.finish();
}

criterion_group!(benches, count_leaves, steps);
criterion_main!(benches);
