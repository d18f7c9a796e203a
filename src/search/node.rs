//! The node of the alpha-beta search: one heading and one `if` for each heuristic, in the order in
//! which they run.
//!
//! Sources: <https://www.chessprogramming.org/Principal_Variation_Search> and the page of each
//! heuristic there.

use super::history::{bonus, malus};
use super::params as p;
use super::picker::MovePicker;
use super::reductions::{self, PLY};
use super::worker::Worker;
use crate::position::Position;
use crate::probe::tablebases::{self, Outcome};
use crate::tt::{Bound, Entry};
use crate::types::score::{self, DRAW, MAX_PLY};
use crate::types::{Depth, List, Move, PieceType, Score};

/// What kind of node is searched; known at compile time.
pub(super) trait Node {
    /// The window is open: the score is wanted, not just on which side of a bound it lies.
    const PV: bool;
    /// The root of the search.
    const ROOT: bool;
}

/// The root.
pub(super) struct Root;
/// A node on the principal variation.
pub(super) struct Pv;
/// Any other node; its window is empty.
pub(super) struct NonPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Node for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

impl Worker {
    /// The score of a position searched to `depth`, fail-soft within `alpha` and `beta`.
    ///
    /// `cut_node` says that a fail-high is expected here. After `self.stopped` the score is void.
    pub(super) fn search<N: Node>(
        &mut self,
        position: &Position,
        mut alpha: Score,
        mut beta: Score,
        mut depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta) && !(N::PV && cut_node));
        if depth <= 0 {
            return if N::PV {
                self.quiescence::<Pv>(position, alpha, beta, ply)
            } else {
                self.quiescence::<NonPv>(position, alpha, beta, ply)
            };
        }
        if N::PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if self.must_stop() {
            return DRAW;
        }
        let info = position.check_info();
        let in_check = info.in_check();

        if !N::ROOT {
            // --- Draws by rule.
            if self.is_draw(position, ply, in_check) {
                return DRAW;
            }
            if ply >= MAX_PLY {
                return if in_check { DRAW } else { self.evaluate(position, ply) };
            }
            // --- Upcoming repetition: a move back to an earlier position makes at least a draw.
            if alpha < DRAW && self.history.upcoming_repetition(position, ply) {
                alpha = DRAW;
                if alpha >= beta {
                    return alpha;
                }
            }
            // --- Mate-distance pruning: no line from here beats a shorter mate found elsewhere.
            alpha = alpha.max(score::mated_in(ply));
            beta = beta.min(score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // --- Transposition table.
        let entry = self.shared.table.probe(position.key(), ply);
        if let Some(entry) = entry
            && !N::PV
            && entry.depth >= depth
            && entry.bound.settles(entry.score, beta)
        {
            return entry.score;
        }
        let mut table_move = if N::ROOT {
            self.root_moves.get(self.line).map(|root| root.mv)
        } else {
            entry.and_then(|entry| entry.mv)
        };
        let was_pv = N::PV || entry.is_some_and(|entry| entry.pv);

        // --- Tablebases: with few men the result is known, if not how to get there.
        let (mut floor, mut ceiling) = (-score::INFINITE, score::INFINITE);
        if !N::ROOT
            && let Some(outcome) = self.look_up(position, depth)
        {
            let score = tablebases::score_at(outcome, ply);
            let bound = match outcome {
                Outcome::Loss => Bound::Upper,
                Outcome::Draw => Bound::Exact,
                Outcome::Win => Bound::Lower,
            };
            // Deeper than any search would be: it will not be known better.
            if bound.settles(score, beta) && (bound != Bound::Upper || score <= alpha) {
                let entry = Entry {
                    mv: None,
                    score,
                    eval: score::NONE,
                    depth: MAX_PLY as Depth,
                    bound,
                    pv: was_pv,
                };
                self.shared.table.store(position.key(), ply, entry);
                return score;
            }
            // On the principal variation the search goes on, for a line to show.
            match outcome {
                Outcome::Win => {
                    floor = score;
                    alpha = alpha.max(score);
                }
                _ => ceiling = score,
            }
        }

        // --- Static evaluation, improved by what the table knows.
        let static_eval = match entry {
            _ if in_check => score::NONE,
            Some(entry) if entry.eval != score::NONE => entry.eval,
            _ => self.evaluate(position, ply),
        };
        let mut eval = static_eval;
        if in_check {
            eval = -score::INFINITE;
        } else if let Some(entry) = entry {
            let better = match entry.bound {
                Bound::None => false,
                Bound::Lower => entry.score > eval,
                Bound::Upper => entry.score < eval,
                Bound::Exact => true,
            };
            if better {
                eval = entry.score;
            }
        } else {
            let entry = Entry {
                mv: None,
                score: score::NONE,
                eval: static_eval,
                depth: 0,
                bound: Bound::None,
                pv: was_pv,
            };
            self.shared.table.store(position.key(), ply, entry);
        }
        self.stack.at(ply).static_eval = static_eval;
        self.stack.at(ply + 1).killers = [None; 2];
        // Better than at the own previous move (or the one before, if that was in check).
        let improving = !in_check && {
            let earlier = [2, 4].map(|back| self.stack.before(ply, back).static_eval);
            match earlier.into_iter().find(|&earlier| earlier != score::NONE) {
                Some(earlier) => static_eval > earlier,
                None => true,
            }
        };

        if !N::PV && !in_check {
            // --- Razoring: far below alpha near the leaves, only captures could help.
            if depth <= p::razor_depth()
                && eval + p::razor_margin() * depth <= alpha
                && !score::is_decisive(alpha)
            {
                let score = self.quiescence::<NonPv>(position, alpha, beta, ply);
                if score <= alpha || self.stopped {
                    return score;
                }
            }

            // --- Reverse futility: far above beta near the leaves, trust the evaluation.
            let margin = p::rfp_margin() * depth - p::rfp_improving() * i32::from(improving);
            if depth <= p::rfp_depth()
                && eval - margin.max(0) >= beta
                && !score::is_loss(beta)
                && !score::is_win(eval)
            {
                return (eval + beta) / 2;
            }

            // --- Null move: if even passing keeps the score above beta, a move will. Not where
            // passing is what one would wish for (pawn endings), nor twice in a row.
            let pieces = position.board().color(position.side())
                & !(position.board().kind(PieceType::Pawn)
                    | position.board().kind(PieceType::King));
            if depth >= p::nmp_depth()
                && eval >= beta
                && static_eval + p::nmp_margin() * depth >= beta + 6 * p::nmp_margin()
                && self.stack.before(ply, 1).mv.is_some()
                && ply >= self.null_after
                && pieces.any()
                && !score::is_loss(beta)
            {
                let lead = ((eval - beta) / p::nmp_eval_divisor()).min(p::nmp_eval_max());
                let reduced = depth - (p::nmp_base() + depth / p::nmp_divisor() + lead);
                let child = self.make_null(position, ply);
                let score =
                    -self.search::<NonPv>(&child, -beta, -beta + 1, reduced, ply + 1, !cut_node);
                self.unmake();
                if self.stopped {
                    return DRAW;
                }
                if score >= beta {
                    // A mate that the opponent walks into after a pass is no mate.
                    let score = if score::is_win(score) { beta } else { score };
                    if self.null_after > 0 || depth < p::nmp_verify_depth() {
                        return score;
                    }
                    // Zugzwang is likelier the more hangs on it: search once more, without.
                    self.null_after = ply + (reduced.max(0) as usize) * 3 / 4 + 1;
                    let verified =
                        self.search::<NonPv>(position, beta - 1, beta, reduced, ply, false);
                    self.null_after = 0;
                    if verified >= beta || self.stopped {
                        return score;
                    }
                }
            }
        }

        // --- Internal iterative deepening: a move to try first is worth a shallower search on the
        // principal variation ...
        if N::PV && !N::ROOT && table_move.is_none() && depth >= p::iid_depth() {
            self.search::<Pv>(position, alpha, beta, depth - p::iid_reduction(), ply, false);
            if self.stopped {
                return DRAW;
            }
            table_move = self.shared.table.probe(position.key(), ply).and_then(|entry| entry.mv);
        }
        // ... and elsewhere the lack of one says that the node is not worth its full depth.
        if !N::ROOT && table_move.is_none() && depth >= p::iir_depth() && (N::PV || cut_node) {
            depth -= 1;
        }

        let killers = self.stack.at(ply).killers;
        let mut picker = MovePicker::new(position, &info, table_move, killers);
        let noisy_table_move = picker.table_move().is_some_and(Move::is_noisy);
        let mut best = floor;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut number = 0;
        let mut quiets_tried: List<Move> = List::new();
        let mut noisy_tried: List<Move> = List::new();

        while let Some(mv) = picker.next(position, &info, &self.histories) {
            if N::ROOT && !self.is_candidate(mv) {
                continue;
            }
            number += 1;
            let history = self.histories.of(position, mv);
            let mut reduction = reductions::late_move(depth, number, mv.is_noisy());
            if !improving {
                reduction += p::lmr_improving();
            }

            // Moves may be left out once one is known that does not lose at once.
            if !N::ROOT && !score::is_loss(best) {
                let left = (depth - reduction / PLY).max(0);
                if !mv.is_noisy() {
                    // --- Late-move pruning: enough quiet moves have failed.
                    let limit = p::lmp_base() + p::lmp_factor() * depth * depth / 100;
                    if number as i32 > (if improving { limit } else { limit / 2 }) {
                        picker.skip_quiets();
                    }

                    // --- Futility (at the frontier) and extended futility (further up): a quiet
                    // move will hardly lift the score so far.
                    let margin = p::futility_margin()
                        + p::extended_futility_margin() * (left - 1).max(0)
                        + history / p::futility_history();
                    if !in_check
                        && left <= p::extended_futility_depth()
                        && eval + margin <= alpha
                        && number > 1
                    {
                        picker.skip_quiets();
                        continue;
                    }

                    // --- History pruning: it has failed wherever it was tried.
                    if depth <= p::history_prune_depth()
                        && number > 1
                        && history < -p::history_prune_margin() * depth
                    {
                        continue;
                    }
                }

                // --- SEE pruning: it loses more material than the depth could win back.
                let loss = if mv.is_noisy() { p::see_noisy() } else { p::see_quiet() };
                if depth <= p::see_depth()
                    && number > 1
                    && !position
                        .board()
                        .see_ge(mv, -loss * if mv.is_noisy() { depth } else { left.max(1) })
                {
                    continue;
                }
            }

            let nodes_before = self.nodes;
            let child = self.make(position, mv, ply);
            let gives_check = child.check_info().in_check();

            // --- Check extension.
            let extension = Depth::from(gives_check && (N::PV || position.board().see_ge(mv, 0)));
            let new_depth = depth - 1 + extension;

            // --- Late-move reductions: the later a move, the shallower its first search.
            let mut score = -score::INFINITE;
            let mut full_search = !N::PV || number > 1;
            if depth >= p::lmr_depth() && number > 1 + usize::from(N::PV) {
                if was_pv {
                    reduction -= p::lmr_pv();
                }
                if cut_node {
                    reduction += p::lmr_cut();
                }
                if noisy_table_move {
                    reduction += p::lmr_noisy_tt();
                }
                if gives_check {
                    reduction -= p::lmr_check();
                }
                if killers.contains(&Some(mv)) {
                    reduction -= p::lmr_killer();
                }
                reduction -= history * PLY / p::lmr_history();
                let reduced = (new_depth - reduction / PLY).clamp(1, new_depth.max(1));
                score = -self.search::<NonPv>(&child, -alpha - 1, -alpha, reduced, ply + 1, true);
                full_search = score > alpha && reduced < new_depth;
                if full_search && score > best + p::lmr_deeper() && reduced < new_depth - 1 {
                    // Much better than thought: one ply deeper yet.
                    score = -self.search::<NonPv>(
                        &child,
                        -alpha - 1,
                        -alpha,
                        new_depth + 1,
                        ply + 1,
                        !cut_node,
                    );
                    full_search = false;
                }
            }

            // --- Principal variation search: an empty window proves that a move is no better ...
            if full_search {
                score = -self.search::<NonPv>(
                    &child,
                    -alpha - 1,
                    -alpha,
                    new_depth,
                    ply + 1,
                    !cut_node,
                );
            }
            // ... and one that is, or the first, gets the open window.
            if N::PV && (number == 1 || score > alpha) {
                score = -self.search::<Pv>(&child, -beta, -alpha, new_depth, ply + 1, false);
            }
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if N::ROOT {
                self.note_root_move(mv, score, alpha, number, self.nodes - nodes_before);
            }

            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    bound = Bound::Exact;
                    if N::PV {
                        self.pv.update(ply, mv);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = score;
                }
            }
            if best_move != Some(mv) {
                if mv.is_noisy() {
                    noisy_tried.push(mv);
                } else {
                    quiets_tried.push(mv);
                }
            }
        }

        // --- Mate and stalemate.
        if number == 0 {
            return if in_check { score::mated_in(ply) } else { DRAW };
        }
        best = best.min(ceiling);
        if bound == Bound::Lower
            && let Some(mv) = best_move
        {
            self.learn(position, mv, &quiets_tried, &noisy_tried, depth, ply);
        }
        if !N::ROOT || self.line == 0 {
            let entry =
                Entry { mv: best_move, score: best, eval: static_eval, depth, bound, pv: was_pv };
            self.shared.table.store(position.key(), ply, entry);
        }
        best
    }

    /// A move cut off: killers and history favour it, and disfavour those tried before it.
    fn learn(
        &mut self,
        position: &Position,
        mv: Move,
        quiets: &[Move],
        noisy: &[Move],
        depth: Depth,
        ply: usize,
    ) {
        let side = position.side();
        let (bonus, malus) = (bonus(depth), malus(depth));
        if mv.is_noisy() {
            self.histories.update_capture(position, mv, bonus);
        } else {
            let killers = &mut self.stack.at(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.histories.update_quiet(side, mv, bonus);
            for &tried in quiets {
                self.histories.update_quiet(side, tried, -malus);
            }
        }
        for &tried in noisy {
            self.histories.update_capture(position, tried, -malus);
        }
    }
}
