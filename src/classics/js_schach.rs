//! JS Schach: one function that is the maximizing and the minimizing player in turn.
//!
//! It searches three plies deep, and up to five while the last move was a capture. It passes down only
//! one bound and cuts off only what is strictly worse. It evaluates material alone, updated
//! incrementally.
//!
//! Follows the Chessprogramming Wiki's page on JS Schach, by Jürgen Schlottke, 1993:
//! <https://www.chessprogramming.org/JS_Schach>.

use super::about::About;
use super::program::Program;
use super::run::{Depths, Pv, Run, update_pv};
use super::squares::mobility;
use crate::position::{Accumulator, Position};
use crate::types::score::{DRAW, MATE, mate_in, mated_in};
use crate::types::{Depth, Move, Piece, Score, Square, sort_few};

pub(super) const ABOUT: About = About {
    name: "JS Schach",
    year: "1993",
    author: "Jürgen Schlottke",
    document: "Chessprogramming Wiki: JS Schach",
    lacks: "deep cut-offs, move ordering, stalemate and repetitions; counts material alone",
};

/// The depth to which every line is searched, in plies.
const REQUESTED_DEPTH: Depth = 3;
/// How much deeper captures are followed, in plies.
const CAPTURES: Depth = 2;
/// The initial value of a score: worse than anything.
const EXTREME: Score = 32_000;

const _: () = assert!(EXTREME == MATE);

/// Pawn, knight, bishop, rook, queen, king, in centipawns. The page has no values; the original uses 2, 7,
/// 6, 10 and 19. Kings never leave the board.
const VALUES: [Score; 6] = [100, 350, 300, 500, 950, 0];

/// White's material minus Black's. Each move changes it by the pieces that it adds and removes.
#[derive(Clone, Copy, Default)]
struct Material(Score);

impl Accumulator for Material {
    fn add(&mut self, piece: Piece, _: Square) {
        self.0 += VALUES[piece.kind().index()] * piece.color().sign();
    }

    fn remove(&mut self, piece: Piece, _: Square) {
        self.0 -= VALUES[piece.kind().index()] * piece.color().sign();
    }
}

/// A position with its material; copied for every move.
#[derive(Clone, Copy)]
struct MaterialBoard {
    position: Position,
    material: Material,
}

impl MaterialBoard {
    fn of(position: &Position) -> MaterialBoard {
        let mut material = Material::default();
        for square in position.board().occupied() {
            if let Some(piece) = position.piece_on(square) {
                material.add(piece, square);
            }
        }
        MaterialBoard { position: *position, material }
    }

    fn after(&self, mv: Move) -> MaterialBoard {
        let mut copy = *self;
        copy.position.play_with(mv, &mut copy.material);
        copy
    }
}

/// When the remaining moves are cut off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CutOff {
    /// When the score is better than the bound, as in the program.
    #[default]
    AsTold,
    /// When it is at least as good, as it should be.
    Right,
}

/// The program.
#[derive(Default)]
pub struct JsSchach {
    /// Only [`CutOff::AsTold`] plays as the original does.
    pub cut_off: CutOff,
}

impl Program for JsSchach {
    fn think(&mut self, run: &mut Run) {
        run.deepen(Depths::Fixed(REQUESTED_DEPTH), |run, requested_depth| {
            let player =
                Player { cut_off: self.cut_off, requested_depth, sign: run.root().side().sign() };
            let (score, line) = player.best_move(run);
            // Its scores don't say how far away a mate is, but the length of the line does.
            let score = match score {
                EXTREME => mate_in(line.len()),
                score if score == -EXTREME => mated_in(line.len()),
                score => score,
            };
            (score, line)
        });
    }
}

/// A search of one root. All scores are from the point of view of the side to move there.
struct Player {
    cut_off: CutOff,
    requested_depth: Depth,
    /// +1 if that side is White.
    sign: Score,
}

impl Player {
    /// The function on the page: the score of a position `depth - 1` plies from the root, with the root's
    /// side to move if `max_player`.
    ///
    /// `beta` is what the other side is sure of. `alpha` always starts with its extreme initial value.
    /// What the side to move is sure of is not passed down, so there are no deep cut-offs.
    fn best_eval(
        &self,
        run: &mut Run,
        board: &MaterialBoard,
        beta: Score,
        depth: Depth,
        max_player: bool,
        line: &mut Pv,
    ) -> Score {
        let mut alpha = if max_player { -EXTREME } else { EXTREME };
        if run.enter(depth as usize - 1) {
            return alpha;
        }
        // Without moves the extreme value remains, for mate and stalemate alike.
        for &mv in &board.position.board().legal_moves() {
            let (score, after) = self.score_of(run, board, mv, alpha, depth, max_player);
            if run.is_stopped() {
                break;
            }
            let better = if max_player { score > alpha } else { score < alpha };
            if better || line.is_empty() {
                update_pv(line, mv, after);
            }
            if better {
                alpha = score;
            }
            if self.is_beyond(alpha, beta, max_player) {
                break;
            }
        }
        alpha
    }

    /// The score of a move and the line after it. The horizon is inside the move loop, because it depends
    /// on whether the move is a capture.
    fn score_of(
        &self,
        run: &mut Run,
        board: &MaterialBoard,
        mv: Move,
        alpha: Score,
        depth: Depth,
        max_player: bool,
    ) -> (Score, Pv) {
        let copy = board.after(mv);
        let max_depth = self.requested_depth + CAPTURES;
        if (depth >= self.requested_depth && !mv.is_capture()) || depth >= max_depth {
            run.enter(depth as usize);
            return (copy.material.0 * self.sign, Pv::new());
        }
        let mut after = Pv::new();
        let score = self.best_eval(run, &copy, alpha, depth + 1, !max_player, &mut after);
        (score, after)
    }

    fn is_beyond(&self, alpha: Score, beta: Score, max_player: bool) -> bool {
        match (self.cut_off, max_player) {
            (CutOff::AsTold, true) => alpha > beta,  // should be >=
            (CutOff::AsTold, false) => alpha < beta, // should be <=
            (CutOff::Right, true) => alpha >= beta,
            (CutOff::Right, false) => alpha <= beta,
        }
    }

    /// The root: what `bestEval (32000, 1, true)` finds, and with which move.
    ///
    /// The weak cut-off has one use. A move whose score equals the best one is known to be exactly as
    /// good, not just no better. So the program may choose among all of them, and takes the one with the
    /// best mobility for its own pieces relative to the opponent's.
    fn best_move(&self, run: &mut Run) -> (Score, Pv) {
        if run.enter(0) {
            return (DRAW, Pv::new());
        }
        let board = MaterialBoard::of(run.root());
        let mut alpha = -EXTREME;
        let mut tried: Vec<(Score, Pv)> = Vec::new();
        for mv in run.moves().to_vec() {
            let (score, after) = self.score_of(run, &board, mv, alpha, 1, true);
            if run.is_stopped() {
                break;
            }
            alpha = alpha.max(score);
            let mut line = Pv::new();
            update_pv(&mut line, mv, after);
            tried.push((score, line));
        }
        tried.retain(|(score, _)| *score == alpha);
        if self.cut_off == CutOff::AsTold {
            sort_few(&mut tried, |(_, line)| -mobility_balance(&board.after(line[0]).position));
        }
        (alpha, tried.into_iter().next().map_or_else(Pv::new, |(_, line)| line))
    }
}

/// The mobility of the side that has just moved, minus its opponent's.
fn mobility_balance(position: &Position) -> Score {
    let them = position.side();
    mobility(position.board(), !them) - mobility(position.board(), them)
}
