//! Random openings: positions to begin games from, for test farms and for data.
//!
//! An opening is a start position and some random legal moves: all alike, or the better ones more often, so
//! that what is reached looks like chess that somebody would play. It is kept if the game goes on, nobody
//! is in check and a short search finds that nobody has won it yet.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;

use crate::board::Setup;
use crate::position::{KeyHistory, Position};
use crate::search::{Limits, Quiescence};
use crate::support::book_lines::BookLines;
use crate::support::error::ToolError;
use crate::support::rng::{below, by_worth};
use crate::support::searcher::Searcher;
use crate::types::{Key, Move, Score, score};

/// Random moves from a start position, in plies.
pub const PLIES: u32 = 8;
/// Random moves after a line of a book, which has left the start position already.
pub const BOOK_PLIES: u32 = 4;
/// Most random moves that may be asked for: few games last longer.
pub const MAX_PLIES: u32 = 100;
/// The largest score that still counts as balanced, in centipawns for either side.
pub const WINDOW: Score = 300;

/// Nodes of the search that judges an opening: six to eight plies, some milliseconds.
const JUDGE_NODES: u64 = 3000;
/// MB of its table.
const JUDGE_HASH: usize = 1;
/// After so many tries in a row that came to nothing, there are no more openings.
const TRIES: u32 = 10_000;
/// Likewise after so many that were outside the window: each of them costs a search.
const UNBALANCED: u32 = 1000;

/// Where openings begin; `B` is the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<B = OpeningBook> {
    /// At the start position.
    Standard,
    /// At one of Chess960's start positions.
    Chess960,
    /// At one of double Chess960's start positions: each side has its own back rank.
    DoubleChess960,
    /// At a position of the book.
    Book(B),
}

impl<B> Start<B> {
    /// The same start with the book that `open` makes of this one.
    ///
    /// # Errors
    /// `open` fails.
    pub fn with_book<C, E>(self, open: impl FnOnce(B) -> Result<C, E>) -> Result<Start<C>, E> {
        Ok(match self {
            Start::Standard => Start::Standard,
            Start::Chess960 => Start::Chess960,
            Start::DoubleChess960 => Start::DoubleChess960,
            Start::Book(book) => Start::Book(open(book)?),
        })
    }
}

/// A book, and the random moves that follow one of its positions.
pub struct OpeningBook {
    /// The positions.
    pub lines: BookLines,
    /// How many random moves follow, in plies, in the place of the recipe's.
    pub plies: u32,
}

/// What openings are to be like.
pub struct Recipe {
    /// How many random moves follow, in plies. If any do, half of the openings get one more, so that
    /// either side may be to move.
    pub plies: u32,
    /// A move that looks this much worse than another, in centipawns, is drawn e times less often; with 0
    /// all moves are alike.
    pub temper: Score,
    /// Largest score, in centipawns for either side, that is kept.
    pub window: Score,
}

/// A source of openings.
pub struct Openings {
    recipe: Recipe,
    random: Xoshiro256PlusPlus,
    judge: Searcher,
    /// What a move is worth at first sight, where that matters: captures are played out, no more.
    sight: Option<Quiescence>,
    /// What was given out.
    known: HashSet<Key>,
}

