//! Random openings for test farms and data generation.
//!
//! An opening is a start position followed by random legal moves, chosen uniformly or with a preference for
//! better moves. It is kept if the game is not over, the side to move is not in check and a short search
//! finds it balanced.

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
/// Random moves after a book position, in plies.
pub const BOOK_PLIES: u32 = 4;
/// Largest number of random moves.
pub const MAX_PLIES: u32 = 100;
/// The largest score that still counts as balanced, in centipawns for either side.
pub const WINDOW: Score = 300;

/// Nodes of the search that checks the balance of an opening: depth six to eight, a few milliseconds.
const BALANCE_NODES: u64 = 3000;
/// Hash size of that search, in MB.
const BALANCE_HASH: usize = 1;
/// Give up after this many failed attempts in a row.
const MAX_ATTEMPTS: u32 = 10_000;
/// Give up after this many unbalanced openings in a row: each costs a search.
const MAX_UNBALANCED: u32 = 1000;

/// Where openings start; `B` is the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<B = OpeningBook> {
    /// The start position.
    Standard,
    /// A random Chess960 start position.
    Chess960,
    /// A random double Chess960 start position: each side has its own back rank.
    DoubleChess960,
    /// A random position of the book.
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
    /// Random moves after a position of the book, in plies.
    pub plies: u32,
}

/// The parameters of random openings.
pub struct Recipe {
    /// Random moves in plies. If this is not 0, half of the openings get one more, so that either side may be
    /// to move.
    pub plies: u32,
    /// A move that looks this much worse than another, in centipawns, is chosen e times less often; 0 chooses
    /// uniformly.
    pub temper: Score,
    /// Largest score of an opening for either side, in centipawns.
    pub window: Score,
}

/// A source of openings.
pub struct Openings {
    recipe: Recipe,
    random: Xoshiro256PlusPlus,
    searcher: Searcher,
    /// The quiescence search that values moves, if better moves are preferred.
    quiescence: Option<Quiescence>,
    /// Openings already returned.
    seen: HashSet<Key>,
}

impl Openings {
    /// A source whose openings depend on the starts, the recipe and the seed alone.
    ///
    /// # Errors
    /// The memory or thread for the search can't be allocated.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Openings, ToolError> {
        let quiescence = if recipe.temper > 0 { Some(Quiescence::new()?) } else { None };
        Ok(Openings {
            recipe,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            searcher: Searcher::new(1, BALANCE_HASH)?,
            quiescence,
            seen: HashSet::new(),
        })
    }

    /// Excludes this position.
    pub fn leave_out(&mut self, position: &Position) {
        self.seen.insert(position.key());
    }

    /// Continues with another seed; openings already returned stay excluded.
    pub fn reseed(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// Sets the flag that stops a search in progress.
    pub fn cancel_by(&mut self, cancelled: Arc<AtomicBool>) {
        self.searcher.cancelled = cancelled;
    }

    /// A new opening from this start.
    ///
    /// # Errors
    /// A bad position in the book, no more openings, or an interruption.
    pub fn draw(&mut self, start: &mut Start) -> Result<Position, ToolError> {
        let mut unbalanced = 0;
        for _ in 0..MAX_ATTEMPTS {
            let Some(opening) = self.attempt(start)? else { continue };
            if self.is_balanced(&opening)? {
                self.seen.insert(opening.key());
                return Ok(opening);
            }
            unbalanced += 1;
            if unbalanced == MAX_UNBALANCED {
                break;
            }
        }
        Err(ToolError::BadInput(format!(
            "no more openings after {}: the rest are duplicates, in check, over or outside {} cp",
            self.seen.len(),
            self.recipe.window
        )))
    }

    /// Random moves from a random start; `None` if the opening is unusable.
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
            let mv = moves[self.pick(&position, &moves)];
            position.play_unchecked(mv);
        }
        let usable = !position.is_check()
            && position.has_legal_move()
            && !position.board().insufficient_material()
            && !self.seen.contains(&position.key());
        Ok(usable.then_some(position))
    }

    /// The index of a random move.
    fn pick(&mut self, position: &Position, moves: &[Move]) -> usize {
        let Some(quiescence) = &mut self.quiescence else { return self.below(moves.len()) };
        let mut worths = Vec::with_capacity(moves.len());
        for &mv in moves {
            let mut child = *position;
            child.play_unchecked(mv);
            worths.push(-quiescence.score(&child, -score::INFINITE, score::INFINITE));
        }
        let temper = self.recipe.temper.into();
        by_worth(&mut self.random, worths.iter().copied(), temper)
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
        let limits = Limits::nodes(BALANCE_NODES);
        self.searcher.forget();
        match self.searcher.search(*opening, KeyHistory::new(), limits) {
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

    const OPENINGS: i32 = 120;

    fn drawn(temper: i32) -> Vec<Position> {
        let recipe = Recipe { plies: 8, temper, window: score::MAX_EVAL };
        let mut openings = Openings::new(recipe, 7).unwrap();
        (0..OPENINGS).map(|_| openings.draw(&mut Start::Standard).unwrap()).collect()
    }

    #[test]
    fn moves_drawn_by_their_worth_leave_openings_more_even() {
        let mut quiescence = Quiescence::new().unwrap();
        let [cool, warm, wild] = [10, 50, 0].map(|temper| {
            let scores = drawn(temper)
                .into_iter()
                .map(|opening| quiescence.score(&opening, -score::INFINITE, score::INFINITE).abs());
            scores.sum::<i32>() / OPENINGS
        });
        assert!(3 * cool < 2 * wild && 2 * warm < wild, "{cool} {warm} {wild}");
    }

    #[test]
    fn a_seed_and_a_recipe_give_the_same_openings() {
        let fens = |temper| drawn(temper).iter().map(Position::to_string).collect::<Vec<_>>();
        assert_eq!(fens(20), fens(20));
        assert_ne!(fens(20), fens(21));
    }
}
