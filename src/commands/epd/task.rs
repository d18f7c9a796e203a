//! Parsing test positions.

use crate::notation::epd::Record;
use crate::notation::san;
use crate::position::Position;
use crate::types::score::{self, MAX_PLY};
use crate::types::{Move, Score};

/// A position and its solution.
#[derive(Clone, Debug)]
pub(super) struct TestPosition {
    /// File and line.
    pub(super) place: String,
    /// The `id`, or file and line without one.
    pub(super) id: String,
    pub(super) position: Position,
    /// The best moves (`bm`); empty for any.
    best: Vec<Move>,
    /// The moves to avoid (`am`).
    avoid: Vec<Move>,
    /// A mate in at most this many moves.
    mate: Option<u32>,
    /// Points for moves, as in the Strategic Test Suite.
    points: Vec<(Move, u32)>,
}

impl TestPosition {
    /// Reads a line of a suite; `place` names it.
    pub(super) fn parse(line: &str, place: &str) -> Result<TestPosition, String> {
        let record = Record::parse(line).map_err(|error| error.to_string())?;
        let position = record.position;
        if !position.has_legal_move() {
            return Err(format!("no legal move in {position}"));
        }
        let mut task = TestPosition {
            place: place.into(),
            id: record.operands("id").map_or_else(String::new, |words| words.join(" ")),
            position,
            best: Vec::new(),
            avoid: Vec::new(),
            mate: None,
            points: Vec::new(),
        };
        if task.id.is_empty() {
            task.id = place.into();
        }
        for operation in &record.operations {
            let operands = operation.operands.iter();
            match operation.code.as_str() {
                "bm" => {
                    for text in operands {
                        match text.strip_prefix('#') {
                            Some(moves) => task.mate = Some(mate_in(moves, text)?),
                            None => task.best.extend(moves(&position, text, "bm")?),
                        }
                    }
                }
                "am" => {
                    for text in operands {
                        task.avoid.extend(moves(&position, text, "am")?);
                    }
                }
                "dm" => {
                    let text = operation.operands.join(" ");
                    task.mate = Some(mate_in(&text, &format!("dm {text}"))?);
                }
                // `c0` may be any comment, and is taken as points if it looks like them.
                "c0" => task.points = points(&position, &operation.operands).unwrap_or_default(),
                _ => {}
            }
        }
        if task.best.is_empty() && task.avoid.is_empty() && task.mate.is_none() {
            let most = task.most_points();
            task.best =
                task.points.iter().filter(|pair| pair.1 == most).map(|pair| pair.0).collect();
            if task.best.is_empty() {
                return Err("no bm, am or dm".into());
            }
        }
        Ok(task)
    }

    /// Whether a move with its score, from the side to move's point of view, is a solution.
    pub(super) fn is_solved_by(&self, mv: Move, score: Score) -> bool {
        let mates_in = |most: u32| {
            score::moves_to_mate(score).is_some_and(|moves| moves > 0 && moves as u32 <= most)
        };
        (self.best.is_empty() || self.best.contains(&mv))
            && !self.avoid.contains(&mv)
            && self.mate.is_none_or(mates_in)
    }

    /// The length of the mate to be found, in moves.
    pub(super) fn mate(&self) -> Option<u32> {
        self.mate
    }

    /// The points that a move gets.
    pub(super) fn points_of(&self, mv: Move) -> u32 {
        self.points.iter().find(|(other, _)| *other == mv).map_or(0, |(_, points)| *points)
    }

    /// The points of the best move; 0 if no points are given.
    pub(super) fn most_points(&self) -> u32 {
        self.points.iter().map(|(_, points)| *points).max().unwrap_or(0)
    }

    /// The solution, in words.
    pub(super) fn expected(&self) -> String {
        let names = |moves: &[Move]| {
            moves.iter().map(|&mv| san::text(&self.position, mv)).collect::<Vec<_>>()
        };
        let mut parts = Vec::new();
        if !self.best.is_empty() {
            parts.push(names(&self.best).join(" or "));
        }
        if !self.avoid.is_empty() {
            parts.push(format!("not {}", names(&self.avoid).join(" nor ")));
        }
        parts.extend(self.mate.map(|moves| format!("mate in {moves}")));
        parts.join(", ")
    }
}

