//! A game in memory.

use crate::position::Position;
use crate::types::{Color, Move};

/// A game: start position, moves with scores, and result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The start position.
    pub start: Position,
    /// The moves, all legal.
    pub plies: Vec<Ply>,
    /// `None` for a draw.
    pub winner: Option<Color>,
}

/// A move and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The score of the position before the move, found by the search that chose it: centipawns from
    /// **White's** point of view, whoever moves. Mates and tablebase wins are as in
    /// [`score`](crate::types::score), counted from this position; `score::is_decisive` tells them.
    pub white_score: i16,
}

impl Game {
    /// White's points: 1, 0.5 or 0.
    pub const fn white_points(&self) -> f32 {
        match self.winner {
            Some(Color::White) => 1.0,
            None => 0.5,
            Some(Color::Black) => 0.0,
        }
    }

    /// Each position with the move played in it.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Ply)> {
        self.plies.iter().scan(self.start, |position, &ply| {
            let before = *position;
            position.play_unchecked(ply.mv);
            Some((before, ply))
        })
    }
}
