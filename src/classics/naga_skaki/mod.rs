//! NagaSkaki: a tournament program of its day, step by step as its author describes it.
//!
//! It has an opening book, a time plan that is revised after every iteration, and a fixed order of steps
//! in each node: first whatever may end the search of the position at once, then what extends or reduces
//! it. "Now only do we start with the Alpha beta algorithm!"
//!
//! Follows Neels Groenewald, "How NagaSkaki plays chess: the thinking process",
//! <https://mayothi.com/computerschess.html>.

mod book;
mod evaluation;
mod moves;
mod plan;

use super::about::About;
use super::program::Program;
use super::run::{Depths, Pv, Run, update_pv};
use crate::board::Noisy;
use crate::position::{FIFTY_MOVES, KeyHistory, Position};
use crate::tt::{Bound, Entry};
use crate::types::score::{self, DRAW, INFINITE, MAX_PLY, mated_in};
use crate::types::{Depth, List, Move, Score};
use evaluation::{VALUES, evaluate};
use moves::{MoveOrder, PreviousMove, extension, pick_best};
use plan::Plan;

pub(super) const ABOUT: About = About {
    name: "NagaSkaki",
    year: "2003 to 2008",
    author: "Neels Groenewald",
    document: "mayothi.com: How NagaSkaki plays chess, the thinking process",
    lacks: "late-move reductions, exchange evaluation; its evaluation is not described",
};

/// The steps in a node, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum NodeStep {
    Material,
    Interruption,
    HashTable,
    FiftyMoves,
    CheckExtension,
    NullMove,
    InternalDeepening,
    Futility,
    AlphaBeta,
}

/// Records which steps a node reaches. `()` records nothing.
pub trait TreeTrace: Send {
    /// Starts a node and returns its number.
    fn begin(&mut self) -> usize;
    /// A node has reached a step.
    fn reach(&mut self, node: usize, step: NodeStep);
}

impl TreeTrace for () {
    fn begin(&mut self) -> usize {
        0
    }
    fn reach(&mut self, _: usize, _: NodeStep) {}
}

/// The program.
pub struct NagaSkaki<T: TreeTrace = ()> {
    trace: T,
    /// The positions of the game and of the current line.
    past: KeyHistory,
    order: MoveOrder,
}

impl Default for NagaSkaki {
    fn default() -> NagaSkaki {
        NagaSkaki::traced(())
    }
}

impl<T: TreeTrace> Program for NagaSkaki<T> {
    fn think(&mut self, run: &mut Run) {
        if let Some(mv) = book_move(run) {
            let mut child = *run.root();
            child.play_unchecked(mv);
            return run.report(1, -evaluate(&child), vec![mv]);
        }
        self.past = run.history().clone();
        let mut plan = run.clock().map(Plan::new);
        // With a single legal move there is nothing to think about.
        let depths = if run.moves().len() > 1 { Depths::Deepening } else { Depths::Fixed(1) };
        run.deepen(depths, |run, depth| {
            let mut line = Pv::new();
            let previous = PreviousMove::Nothing;
            let score =
                self.search(run, run.root(), -INFINITE, INFINITE, depth, 0, previous, &mut line);
            if let Some(plan) = &mut plan
                && !run.is_stopped()
            {
                plan.revise(score, line.first().copied());
                run.set_plan(plan.time());
            }
            (score, line)
        });
    }
}

/// "Look in the opening book to see if it can skip the thinking process": only if it has to make a move,
/// not when it is asked to analyse.
fn book_move(run: &Run) -> Option<Move> {
    let limits = run.limits();
    let is_asked = limits.infinite || limits.ponder || limits.mate.is_some() || limits.are_none();
    if is_asked { None } else { book::choose(run.root(), run.moves()) }
}

/// The depth reduction of the null move, in plies.
const NULL_REDUCTION: Depth = 2;
/// Internal iterative deepening: the least depth at which it is done, and how deep it searches.
const INTERNAL_LEAST: Depth = 4;
const INTERNAL_DEPTH: Depth = 2;
/// Futility margins by depth: a queen one ply before the horizon, and a rook more at two plies.
const FUTILITY: [Score; 3] = [0, VALUES[4], VALUES[4] + VALUES[3]];

impl<T: TreeTrace> NagaSkaki<T> {
    /// A program whose steps are recorded.
    pub fn traced(trace: T) -> NagaSkaki<T> {
        NagaSkaki { trace, past: KeyHistory::new(), order: MoveOrder::new() }
    }