/// The move in an operand; none if the operand only separates moves.
fn moves(position: &Position, text: &str, code: &str) -> Result<Option<Move>, String> {
    let text = text.trim_matches(',');
    if text.is_empty() {
        return Ok(None);
    }
    san::parse(position, text).map(Some).map_err(|error| format!("{code}: {error}"))
}

fn mate_in(text: &str, shown: &str) -> Result<u32, String> {
    let most = MAX_PLY as u32 / 2;
    match text.parse() {
        Ok(moves) if (1..=most).contains(&moves) => Ok(moves),
        _ => Err(format!("expected a mate in 1 to {most} moves, got '{shown}'")),
    }
}

/// `"f5=10, Be5+=2"` as moves and points.
fn points(position: &Position, operands: &[String]) -> Option<Vec<(Move, u32)>> {
    let text = operands.join(" ");
    let pairs = text.split(',').map(|pair| {
        let (mv, points) = pair.trim().rsplit_once('=')?;
        Some((san::parse(position, mv).ok()?, points.trim().parse().ok()?))
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::TestPosition;
    use crate::notation::san;
    use crate::types::Score;
    use crate::types::score::{mate_in, mated_in};

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn task(operations: &str) -> TestPosition {
        TestPosition::parse(&format!("{START} {operations}"), "suite:1").unwrap()
    }

    fn solved(operations: &str, mv: &str, score: Score) -> bool {
        let task = task(operations);
        task.is_solved_by(san::parse(&task.position, mv).unwrap(), score)
    }

    #[test]
    fn moves_and_mates_are_judged() {
        assert!(solved("bm e4 Nf3;", "Nf3", 0) && !solved("bm e4 Nf3;", "d4", 500));
        assert!(solved("bm e4, d4;", "d4", 0));
        assert!(solved("am e4 d4;", "Nf3", 0) && !solved("am e4 d4;", "d4", 0));
        for operations in ["dm 3;", "bm #3;"] {
            assert!(solved(operations, "e4", mate_in(5)) && solved(operations, "e4", mate_in(3)));
            assert!(!solved(operations, "e4", mate_in(7)) && !solved(operations, "e4", 900));
            assert!(!solved(operations, "e4", mated_in(4)));
        }
        assert!(!solved("bm e4; dm 2;", "d4", mate_in(3)) && solved("bm e4 #2;", "e4", mate_in(3)));
    }

    #[test]
    fn points_are_read_where_they_are() {
        let task = task(r#"bm e4; c0 "e4=10, Nf3=7, g1h3=1"; id "openings";"#);
        let points = |mv| task.points_of(san::parse(&task.position, mv).unwrap());
        assert_eq!(["e4", "Nf3", "Nh3", "a3"].map(points), [10, 7, 1, 0]);
        assert_eq!((task.most_points(), task.id.as_str()), (10, "openings"));
        let alone =
            TestPosition::parse(&format!("{START} c0 \"e4=10, d4=10, a3=1\";"), "x:1").unwrap();
        assert_eq!((alone.expected().as_str(), alone.id.as_str()), ("e4 or d4", "x:1"));
        assert_eq!(self::task("bm e4; c0 \"a fine move\";").most_points(), 0);
    }

    #[test]
    fn nonsense_is_named() {
        let error = |operations: &str| {
            TestPosition::parse(&format!("{START} {operations}"), "suite:1").unwrap_err()
        };
        assert_eq!(error("bm e5;"), "bm: illegal move 'e5'");
        assert_eq!(error("am Nx;"), "am: expected a move, got 'Nx'");
        assert!(error("dm x;").contains("'dm x'") && error("bm #0;").contains("'#0'"));
        assert!(error("id \"x\";").contains("no bm, am or dm"));
        let mated = TestPosition::parse("R5k1/5ppp/8/8/8/8/8/6K1 b - - dm 1;", "suite:1");
        assert!(mated.unwrap_err().contains("no legal move"));
    }
}
