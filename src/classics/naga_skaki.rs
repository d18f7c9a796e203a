//! NagaSkaki: a tournament program of its day, step by step in the order in which its author tells them.
//!
//! An opening book, a time plan that is revised after every ply, and a node with a fixed order of checks:
//! first whatever ends the search of the position at once, then what extends or shortens it, "and only
//! now do we start with the alpha-beta algorithm".
//!
//! Follows Neels Groenewald, "How NagaSkaki plays chess: the thinking process",
//! <https://mayothi.com/computerschess.html>.

use std::time::Duration;

use super::book;
use super::squares::{is_endgame, placement, worth};
use super::{About, Depths, Line, Program, Task, lead};
use crate::board::Noisy;
use crate::position::{History, Position};
use crate::search::Clock;
use crate::tt::{Bound, Entry};
use crate::types::score::{self, DRAW, INFINITE, MATE, MAX_PLY, mated_in};
use crate::types::{Color, Depth, List, Move, PieceType, Score, Square};

pub(super) const ABOUT: About = About {
    name: "NagaSkaki",
    year: "2003 to 2008",
    author: "Neels Groenewald",
    document: "mayothi.com: How NagaSkaki plays chess, the thinking process",
    lacks: "late-move reductions, exchange evaluation; its evaluation is not described",
};

/// What is looked at in a node, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Step {
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

impl Step {
    /// All of them, in the page's order.
    pub const ALL: [Step; 9] = [
        Step::Material,
        Step::Interruption,
        Step::HashTable,
        Step::FiftyMoves,
        Step::CheckExtension,
        Step::NullMove,
        Step::InternalDeepening,
        Step::Futility,
        Step::AlphaBeta,
    ];
}

/// Sees which steps a node comes to. `()` looks away.
pub trait Trace: Send {
    /// A node begins; the answer is its number.
    fn begin(&mut self, position: &Position) -> usize;
    /// A node has come to a step.
    fn reach(&mut self, node: usize, step: Step);
}

impl Trace for () {
    fn begin(&mut self, _: &Position) -> usize {
        0
    }
    fn reach(&mut self, _: usize, _: Step) {}
}

/// The program.
pub struct NagaSkaki<T: Trace = ()> {
    trace: T,
    /// The positions of the game and of the line that is being looked at.
    past: History,
    /// By ply: the quiet moves that last were too good there.
    killers: Vec<[Option<Move>; 2]>,
    /// By man and square: how often such a move was too good.
    successes: Box<[[Score; 64]; 12]>,
}

impl Default for NagaSkaki {
    fn default() -> NagaSkaki {
        NagaSkaki::traced(())
    }
}

impl<T: Trace> Program for NagaSkaki<T> {
    fn think(&mut self, task: &mut Task) {
        if let Some(mv) = book_move(task) {
            let mut child = *task.root();
            child.play(mv, &mut ());
            return task.report(1, -evaluate(&child), vec![mv]);
        }
        self.past = task.history().clone();
        let mut plan = task.clock().map(Plan::new);
        // With a single move there is nothing to think about.
        let depths = if task.moves().len() > 1 { Depths::Deepening } else { Depths::Fixed(1) };
        task.deepen(depths, |task, depth| {
            let mut line = Line::new();
            let before = Before::Nothing;
            let score =
                self.search(task, task.root(), -INFINITE, INFINITE, depth, 0, before, &mut line);
            if let Some(plan) = &mut plan
                && !task.is_stopped()
            {
                plan.revise(score, line.first().copied());
                task.set_plan(plan.time());
            }
            (score, line)
        });
    }
}

/// "Look in the opening book to see if it can skip the thinking process": if it has to make a move, that
/// is, not if it is asked what it thinks.
fn book_move(task: &Task) -> Option<Move> {
    let limits = task.limits();
    let is_asked = limits.infinite || limits.ponder || limits.mate.is_some();
    if is_asked { None } else { book::choose(task.root(), task.moves()) }
}

