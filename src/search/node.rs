//! The node of the alpha-beta search: one heading and one `if` for each heuristic, in the order in
//! which they run.
//!
//! [`Worker::search`] is the table of contents: a node is opened, pruned as a whole if it can be, and
//! searched move by move; what was found goes to the histories and the table.
//!
//! Sources: <https://www.chessprogramming.org/Principal_Variation_Search> and the page of each
//! heuristic there.

use std::ops::ControlFlow::{self, Break, Continue};

use super::context::{MoveContext, NodeContext, NodeKind, NonPv, Pv};
use super::decided::is_decided;
use super::history::{HistoryContext, PieceTo, bonus, malus};
use super::move_pruning::MovePruning;
use super::params as p;
use super::picker::MovePicker;
use super::reductions::{self, PLY, Signals};
use super::singular::Verdict;
use super::stats::{Count, note};
use super::threats::Threats;
use super::worker::Worker;
use crate::position::Position;
use crate::tt::{Bound, Entry};
use crate::types::score::{self, DRAW, MAX_PLY};
use crate::types::{Depth, List, Move, Score};

/// By how many plies the table entry of a tablebase's result is deeper than the node.
const TABLEBASE_DEPTH: Depth = 6;

/// What the loop over the moves of a node has found so far.
struct NodeResult {
    score: Score,
    mv: Option<Move>,
    bound: Bound,
    quiets_tried: List<Move>,
    noisy_tried: List<Move>,
}

