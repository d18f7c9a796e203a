//! Solves king and pawn against king by retrograde analysis: it iterates over all positions until nothing
//! changes. Runs in `build.rs`.
//!
//! Source: <https://www.chessprogramming.org/KPK>

use super::kpk_index::{KPK_POSITIONS, kpk_index};

#[derive(Clone, Copy, PartialEq)]
enum Result {
    /// Not a legal position.
    Invalid,
    Unknown,
    Drawn,
    Won,
}

/// One bit for each position, set if the strong side wins.
pub fn solve() -> Vec<u64> {
    let mut results: Vec<Result> = (0..KPK_POSITIONS).map(|_| Result::Invalid).collect();
    let all = || {
        let pawns = (8..56usize).filter(|pawn| pawn % 8 < 4);
        pawns.flat_map(|pawn| {
            (0..64).flat_map(move |strong| (0..64).map(move |weak| (strong, weak, pawn)))
        })
    };
    for (strong, weak, pawn) in all() {
        for weak_to_move in [0, 1] {
            results[kpk_index(weak_to_move, strong, weak, pawn)] =
                initial_result(weak_to_move == 1, strong, weak, pawn);
        }
    }
    loop {
        let mut changed = false;
        for (strong, weak, pawn) in all() {
            for weak_to_move in [0, 1] {
                let here = kpk_index(weak_to_move, strong, weak, pawn);
                if results[here] != Result::Unknown {
                    continue;
                }
                let found = if weak_to_move == 1 {
                    weak_moves(&results, strong, weak, pawn)
                } else {
                    strong_moves(&results, strong, weak, pawn)
                };
                if found != Result::Unknown {
                    results[here] = found;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let word = |chunk: &[Result]| {
        chunk.iter().rev().fold(0, |word, &result| word << 1 | u64::from(result == Result::Won))
    };
    results.chunks(64).map(word).collect()
}

fn distance(a: usize, b: usize) -> usize {
    (a / 8).abs_diff(b / 8).max((a % 8).abs_diff(b % 8))
}

fn is_attacked(pawn: usize, square: usize) -> bool {
    square / 8 == pawn / 8 + 1 && (square % 8).abs_diff(pawn % 8) == 1
}

fn king_moves(king: usize) -> impl Iterator<Item = usize> {
    (0..64).filter(move |&to| distance(king, to) == 1)
}

/// The result as far as it is known without looking at other positions.
fn initial_result(weak_to_move: bool, strong: usize, weak: usize, pawn: usize) -> Result {
    if strong == pawn || weak == pawn || distance(strong, weak) <= 1 {
        return Result::Invalid;
    }
    if !weak_to_move {
        if is_attacked(pawn, weak) {
            return Result::Invalid;
        }
        let promotion = pawn + 8;
        let promotes = pawn / 8 == 6
            && promotion != strong
            && promotion != weak
            && (distance(weak, promotion) > 1 || distance(strong, promotion) == 1);
        return if promotes { Result::Won } else { Result::Unknown };
    }
    let takes = distance(weak, pawn) == 1 && distance(strong, pawn) > 1;
    let moves =
        king_moves(weak).any(|to| to != pawn && distance(strong, to) > 1 && !is_attacked(pawn, to));
    if takes || (!moves && !is_attacked(pawn, weak)) { Result::Drawn } else { Result::Unknown }
}

/// The weak side draws if any move draws, and loses if all moves lose.
fn weak_moves(results: &[Result], strong: usize, weak: usize, pawn: usize) -> Result {
    let mut found = Result::Won;
    for to in king_moves(weak) {
        match results[kpk_index(0, strong, to, pawn)] {
            Result::Drawn => return Result::Drawn,
            Result::Unknown => found = Result::Unknown,
            Result::Won | Result::Invalid => {}
        }
    }
    found
}

/// The strong side wins if any move wins.
fn strong_moves(results: &[Result], strong: usize, weak: usize, pawn: usize) -> Result {
    let kings = king_moves(strong).map(|to| results[kpk_index(1, to, weak, pawn)]);
    let mut children: Vec<Result> = kings.collect();
    let (once, twice) = (pawn + 8, pawn + 16);
    if pawn / 8 < 6 && once != strong && once != weak {
        children.push(results[kpk_index(1, strong, weak, once)]);
        if pawn / 8 == 1 && twice != strong && twice != weak {
            children.push(results[kpk_index(1, strong, weak, twice)]);
        }
    }
    if children.contains(&Result::Won) {
        return Result::Won;
    }
    if children.contains(&Result::Unknown) { Result::Unknown } else { Result::Drawn }
}
