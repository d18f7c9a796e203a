//! Minimax and alpha-beta as the Spektrum article prints them, for any two-player zero-sum game.
//!
//! The article says that its method "can be applied to trees of any height and any branching, and is in
//! no way limited to chess: only the move generator and the evaluation must be adapted". So they are
//! generic over a [`GameTree`], and the tests search trees that have nothing to do with chess.
//!
//! Source: Johannes Zwanzger, "Das Geheimnis der Schachprogramme", spektrum 3/2004, chapters 2 and 3.

use super::run::{Pv, Run, update_pv};
use crate::types::score::{INFINITE, mated_in};
use crate::types::{Depth, Score};

/// What a search must know about a game.
pub trait GameTree {
    /// A move.
    type Move: Copy;

    /// All moves, in the order in which they are tried.
    fn moves(&self) -> Vec<Self::Move>;
    /// The position after a move.
    fn after(&self, mv: Self::Move) -> Self;
    /// The static value of the position for the side to move.
    fn evaluate(&self) -> Score;
    /// The value for a side without moves, `ply` plies from the root: in chess, mate or stalemate, "which
    /// must be treated separately".
    fn stuck(&self, ply: usize) -> Score;
}

/// Watches a search and may interrupt it.
pub trait Visitor {
    /// The search enters a position `ply` plies from the root. If this returns true, the search unwinds
    /// and its value no longer counts.
    fn enter(&mut self, ply: usize) -> bool;
    /// Whether the search is being unwound.
    fn is_over(&self) -> bool {
        false
    }
    /// The search evaluates a leaf.
    fn leaf(&mut self) {}
}

impl Visitor for Run<'_> {
    fn enter(&mut self, ply: usize) -> bool {
        Run::enter(self, ply)
    }

    fn is_over(&self) -> bool {
        self.is_stopped()
    }
}

/// The value of a position for the side to move, found by searching every sequence of moves up to
/// `depth`: the first box of the article.
///
/// `c` counts the moves since the root. `line` receives the principal variation.
pub fn minimax<G: GameTree>(
    game: &G,
    c: Depth,
    depth: Depth,
    visitor: &mut impl Visitor,
    line: &mut Pv<G::Move>,
) -> Score {
    line.clear();
    if visitor.enter(c as usize) {
        return 0;
    }
    if c >= depth {
        visitor.leaf();
        return game.evaluate();
    }
    let moves = game.moves();
    if moves.is_empty() {
        return game.stuck(c as usize);
    }
    let mut best_value = -INFINITE;
    for mv in moves {
        let mut after = Pv::new();
        let value = -minimax(&game.after(mv), c + 1, depth, visitor, &mut after);
        if visitor.is_over() {
            break;
        }
        if value > best_value {
            best_value = value;
            update_pv(line, mv, after);
        }
    }
    best_value
}

/// The same value as [`minimax`] with far fewer positions searched: the second box of the article.
///
/// `a` is the score that the side to move is already sure of, and `b` that of the opponent. A move worth
/// `b` or more refutes the opponent's previous move, so the remaining moves need not be searched.
pub fn alpha_beta<G: GameTree>(
    game: &G,
    c: Depth,
    depth: Depth,
    mut a: Score,
    b: Score,
    visitor: &mut impl Visitor,
    line: &mut Pv<G::Move>,
) -> Score {
    line.clear();
    if visitor.enter(c as usize) {
        return 0;
    }
    if c >= depth {
        visitor.leaf();
        return game.evaluate();
    }
    let moves = game.moves();
    if moves.is_empty() {
        return game.stuck(c as usize);
    }
    // Being mated here and now is the worst that can happen.
    a = a.max(mated_in(c as usize));
    for mv in moves {
        let mut after = Pv::new();
        let value = -alpha_beta(&game.after(mv), c + 1, depth, -b, -a, visitor, &mut after);
        if visitor.is_over() {
            break;
        }
        if value >= b {
            return value; // cut-off
        }
        if value > a {
            a = value;
            update_pv(line, mv, after);
        }
    }
    a
}

/// The number of leaves that alpha-beta evaluates in the best case, with the best move first in every
/// position, in a tree of height `height` with `branching` moves per position.
///
/// The article prints one formula for odd and one for even heights, but the available text lacks them.
/// These are from Knuth and Moore, "An analysis of alpha-beta pruning", 1975. They grow by the square
/// root of `branching` per ply on average, as the article says.
pub fn best_case_leaves(branching: f64, height: u32) -> f64 {
    let half = height as i32 / 2;
    if height % 2 == 1 {
        branching.powi(half + 1) + branching.powi(half) - 1.0
    } else {
        2.0 * branching.powi(half) - 1.0
    }
}
