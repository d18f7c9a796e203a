//! The cost of an evaluation: nanoseconds per position, over many positions with different pawn structures.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use quevedo::eval::{PawnCache, PieceSquares, evaluate, known_ending};
use quevedo::position::Position;
use quevedo::support::bench;
use quevedo::types::Color;

/// Plies played from each position of `quevedo bench`.
const WALK: usize = 60;

/// A position as the search evaluates it.
type Evaluated = (Position, PieceSquares);

/// Positions of many kinds, each with different pawns and king squares, and none a known ending.
fn positions() -> Vec<Evaluated> {
    let mut met = Vec::new();
    let mut positions = Vec::new();
    for fen in bench::positions() {
        let mut position = Position::from_fen(fen).unwrap();
        for ply in 0..WALK {
            let kings = Color::ALL.map(|color| position.board().king(color));
            let skeleton = (position.keys().pawn, kings);
            if !met.contains(&skeleton) && known_ending(&position).is_none() {
                met.push(skeleton);
                positions.push((position, PieceSquares::of(&position)));
            }
            let moves = position.board().legal_moves();
            if moves.is_empty() {
                break;
            }
            // Any choice will do if it is reproducible and varies from ply to ply.
            position.play_unchecked(moves[ply * 7 % moves.len()]);
        }
    }
    positions
}

/// Times `work` on all positions, and divides by their number. `prepare` is not timed.
fn per_position<P, R>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    positions: &[Evaluated],
    prepare: impl Fn() -> P,
    work: impl Fn(&Evaluated, &mut P) -> R,
) {
    group.bench_function(name, |b| {
        b.iter_custom(|rounds| {
            let mut time = Duration::ZERO;
            for _ in 0..rounds {
                let mut prepared = prepare();
                let start = Instant::now();
                for position in positions {
                    black_box(work(black_box(position), &mut prepared));
                }
                time += start.elapsed();
            }
            time / positions.len() as u32
        });
    });
}

fn evaluation(c: &mut Criterion) {
    let positions = positions();
    let run = |(position, sums): &Evaluated, cache: &mut PawnCache| evaluate(position, sums, cache);
    let warm = || {
        let mut cache = PawnCache::default();
        positions.iter().for_each(|position| {
            black_box(run(position, &mut cache));
        });
        cache
    };
    let mut group = c.benchmark_group("evaluation");
    per_position(&mut group, "cold pawn cache", &positions, PawnCache::default, run);
    per_position(&mut group, "warm pawn cache", &positions, warm, run);
    let from_scratch = |(position, _): &Evaluated, (): &mut ()| PieceSquares::of(position);
    per_position(&mut group, "sums from scratch", &positions, || (), from_scratch);
    let ending = |(position, _): &Evaluated, (): &mut ()| known_ending(position);
    per_position(&mut group, "known ending?", &positions, || (), ending);
    group.finish();
}

criterion_group!(benches, evaluation);
criterion_main!(benches);
