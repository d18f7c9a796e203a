//! What kind of node is searched, and what its heuristics look at.

use super::threats::Threats;
use crate::position::Position;
use crate::tt::Entry;
use crate::types::{Depth, Move, Score};

/// The kind of a node, known at compile time.
pub(super) trait NodeKind {
    /// The window is open: the score itself is wanted, not only on which side of a bound it lies.
    const PV: bool;
    /// The root of the search.
    const ROOT: bool;
    /// The kind of a child that is searched with the same window, and of the quiescence search.
    type Next: NodeKind;
}

/// The root.
pub(super) struct Root;
/// A node on the principal variation below the root.
pub(super) struct Pv;
/// A node with a null window.
pub(super) struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Next = Pv;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Next = Pv;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Next = NonPv;
}

/// What the heuristics of a node look at. `depth`, `alpha`, `tt_move` and `improving` change while the
/// node is searched.
pub(super) struct NodeContext<'a> {
    pub(super) position: &'a Position,
    pub(super) ply: usize,
    pub(super) depth: Depth,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The score is at least this ...
    pub(super) floor: Score,
    /// ... and at most this, whatever the moves bring.
    pub(super) ceiling: Score,
    /// A fail-high is expected here.
    pub(super) cut_node: bool,
    /// The side to move is in check: there is no static evaluation.
    pub(super) in_check: bool,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    /// The node is on the principal variation, or its table entry says that it once was.
    pub(super) was_pv: bool,
    /// What the transposition table knows of the position.
    pub(super) entry: Option<Entry>,
    /// The move of that entry, or one that internal iterative deepening has found.
    pub(super) tt_move: Option<Move>,
    /// What the opponent attacks.
    pub(super) threats: Threats,
    /// The static evaluation without corrections, for the table.
    pub(super) raw_eval: Score,
    /// The static evaluation with corrections.
    pub(super) static_eval: Score,
    /// The correction of the evaluation is large.
    pub(super) has_complex_eval: bool,
    /// The best estimate: the static evaluation, or the table's score where that says more.
    pub(super) eval: Score,
    /// The static evaluation is better than at the side's previous move, or, from ProbCut on, reaches beta.
    pub(super) improving: bool,
    /// The opponent stands worse than its static evaluation said before its last move.
    pub(super) opponent_worsening: bool,
}

/// What the pruning of a single move looks at.
#[derive(Clone, Copy)]
pub(super) struct MoveContext {
    /// The place of the move in the order they are tried in, from 1.
    pub(super) move_count: usize,
    /// What the histories say of it.
    pub(super) history: i32,
    /// The depth that is left after its late-move reduction.
    pub(super) reduced_depth: Depth,
    /// The opponent may win the moved piece: the move is noisy, or
    /// [exposes](super::history::HistoryContext::exposes) it.
    pub(super) risky: bool,
}
