//! Formatting counts and scores.

use crate::types::score::{self, Score};

/// `1 position`, `2 positions`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A score in pawns, or the moves to mate as `#3`.
pub fn pawns(score: Score) -> String {
    match score::moves_to_mate(score) {
        Some(0) => "mate".into(),
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}