/// How the position was come to.
#[derive(Clone, Copy)]
enum Before {
    /// It is the root.
    Nothing,
    /// The opponent passed.
    Pass,
    /// A move to this square, which took this man.
    Move(Square, Option<PieceType>),
}

/// Plies that the null move saves beside its own.
const NULL_REDUCTION: Depth = 2;
/// The least depth at which a move to try first is looked for, and how deep.
const INTERNAL_LEAST: Depth = 4;
const INTERNAL_DEPTH: Depth = 2;
/// By depth: what no capture will bring. One ply before the horizon a queen, two plies a rook more.
const FUTILITY: [Score; 3] = [0, VALUES[4], VALUES[4] + VALUES[3]];

impl<T: Trace> NagaSkaki<T> {
    /// A program whose steps are watched.
    pub fn traced(trace: T) -> NagaSkaki<T> {
        NagaSkaki {
            trace,
            past: History::new(),
            killers: vec![[None; 2]; MAX_PLY + 1],
            successes: Box::new([[0; 64]; 12]),
        }
    }

    /// The score of a position searched to `depth`, at least 1.
    #[allow(clippy::too_many_arguments, reason = "alpha-beta's, and the task")]
    fn search(
        &mut self,
        task: &mut Task,
        position: &Position,
        mut alpha: Score,
        beta: Score,
        mut depth: Depth,
        ply: usize,
        before: Before,
        line: &mut Line,
    ) -> Score {
        line.clear();
        let node = self.trace.begin(position);
        let is_root = ply == 0;
        let board = position.board();

        // --- Not enough material for checkmate: a draw.
        self.trace.reach(node, Step::Material);
        if !is_root && board.insufficient_material() {
            return DRAW;
        }

        // --- The stop button, or the time is up. `task.is_stopped()` is the flag that tells the root
        // not to trust this score.
        self.trace.reach(node, Step::Interruption);
        if task.enter(ply) {
            return DRAW;
        }

        // --- The hash table may know the score.
        self.trace.reach(node, Step::HashTable);
        let entry = task.table().probe(position.key(), ply);
        if let Some(entry) = entry
            && !is_root
            && entry.depth >= depth
        {
            let settled = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
                Bound::None => false,
            };
            if settled {
                return entry.score;
            }
        }

