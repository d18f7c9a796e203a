//! Minimax and alpha-beta as the Spektrum article prints them: on any game of two players in which one
//! loses what the other wins.
//!
//! The article says that its method "can be applied to trees of any height and any branching, and is in
//! no way limited to chess: only the move generator and the evaluation must be adapted". So they are
//! written here for a [`GameTree`], and the tests grow trees that are no chess at all.
//!
//! Source: Johannes Zwanzger, "Das Geheimnis der Schachprogramme", spektrum 3/2004, chapters 2 and 3.

use super::run::{Pv, Run, update_pv};
use crate::types::score::{INFINITE, mated_in};
use crate::types::{Depth, Score};

/// What a search must know of a game.
pub trait GameTree {
    /// A move.
    type Move: Copy;

    /// Each possible move, in the order in which they are tried.
    fn moves(&self) -> Vec<Self::Move>;
    /// The position after a move.
    fn after(&self, mv: Self::Move) -> Self;
    /// The value of the position for the side to move, without looking at any move.
    fn evaluate(&self) -> Score;
    /// The value for a side that has no move, `ply` plies from the root: in chess mate or stalemate,
    /// "which must be treated separately".
    fn stuck(&self, ply: usize) -> Score;
}

/// Follows a search and may break it off.
pub trait Visitor {
    /// A position `ply` plies from the root is looked at. True: unwind, the value no longer counts.
    fn enter(&mut self, ply: usize) -> bool;
    /// Whether the search is being unwound.
    fn is_over(&self) -> bool {
        false
    }
    /// The evaluation is asked.
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

/// The value of a position for the side to move, after every sequence of moves up to `depth` has been
/// looked at: the first box of the article.
///
/// `c` counts the moves since the root. `line` is what both sides would then play.
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

/// The same value as [`minimax`] with far fewer positions looked at: the second box of the article.
///
/// `a` is what the side to move is sure of already, `b` what the opponent is; a move that is worth `b`
/// or more refutes what the opponent played before, and the rest need not be looked at.
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

/// How many positions alpha-beta evaluates in the best case, each position's best move coming first, in
/// a tree of height `height` with `branching` moves in every position.
///
/// The article prints a formula for odd and one for even heights. Its text has come down without them;
/// these are those of Knuth and Moore, "An analysis of alpha-beta pruning", 1975, which grow by the
/// square root of `branching` a ply on average, as the article says.
pub fn best_case_leaves(branching: f64, height: u32) -> f64 {
    let half = height as i32 / 2;
    if height % 2 == 1 {
        branching.powi(half + 1) + branching.powi(half) - 1.0
    } else {
        2.0 * branching.powi(half) - 1.0
    }
}
