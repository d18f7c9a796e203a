//! A game: tags, moves with annotations, result.

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
    /// A draw.
    Draw,
    /// Unfinished or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// All results.
    pub const ALL: [GameResult; 4] =
        [GameResult::White, GameResult::Black, GameResult::Draw, GameResult::Unknown];

    /// The result of a finished game; no winner means a draw.
    pub const fn of(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::White) => GameResult::White,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::White),
            GameResult::Black => Some(Color::Black),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }

    /// The result in PGN.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The points of a side: 1, 0.5 or 0; `None` if the game is unfinished.
    ///
    /// ```
    /// # use quevedo::Color;
    /// # use quevedo::notation::pgn::GameResult;
    /// assert_eq!(GameResult::White.points(Color::Black), Some(0.0));
    /// assert_eq!(GameResult::Unknown.points(Color::White), None);
    /// ```
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

/// A move of a game with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 to 6 are `!`, `?`, `!!`, `??`, `!?`, `?!`.
    pub nags: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Alternatives to the move.
    pub variations: Vec<Line>,
}

impl From<Move> for Played {
    fn from(mv: Move) -> Played {
        Played { mv, nags: Vec::new(), comments: Vec::new(), variations: Vec::new() }
    }
}

/// A sequence of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<Played>,
}

/// A game: start position, moves, result.
///
/// ```
/// use quevedo::Game;
/// use quevedo::notation::pgn::{GameResult, PgnGame};
///
/// let mut game = Game::default();
/// for san in ["f3", "e5", "g4", "Qh4"] {
///     game.play(game.position().parse_san(san)?)?;
/// }
/// let mut pgn = PgnGame::new(*game.start());
/// pgn.set_tag("White", "Fool");
/// pgn.line.moves.extend(game.moves().iter().map(|&mv| mv.into()));
/// pgn.result = GameResult::of(game.outcome().and_then(|end| end.winner()));
/// assert!(pgn.to_string().ends_with("1. f3 e5 2. g4 Qh4# 0-1\n"), "{pgn}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// The tags in order, except those that other fields represent: `Result`, `SetUp`, `FEN`, and a
    /// `Variant` of Chess960.
    pub tags: Vec<(String, String)>,
    /// The start position.
    pub start: Position,
    /// Whether the game is Chess960, where UCI notation writes castling as king takes rook.
    pub chess960: bool,
    /// The main line. Its moves and those of its variations must be legal, or else [`positions`](PgnGame::positions) and
    /// `Display` may panic.
    pub line: Line,
    /// The result.
    pub result: GameResult,
    /// Messages about variations that could not be read and were dropped.
    pub remarks: Vec<String>,
}

impl PgnGame {
    /// A game without moves.
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

    /// The value of a tag, one of [`tags`](PgnGame::tags): for the result and the start see the fields.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag; a new one is appended. `Result`, `SetUp`, `FEN` and Chess960's `Variant` are written from the fields,
    /// whatever is set here.
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

    /// The positions of the main line, each with the move played there.
    ///
    /// ```
    /// # use quevedo::notation::pgn::PgnReader;
    /// let game = PgnReader::new("1. e4 e5 2. Nf3 *".as_bytes(), "example").next().unwrap()?;
    /// let sans: Vec<_> = game.positions().map(|(position, mv)| position.san(mv).unwrap()).collect();
    /// assert_eq!(sans, ["e4", "e5", "Nf3"]);
    /// # Ok::<(), quevedo::notation::pgn::PgnError>(())
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = (Position, Move)> {
        self.moves().scan(self.start, |position, mv| {
            let before = *position;
            position.play_unchecked(mv);
            Some((before, mv))
        })
    }
}

/// The seven tags that every game has, in order, with their values if unknown.
pub(super) const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", GameResult::Unknown.text()),
];

/// Whether a king or rook castles from another square than in standard chess.
pub(super) fn needs_chess960(board: &Board) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rooks = board.castling().of(color);
        let corners = Square::A1.relative(color).bitboard() | Square::H1.relative(color).bitboard();
        rooks.any() && (board.king(color) != Square::E1.relative(color) || (rooks & !corners).any())
    })
}
