//! The node of the alpha-beta search: one heading and one `if` for each heuristic, in the order in
//! which they run.
//!
//! Sources: <https://www.chessprogramming.org/Principal_Variation_Search> and the page of each
//! heuristic there.

use super::history::{PieceTo, bonus, malus};
use super::move_pruning::{MoveContext, MovePruning};
use super::params as p;
use super::picker::MovePicker;
use super::pruning::NodeContext;
use super::reductions::{self, PLY, Signals};
use super::singular::Verdict;
use super::stats::{Count, note};
use super::worker::Worker;
use crate::position::Position;
use crate::tt::{Bound, Entry};
use crate::types::score::{self, DRAW, MAX_PLY};
use crate::types::{Depth, List, Move, Score};

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
    /// What every node begins with: whether to stop, and the ends that need no search.
    #[inline(always)]
    pub(super) fn enter<N: Node>(&mut self, position: &Position, ply: usize) -> Option<Score> {
        if N::PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        if self.must_stop() {
            return Some(DRAW);
        }
        if N::ROOT {
            return None;
        }
        // --- Draws by rule.
        let in_check = self.stack.at(ply).info.in_check();
        if self.is_draw(position, ply, in_check) {
            return Some(DRAW);
        }
        if ply >= MAX_PLY {
            return Some(if in_check { DRAW } else { self.evaluate(position, ply) });
        }
        None
    }

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
        if let Some(score) = self.enter::<N>(position, ply) {
            return score;
        }
        let info = self.stack.at(ply).info;
        let in_check = info.in_check();
        let excluded = self.stack.at(ply).excluded;

        // What is known of the score before any move is searched.
        let (mut floor, mut ceiling) = (-score::INFINITE, score::INFINITE);
        if !N::ROOT {
            // --- Upcoming repetition: a move back to an earlier position makes at least a draw.
            if alpha < DRAW && self.history.upcoming_repetition(position, ply) {
                (alpha, floor) = (DRAW, DRAW);
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
        let entry = match excluded {
            None => self.shared.table.probe(position.key(), ply),
            Some(_) => None,
        };
        if excluded.is_none() {
            note(Count::TtHit, entry.is_some());
        }
        if let Some(entry) = entry
            && !N::PV
            && entry.depth >= depth
            && entry.bound.allows_cutoff(entry.score, beta)
            && position.rule50() < p::table_rule50() as u16
        {
            note(Count::TableCut, true);
            // --- A quiet move that cuts off once more is worth a bonus.
            if entry.score >= beta
                && let Some(mv) = entry.mv
                && !mv.is_noisy()
                && position.board().is_legal(mv, &info)
            {
                let context = self.context(position, ply);
                self.histories.update_quiet(&context, position, mv, bonus(depth));
            }
            return entry.score;
        }
        if !N::PV && entry.is_some() {
            note(Count::TableCut, false);
        }
        let tt_move = if N::ROOT {
            self.root_moves.get(self.line).map(|root| root.mv)
        } else {
            entry.and_then(|entry| entry.mv)
        };
        let was_pv = N::PV || entry.is_some_and(|entry| entry.pv);

        // --- Tablebases: with few men the result is known, if not how to get there.
        if !N::ROOT
            && excluded.is_none()
            && let Some((score, bound)) = self.look_up(position, depth, ply)
        {
            // Deeper than any search would be: it will not be known better.
            if bound.allows_cutoff(score, beta) && (bound != Bound::Upper || score <= alpha) {
                let eval = score::NONE;
                let depth = MAX_PLY as Depth;
                let entry = Entry { mv: None, score, eval, depth, bound, pv: was_pv };
                self.shared.table.store(position.key(), ply, entry);
                return score;
            }
            // On the principal variation the search goes on, for a line to show.
            if bound == Bound::Lower {
                floor = floor.max(score);
                alpha = alpha.max(score);
            } else {
                ceiling = score;
            }
        }

        // --- Static evaluation, corrected by what the search has learnt of it, improved by what the
        // table knows.
        let places = self.places(position, ply);
        let (raw_eval, static_eval) = if in_check {
            (score::NONE, score::NONE)
        } else if excluded.is_some() {
            // The search without one move knows it from the search that asks.
            (score::NONE, self.stack.at(ply).static_eval)
        } else {
            self.raw_and_corrected(position, ply, entry, &places)
        };
        let eval = match entry {
            _ if in_check => -score::INFINITE,
            Some(entry) if entry.bound.is_better(entry.score, static_eval) => entry.score,
            _ => static_eval,
        };
        if entry.is_none() && raw_eval != score::NONE {
            self.shared.table.store(position.key(), ply, Entry::of_eval(raw_eval, was_pv));
        }
        self.stack.at(ply).static_eval = static_eval;
        self.stack.at(ply + 1).killers = [None; 2];
        self.stack.at(ply + 2).fail_highs = 0;
        // Better than at the own previous move (or the one before, if that was in check).
        let improving = !in_check && {
            let earlier = [2, 4].map(|back| self.stack.before(ply, back).static_eval);
            match earlier.into_iter().find(|&earlier| earlier != score::NONE) {
                Some(earlier) => static_eval > earlier,
                None => true,
            }
        };
        let before = self.stack.before(ply, 1).static_eval;
        let opponent_worsening = !in_check && before != score::NONE && static_eval > -before;

        // --- A quiet move after which the opponent stands worse than before was a good one.
        if excluded.is_none()
            && !in_check
            && before != score::NONE
            && let Some(place) = self.stack.before(ply, 1).place
        {
            let most = p::eval_history_most();
            let bonus = (-p::eval_history() * (static_eval + before)).clamp(-most, most);
            self.histories.update_place(place, bonus);
        }

        // --- Hindsight: a move searched much shallower, after which the opponent does not feel worse,
        // deserved better; one after which both agree that all is well did not.
        if !N::ROOT && !in_check && excluded.is_none() && before != score::NONE {
            let reduction = self.stack.before(ply, 1).reduction;
            if reduction >= p::hindsight_more() && !opponent_worsening {
                depth += 1;
            } else if reduction >= p::hindsight_less()
                && depth >= p::hindsight_least()
                && static_eval + before > p::hindsight_margin()
            {
                depth -= 1;
            }
        }

        let mut node = NodeContext {
            position,
            ply,
            depth,
            alpha,
            beta,
            cut_node,
            in_check,
            was_pv,
            entry,
            tt_move,
            raw_eval,
            static_eval,
            eval,
            improving,
            opponent_worsening,
        };
        if !N::PV && !in_check && excluded.is_none() {
            if let Some(score) = self.razor(&node) {
                return score;
            }
            if let Some(score) = self.reverse_futility(&node) {
                return score;
            }
            if let Some(score) = self.null_move(&node) {
                return score;
            }
            node.improving |= static_eval >= beta;
            if let Some(score) = self.probcut(&node) {
                return score;
            }
        }

        // --- Internal iterative deepening: a move to try first is worth a shallower search on the
        // principal variation ...
        if N::PV && !N::ROOT && node.tt_move.is_none() && node.depth >= p::iid_depth() {
            self.search::<Pv>(
                position,
                node.alpha,
                beta,
                node.depth - p::iid_reduction(),
                ply,
                false,
            );
            if self.stopped {
                return DRAW;
            }
            node.tt_move = self.shared.table.probe(position.key(), ply).and_then(|entry| entry.mv);
            note(Count::InternalDeepening, node.tt_move.is_some());
        }
        // ... and elsewhere the lack of one says that the node is not worth its full depth.
        if !N::ROOT
            && excluded.is_none()
            && node.tt_move.is_none()
            && node.depth >= p::iir_depth()
            && (N::PV || cut_node)
        {
            node.depth -= 1;
        }

        let context = self.context(position, ply);
        let killers = self.stack.at(ply).killers;
        let mut picker = MovePicker::new(position, &info, node.tt_move, killers);
        node.tt_move = picker.tt_move();
        let noisy_table_move = node.tt_move.is_some_and(Move::is_noisy);
        // The evaluation has been wrong in such positions.
        let complex =
            raw_eval != score::NONE && (static_eval - raw_eval).abs() > p::complexity_margin();
        let has_pieces = position.board().has_non_pawn_material(position.side());
        let mut best = floor;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut number = 0;
        let mut quiets_tried: List<Move> = List::new();
        let mut noisy_tried: List<Move> = List::new();

        while let Some(mv) = picker.next(position, &info, &self.histories, &context) {
            if (N::ROOT && !self.is_candidate(mv)) || excluded == Some(mv) {
                continue;
            }
            number += 1;
            if N::ROOT {
                self.tell_current_move(mv, number);
            }
            self.prefetch_child(position, mv);
            // Nothing depends on the first move's; to look it up would be waiting for memory.
            let history = match picker.history() {
                _ if number == 1 => 0,
                Some(history) => history,
                None => self.histories.of(&context, position, mv),
            };
            let risky = mv.is_noisy() || context.exposes(mv);
            let mut reduction =
                reductions::late_move(node.depth, number, mv.is_noisy(), history, node.improving);

            // Moves may be left out once one is known that does not lose at once, but not those of a king
            // and pawns alone: one of few may be all that holds.
            if !N::ROOT && has_pieces && !score::is_loss(best) {
                let left = (node.depth - reduction / PLY).max(0);
                match self.leave_out(&node, mv, MoveContext { number, history, left, risky }) {
                    MovePruning::Nothing => {}
                    MovePruning::SkipQuiets => picker.skip_quiets(),
                    MovePruning::Move => continue,
                    MovePruning::MoveAndLaterQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }

            // --- Singular extension: the table's move alone is good.
            let mut extension = 0;
            if !N::ROOT
                && excluded.is_none()
                && node.tt_move == Some(mv)
                && let Some(entry) = entry
            {
                match if N::PV {
                    self.singular::<true>(&node, mv, entry)
                } else {
                    self.singular::<false>(&node, mv, entry)
                } {
                    Some(Verdict::Cut(score)) => return score,
                    Some(Verdict::Extend(plies)) => extension = plies,
                    None if self.stopped => return DRAW,
                    None => {}
                }
            }

            let nodes_before = self.nodes;
            let child = self.make(position, mv, ply);
            if !mv.is_noisy() {
                self.stack.at(ply).place = Some(context.place(mv));
            }
            let gives_check = self.stack.at(ply + 1).info.in_check();

            // --- Check extension.
            if gives_check && extension == 0 && (N::PV || !risky || position.see_ge(mv, 0)) {
                extension = 1;
            }
            let mut new_depth = node.depth - 1 + extension;

            // --- Late-move reductions: the later a move, the shallower its first search.
            let mut score = -score::INFINITE;
            let mut full_search = !N::PV || number > 1;
            let reduces = node.depth >= p::lmr_depth() && number > 1 + usize::from(N::PV);
            if reduces {
                reduction += reductions::adjustment(&Signals {
                    was_pv,
                    cut_node,
                    noisy_table_move,
                    gives_check,
                    killer: killers.contains(&Some(mv)),
                    fail_highs: self.stack.at(ply + 1).fail_highs,
                    complex,
                });
                let reduced = (new_depth - reduction / PLY).clamp(1, new_depth.max(1));
                self.stack.at(ply).reduction = new_depth - reduced;
                score = -self.search::<NonPv>(
                    &child,
                    -node.alpha - 1,
                    -node.alpha,
                    reduced,
                    ply + 1,
                    true,
                );
                self.stack.at(ply).reduction = 0;
                full_search = score > node.alpha && reduced < new_depth;
                if reduced < new_depth {
                    note(Count::Reduction, !full_search);
                }
                if full_search {
                    // Much better than thought: a ply deeper yet; hardly better: a ply less.
                    new_depth += Depth::from(score > best + p::lmr_deeper());
                    new_depth -= Depth::from(score < best + p::lmr_shallower());
                    full_search = reduced < new_depth;
                }
            }

            // --- Principal variation search: an empty window proves that a move is no better ...
            if full_search {
                score = -self.search::<NonPv>(
                    &child,
                    -node.alpha - 1,
                    -node.alpha,
                    new_depth,
                    ply + 1,
                    !cut_node,
                );
                if reduces {
                    note(Count::ReductionRight, score > node.alpha);
                }
                // What the moves before say of this one: right or wrong.
                if number > 1 && !mv.is_noisy() && !self.stopped {
                    let change = if score >= beta {
                        bonus(new_depth)
                    } else if score <= node.alpha {
                        -malus(new_depth)
                    } else {
                        0
                    };
                    let piece_to = PieceTo::of(position, mv);
                    self.histories.update_continuation(context.before, piece_to, change);
                }
            }
            // ... and one that is, or the first, gets the open window.
            if N::PV && (number == 1 || score > node.alpha) {
                score = -self.search::<Pv>(&child, -beta, -node.alpha, new_depth, ply + 1, false);
            }
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if N::ROOT {
                self.note_root_move(mv, score, node.alpha, number, self.nodes - nodes_before);
            }

            if score > best {
                best = score;
                if score > node.alpha {
                    best_move = Some(mv);
                    bound = Bound::Exact;
                    if N::PV {
                        self.pv.update(ply, mv);
                    }
                    if score >= beta {
                        note(Count::FirstMove, number == 1);
                        if let Some(tt_move) = node.tt_move {
                            note(Count::TableMove, tt_move == mv);
                        }
                        if !mv.is_noisy() {
                            note(Count::Killer, killers.contains(&Some(mv)));
                        }
                        bound = Bound::Lower;
                        break;
                    }
                    node.alpha = score;
                    // --- A good move is found: the rest need not be looked at so deeply.
                    if (p::raised_least()..p::raised_most()).contains(&node.depth)
                        && !score::is_decisive(score)
                    {
                        node.depth -= 1;
                    }
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
            return match excluded {
                Some(_) => node.alpha,
                None if in_check => score::mated_in(ply),
                None => DRAW,
            };
        }
        best = best.min(ceiling);
        if bound == Bound::Lower {
            best = score::soften_fail_high(best, beta, node.depth.max(1));
        }
        if bound == Bound::Lower
            && let Some(mv) = best_move
        {
            self.stack.at(ply).fail_highs += 1;
            let depth = node.depth + Depth::from(best > beta + p::history_surprise());
            self.update_histories(&context, &node, mv, &quiets_tried, &noisy_tried, depth);
        } else if bound == Bound::Upper && !N::ROOT && excluded.is_none() {
            self.reward_prior_move(ply, node.depth);
        }
        if excluded.is_some() {
            return best;
        }
        if !N::ROOT || self.line == 0 {
            let entry = Entry {
                mv: best_move,
                score: best,
                eval: raw_eval,
                depth: node.depth,
                bound,
                pv: was_pv,
            };
            self.shared.table.store(position.key(), ply, entry);
        }
        // --- Correction history: a quiet position whose score is on the other side of the evaluation.
        if !in_check
            && !best_move.is_some_and(Move::is_noisy)
            && !score::is_decisive(best)
            && match bound {
                Bound::Lower => best > static_eval,
                Bound::Upper => best < static_eval,
                _ => true,
            }
        {
            self.corrections.update(&places, node.depth, best - static_eval);
        }
        best
    }
}
