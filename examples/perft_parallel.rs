//! Counts the leaves of the tree of legal moves on all cores:
//!
//!     cargo run --release --example perft_parallel -- DEPTH [FEN]

use std::error::Error;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use quevedo::{Move, Position};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Err(error) = run(&words) {
        eprintln!("perft_parallel: {error}");
        std::process::exit(1);
    }
}

fn run(words: &[String]) -> Result<(), Box<dyn Error>> {
    let Some((depth, fen)) = words.split_first() else {
        return Err("usage: perft_parallel DEPTH [FEN]".into());
    };
    let depth: u32 =
        depth.parse().map_err(|_| format!("depth: expected a number, got '{depth}'"))?;
    let position = if fen.is_empty() { Position::default() } else { fen.join(" ").parse()? };
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let start = Instant::now();
    let leaves = perft(&position, depth, threads);
    let seconds = start.elapsed().as_secs_f64();
    let speed = leaves as f64 / seconds / 1e6;
    println!("{leaves} leaves in {seconds:.3} s, {speed:.0} million a second");
    Ok(())
}

/// Every thread takes the next root move that no thread has taken.
fn perft(position: &Position, depth: u32, threads: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves: Vec<Move> = position.legal_moves().collect();
    let next = AtomicUsize::new(0);
    let count = || {
        let mut leaves = 0;
        while let Some(&mv) = moves.get(next.fetch_add(1, Relaxed)) {
            let mut child = *position;
            child.play_unchecked(mv);
            leaves += child.perft(depth - 1);
        }
        leaves
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(count)).collect();
        count()
            + others
                .into_iter()
                .map(|thread| thread.join().expect("counting does not panic"))
                .sum::<u64>()
    })
}