        // --- Fifty moves, and repetitions with them.
        self.trace.reach(node, Step::FiftyMoves);
        if !is_root && (position.rule50() >= 100 || self.past.is_repetition(position, ply)) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return evaluate(position);
        }

        // --- In check: this might be a dangerous line.
        self.trace.reach(node, Step::CheckExtension);
        let in_check = position.check_info().in_check();
        depth += Depth::from(in_check);

        // --- The null move: if two moves in a row don't help the opponent, he will not play this line.
        // Not without a piece: there, passing would often be best.
        self.trace.reach(node, Step::NullMove);
        let may_pass = matches!(before, Before::Move(..)) && !in_check;
        if may_pass && has_pieces(position, position.side()) && !score::is_decisive(beta) {
            let mut child = *position;
            child.pass();
            let rest = depth - 1 - NULL_REDUCTION;
            let mut after = Line::new();
            let (low, high) = (-beta, -beta + 1);
            self.past.push(position.key());
            let score =
                -self.look(task, &child, low, high, rest, ply + 1, Before::Pass, &mut after);
            self.past.pop();
            if score >= beta && !task.is_stopped() {
                return beta;
            }
        }

        // --- Internal iterative deepening: no best move in the hash table, so one is looked for with a
        // search of a few plies.
        self.trace.reach(node, Step::InternalDeepening);
        let mut hash_move = entry.and_then(|entry| entry.mv);
        if hash_move.is_none() && depth >= INTERNAL_LEAST && !is_root {
            let mut found = Line::new();
            self.search(task, position, alpha, beta, INTERNAL_DEPTH, ply, before, &mut found);
            hash_move = task.table().probe(position.key(), ply).and_then(|entry| entry.mv);
        }

        // --- Futility, and extended futility: so far behind that not even the capture of a queen would
        // help. Captures alone are looked at.
        self.trace.reach(node, Step::Futility);
        if let Some(margin) = FUTILITY.get(depth as usize)
            && !is_root
            && !in_check
            && !score::is_decisive(alpha)
            && evaluate(position) + margin <= alpha
        {
            return self.quiescence(task, position, alpha, beta, ply);
        }

        // --- Now only do we start with the alpha-beta algorithm.
        self.trace.reach(node, Step::AlphaBeta);
        let all = board.legal_moves();
        let legal: &[Move] = if is_root { task.moves() } else { &all };
        if legal.is_empty() {
            return if in_check { mated_in(ply) } else { DRAW };
        }
        let mut moves = self.scored(position, legal, hash_move, ply);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        while let Some(mv) = pick_best(&mut moves) {
            let mut child = *position;
            child.play(mv, &mut ());
            let captured = position.captured(mv);
            let extension = extension(position, &child, mv, captured, before);
            let rest = depth - 1 + extension;
            let reached = Before::Move(mv.to(), captured);
            let mut after = Line::new();
            self.past.push(position.key());
            let score = -self.look(task, &child, -beta, -alpha, rest, ply + 1, reached, &mut after);
            self.past.pop();
            if task.is_stopped() {
                return DRAW;
            }
            if score > best {
                best = score;
                best_move = Some(mv);
                if is_root || score > alpha {
                    lead(line, mv, after);
                }
            }
            if score > alpha {
                alpha = score;
                bound = Bound::Exact;
                if alpha >= beta {
                    bound = Bound::Lower;
                    self.remember_success(position, mv, depth, ply);
                    break;
                }
            }
        }
        let entry =
            Entry { mv: best_move, score: best, eval: score::NONE, depth, bound, pv: false };
        task.table().store(position.key(), ply, entry);
        best
    }

    /// "If the remaining search depth is more than zero, call the search function and get the score,
    /// else call the quiescent search."
    #[allow(clippy::too_many_arguments, reason = "those of both")]
    fn look(
        &mut self,
        task: &mut Task,
        position: &Position,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
        before: Before,
        line: &mut Line,
    ) -> Score {
        if depth > 0 {
            self.search(task, position, alpha, beta, depth, ply, before, line)
        } else {
            self.quiescence(task, position, alpha, beta, ply)
        }
    }

    /// Captures, exhaustively, and nothing else.
    fn quiescence(
        &mut self,
        task: &mut Task,
        position: &Position,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if task.enter(ply) {
            return DRAW;
        }
        let mut best = evaluate(position);
        alpha = alpha.max(best);
        if best >= beta || ply >= MAX_PLY {
            return best;
        }
        let mut noisy = List::<Move>::new();
        position.board().generate::<Noisy, _>(&position.check_info(), &mut noisy);
        let captures: Vec<Move> = noisy.iter().copied().filter(|mv| mv.is_capture()).collect();
        let mut moves = self.scored(position, &captures, None, ply);
        while let Some(mv) = pick_best(&mut moves) {
            let mut child = *position;
            child.play(mv, &mut ());
            let score = -self.quiescence(task, &child, -beta, -alpha, ply + 1);
            if task.is_stopped() {
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

    /// Gives each move its score: the bonuses of the page, added up.
    fn scored(
        &self,
        position: &Position,
        moves: &[Move],
        hash_move: Option<Move>,
        ply: usize,
    ) -> Vec<(Score, Move)> {
        let endgame = is_endgame(position.board());
        let score = |mv: Move| {
            let Some(piece) = position.piece_on(mv.from()) else { return 0 };
            let mut score = 0;
            if Some(mv) == hash_move {
                score += HASH_MOVE;
            }
            if mv.promotion() == Some(PieceType::Queen) {
                score += QUEENING;
            }
            if let Some(victim) = position.captured(mv) {
                score += CAPTURE + VICTIM * VALUES[victim.index()] - piece.kind().index() as Score;
            }
            if self.killers[ply.min(MAX_PLY)].contains(&Some(mv)) {
                score += KILLER;
            }
            if !mv.is_castle() {
                let at = |square| worth(piece.kind(), square, piece.color(), endgame);
                score += at(mv.to()) - at(mv.from());
            }
            score + self.successes[piece.index()][mv.to().index()]
        };
        moves.iter().map(|&mv| (score(mv), mv)).collect()
    }

    /// A move was too good: if it is quiet, it becomes a killer and gets into the history.
    fn remember_success(&mut self, position: &Position, mv: Move, depth: Depth, ply: usize) {
        let Some(piece) = position.piece_on(mv.from()) else { return };
        if mv.is_noisy() {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let success = &mut self.successes[piece.index()][mv.to().index()];
        *success = (*success + depth * depth).min(MOST_HISTORY);
    }
}

/// What moves are tried first for, each bonus above all that follow.
const HASH_MOVE: Score = 10_000_000;
const QUEENING: Score = 1_000_000;
const CAPTURE: Score = 100_000;
/// The victim's value counts so much more than the attacker's kind: most valuable victim, least
/// valuable attacker.
const VICTIM: Score = 10;
const KILLER: Score = 50_000;
const MOST_HISTORY: Score = 20_000;

/// Takes the move with the highest score out of the list.
fn pick_best(moves: &mut Vec<(Score, Move)>) -> Option<Move> {
    let best = (0..moves.len()).max_by_key(|&index| moves[index].0)?;
    Some(moves.swap_remove(best).1)
}

/// Knight and bishop are worth the same where an exchange is concerned.
const SAME_VALUE: Score = 50;

/// One ply more: for a pawn that gets to the seventh rank, for the last piece to leave the board, and
/// for taking back a man of the same value.
fn extension(
    position: &Position,
    child: &Position,
    mv: Move,
    captured: Option<PieceType>,
    before: Before,
) -> Depth {
    const SEVENTH: u8 = 6;
    let is_pawn = position.board().kind(PieceType::Pawn).has(mv.from());
    let to_the_seventh = is_pawn && mv.to().relative_rank(position.side()) == SEVENTH;
    let last_piece = captured.is_some_and(|kind| kind != PieceType::Pawn)
        && Color::ALL.into_iter().all(|color| !has_pieces(child, color));
    let taken_back = match (before, captured) {
        (Before::Move(square, Some(lost)), Some(won)) => {
            square == mv.to() && (VALUES[lost.index()] - VALUES[won.index()]).abs() < SAME_VALUE
        }
        _ => false,
    };
    Depth::from(to_the_seventh || last_piece || taken_back)
}

/// Whether a side has more than king and pawns.
fn has_pieces(position: &Position, color: Color) -> bool {
    let board = position.board();
    (board.color(color) & !(board.kind(PieceType::Pawn) | board.kind(PieceType::King))).any()
}

/// Pawn, knight, bishop, rook, queen, king, in centipawns: NagaSkaki's default personality, according to
/// <https://www.chessprogramming.org/NagaSkaki>.
const VALUES: [Score; 6] = [100, 310, 320, 500, 1000, 0];

/// What a position is worth for the side to move: material and good squares.
fn evaluate(position: &Position) -> Score {
    let board = position.board();
    let endgame = is_endgame(board);
    let value = |color| {
        let material: Score = PieceType::ALL
            .into_iter()
            .map(|kind| VALUES[kind.index()] * board.pieces(color, kind).count() as Score)
            .sum();
        material + placement(board, color, endgame)
    };
    (value(Color::White) - value(Color::Black)) * position.side().sign()
}

/// Moves that the time left is meant for.
const MOVES_LEFT: u32 = 40;
/// Iterations that a move must have led to be obvious.
const OBVIOUS: u32 = 5;
/// A fall of the score by so many centipawns means that material gets lost.
const LOSS: Score = 60;

/// The time for a move, "updated after each ply, so that NagaSkaki can use less time for an obvious
/// move and more time when it sees that it will lose material".
pub struct Plan {
    base: Duration,
    best: Option<Move>,
    /// Iterations that the best move has led.
    lasted: u32,
    /// The best score of any iteration.
    hope: Score,
    score: Score,
}

impl Plan {
    /// A plan for this clock.
    pub fn new(clock: Clock) -> Plan {
        let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        let base = clock.time / moves + clock.increment / 2;
        Plan { base, best: None, lasted: 0, hope: -MATE, score: -MATE }
    }

    /// Takes account of an iteration.
    pub fn revise(&mut self, score: Score, best: Option<Move>) {
        self.lasted = if best == self.best { self.lasted + 1 } else { 1 };
        self.best = best;
        self.score = score;
        self.hope = self.hope.max(score);
    }

    /// How long to think in all.
    pub fn time(&self) -> Duration {
        if self.score <= self.hope - LOSS {
            self.base * 2
        } else if self.lasted >= OBVIOUS {
            self.base / 2
        } else {
            self.base
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Before, Plan, extension, pick_best};
    use crate::position::Position;
    use crate::search::Clock;
    use crate::types::{PieceType, Square};

    fn extension_of(fen: &str, text: &str, before: Before) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let mv = position.parse_move(text).unwrap();
        let mut child = position;
        child.play(mv, &mut ());
        extension(&position, &child, mv, position.captured(mv), before)
    }

    #[test]
    fn what_is_searched_deeper() {
        let quiet = Before::Move(Square::A1, None);
        // A pawn to the seventh, not one to the sixth.
        assert_eq!(extension_of("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a6a7", quiet), 1);
        assert_eq!(extension_of("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6", quiet), 0);
        assert_eq!(extension_of("4k3/8/8/8/8/p7/8/4K3 b - - 0 1", "a3a2", quiet), 1);
        // The last piece goes.
        assert_eq!(extension_of("4k3/p7/8/8/8/8/3n4/4K3 w - - 0 1", "e1d2", quiet), 1);
        assert_eq!(extension_of("4k3/p7/8/8/8/8/3n4/4K2R w - - 0 1", "e1d2", quiet), 0);
        // Taking back what is worth as much, on the same square.
        let fen = "4k3/p7/8/8/8/8/3n4/4K2R w - - 0 1";
        assert_eq!(extension_of(fen, "e1d2", Before::Move(Square::D2, Some(PieceType::Bishop))), 1);
        assert_eq!(extension_of(fen, "e1d2", Before::Move(Square::D2, Some(PieceType::Rook))), 0);
        assert_eq!(extension_of(fen, "e1d2", Before::Move(Square::D3, Some(PieceType::Bishop))), 0);
        assert_eq!(extension_of(fen, "e1d2", Before::Pass), 0);
    }

    #[test]
    fn moves_come_by_score() {
        let position = Position::start();
        let moves = position.board().legal_moves();
        let mut scored: Vec<_> = [3, 9, -2].into_iter().zip(moves.iter().copied()).collect();
        let order: Vec<_> = std::iter::from_fn(|| pick_best(&mut scored)).collect();
        assert_eq!(order, [moves[1], moves[0], moves[2]]);
    }

    #[test]
    fn the_plan_follows_what_is_found() {
        let second = Duration::from_secs(1);
        let mut plan = Plan::new(Clock { time: 40 * second, ..Clock::default() });
        let moves = Position::start().board().legal_moves();
        plan.revise(20, Some(moves[0]));
        assert_eq!(plan.time(), second);
        // An obvious move.
        for _ in 0..5 {
            plan.revise(25, Some(moves[0]));
        }
        assert_eq!(plan.time(), second / 2);
        // Material gets lost.
        plan.revise(-300, Some(moves[0]));
        assert_eq!(plan.time(), 2 * second);
        // It is found again by another move.
        plan.revise(10, Some(moves[1]));
        assert_eq!(plan.time(), second);
    }
}
