//! The limits of a search.

use std::time::Duration;

use crate::position::Position;
use crate::types::{Depth, Move};

/// One side's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left. A clock that has run out is zero.
    pub time: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until more time is added; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// A clock with this much time left for the rest of the game, and an increment.
    ///
    /// ```
    /// use std::time::Duration;
    /// use quevedo::Clock;
    ///
    /// // Three minutes, two seconds a move, and more time after ten moves.
    /// let clock = Clock::new(Duration::from_secs(180), Duration::from_secs(2));
    /// let clock = Clock { moves_to_go: Some(10), ..clock };
    /// assert_eq!(clock.increment, Duration::from_secs(2));
    /// ```
    pub const fn new(time: Duration, increment: Duration) -> Clock {
        Clock { time, increment, moves_to_go: None }
    }
}

/// The limits of one search. None at all means: as long as there is anything left to search.
///
/// ```
/// use std::time::Duration;
/// use quevedo::Limits;
///
/// let limits = Limits::depth(12).and(Limits::move_time(Duration::from_millis(500)));
/// assert_eq!(limits.depth, Some(12));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// This long, less the engine's move overhead.
    pub move_time: Option<Duration>,
    /// Not deeper than this.
    pub depth: Option<Depth>,
    /// Not more nodes than this.
    pub nodes: Option<u64>,
    /// No new iteration after so many nodes. What has begun is finished, so every answer is that of a
    /// whole iteration.
    pub soft_nodes: Option<u64>,
    /// Until a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Only these root moves; empty for all.
    pub search_moves: Vec<Move>,
    /// No answer before `stop`.
    pub infinite: bool,
    /// No answer before `stop` or a ponder hit, which starts the clock.
    pub ponder: bool,
}

impl Limits {
    /// To this depth in plies.
    ///
    /// ```
    /// use quevedo::{Engine, Limits, Position};
    ///
    /// let analysis = Engine::new()?.analyse(Position::default(), Limits::depth(5))?;
    /// assert_eq!(analysis.line.depth, 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn depth(depth: Depth) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// This many nodes.
    ///
    /// ```
    /// use quevedo::{Engine, Limits, Position};
    ///
    /// let analysis = Engine::new()?.analyse(Position::default(), Limits::nodes(5_000))?;
    /// assert!(analysis.nodes <= 5_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// This long, the engine's move overhead included.
    ///
    /// ```
    /// use std::time::Duration;
    /// use quevedo::{Engine, Limits, Position};
    ///
    /// let limits = Limits::move_time(Duration::from_millis(50));
    /// println!("{}", Engine::new()?.analyse(Position::default(), limits)?.line.depth);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// As long as is sensible with this clock of the side to move.
    ///
    /// ```
    /// # use std::time::Duration;
    /// use quevedo::{Clock, Limits};
    ///
    /// let [three_minutes, two_seconds] = [180, 2].map(Duration::from_secs);
    /// let limits = Limits::clock(Clock::new(three_minutes, two_seconds));
    /// ```
    pub fn clock(clock: Clock) -> Limits {
        Limits { clock: Some(clock), ..Limits::default() }
    }

    /// Until a mate in this many moves, or fewer, is found, for either side. Without one, the search goes on to the greatest
    /// depth: set [`nodes`](Limits::nodes) or [`move_time`](Limits::move_time) in the result, too, unless you know that there
    /// is a mate.
    ///
    /// ```
    /// use quevedo::{Engine, Limits, Position, UciScore};
    ///
    /// let position: Position = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1".parse()?;
    /// let analysis = Engine::new()?.analyse(position, Limits::mate(2))?;
    /// assert_eq!(analysis.line.score, UciScore::Mate(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mate(moves: u32) -> Limits {
        Limits { mate: Some(moves), ..Limits::default() }
    }

    /// Until the search is stopped, even if there is nothing left to search.
    ///
    /// ```
    /// use std::thread;
    /// use std::time::Duration;
    /// use quevedo::{Engine, Limits, Position};
    ///
    /// let mut engine = Engine::new()?;
    /// let stop = engine.stop_handle();
    /// thread::spawn(move || {
    ///     thread::sleep(Duration::from_millis(20));
    ///     stop.stop();
    /// });
    /// println!("{}", engine.analyse(Position::default(), Limits::infinite())?.best_move);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }

    /// Both these limits and the others: the search ends with the first that is reached. Where both set the
    /// same limit, the other's counts.
    ///
    /// ```
    /// use quevedo::Limits;
    ///
    /// let limits = Limits::depth(10).and(Limits::nodes(1_000)).and(Limits::depth(12));
    /// assert_eq!((limits.depth, limits.nodes), (Some(12), Some(1_000)));
    /// ```
    pub fn and(self, other: Limits) -> Limits {
        Limits {
            clock: other.clock.or(self.clock),
            move_time: other.move_time.or(self.move_time),
            depth: other.depth.or(self.depth),
            nodes: other.nodes.or(self.nodes),
            soft_nodes: other.soft_nodes.or(self.soft_nodes),
            mate: other.mate.or(self.mate),
            search_moves: match other.search_moves.is_empty() {
                true => self.search_moves,
                false => other.search_moves,
            },
            infinite: self.infinite || other.infinite,
            ponder: self.ponder || other.ponder,
        }
    }

    /// Searches only these root moves; none at all means every legal move.
    ///
    /// ```
    /// use quevedo::{Engine, Limits, Position};
    ///
    /// let position = Position::default();
    /// let (knight, pawn) = (position.parse_san("Na3")?, position.parse_san("h4")?);
    /// let limits = Limits::depth(4).only([knight, pawn]);
    /// assert!([knight, pawn].contains(&Engine::new()?.analyse(position, limits)?.best_move));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn only(self, moves: impl IntoIterator<Item = Move>) -> Limits {
        Limits { search_moves: moves.into_iter().collect(), ..self }
    }

    /// The legal moves among which a search of this position chooses: all, or those of `search_moves`.
    pub(crate) fn root_moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = position.board().legal_moves().to_vec();
        moves.retain(|mv| self.search_moves.is_empty() || self.search_moves.contains(mv));
        moves
    }

    /// Whether nothing limits the search but its own end.
    pub fn are_none(&self) -> bool {
        self.clock.is_none()
            && self.move_time.is_none()
            && self.depth.is_none()
            && self.nodes.is_none()
            && self.soft_nodes.is_none()
            && self.mate.is_none()
    }

    /// Whether any good move will do: the score does not matter.
    pub fn is_for_play(&self) -> bool {
        !self.infinite
            && !self.ponder
            && !self.are_none()
            && self.mate.is_none()
            && self.search_moves.is_empty()
    }
}
