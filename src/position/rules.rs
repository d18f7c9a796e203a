//! What a program asks a position: its moves, what they do, whether the game is over.
//!
//! Nothing here panics, whatever is asked: a move that is not legal is an [`IllegalMove`].

use alloc::string::ToString as _;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use super::state::{FIFTY_MOVES, MoveError, Position};
use crate::board::{FenError, LegalMoves, MAX_COUNTER, perft};
use crate::types::{Color, Move};

/// Why a game is over, as far as the position alone tells. Only a [`Game`](super::game::Game) knows of repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameEnd {
    /// The side to move is mated.
    Checkmate {
        /// The other side.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has enough to mate, whatever the other does.
    InsufficientMaterial,
    /// Fifty moves by each side without a capture or pawn move. A player must claim this draw; a program
    /// does.
    FiftyMoves,
    /// The position has occurred three times. A player must claim this draw; a program does.
    Repetition,
}

impl GameEnd {
    /// Whether a player must claim the draw; between people the game may go on.
    ///
    /// ```
    /// # use quevedo::GameEnd;
    /// assert!(GameEnd::Repetition.must_be_claimed());
    /// assert!(!GameEnd::Stalemate.must_be_claimed());
    /// ```
    pub const fn must_be_claimed(self) -> bool {
        matches!(self, GameEnd::FiftyMoves | GameEnd::Repetition)
    }

    /// The winner; `None` for a draw.
    ///
    /// ```
    /// # use quevedo::{Color, GameEnd};
    /// assert_eq!(GameEnd::Checkmate { winner: Color::White }.winner(), Some(Color::White));
    /// assert_eq!(GameEnd::Stalemate.winner(), None);
    /// ```
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameEnd::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameEnd::Checkmate { winner: Color::White } => "White mates",
            GameEnd::Checkmate { winner: Color::Black } => "Black mates",
            GameEnd::Stalemate => "stalemate",
            GameEnd::InsufficientMaterial => "insufficient material",
            GameEnd::FiftyMoves => "fifty moves without a capture or pawn move",
            GameEnd::Repetition => "threefold repetition",
        })
    }
}

/// A move that is not legal in the position where it was to be played; the position stays as it was.
///
/// ```
/// # use quevedo::Position;
/// let mut position = Position::default();
/// let mv = position.parse_san("e4")?;
/// position.play(mv)?;
/// assert_eq!(position.play(mv).unwrap_err().to_string(), "illegal move 'e2e4'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move '{}'", self.0)
    }
}

impl core::error::Error for IllegalMove {}