    /// The score of a position, searched `depth` plies deep (at least 1).
    #[allow(clippy::too_many_arguments, reason = "alpha-beta's, and the run")]
    fn search(
        &mut self,
        run: &mut Run,
        position: &Position,
        mut alpha: Score,
        beta: Score,
        mut depth: Depth,
        ply: usize,
        previous: PreviousMove,
        line: &mut Pv,
    ) -> Score {
        line.clear();
        let node = self.trace.begin();
        let is_root = ply == 0;
        let board = position.board();

        // --- Not enough material for checkmate: a draw.
        self.trace.reach(node, NodeStep::Material);
        if !is_root && board.insufficient_material() {
            return DRAW;
        }

        // --- The stop button, or the time is up. `run.is_stopped()` is the flag that tells the root
        // not to trust this score.
        self.trace.reach(node, NodeStep::Interruption);
        if run.enter(ply) {
            return DRAW;
        }

        // --- The hash table may know the score.
        self.trace.reach(node, NodeStep::HashTable);
        let entry = run.table().probe(position.key(), ply);
        if let Some(entry) = entry
            && !is_root
            && entry.depth >= depth
            && entry.bound.allows_cutoff(entry.score, alpha, beta)
        {
            return entry.score;
        }

        // --- The fifty-move rule, and repetitions with it.
        self.trace.reach(node, NodeStep::FiftyMoves);
        if !is_root && (position.rule50() >= FIFTY_MOVES || self.past.is_repetition(position, ply))
        {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return evaluate(position);
        }

        // --- In check: the line may be dangerous, so it is extended.
        self.trace.reach(node, NodeStep::CheckExtension);
        let in_check = position.is_check();
        depth += Depth::from(in_check);

        // --- The null move: if even two moves in a row don't help the opponent, this line won't be
        // played. Not with pawns alone: there, passing would often be best.
        self.trace.reach(node, NodeStep::NullMove);
        let may_pass = matches!(previous, PreviousMove::Move(..)) && !in_check;
        if may_pass && board.has_non_pawn_material(position.side()) && !score::is_decisive(beta) {
            let mut child = *position;
            child.pass();
            let rest = depth - 1 - NULL_REDUCTION;
            let mut after = Pv::new();
            let (low, high) = (-beta, -beta + 1);
            self.past.push(position.key());
            let score =
                -self.look(run, &child, low, high, rest, ply + 1, PreviousMove::Pass, &mut after);
            self.past.pop();
            if score >= beta && !run.is_stopped() {
                return beta;
            }
        }

        // --- Internal iterative deepening: without a hash move, a shallow search finds one.
        self.trace.reach(node, NodeStep::InternalDeepening);
        let mut hash_move = entry.and_then(|entry| entry.mv);
        if hash_move.is_none() && depth >= INTERNAL_LEAST && !is_root {
            let mut found = Pv::new();
            self.search(run, position, alpha, beta, INTERNAL_DEPTH, ply, previous, &mut found);
            hash_move = run.table().probe(position.key(), ply).and_then(|entry| entry.mv);
        }

        // --- Futility and extended futility: so far behind that even capturing a queen would not help.
        // Only captures are searched.
        self.trace.reach(node, NodeStep::Futility);
        if let Some(margin) = FUTILITY.get(depth as usize)
            && !is_root
            && !in_check
            && !score::is_decisive(alpha)
            && evaluate(position) + margin <= alpha
        {
            return self.quiescence(run, position, alpha, beta, ply);
        }

        // --- Only now does alpha-beta start.
        self.trace.reach(node, NodeStep::AlphaBeta);
        let all = board.legal_moves();
        let legal: &[Move] = if is_root { run.moves() } else { &all };
        if legal.is_empty() {
            return if in_check { mated_in(ply) } else { DRAW };
        }
        let mut moves = self.order.scored(position, legal, hash_move, ply);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        while let Some(mv) = pick_best(&mut moves) {
            let mut child = *position;
            child.play_unchecked(mv);
            let captured = position.captured(mv);
            let extension = extension(position, &child, mv, captured, previous);
            let rest = depth - 1 + extension;
            let reached = PreviousMove::Move(mv.to(), captured);
            let mut after = Pv::new();
            self.past.push(position.key());
            let score = -self.look(run, &child, -beta, -alpha, rest, ply + 1, reached, &mut after);
            self.past.pop();
            if run.is_stopped() {
                return best;
            }
            if score > best {
                best = score;
                best_move = Some(mv);
            }
            if score > alpha {
                alpha = score;
                bound = Bound::Exact;
                update_pv(line, mv, after);
                if alpha >= beta {
                    bound = Bound::Lower;
                    self.order.record_cutoff(position, mv, depth, ply);
                    break;
                }
            }
        }
        let entry =
            Entry { mv: best_move, score: best, eval: score::NONE, depth, bound, pv: false };
        run.table().store(position.key(), ply, entry);
        best
    }

    /// "If the remaining search depth is more than zero, call the search function and get the score,
    /// else call the quiescent search."
    #[allow(clippy::too_many_arguments, reason = "those of both")]
    fn look(
        &mut self,
        run: &mut Run,
        position: &Position,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
        previous: PreviousMove,
        line: &mut Pv,
    ) -> Score {
        if depth > 0 {
            self.search(run, position, alpha, beta, depth, ply, previous, line)
        } else {
            self.quiescence(run, position, alpha, beta, ply)
        }
    }

    /// Searches captures exhaustively, and nothing else.
    fn quiescence(
        &mut self,
        run: &mut Run,
        position: &Position,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if run.enter(ply) {
            return DRAW;
        }
        let mut best = evaluate(position);
        alpha = alpha.max(best);
        if best >= beta || ply >= MAX_PLY {
            return best;
        }
        let mut noisy = List::<Move>::new();
        position.board().generate::<Noisy, _>(position.check_info(), &mut noisy);
        let captures: Vec<Move> = noisy.iter().copied().filter(|mv| mv.is_capture()).collect();
        let mut moves = self.order.scored(position, &captures, None, ply);
        while let Some(mv) = pick_best(&mut moves) {
            let mut child = *position;
            child.play_unchecked(mv);
            let score = -self.quiescence(run, &child, -beta, -alpha, ply + 1);
            if run.is_stopped() {
                return DRAW;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
