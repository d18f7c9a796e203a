//! What an evaluation costs: nanoseconds per position, over many positions that differ in their pawns.
//!
//! `evaluation` is the whole, as a search calls it; `part` shows where the time goes. Each part is timed
//! alone. The processor then foresees its branches better than it can those of the whole, which for that
//! reason takes longer than all parts together.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use quevedo::eval::parts::{PARTS, Prepared};
use quevedo::eval::{PawnCache, PieceSquares, evaluate, known_ending};
use quevedo::position::Position;
use quevedo::support::bench;
use quevedo::types::Color;

/// Plies played from each position of `quevedo bench`.
const WALK: usize = 60;

/// Positions of many kinds, each with its own pawns and kings, none a known ending.
fn positions() -> Vec<Position> {
    let mut met = Vec::new();
    let mut positions = Vec::new();
    for fen in bench::positions() {
        let mut position = Position::from_fen(fen).unwrap();
        for ply in 0..WALK {
            let kings = Color::ALL.map(|color| position.board().king(color));
            let skeleton = (position.keys().pawn, kings);
            if !met.contains(&skeleton) && known_ending(&position).is_none() {
                met.push(skeleton);
                positions.push(position);
            }
            let moves = position.board().legal_moves();
            if moves.is_empty() {
                break;
            }
            // Any choice will do that is always the same and changes from ply to ply.
            position.play(moves[ply * 7 % moves.len()], &mut ());
        }
    }
    positions
}

/// Times `work` for every position and divides by their number. `prepare` is not timed.
fn per_position<T, P>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    positions: &[T],
    prepare: impl Fn() -> P,
    mut work: impl FnMut(&T, &mut P),
) {
    group.bench_function(name, |b| {
        b.iter_custom(|rounds| {
            let mut time = Duration::ZERO;
            for _ in 0..rounds {
                let mut prepared = prepare();
                let start = Instant::now();
                positions.iter().for_each(|position| work(black_box(position), &mut prepared));
                time += start.elapsed();
            }
            time / positions.len() as u32
        });
    });
}

fn whole(c: &mut Criterion) {
    let positions: Vec<(Position, PieceSquares)> =
        positions().into_iter().map(|position| (position, PieceSquares::of(&position))).collect();
    let mut group = c.benchmark_group("evaluation");
    let run = |(position, sums): &(Position, PieceSquares), cache: &mut PawnCache| {
        black_box(evaluate(position, sums, cache));
    };
    per_position(&mut group, "cold pawn cache", &positions, PawnCache::default, run);
    let mut cache = PawnCache::default();
    positions.iter().for_each(|position| run(position, &mut cache));
    per_position(
        &mut group,
        "warm pawn cache",
        &positions,
        || (),
        |position, ()| {
            run(position, &mut cache);
        },
    );
    per_position(
        &mut group,
        "sums from scratch",
        &positions,
        || (),
        |(position, _), ()| {
            black_box(PieceSquares::of(position));
        },
    );
    per_position(
        &mut group,
        "known ending?",
        &positions,
        || (),
        |(position, _), ()| {
            black_box(known_ending(position));
        },
    );
    group.finish();
}

fn parts(c: &mut Criterion) {
    let positions: Vec<Prepared> = positions().iter().map(Prepared::new).collect();
    let mut group = c.benchmark_group("part");
    per_position(
        &mut group,
        "first: pawn attacks, pins",
        &positions,
        || (),
        |known, ()| {
            black_box(known.first_step());
        },
    );
    for (name, part) in PARTS {
        per_position(
            &mut group,
            name,
            &positions,
            || (),
            |known, ()| {
                black_box(part(known));
            },
        );
    }
    per_position(
        &mut group,
        "last: from sums to the score",
        &positions,
        || (),
        |known, ()| {
            black_box(known.last_step());
        },
    );
    group.finish();
}

criterion_group!(benches, whole, parts);
criterion_main!(benches);