impl Position {
    /// All legal moves, in no particular order.
    ///
    /// ```
    /// # use quevedo::Position;
    /// let position = Position::default();
    /// for mv in position.legal_moves() {
    ///     println!("{mv}");
    /// }
    /// assert_eq!(position.legal_moves().len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> LegalMoves<'_> {
        LegalMoves::new(self.board(), self.check_info())
    }

    /// The first legal move that `wanted` accepts, in no particular order. The moves are generated piece by
    /// piece, and none after that one.
    ///
    /// ```
    /// # use quevedo::Position;
    /// let position: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse()?;
    /// let mate = position.find_legal_move(|mv| position.san(mv).is_ok_and(|san| san.ends_with('#')));
    /// assert_eq!(mate, Some(position.parse_san("Ra8")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn find_legal_move(&self, wanted: impl FnMut(Move) -> bool) -> Option<Move> {
        self.board().find_legal_move(self.check_info(), wanted)
    }

    /// Whether there is a legal move; stops at the first.
    ///
    /// ```
    /// # use quevedo::Position;
    /// assert!(Position::default().has_legal_move());
    /// ```
    pub fn has_legal_move(&self) -> bool {
        self.board().has_legal_move(self.check_info())
    }

    /// Whether a move is legal here. It may come from anywhere.
    ///
    /// ```
    /// # use quevedo::{Move, Position};
    /// let mut position = Position::default();
    /// let mv = position.parse_uci("e2e4")?;
    /// assert!(position.is_legal(mv));
    /// position.play(mv)?;
    /// assert!(!position.is_legal(mv));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board().is_legal(mv, self.check_info())
    }

    /// Plays a move.
    ///
    /// ```
    /// # use quevedo::Position;
    /// let mut position = Position::default();
    /// let mv = position.parse_uci("e2e4")?;
    /// position.play(mv)?;
    /// assert!(position.play(mv).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal; the position stays as it was.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// The position after a move.
    ///
    /// ```
    /// # use quevedo::{Color, Position};
    /// let position = Position::default();
    /// let child = position.after(position.parse_san("e4")?)?;
    /// assert_eq!(child.side(), Color::Black);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal.
    #[inline(always)]
    pub fn after(&self, mv: Move) -> Result<Position, IllegalMove> {
        let mut child = *self;
        child.play(mv)?;
        Ok(child)
    }

    /// Plays a move that is known to be legal, such as one of [`legal_moves`](Position::legal_moves): faster than
    /// [`play`](Position::play). After any other move the position is meaningless, and its methods may panic.
    ///
    /// ```
    /// # use quevedo::Position;
    /// fn count(position: &Position, depth: u32) -> u64 {
    ///     let moves = position.legal_moves();
    ///     if depth <= 1 {
    ///         return moves.len() as u64;
    ///     }
    ///     let after = |mv| {
    ///         let mut child = *position;
    ///         child.play_unchecked(mv);
    ///         child
    ///     };
    ///     moves.map(|mv| count(&after(mv), depth - 1)).sum()
    /// }
    /// assert_eq!(count(&Position::default(), 3), 8902);
    /// ```
    #[inline(always)]
    pub fn play_unchecked(&mut self, mv: Move) {
        self.play_with(mv, &mut ());
        // Pieces may be shuffled for ever, so the counters are capped; a search adds little to them.
        self.rule50 = self.rule50.min(MAX_COUNTER);
        self.reversible = self.reversible.min(MAX_COUNTER);
    }

    /// Whether the side to move is in check.
    ///
    /// ```
    /// # use quevedo::Position;
    /// let position: Position = "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1".parse()?;
    /// assert!(position.is_check());
    /// # Ok::<(), quevedo::FenError>(())
    /// ```
    #[inline(always)]
    pub const fn is_check(&self) -> bool {
        self.check_info().in_check()
    }

    /// Whether a move is legal and gives check.
    ///
    /// ```
    /// # use quevedo::Position;
    /// let position: Position = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1".parse()?;
    /// assert!(position.gives_check(position.parse_san("Ra8")?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gives_check(&self, mv: Move) -> bool {
        self.after(mv).is_ok_and(|child| child.is_check())
    }

    /// Why the game is over, or `None` if it goes on. Mate comes before the draws.
    ///
    /// ```
    /// # use quevedo::{Color, GameEnd, Position};
    /// let mate: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(mate.outcome(), Some(GameEnd::Checkmate { winner: Color::White }));
    /// # Ok::<(), quevedo::FenError>(())
    /// ```
    pub fn outcome(&self) -> Option<GameEnd> {
        if !self.has_legal_move() {
            return Some(match self.is_check() {
                true => GameEnd::Checkmate { winner: !self.side() },
                false => GameEnd::Stalemate,
            });
        }
        if self.board().insufficient_material() {
            Some(GameEnd::InsufficientMaterial)
        } else if self.rule50() >= FIFTY_MOVES {
            Some(GameEnd::FiftyMoves)
        } else {
            None
        }
    }

    /// What a move wins or loses by the exchange on its target, in internal centipawns, if both sides capture with
    /// their least valuable pieces and may stop (static exchange evaluation). Pins count only as far as the
    /// move itself is concerned.
    ///
    /// ```
    /// # use quevedo::Position;
    /// let position: Position = "4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1".parse()?;
    /// // A rook for a pawn.
    /// assert!(position.see(position.parse_san("Rxd5")?)? < 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn see(&self, mv: Move) -> Result<i32, IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove(mv));
        }
        // The greatest threshold that the exchange reaches.
        let (mut reached, mut missed) = (-SEE_BOUND, SEE_BOUND);
        while missed - reached > 1 {
            let middle = (reached + missed) / 2;
            *if self.see_ge(mv, middle) { &mut reached } else { &mut missed } = middle;
        }
        Ok(reached)
    }

    /// The number of leaves of the tree of legal moves to this depth: perft.
    ///
    /// ```
    /// # use quevedo::Position;
    /// assert_eq!(Position::default().perft(5), 4_865_609);
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        perft(self.board(), depth)
    }

    /// Parses a legal move in UCI notation; castling may be written as the king's step or as king takes
    /// rook.
    ///
    /// ```
    /// # use quevedo::Position;
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(position.parse_uci("e1g1")?, position.parse_uci("e1h1")?);
    /// assert_eq!(position.parse_uci("e1g1")?.to_string(), "e1g1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If no legal move is written like this.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        // King takes rook comes first. In Chess960 `f1g1` may also be a king's step, and then it is one.
        [true, false]
            .into_iter()
            .find_map(|chess960| self.find_legal_move(|mv| mv.uci(chess960).is(text)))
            .ok_or_else(|| MoveError { text: text.into(), fen: self.to_string() })
    }
}

/// No exchange wins or loses more: a queen taken by a promoting pawn is 2500 at most.
const SEE_BOUND: i32 = 8192;

impl Default for Position {
    /// The start of a game.
    fn default() -> Position {
        Position::start()
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN, as [`from_fen`](Position::from_fen).
    ///
    /// ```
    /// # use quevedo::Position;
    /// let fen = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20";
    /// assert_eq!(fen.parse::<Position>()?.to_string(), fen);
    /// # Ok::<(), quevedo::FenError>(())
    /// ```
    fn from_str(fen: &str) -> Result<Position, FenError> {
        Position::from_fen(fen)
    }
}

impl Hash for Position {
    /// By the Zobrist key, which equal positions share.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}