impl Openings {
    /// A source that gives the same openings whenever starts, recipe and seed are the same.
    ///
    /// # Errors
    /// The system has no memory or no thread for the search.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Openings, ToolError> {
        let sight = if recipe.temper > 0 { Some(Quiescence::new()?) } else { None };
        Ok(Openings {
            recipe,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            judge: Searcher::new(1, JUDGE_HASH)?,
            sight,
            known: HashSet::new(),
        })
    }

    /// Never gives out this position.
    pub fn leave_out(&mut self, position: &Position) {
        self.known.insert(position.key());
    }

    /// Goes on with another seed; what was given out is not given out again.
    pub fn reseed(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// From now on this flag ends a search within it.
    pub fn cancel_by(&mut self, cancelled: Arc<AtomicBool>) {
        self.judge.cancelled = cancelled;
    }

    /// An opening from this start that has not been given out before.
    ///
    /// # Errors
    /// A line of the book is no position, no other openings can be found, or an interruption.
    pub fn draw(&mut self, start: &mut Start) -> Result<Position, ToolError> {
        let mut unbalanced = 0;
        for _ in 0..TRIES {
            let Some(opening) = self.attempt(start)? else { continue };
            if self.is_balanced(&opening)? {
                self.known.insert(opening.key());
                return Ok(opening);
            }
            unbalanced += 1;
            if unbalanced == UNBALANCED {
                break;
            }
        }
        Err(ToolError::BadInput(format!(
            "no more openings after {}: others are finished, in check, known or outside {} cp",
            self.known.len(),
            self.recipe.window
        )))
    }

    /// Random moves from a random start; `None` where they lead nowhere.
    fn attempt(&mut self, start: &mut Start) -> Result<Option<Position>, ToolError> {
        let mut position = self.begin(start)?;
        let plies = match start {
            Start::Book(book) => book.plies,
            _ => self.recipe.plies,
        };
        let plies = match plies {
            0 => 0,
            plies => plies + self.below(2) as u32,
        };
        for _ in 0..plies {
            let moves = position.board().legal_moves();
            if moves.is_empty() {
                return Ok(None);
            }
            let mv = moves[self.pick(&position, &moves)?];
            position.play(mv, &mut ());
        }
        let usable = !position.check_info().in_check()
            && position.board().has_legal_move()
            && !position.board().insufficient_material()
            && !self.known.contains(&position.key());
        Ok(usable.then_some(position))
    }

    /// Which of these moves is played.
    fn pick(&mut self, position: &Position, moves: &[Move]) -> Result<usize, ToolError> {
        let Some(sight) = &mut self.sight else { return Ok(self.below(moves.len())) };
        let mut worths = Vec::with_capacity(moves.len());
        for &mv in moves {
            let mut child = *position;
            child.play(mv, &mut ());
            worths.push(-sight.score(&child, -score::INFINITE, score::INFINITE)?);
        }
        let temper = self.recipe.temper.into();
        Ok(by_worth(&mut self.random, worths.iter().copied(), temper))
    }

    fn begin(&mut self, start: &mut Start) -> Result<Position, ToolError> {
        let ranks = usize::from(Setup::CHESS960_RANKS);
        let number = match start {
            Start::Standard => return Ok(Position::start()),
            Start::Book(book) => {
                let line = below(&mut self.random, book.lines.len());
                return book.lines.position(line);
            }
            Start::Chess960 => self.below(ranks) as u16,
            Start::DoubleChess960 => {
                let (white, black) = (self.below(ranks) as u16, self.below(ranks) as u16);
                return Ok(Position::new(Setup::chess960(white, black)));
            }
        };
        Ok(Position::new(Setup::chess960(number, number)))
    }

    fn is_balanced(&self, opening: &Position) -> Result<bool, ToolError> {
        let limits = Limits { nodes: Some(JUDGE_NODES), ..Limits::default() };
        self.judge.forget();
        match self.judge.search(*opening, KeyHistory::new(), limits) {
            Some(found) => Ok(found.outcome.score.abs() <= self.recipe.window),
            None => Err(ToolError::Interrupted("stopped".into())),
        }
    }

    fn below(&mut self, limit: usize) -> usize {
        below(&mut self.random, limit)
    }
}

#[cfg(test)]
mod tests {
    use super::{Openings, Recipe, Start};
    use crate::position::Position;
    use crate::search::Quiescence;
    use crate::types::score;

    fn drawn(temper: i32) -> Vec<Position> {
        let recipe = Recipe { plies: 8, temper, window: score::MAX_EVAL };
        let mut openings = Openings::new(recipe, 7).unwrap();
        (0..30).map(|_| openings.draw(&mut Start::Standard).unwrap()).collect()
    }

    #[test]
    fn moves_drawn_by_their_worth_leave_openings_more_even() {
        let mut sight = Quiescence::new().unwrap();
        let [cool, warm, wild] = [10, 50, 0].map(|temper| {
            let scores = drawn(temper).into_iter().map(|opening| {
                sight.score(&opening, -score::INFINITE, score::INFINITE).unwrap().abs()
            });
            scores.sum::<i32>() / 30
        });
        assert!(2 * cool < wild && 2 * warm < wild, "{cool} {warm} {wild}");
    }

    #[test]
    fn a_seed_and_a_recipe_give_the_same_openings() {
        let fens = |temper| drawn(temper).iter().map(Position::to_string).collect::<Vec<_>>();
        assert_eq!(fens(20), fens(20));
        assert_ne!(fens(20), fens(21));
    }
}
