//! A game: tags, moves, what was written about them, and the result.

use std::fmt;

use crate::board::Board;
use crate::position::Position;
use crate::types::{Color, Move, Square};

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Nobody won.
    Draw,
    /// Not over, or not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// All results.
    pub const ALL: [GameResult; 4] =
        [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unknown];

    /// The result of a game that is over; `None` for a draw.
    pub const fn of(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        }
    }

    /// Who won, if anybody did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::White),
            GameResult::Black => Some(Color::Black),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }

    /// As PGN writes it.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// Points of that side: 1, 0.5 or 0; `None` if the game is not over.
    pub const fn points(self, color: Color) -> Option<f64> {
        match (self, color) {
            (GameResult::White, Color::White) | (GameResult::Black, Color::Black) => Some(1.0),
            (GameResult::White, Color::Black) | (GameResult::Black, Color::White) => Some(0.0),
            (GameResult::Draw, _) => Some(0.5),
            (GameResult::Unknown, _) => None,
        }
    }

    pub(super) fn from_text(text: &str) -> Option<GameResult> {
        match text {
            "1/2" | "½-½" => Some(GameResult::Draw),
            _ => GameResult::ALL.into_iter().find(|result| result.text() == text),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A move of a game with what was written about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 to 6 are `!`, `?`, `!!`, `??`, `!?`, `?!`.
    pub nags: Vec<u8>,
    /// What stands after it.
    pub comments: Vec<String>,
    /// Lines that could have been played instead.
    pub variations: Vec<Line>,
}

impl From<Move> for Played {
    fn from(mv: Move) -> Played {
        Played { mv, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

/// Moves in a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What stands before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<Played>,
}

/// A game: where it began, what was played, how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// The tags in their order, but for those that the other fields say: `Result`, `SetUp`, `FEN`,
    /// and a `Variant` that means Chess960.
    pub tags: Vec<(String, String)>,
    /// Where it began.
    pub start: Position,
    /// Whether it is Chess960: then castling is written as king takes rook where UCI text is asked.
    pub chess960: bool,
    /// The main line; every move of it is legal.
    pub line: Line,
    /// How it ended.
    pub result: GameResult,
    /// What of its variations could not be read and was left out, as a text for people.
    pub remarks: Vec<String>,
}

impl PgnGame {
    /// A game without moves from that position.
    pub fn new(start: Position) -> PgnGame {
        PgnGame {
            tags: Vec::new(),
            start,
            chess960: needs_chess960(start.board()),
            line: Line::default(),
            result: GameResult::Unknown,
            remarks: Vec::new(),
        }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Gives a tag a value, a new one at the end.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(other, _)| other == name) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.into(), value.into())),
        }
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.line.moves.iter().map(|played| played.mv)
    }

    /// The main line as positions, each with the move that was played in it.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Move)> {
        self.moves().scan(self.start, |position, mv| {
            let before = *position;
            position.play(mv, &mut ());
            Some((before, mv))
        })
    }
}

/// Whether king or rooks castle from other squares than in ordinary chess.
pub(super) fn needs_chess960(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rooks = board.castling().of(color);
        let corners = Square::A1.relative(color).bitboard() | Square::H1.relative(color).bitboard();
        rooks.any() && (board.king(color) != Square::E1.relative(color) || (rooks & !corners).any())
    })
}
