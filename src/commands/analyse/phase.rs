//! Opening, middlegame and endgame, by the evaluation's game phase.

use crate::eval::phase;
use crate::position::Position;

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GamePhase {
    Opening,
    Middlegame,
    Endgame,
}

impl GamePhase {
    /// In the order of a game.
    pub(super) const ALL: [GamePhase; 3] =
        [GamePhase::Opening, GamePhase::Middlegame, GamePhase::Endgame];

    /// The lowest game phase of an opening: all pieces make 24, and two minor pieces may be gone.
    const OPENING: i32 = 22;
    /// The lowest game phase of a middlegame: more than two rooks and a minor piece for each side.
    const MIDDLEGAME: i32 = 11;

    /// The part of the game that a position belongs to.
    pub(super) fn of(position: &Position) -> GamePhase {
        match phase(position.board()) {
            GamePhase::OPENING.. => GamePhase::Opening,
            GamePhase::MIDDLEGAME.. => GamePhase::Middlegame,
            _ => GamePhase::Endgame,
        }
    }

    /// The name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            GamePhase::Opening => "Opening",
            GamePhase::Middlegame => "Middlegame",
            GamePhase::Endgame => "Endgame",
        }
    }

    /// What belongs to it, in words.
    pub(super) const fn meaning(self) -> &'static str {
        match self {
            GamePhase::Opening => "at most two minor pieces are gone",
            GamePhase::Middlegame => "what lies between",
            GamePhase::Endgame => {
                "at most as much is left as two rooks and a minor piece for each side"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::GamePhase;
    use crate::position::Position;

    #[test]
    fn games_begin_as_openings_and_end_as_endgames() {
        for (fen, phase) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", GamePhase::Opening),
            ("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1", GamePhase::Opening),
            ("rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1", GamePhase::Middlegame),
            ("rr1qk3/8/8/8/8/8/8/RR1QK3 w - - 0 1", GamePhase::Middlegame),
            ("rr2kb2/8/8/8/8/8/8/RR2K1N1 w - - 0 1", GamePhase::Endgame),
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", GamePhase::Endgame),
        ] {
            assert_eq!(GamePhase::of(&Position::from_fen(fen).unwrap()), phase, "{fen}");
        }
    }
}
