//! FirstChess: the simplest program that plays.
//!
//! It counts material and runs plain alpha-beta to a fixed depth, in the order of move generation. It knows
//! neither castling nor en passant, though its opponent may use both.
//!
//! Follows the Chessprogramming Wiki's page on FirstChess, by Pham Hong Nguyen, 2002, which prints its
//! board, its search and its evaluation: <https://www.chessprogramming.org/FirstChess>.

use super::about::About;
use super::program::Program;
use super::run::{Depths, Pv, Run, update_pv};
use crate::position::Position;
use crate::types::score::{DRAW, MATE, mated_in};
use crate::types::{Color, Depth, Move, MoveKind, PieceType, Score, sort_few};

pub(super) const ABOUT: About = About {
    name: "FirstChess",
    year: "2002",
    author: "Pham Hong Nguyen",
    document: "Chessprogramming Wiki: FirstChess",
    lacks: "castling, en passant, move ordering, quiescence, repetitions; counts material alone",
};

/// The depth of its search, in plies. The page does not say; this is what the program was set to.
const DEPTH: Depth = 5;

/// Pawn, knight, bishop, rook, queen. The king's 10,000 stand on both sides and cancel.
const VALUES: [Score; 5] = [100, 300, 300, 500, 900];

/// The program, which keeps no state.
pub struct FirstChess;

impl Program for FirstChess {
    fn think(&mut self, run: &mut Run) {
        run.deepen(Depths::Fixed(DEPTH), |run, depth| {
            let mut best = Pv::new();
            let score = search(run, run.root(), -MATE, MATE, depth, 0, &mut best);
            (score, best)
        });
    }
}

/// The score of a position, searched `depth` plies deep (at least 1) within `alpha` and `beta`.
fn search(
    run: &mut Run,
    position: &Position,
    mut alpha: Score,
    beta: Score,
    depth: Depth,
    ply: usize,
    best: &mut Pv,
) -> Score {
    best.clear();
    if run.enter(ply) {
        return DRAW;
    }
    let moves = generate(run, position, ply);
    for &mv in &moves {
        let mut child = *position;
        child.play_unchecked(mv);
        let mut reply = Pv::new();
        let value = if depth > 1 {
            -search(run, &child, -beta, -alpha, depth - 1, ply + 1, &mut reply)
        } else {
            // The page has no minus here. But the side to move has changed, so without it the program
            // would try to lose material.
            -evaluate(&child)
        };
        if run.is_stopped() {
            break;
        }
        if value > alpha {
            // Too good: the opponent will avoid this position.
            if value >= beta {
                return beta;
            }
            alpha = value;
            update_pv(best, mv, reply);
        }
    }
    if moves.is_empty() {
        // Counting the plies makes it prefer short wins and long losses.
        return if position.is_check() { mated_in(ply) } else { DRAW };
    }
    alpha
}

/// The moves that it knows, from a8 to h1 as its arrays are laid out.
fn generate(run: &Run, position: &Position, ply: usize) -> Vec<Move> {
    let all = position.board().legal_moves();
    let legal: &[Move] = if ply == 0 { run.moves() } else { &all };
    let known = |mv: &Move| !mv.is_castle() && mv.kind() != MoveKind::EnPassant;
    let mut moves: Vec<Move> = legal.iter().copied().filter(known).collect();
    if ply == 0 && moves.is_empty() {
        // It must move, even if only with a move that it doesn't know.
        moves = legal.to_vec();
    }
    sort_few(&mut moves, |mv| mv.from().flip_rank());
    moves
}

/// The material balance from the point of view of the side to move.
fn evaluate(position: &Position) -> Score {
    let board = position.board();
    let count = |color, kind| board.pieces(color, kind).count() as Score;
    let balance = |kind| count(Color::White, kind) - count(Color::Black, kind);
    let score: Score =
        PieceType::ALL.into_iter().zip(VALUES).map(|(kind, value)| value * balance(kind)).sum();
    score * position.side().sign()
}

#[cfg(test)]
mod tests {
    use super::evaluate;
    use crate::position::Position;

    #[test]
    fn material_is_counted_for_the_side_to_move() {
        let score = |fen| evaluate(&Position::from_fen(fen).unwrap());
        assert_eq!(score("4k3/8/8/8/8/8/8/QRBNK3 w - - 0 1"), 900 + 500 + 300 + 300);
        assert_eq!(score("4k3/p7/8/8/8/8/8/R3K3 b - - 0 1"), 100 - 500);
    }
}