impl Worker {
    /// The score of a position searched to `depth`, fail-soft within `alpha` and `beta`.
    ///
    /// `cut_node` says that a fail-high is expected here. After `self.stopped` the score is void.
    pub(super) fn search<N: NodeKind>(
        &mut self,
        position: &Position,
        alpha: Score,
        beta: Score,
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta) && !(N::PV && cut_node));
        if depth <= 0 {
            return self.quiescence::<N::Next>(position, alpha, beta, ply, true);
        }
        let mut node = match self.open_node::<N>(position, alpha, beta, depth, ply, cut_node) {
            Continue(node) => node,
            Break(score) => return score,
        };
        if let Some(score) = self.prune_node::<N>(&mut node) {
            return score;
        }
        self.handle_missing_tt_move::<N>(&mut node);
        if self.stopped {
            return DRAW;
        }
        self.search_moves::<N>(node)
    }

    /// The first checks of every node, in the quiescence search as well: stop, draws, greatest ply.
    #[inline(always)]
    pub(super) fn enter<N: NodeKind>(&mut self, position: &Position, ply: usize) -> Option<Score> {
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
        let in_check = position.is_check();
        if self.is_draw(position, ply, in_check) {
            return Some(DRAW);
        }
        // --- The greatest ply.
        if ply >= MAX_PLY {
            return Some(if in_check { DRAW } else { self.evaluate(position, ply) });
        }
        None
    }

    /// What is known of a node before any move is searched; breaks with the score where that is enough.
    #[inline(always)]
    fn open_node<'a, N: NodeKind>(
        &mut self,
        position: &'a Position,
        mut alpha: Score,
        mut beta: Score,
        mut depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> ControlFlow<Score, NodeContext<'a>> {
        if let Some(score) = self.enter::<N>(position, ply) {
            return Break(score);
        }
        // A copy, which stays in registers.
        let info = *position.check_info();
        let in_check = info.in_check();
        let excluded = self.stack.at(ply).excluded;

        let (mut floor, mut ceiling) = (-score::INFINITE, score::INFINITE);
        if !N::ROOT {
            // --- Upcoming repetition: a move back to an earlier position makes at least a draw.
            if alpha < DRAW && self.key_history.upcoming_repetition(position, ply) {
                (alpha, floor) = (DRAW, DRAW);
                if alpha >= beta {
                    return Break(alpha);
                }
            }
            // --- Mate-distance pruning: no line from here beats a shorter mate found elsewhere.
            alpha = alpha.max(score::mated_in(ply));
            beta = beta.min(score::mate_in(ply + 1));
            if alpha >= beta {
                return Break(alpha);
            }
        }

        // Work that needs no TT entry comes first: the prefetched cache line is still on its way.
        self.pawn_cache.prefetch(position);
        let threats = Threats::of(position.board());

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
            && entry.bound.allows_cutoff(entry.score, alpha, beta)
            && position.rule50() < p::tt_rule50() as u16
        {
            note(Count::TtCut, true);
            // --- The TT move's history: it causes a cutoff again, or fails low again.
            if let Some(mv) = entry.mv
                && !mv.is_noisy()
                && position.board().is_legal(mv, &info)
            {
                let context = self.history_context(position, threats, ply);
                let change = if entry.score >= beta { bonus(depth) } else { -malus(depth) };
                self.histories.update_quiet(&context, position, mv, change);
            }
            // --- Early refutation: an early quiet move of the opponent is refuted by the TT move.
            if entry.score >= beta
                && entry.mv.is_some()
                && (1..=p::tt_refuted_moves() as usize)
                    .contains(&self.stack.before(ply, 1).move_count)
            {
                self.update_prior_continuation(ply, -bonus(depth + 1));
            }
            return Break(entry.score);
        }
        if !N::PV && entry.is_some() {
            note(Count::TtCut, false);
        }
        let tt_move = if N::ROOT {
            self.root_moves.get(self.line).map(|root| root.mv)
        } else {
            entry.and_then(|entry| entry.mv)
        };
        let was_pv = match excluded {
            None => N::PV || entry.is_some_and(|entry| entry.pv),
            // The node that started the singular search, at the same ply, has determined it.
            Some(_) => self.stack.at(ply).was_pv,
        };
        self.stack.at(ply).was_pv = was_pv;

        // --- Tablebases: with few pieces the result is known, if not how to get there.
        if !N::ROOT
            && excluded.is_none()
            && let Some((score, bound)) = self.probe_tablebases(position, depth, ply)
        {
            if bound.allows_cutoff(score, alpha, beta) {
                // Deeper than the node, because no search can improve on it; but not so deep that the table would keep it
                // for ever (Stockfish).
                let (eval, depth) = (score::NONE, (depth + TABLEBASE_DEPTH).min(MAX_PLY as Depth));
                let entry = Entry { mv: None, score, eval, depth, bound, pv: was_pv };
                self.shared.table.store(position.key(), ply, entry);
                return Break(score);
            }
            // On the principal variation the search goes on, to have a line to show.
            if bound == Bound::Lower {
                floor = floor.max(score);
                alpha = alpha.max(score);
            } else {
                ceiling = score;
            }
        }

        // --- Static evaluation: corrected by the correction history; the table's score where that is a
        // better estimate.
        let (raw_eval, static_eval) = if in_check {
            (score::NONE, score::NONE)
        } else if excluded.is_some() {
            // The node that started the singular search, at the same ply, has computed it.
            (score::NONE, self.stack.at(ply).static_eval)
        } else {
            self.raw_and_corrected(position, ply, entry, threats)
        };
        let has_complex_eval =
            raw_eval != score::NONE && (static_eval - raw_eval).abs() > p::complexity_margin();
        let eval = match entry {
            _ if in_check => -score::INFINITE,
            Some(entry) if entry.bound.allows_cutoff(entry.score, static_eval, static_eval) => {
                entry.score
            }
            _ => static_eval,
        };
        if entry.is_none() && raw_eval != score::NONE {
            self.shared.table.store(position.key(), ply, Entry::of_eval(raw_eval, was_pv));
        }
        self.stack.at(ply).static_eval = static_eval;
        self.stack.at(ply + 1).killers = [None; 2];
        self.stack.at(ply + 2).fail_highs = 0;

        // --- Improving: better than at this side's previous move (or the one before, if that was in check).
        let improving = !in_check && {
            let earlier = [2, 4].map(|back| self.stack.before(ply, back).static_eval);
            match earlier.into_iter().find(|&earlier| earlier != score::NONE) {
                Some(earlier) => static_eval > earlier,
                None => true,
            }
        };
        let before = self.stack.before(ply, 1).static_eval;
        let opponent_worsening = !in_check && before != score::NONE && static_eval > -before;

        // --- Evaluation history: a quiet move after which the opponent stands worse was a good one.
        if excluded.is_none()
            && !in_check
            && before != score::NONE
            && let Some(index) = self.stack.before(ply, 1).main_index
        {
            let max = p::eval_history_max();
            let bonus = (-p::eval_history() * (static_eval + before)).clamp(-max, max);
            self.histories.update_main(index, bonus);
        }

        // --- Hindsight: if the previous move was reduced a lot and the opponent is no worse off, search a
        // ply deeper; if it was reduced and both static evaluations add up high, a ply shallower.
        if !N::ROOT && !in_check && excluded.is_none() && before != score::NONE {
            let reduction = self.stack.before(ply, 1).reduction;
            if reduction >= p::hindsight_more() && !opponent_worsening {
                depth += 1;
            } else if reduction >= p::hindsight_less()
                && depth >= p::hindsight_min_depth()
                && static_eval + before > p::hindsight_margin()
            {
                depth -= 1;
            }
        }

        Continue(NodeContext {
            position,
            ply,
            depth,
            alpha,
            beta,
            floor,
            ceiling,
            cut_node,
            in_check,
            excluded,
            was_pv,
            entry,
            tt_move,
            threats,
            raw_eval,
            static_eval,
            has_complex_eval,
            eval,
            improving,
            opponent_worsening,
        })
    }

    /// Whole-node pruning, where the window is empty: the score if the node need not be searched.
    #[inline(always)]
    fn prune_node<N: NodeKind>(&mut self, node: &mut NodeContext) -> Option<Score> {
        if N::PV || node.in_check || node.excluded.is_some() {
            return None;
        }
        if let Some(score) = self.razor(node) {
            return Some(score);
        }
        if let Some(score) = self.reverse_futility(node) {
            return Some(score);
        }
        if let Some(score) = self.null_move(node) {
            return Some(score);
        }
        // --- Improving, too, where the static evaluation reaches beta.
        node.improving |= node.static_eval >= node.beta;
        self.probcut(node)
    }

    /// What a node does about a missing TT move.
    #[inline(always)]
    fn handle_missing_tt_move<N: NodeKind>(&mut self, node: &mut NodeContext) {
        if N::ROOT || node.tt_move.is_some() {
            return;
        }
        // --- Internal iterative deepening: on the principal variation, a shallower search finds one.
        if N::PV && node.depth >= p::iid_depth() {
            let &mut NodeContext { position, ply, depth, alpha, beta, .. } = node;
            self.search::<Pv>(position, alpha, beta, depth - p::iid_reduction(), ply, false);
            if self.stopped {
                return;
            }
            // Discard the line of that search.
            self.pv.clear(ply);
            node.tt_move = self.shared.table.probe(position.key(), ply).and_then(|entry| entry.mv);
            note(Count::InternalDeepening, node.tt_move.is_some());
        }
        // --- Internal iterative reduction: a node that still has none is not worth its full depth.
        if node.excluded.is_none()
            && node.tt_move.is_none()
            && node.depth >= p::iir_depth()
            && (N::PV || node.cut_node)
        {
            node.depth -= 1;
        }
    }

    /// Searches the moves of a node, the most promising first.
    #[inline(always)]
    fn search_moves<N: NodeKind>(&mut self, mut node: NodeContext) -> Score {
        let NodeContext { position, ply, beta, cut_node, excluded, .. } = node;
        // A copy, which stays in registers.
        let info = *position.check_info();
        let context = self.history_context(position, node.threats, ply);
        let killers = self.stack.at(ply).killers;
        let mut picker = MovePicker::new(position, &info, node.tt_move, killers);
        node.tt_move = picker.tt_move();
        let noisy_tt_move = node.tt_move.is_some_and(Move::is_noisy);
        let tt_score = node
            .entry
            .filter(|entry| entry.bound != Bound::None)
            .map_or(-score::INFINITE, |entry| entry.score);
        let has_non_pawn_material = position.board().has_non_pawn_material(position.side());
        let mut found = NodeResult {
            score: node.floor,
            mv: None,
            bound: Bound::Upper,
            quiets_tried: List::new(),
            noisy_tried: List::new(),
        };
        let mut move_count = 0;
        let mut overlooked = false;

        while let Some(mv) = picker.next(position, &info, &self.histories, &context) {
            if (N::ROOT && !self.is_candidate(mv)) || excluded == Some(mv) {
                continue;
            }
            // --- What a limited player does not see.
            if self.overlooks(position, mv, ply) {
                overlooked = true;
                continue;
            }
            move_count += 1;
            if N::ROOT {
                self.report_current_move(mv, move_count);
            }
            self.prefetch_child(position, mv);
            let history =
                picker.history().unwrap_or_else(|| self.histories.score(&context, position, mv));
            let risky = mv.is_noisy() || context.exposes(mv);
            let mut reduction = reductions::base_reduction(
                node.depth,
                move_count,
                mv.is_noisy(),
                history,
                node.improving,
            );

            // --- Move pruning, once a move is known that does not lose at once; not with king and pawns
            // alone, where a single move may hold.
            if !N::ROOT && has_non_pawn_material && !score::is_loss(found.score) {
                let reduced_depth = (node.depth - reduction / PLY).max(0);
                let context = MoveContext { move_count, history, reduced_depth, risky };
                match self.prune_move(&node, mv, &context) {
                    MovePruning::Nothing => {}
                    MovePruning::SkipQuiets => picker.skip_quiets(),
                    MovePruning::Move => continue,
                    MovePruning::MoveAndLaterQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }

            // --- Singular extension: the TT move alone is good.
            let mut extension = 0;
            if !N::ROOT
                && excluded.is_none()
                && node.tt_move == Some(mv)
                && let Some(entry) = node.entry
            {
                match self.singular::<N::Next>(&node, mv, entry) {
                    Some(Verdict::Cut(score)) => return score,
                    Some(Verdict::Extend(plies)) => extension = plies,
                    None if self.stopped => return DRAW,
                    None => {}
                }
            }

            let nodes_before = self.nodes;
            let mut child = *position;
            self.make(&mut child, mv, ply);
            if !mv.is_noisy() {
                self.stack.at(ply).main_index = Some(context.main_index(mv));
            }
            self.stack.at(ply).move_count = move_count;
            self.stack.at(ply).history = history;
            let gives_check = child.is_check();

            // --- Check extension, far from the leaves, or where only a mate is left to find.
            if gives_check
                && extension == 0
                && (node.depth >= p::check_extension_depth() || is_decided(node.alpha))
                && (N::PV || !risky || position.see_ge(mv, 0))
            {
                extension = 1;
            }
            let mut new_depth = node.depth - 1 + extension;

            // --- Late-move reductions: the later a move, the shallower its first search.
            let mut score = -score::INFINITE;
            let mut full_search = !N::PV || move_count > 1;
            let reduces = node.depth >= p::lmr_depth() && move_count > 1 + usize::from(N::PV);
            if reduces {
                reduction += reductions::adjustment(&Signals {
                    is_pv: N::PV,
                    was_pv: node.was_pv,
                    cut_node,
                    noisy_tt_move,
                    tt_above_alpha: node.was_pv && tt_score > node.alpha,
                    gives_check,
                    killer: killers.contains(&Some(mv)),
                    fail_highs: self.stack.at(ply + 1).fail_highs,
                    complex_eval: node.has_complex_eval,
                    prior_move_count: self.stack.before(ply, 1).move_count,
                    below_alpha: if node.in_check || mv.is_noisy() {
                        0
                    } else {
                        node.alpha - node.eval
                    },
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
                    new_depth += Depth::from(score > found.score + p::lmr_deeper());
                    new_depth -= Depth::from(score < found.score + p::lmr_shallower());
                    full_search = reduced < new_depth;
                }
            }

            // --- Principal variation search: a null window proves that a move is no better.
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
                // Adjust the continuation history by the result.
                if move_count > 1 && !mv.is_noisy() && !self.stopped {
                    let change = if score >= beta {
                        bonus(new_depth)
                    } else if score <= node.alpha {
                        -malus(new_depth)
                    } else {
                        0
                    };
                    let piece_to = PieceTo::of(position, mv);
                    let index = context.main_index(mv);
                    self.histories.update_continuation(context.before, index, piece_to, change);
                }
            }
            // --- Full window: for the first move, and for one that beats alpha.
            if N::PV && (move_count == 1 || score > node.alpha) {
                score =
                    -self.search::<N::Next>(&child, -beta, -node.alpha, new_depth, ply + 1, false);
            }
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if N::ROOT {
                self.note_root_move(mv, score, node.alpha, move_count, self.nodes - nodes_before);
            }

            if score > found.score {
                found.score = score;
                if score > node.alpha {
                    found.mv = Some(mv);
                    found.bound = Bound::Exact;
                    if N::PV {
                        self.pv.update(ply, mv);
                    }
                    if score >= beta {
                        note(Count::FirstMove, move_count == 1);
                        if let Some(tt_move) = node.tt_move {
                            note(Count::TtMove, tt_move == mv);
                        }
                        if !mv.is_noisy() {
                            note(Count::Killer, killers.contains(&Some(mv)));
                        }
                        found.bound = Bound::Lower;
                        break;
                    }
                    node.alpha = score;
                    // --- A move has raised alpha: the rest need not be looked at so deeply.
                    if (p::raised_min_depth()..p::raised_max_depth()).contains(&node.depth)
                        && !score::is_decisive(score)
                    {
                        node.depth -= 1;
                    }
                }
            }
            if found.mv != Some(mv) {
                if mv.is_noisy() {
                    found.noisy_tried.push(mv);
                } else {
                    found.quiets_tried.push(mv);
                }
            }
        }

        // --- Mate and stalemate.
        if move_count == 0 {
            return match excluded {
                Some(_) => node.alpha,
                // There are moves, but the player sees none.
                None if overlooked => node.static_eval,
                None if node.in_check => score::mated_in(ply),
                None => DRAW,
            };
        }
        self.close_node::<N>(&node, &context, &found)
    }

    /// What the histories and the table learn from a searched node, and its score.
    #[inline(always)]
    fn close_node<N: NodeKind>(
        &mut self,
        node: &NodeContext,
        context: &HistoryContext,
        found: &NodeResult,
    ) -> Score {
        let &NodeContext { position, ply, depth, beta, excluded, static_eval, .. } = node;
        let &NodeResult { mv: best_move, bound, ref quiets_tried, ref noisy_tried, .. } = found;
        let mut best = found.score.min(node.ceiling);
        if bound == Bound::Lower {
            best = score::soften_fail_high(best, beta, depth.max(1));
        }
        // --- Killers and histories.
        if let Some(mv) = best_move {
            self.stack.at(ply).fail_highs += u32::from(bound == Bound::Lower);
            let depth = depth + Depth::from(best > beta + p::history_surprise());
            self.update_histories(context, node, mv, quiets_tried, noisy_tried, depth);
        } else if bound == Bound::Upper && !N::ROOT && excluded.is_none() {
            self.reward_prior_move(ply, depth);
        }
        let is_partial = N::ROOT && (self.line > 0 || !self.limits.search_moves.is_empty());
        if excluded.is_some() || is_partial {
            // The best of only some moves says little about the position.
            return best;
        }
        // --- Transposition table.
        let entry = Entry {
            mv: best_move,
            score: best,
            eval: node.raw_eval,
            depth,
            bound,
            pv: node.was_pv,
        };
        self.shared.table.store(position.key(), ply, entry);
        // --- Correction history: of quiet positions, unless the bound leaves the sign of the error open.
        if !node.in_check
            && !best_move.is_some_and(Move::is_noisy)
            && !score::is_decisive(best)
            && match bound {
                Bound::Lower => best > static_eval,
                Bound::Upper => best < static_eval,
                _ => true,
            }
        {
            let indices = self.correction_indices(position, node.threats, ply);
            let weight = if best_move.is_none() { p::correction_fail_low() } else { 100 };
            self.corrections.update(&indices, depth, (best - static_eval) * weight / 100);
        }
        best
    }
}
