//! A game in memory.

use crate::position::Position;
use crate::types::{Color, Move};

/// A game: where it began, what was played, who won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Where it began; every wing's castling rook is known, Chess960 or not.
    pub start: Position,
    /// The moves, each legal where it is played.
    pub plies: Vec<Ply>,
    /// `None` for a draw.
    pub winner: Option<Color>,
}

/// A move and what its side thought.
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

    /// The positions in which a move was played, each with what was played in it.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Ply)> {
        self.plies.iter().scan(self.start, |position, &ply| {
            let before = *position;
            position.play(ply.mv, &mut ());
            Some((before, ply))
        })
    }
}
