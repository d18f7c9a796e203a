//! A line as a search found it, played out to a quiet end, and what it wins and loses on the way.

use crate::eval::{evaluate_from_scratch, wdl};
use crate::notation::san;
use crate::position::{GameEnd, KeyHistory, Position};
use crate::search::Quiescence;
use crate::types::score::{self, DRAW};
use crate::types::{Color, Depth, Move, PieceType, Score};

/// What a search says about a move.
#[derive(Clone, Debug)]
pub struct SearchedLine {
    /// The score in centipawns as shown to users, from the point of view of the side that moves first.
    pub score: Score,
    /// The depth of the iteration.
    pub depth: Depth,
    /// The moves.
    pub moves: Vec<Move>,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// In a quiet position, which the evaluation judges.
    Quiet,
    /// In a mate, on the board or announced.
    Mate,
    /// In a tablebase result.
    Tablebase,
    /// In a draw by rule. A repetition is one that is about to come.
    Draw(GameEnd),
}

/// A line played out to a quiet end.
#[derive(Clone, Debug)]
pub struct PlayedLine {
    /// What the search says.
    pub score: Score,
    /// The depth of the iteration.
    pub depth: Depth,
    /// The positions before each move, and the last one.
    pub positions: Vec<Position>,
    /// The moves: those of the search, then the captures that quiescence adds.
    pub moves: Vec<Move>,
    /// How many of the moves are the search's.
    pub searched: usize,
    /// How it ends.
    pub ending: Ending,
    /// The evaluation of the last position, as shown to users, from the same point of view as the score.
    pub evaluation: Score,
    /// What the line wins for the side that moves first, with the ply of each gain.
    pub won: Vec<Gain>,
    /// What it loses.
    pub lost: Vec<Gain>,
}

/// A piece or pawn won or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    /// What.
    pub kind: PieceType,
    /// By which move of the line, counted from 0.
    pub ply: usize,
}

impl PlayedLine {
    /// Plays a line out.
    pub fn new(
        root: &Position,
        history: &KeyHistory,
        line: &SearchedLine,
        quiescence: &mut Quiescence,
    ) -> PlayedLine {
        let mut played = PlayedLine {
            score: line.score,
            depth: line.depth,
            positions: vec![*root],
            moves: Vec::new(),
            searched: 0,
            ending: Ending::Quiet,
            evaluation: DRAW,
            won: Vec::new(),
            lost: Vec::new(),
        };
        let mut history = history.clone();
        for &mv in &line.moves {
            history.push(played.end().key());
            played.push(mv);
        }
        played.searched = played.moves.len();
        played.ending = played.ending(&history);
        if played.ending == Ending::Quiet {
            let captures = quiescence.line(played.end());
            captures.into_iter().for_each(|mv| played.push(mv));
        }
        let sign = if played.end().side() == root.side() { 1 } else { -1 };
        played.evaluation = sign * wdl::normalized(evaluate_from_scratch(played.end()));
        played.weigh();
        played
    }

    fn push(&mut self, mv: Move) {
        let mut next = *self.end();
        next.play_unchecked(mv);
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// The position before the first move.
    pub fn root(&self) -> &Position {
        &self.positions[0]
    }

    /// The last position.
    pub fn end(&self) -> &Position {
        self.positions.last().unwrap_or_else(|| unreachable!("the root is always there"))
    }

    /// The side that moves first.
    pub fn side(&self) -> Color {
        self.root().side()
    }

    fn ending(&self, history: &KeyHistory) -> Ending {
        if score::is_mate(self.score) {
            return Ending::Mate;
        }
        if score::is_decisive(self.score) {
            return Ending::Tablebase;
        }
        let (end, ply) = (self.end(), self.moves.len());
        match end.outcome() {
            Some(draw) if draw.winner().is_none() => return Ending::Draw(draw),
            _ if history.is_repetition(end, ply) => {}
            _ if self.score == DRAW && history.upcoming_repetition(end, ply) => {}
            _ => return Ending::Quiet,
        }
        Ending::Draw(GameEnd::Repetition)
    }

    /// What the line says in the end: the evaluation, or that it is a draw.
    pub fn verdict(&self) -> Score {
        match self.ending {
            Ending::Draw(_) => DRAW,
            _ => self.evaluation,
        }
    }

    /// The first move in SAN.
    pub fn first(&self) -> String {
        san::text(self.root(), self.moves[0])
    }

    /// A move in SAN with its number, as in `14... Nxe4`.
    pub fn san(&self, ply: usize) -> String {
        let position = &self.positions[ply];
        format!("{} {}", san::number(position), san::text(position, self.moves[ply]))
    }

    /// Notes what is won and lost. Equal trades are neither: a piece for one of the same type.
    fn weigh(&mut self) {
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        for (ply, (position, &mv)) in self.positions.iter().zip(&self.moves).enumerate() {
            let own = position.side() == self.side();
            let (gains, losses) = if own { (&mut won, &mut lost) } else { (&mut lost, &mut won) };
            gains.extend(position.captured(mv).map(|kind| Gain { kind, ply }));
            if let Some(kind) = mv.promotion() {
                gains.push(Gain { kind, ply });
                losses.push(Gain { kind: PieceType::Pawn, ply });
            }
        }
        lost.retain(|loss: &Gain| {
            let same = won.iter().enumerate().filter(|(_, gain)| gain.kind == loss.kind);
            let nearest = same.min_by_key(|(_, gain)| gain.ply.abs_diff(loss.ply));
            match nearest.map(|(place, _)| place) {
                Some(place) => {
                    won.remove(place);
                    false
                }
                None => true,
            }
        });
        (self.won, self.lost) = (won, lost);
    }

    /// The balance of what is won and lost, in pawns, as people count it.
    pub fn balance(&self) -> i32 {
        let worth = |gains: &[Gain]| gains.iter().map(|gain| worth(gain.kind)).sum::<i32>();
        worth(&self.won) - worth(&self.lost)
    }
}

/// What a piece is worth in pawns.
fn worth(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 0,
    }
}
