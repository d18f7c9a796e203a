//! The win-draw-loss model: from a score to the probabilities of a win, a draw and a loss.
//!
//! The win probability is a sigmoid of the score: one half at `a`, with the scale `b`. Both are polynomials
//! in the material left, as in Stockfish's WDL model; `quevedo wdl` fits their coefficients to games.
//!
//! Source: <https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo>

pub use super::wdl_model::{A, B};
use crate::board::Board;
use crate::types::score::{self, MAX_EVAL};
use crate::types::{PieceType, Score};

/// Material of both sides at the start of a game, in pawns.
pub const FULL_MATERIAL: i32 = 78;
/// The material at which a normalized score of 100 centipawns means a win probability of one half.
const NORMAL_MATERIAL: i32 = 58;
/// The least `a` and `b`: with too few games the polynomials could become negative.
const LEAST: f64 = 5.0;
/// Coefficients of a polynomial in the share of material left, the constant first.
pub type Coefficients = [f64; 3];

/// Material of both sides, in pawns: minor pieces 3, rooks 5, queens 9.
pub fn material(board: &Board) -> i32 {
    const VALUES: [(PieceType, i32); 5] = [
        (PieceType::Pawn, 1),
        (PieceType::Knight, 3),
        (PieceType::Bishop, 3),
        (PieceType::Rook, 5),
        (PieceType::Queen, 9),
    ];
    VALUES.iter().map(|&(kind, value)| value * board.kind(kind).count() as i32).sum()
}

/// The value of a polynomial for this material, but at least `LEAST`.
pub fn at(coefficients: &Coefficients, material: i32) -> f64 {
    let share = f64::from(material.clamp(0, FULL_MATERIAL)) / f64::from(FULL_MATERIAL);
    let value = coefficients.iter().rev().fold(0.0, |sum, &coefficient| sum * share + coefficient);
    value.max(LEAST)
}

/// The win probability for a score, from 0 to 1.
pub fn win(score: f64, a: f64, b: f64) -> f64 {
    1.0 / (1.0 + ((a - score) / b).exp())
}

/// The internal units in a normalized centipawn.
pub fn unit() -> f64 {
    at(&A, NORMAL_MATERIAL) / 100.0
}

/// A score in normalized centipawns, as users see it: 100 means a win probability of one half. Mate and
/// tablebase scores are left unchanged.
pub fn normalized(score: Score) -> Score {
    if score::is_decisive(score) {
        return score;
    }
    ((f64::from(score) / unit()).round() as Score).clamp(-MAX_EVAL, MAX_EVAL)
}

/// The score that is nearest to one in normalized centipawns: the inverse of [`normalized`].
pub fn from_normalized(score: Score) -> Score {
    if score::is_decisive(score) {
        return score;
    }
    ((f64::from(score) * unit()).round() as Score).clamp(-MAX_EVAL, MAX_EVAL)
}

/// The probabilities of a win, a draw and a loss in 1/1000; they add up to 1000.
pub fn per_mille(score: Score, material: i32) -> [u32; 3] {
    if score::is_decisive(score) {
        return if score > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let (a, b) = (at(&A, material), at(&B, material));
    let thousandths = |score: Score| (1000.0 * win(f64::from(score), a, b)).round() as u32;
    let won = thousandths(score);
    let lost = thousandths(-score).min(1000 - won);
    [won, 1000 - won - lost, lost]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{FULL_MATERIAL, NORMAL_MATERIAL, from_normalized, normalized, per_mille, unit};
    use crate::types::score::{MATE, MAX_EVAL, is_decisive};

    proptest! {
        #[test]
        fn normalized_scores_lead_back(score in -MATE..=MATE) {
            // Near the bound two scores can look the same.
            if is_decisive(score) || normalized(score).abs() < MAX_EVAL {
                prop_assert!((from_normalized(normalized(score)) - score).abs() <= 1);
            }
        }

        #[test]
        fn chances_are_sound(score in -MAX_EVAL..=MAX_EVAL, material in 0..=FULL_MATERIAL + 40) {
            let [won, drawn, lost] = per_mille(score, material);
            prop_assert_eq!(won + drawn + lost, 1000);
            let mut turned = per_mille(-score, material);
            turned.reverse();
            let near = |x: u32, y: u32| x.abs_diff(y) <= 1;
            prop_assert!(near(won, turned[0]) && near(lost, turned[2]));
            prop_assert!(score <= 0 || won >= lost);
            let [better, ..] = per_mille((score + 1).min(MAX_EVAL), material);
            prop_assert!(better >= won);
        }
    }

    #[test]
    fn a_hundred_centipawns_win_every_other_game() {
        let normal = unit() * 100.0;
        assert!(normalized(normal.round() as i32).abs_diff(100) <= 1);
        let [won, ..] = per_mille(normal.round() as i32, NORMAL_MATERIAL);
        assert!(won.abs_diff(500) <= 5, "{won}");
        assert_eq!(normalized(0), 0);
        assert_eq!(normalized(3 - MATE), 3 - MATE);
        for score in 0..=MAX_EVAL {
            assert_eq!(normalized(-score), -normalized(score));
            assert!(!is_decisive(normalized(score)));
        }
    }

    #[test]
    fn a_mate_is_certain() {
        assert_eq!(per_mille(MATE - 3, 10), [1000, 0, 0]);
        assert_eq!(per_mille(4 - MATE, 10), [0, 0, 1000]);
    }
}
