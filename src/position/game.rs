//! A game: a position with the moves that led to it.

use alloc::vec::Vec;

use super::repetition::KeyHistory;
use super::rules::{GameEnd, IllegalMove};
use super::state::Position;
use crate::types::Move;

/// A game from its start to the current position: what it takes to see a repetition.
///
/// ```
/// use quevedo::{Game, GameEnd};
///
/// let mut game = Game::default();
/// for text in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split(' ') {
///     assert_eq!(game.outcome(), None);
///     game.play(game.position().parse_uci(text)?)?;
/// }
/// assert_eq!(game.outcome(), Some(GameEnd::Repetition));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Game {
    start: Position,
    position: Position,
    history: KeyHistory,
    moves: Vec<Move>,
}

impl From<Position> for Game {
    /// The game that begins with this position.
    fn from(start: Position) -> Game {
        Game::new(start)
    }
}

impl From<&Position> for Game {
    fn from(start: &Position) -> Game {
        Game::new(*start)
    }
}

impl From<&Game> for Game {
    fn from(game: &Game) -> Game {
        game.clone()
    }
}

impl Game {
    /// A game that begins with this position.
    ///
    /// ```
    /// # use quevedo::{Game, Position};
    /// let endgame: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse()?;
    /// assert_eq!(*Game::new(endgame).position(), endgame);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(start: Position) -> Game {
        Game { start, position: start, history: KeyHistory::new(), moves: Vec::new() }
    }

    /// Where the game began.
    ///
    /// ```
    /// # use quevedo::{Game, Position};
    /// let mut game = Game::default();
    /// game.play(game.position().parse_san("e4")?)?;
    /// assert_eq!(*game.start(), Position::default());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the moves played so far.
    ///
    /// ```
    /// # use quevedo::{Color, Game};
    /// let mut game = Game::default();
    /// game.play(game.position().parse_san("e4")?)?;
    /// assert_eq!(game.position().side(), Color::Black);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played so far.
    ///
    /// ```
    /// # use quevedo::Game;
    /// let mut game = Game::default();
    /// game.play(game.position().parse_san("e4")?)?;
    /// assert_eq!(game.moves()[0].to_string(), "e2e4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of the earlier positions, for a search that should see repetitions.
    pub fn history(&self) -> &KeyHistory {
        &self.history
    }

    /// Plays a move.
    ///
    /// ```
    /// # use quevedo::Game;
    /// let mut game = Game::default();
    /// let mv = game.position().parse_san("e4")?;
    /// game.play(mv)?;
    /// assert!(game.play(mv).is_err());
    /// assert_eq!(game.moves(), [mv]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.history.play(&mut self.position, mv);
        self.moves.push(mv);
        Ok(())
    }

    /// Why the game is over, or `None` if it goes on.
    ///
    /// ```
    /// # use quevedo::{Color, Game, GameEnd};
    /// let mut game = Game::default();
    /// for san in ["f3", "e5", "g4", "Qh4"] {
    ///     assert_eq!(game.outcome(), None);
    ///     game.play(game.position().parse_san(san)?)?;
    /// }
    /// assert_eq!(game.outcome(), Some(GameEnd::Checkmate { winner: Color::Black }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&self) -> Option<GameEnd> {
        self.history.outcome(&self.position)
    }
}
