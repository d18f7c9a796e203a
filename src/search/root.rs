//! Iterative deepening from the root: aspiration windows, several lines, when to end.

use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use super::context::Root;
use super::decided::is_decided;
use super::event::{Event, Info, Outcome};
use super::params as p;
use super::root_move::{RootMove, sort};
use super::stats::{Count, note, note_iteration};
use super::time::Progress;
use super::worker::Worker;
use crate::eval::wdl;
use crate::position::Position;
use crate::probe::tablebases::Ranked;
use crate::tt::Bound;
use crate::types::score::{self, INFINITE, MAX_PLY};
use crate::types::{Depth, Move, Score};

/// Longer searches also report progress within an iteration.
const LONG: Duration = Duration::from_secs(3);

/// Iterations over which the score's trend is (exponentially) averaged.
const TREND: i32 = 3;

impl Worker {
    /// Whether a root move belongs to the line that is searched now: it was asked for, no better line
    /// begins with it, and no tablebase prefers another.
    #[inline(always)]
    pub(super) fn is_candidate(&self, mv: Move) -> bool {
        let left = &self.root_moves[self.line..];
        left.iter().any(|root| root.mv == mv && root.rank == left[0].rank)
    }

    /// Notes the score of a root move.
    pub(super) fn note_root_move(
        &mut self,
        mv: Move,
        score: Score,
        alpha: Score,
        number: usize,
        nodes: u64,
    ) {
        let line = self.line;
        let Some(root) = self.root_moves[line..].iter_mut().find(|root| root.mv == mv) else {
            return;
        };
        root.nodes += nodes;
        self.best_move_changes += u32::from(number > 1 && score > alpha && line == 0);
        if number == 1 || score > alpha {
            root.score = score;
            root.seldepth = self.seldepth;
            root.pv.clear();
            root.pv.push(mv);
            root.pv.extend(self.pv.line(1));
        } else {
            root.score = -INFINITE;
        }
    }

    /// Searches deeper and deeper until a limit says stop. `ranks` is what tablebases say of the
    /// moves; the listener hears of every iteration.
    pub(super) fn deepen(
        &mut self,
        position: &Position,
        multi_pv: usize,
        ranks: Option<&[Ranked]>,
    ) -> Outcome {
        let moves = self.limits.root_moves(position);
        self.root_moves = moves.into_iter().map(|mv| RootMove::new(mv, ranks)).collect();
        sort(&mut self.root_moves);
        if let Some(ranks) = ranks {
            // The tables have decided the result; only the way there is left to find.
            self.tb_pieces = 0;
            self.tb_hits = if self.id == 0 { ranks.len() as u64 } else { 0 };
        }
        if self.root_moves.is_empty() {
            let score = if position.is_check() { score::mated_in(0) } else { score::DRAW };
            let chances = wdl::per_mille(score, self.material);
            self.tell(|| Event::Info(Info { score, chances, ..self.info(0, 0, Bound::Exact) }));
            return Outcome { best: None, ponder: None, score, depth: 0 };
        }
        let lines = multi_pv.clamp(1, self.root_moves.len());
        let deepest =
            self.limits.depth.unwrap_or(MAX_PLY as Depth - 1).clamp(1, MAX_PLY as Depth - 1);
        let (mut stable, mut changes) = (0, 0);
        let mut trend: Option<Score> = None;
        let mut completed = (self.root_moves.clone(), 0);
        let (mut nodes_before, mut nodes_last) = (0, 0);

        for depth in 1..=deepest {
            self.root_depth = depth;
            for root in &mut self.root_moves {
                root.previous = root.score;
            }
            let best_before = self.root_moves[0].mv;
            self.best_move_changes = 0;
            for line in 0..lines {
                self.line = line;
                self.seldepth = 0;
                self.aspiration_search(position, depth, lines);
                if self.stopped {
                    break;
                }
                sort(&mut self.root_moves[line..]);
            }
            let line = std::mem::take(&mut self.line);
            if self.stopped {
                let depth_told;
                (self.root_moves, depth_told) = self.salvage(line, depth, &completed);
                self.publish_counts();
                // The last result, and the total nodes and time.
                for line in 0..line.max(1) {
                    self.tell(|| Event::Info(self.info(line, depth_told, Bound::Exact)));
                }
                break;
            }
            sort(&mut self.root_moves[..lines]);
            completed = (self.root_moves.clone(), depth);
            note_iteration(depth, self.nodes - nodes_before, nodes_last);
            (nodes_before, nodes_last) = (self.nodes, self.nodes - nodes_before);
            self.publish_counts();
            if self.id == 0 {
                for line in 0..lines {
                    self.tell(|| Event::Info(self.info(line, depth, Bound::Exact)));
                }
                stable = if self.root_moves[0].mv == best_before { stable + 1 } else { 0 };
                let score = self.root_moves[0].score;
                let before = trend.unwrap_or(score);
                changes = changes / 2 + 1000 * self.best_move_changes as i32;
                if self.is_done(depth, stable, changes, before) {
                    break;
                }
                trend = Some((before * (TREND - 1) + score) / TREND);
            } else if self.shared.is_stopped() {
                break;
            }
        }

        let best = &self.root_moves[0];
        Outcome {
            best: Some(best.mv),
            ponder: self.ponder_move(position, best),
            score: best.reported_score(),
            depth: completed.1,
        }
    }

    /// The result of a search that ends unexpectedly (a panic): the move that came first when the root
    /// moves were last sorted.
    pub(super) fn best_so_far(&self) -> Option<Outcome> {
        let best = self.root_moves.first()?;
        Some(Outcome { best: Some(best.mv), ponder: None, score: best.reported_score(), depth: 0 })
    }

    /// One line at one depth, in a window round the last score that widens until it holds.
    ///
    /// Source: <https://www.chessprogramming.org/Aspiration_Windows>
    fn aspiration_search(&mut self, position: &Position, depth: Depth, lines: usize) {
        let guess = self.root_moves[self.line].previous;
        let mut delta = p::aspiration_delta()
            + guess.abs().min(p::aspiration_score_max()).pow(2) / p::aspiration_score();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= p::aspiration_depth() && guess.abs() < INFINITE {
            (alpha, beta) = ((guess - delta).max(-INFINITE), (guess + delta).min(INFINITE));
        }
        let mut reduced = 0;
        unprove(&mut self.root_moves[self.line..]);
        loop {
            self.window_alpha = alpha;
            let score =
                self.search::<Root>(position, alpha, beta, (depth - reduced).max(1), 0, false);
            if self.stopped {
                return;
            }
            if beta - alpha < 2 * INFINITE {
                note(Count::Aspiration, alpha < score && score < beta);
            }
            if score <= alpha && alpha > -INFINITE {
                self.report_bound(score, depth, Bound::Upper, lines);
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-INFINITE);
                reduced = 0;
                unprove(&mut self.root_moves[self.line..]);
            } else if score >= beta && beta < INFINITE {
                beta = (score + delta).min(INFINITE);
                reduced = (reduced + 1).min(p::aspiration_reduction());
                // The move that failed high leads the next try. It keeps its score, and so is played if that
                // try is broken off.
                let line = self.line;
                sort(&mut self.root_moves[line..]);
                unprove(&mut self.root_moves[line + 1..]);
                self.report_bound(score, depth, Bound::Lower, lines);
            } else {
                return;
            }
            delta += delta * p::aspiration_growth() / 100 + 1;
            if is_decided(score) {
                delta = INFINITE;
            }
        }
    }

    /// The root moves after an iteration that was broken off, and the depth of the best: those of the last complete one,
    /// led by a move that this one has proved to be better, if there is one.
    fn salvage(
        &self,
        line: usize,
        depth: Depth,
        completed: &(Vec<RootMove>, Depth),
    ) -> (Vec<RootMove>, Depth) {
        if line > 0 {
            // The best line was complete; a later line was being searched.
            let mut moves = self.root_moves.clone();
            sort(&mut moves[..line]);
            return (moves, depth);
        }
        let (mut completed, mut depth_of_best) = completed.clone();
        let proved = self.root_moves.iter().filter(|root| root.score > self.window_alpha);
        if let Some(best) = proved.max_by_key(|root| root.score)
            && let Some(index) = completed.iter().position(|root| root.mv == best.mv)
        {
            completed[..=index].rotate_right(1);
            completed[0] = best.clone();
            depth_of_best = depth;
        }
        (completed, depth_of_best)
    }

    /// Whether to begin no further iteration. `stable`: iterations that the best move has lasted; `changes`: how
    /// often it has changed lately, in 1/1000; `trend`: the average of the scores before.
    fn is_done(&self, depth: Depth, stable: u32, changes: i32, trend: Score) -> bool {
        let best = &self.root_moves[0];
        if let Some(mate) = self.limits.mate
            && score::is_mate(best.score)
            && (score::MATE - best.score.abs() + 1) as u32 / 2 <= mate
        {
            return true;
        }
        let nodes = self.shared.total_nodes();
        if self.shared.is_stopped()
            || self.limits.depth.is_some_and(|limit| depth >= limit)
            || self.limits.soft_nodes.is_some_and(|limit| nodes >= limit)
        {
            return true;
        }
        let drop_from = |before: Score| {
            let is_decisive = score::is_decisive(before) || score::is_decisive(best.score);
            if is_decisive { 0 } else { before - best.score }
        };
        let progress = Progress {
            nodes,
            stable,
            share: (best.nodes * 1000 / self.nodes.max(1)) as u32,
            changes,
            drop: drop_from(trend),
            drop_since_last: self.last_score.map_or(0, drop_from),
            forced: self.root_moves.len() == 1,
            level_nodes: self.level.as_ref().and(self.limits.nodes).unwrap_or(0),
        };
        let is_enough = self.timer.is_enough(&progress);
        // Sequentially consistent, like the ponder hit: either it sees what is stored here, or this sees that it has come.
        if self.shared.pondering.load(SeqCst) {
            self.shared.stop_on_ponderhit.store(is_enough, SeqCst);
            return is_enough && !self.shared.pondering.load(SeqCst);
        }
        is_enough
    }

    /// Tells the listener of something, on the main thread.
    fn tell(&self, event: impl FnOnce() -> Event) {
        if let Some(listener) = &self.listener {
            listener(event());
        }
    }

    /// Whether the search is long enough for progress reports. The clock decides what is reported, never
    /// what is searched.
    fn is_long(&self) -> bool {
        self.listener.is_some() && self.timer.elapsed() >= LONG
    }

    /// Reports that the score of the only line is outside its window, in a long search.
    fn report_bound(&self, score: Score, depth: Depth, bound: Bound, lines: usize) {
        // A tablebase score is exact, not a bound.
        if lines > 1 || !self.is_long() || self.root_moves[0].tb_score.is_some() {
            return;
        }
        self.publish_counts();
        let chances = wdl::per_mille(score, self.material);
        let score = wdl::normalized(score);
        self.tell(|| Event::Info(Info { score, chances, ..self.info(0, depth, bound) }));
    }

    /// Reports which root move is being searched, in a long search.
    pub(super) fn report_current_move(&self, mv: Move, number: usize) {
        if self.is_long() {
            let (depth, number) = (self.root_depth, self.line + number);
            self.tell(|| Event::CurrentMove { depth, mv, number });
        }
    }

    /// The info for the best line, searched to this depth.
    pub(super) fn best_line(&self, depth: Depth) -> Info {
        self.info(0, depth, Bound::Exact)
    }

    /// The info for a line.
    fn info(&self, line: usize, depth: Depth, bound: Bound) -> Info {
        let root = self.root_moves.get(line);
        let score = root.map_or(score::DRAW, RootMove::reported_score);
        Info {
            depth,
            seldepth: root.map_or(0, |root| root.seldepth),
            line: line + 1,
            score: wdl::normalized(score),
            chances: wdl::per_mille(score, self.material),
            bound,
            nodes: self.shared.total_nodes(),
            time: self.timer.elapsed(),
            hashfull: self.shared.table.hashfull(),
            tb_hits: self.shared.total_tb_hits(),
            pv: root.map_or_else(Vec::new, |root| root.pv.clone()),
        }
    }

    /// The second move of the line; if it has only one, what the table suggests after it.
    fn ponder_move(&self, position: &Position, best: &RootMove) -> Option<Move> {
        if let Some(&mv) = best.pv.get(1) {
            return Some(mv);
        }
        let mut child = *position;
        child.play_unchecked(best.mv);
        let mv = self.shared.table.probe(child.key(), 1)?.mv?;
        child.is_legal(mv).then_some(mv)
    }
}

/// Root moves to be searched again: their scores no longer count.
fn unprove(moves: &mut [RootMove]) {
    for root in moves {
        root.score = -INFINITE;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::limits::Limits;
    use super::super::time::Timer;
    use super::{Root, RootMove, Worker, p};
    use crate::position::{KeyHistory, Position};
    use crate::tt::Table;
    use crate::types::{Depth, Score};

    /// All moves have scored this in the last iteration, far less than what is there to be won.
    const GUESS: Score = -300;
    const DEPTH: Depth = 8;

    /// A worker that has searched nothing yet, and may search so many nodes.
    fn worker(position: &Position, nodes: Option<u64>) -> Worker {
        let mut worker = Worker::new(0, Arc::new(Table::new(1).unwrap()));
        let limits = Limits { nodes, ..Limits::default() };
        let shared = Arc::clone(&worker.shared);
        worker.prepare(shared, limits, Timer::idle(), KeyHistory::new(), position);
        worker.root_depth = DEPTH;
        let moves = position.legal_moves();
        worker.root_moves = moves.into_iter().map(|mv| RootMove::new(mv, None)).collect();
        for root in &mut worker.root_moves {
            root.previous = GUESS;
        }
        worker
    }

    #[test]
    fn a_root_that_leaves_moves_out_is_not_stored() {
        let position = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
        let stored = |search_moves: &[&str], line| {
            let mut worker = worker(&position, None);
            worker.limits.search_moves =
                search_moves.iter().map(|mv| position.parse_uci(mv).unwrap()).collect();
            worker.root_moves.retain(|root| {
                search_moves.is_empty() || worker.limits.search_moves.contains(&root.mv)
            });
            worker.line = line;
            worker.search::<Root>(&position, GUESS, -GUESS, DEPTH, 0, false);
            // The tree below may come back to the position, but not at such a depth.
            let entry = worker.shared.table.probe(position.key(), 0);
            entry.is_some_and(|entry| entry.depth > DEPTH / 2 + 1)
        };
        assert!(stored(&[], 0));
        // The second line is the best of what the first leaves.
        assert!(!stored(&[], 1));
        assert!(!stored(&["e1e2"], 0));
    }

    #[test]
    fn a_move_that_failed_high_is_played_if_the_next_try_is_broken_off() {
        let position = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
        let mut first_try = worker(&position, None);
        let delta = p::aspiration_delta() + GUESS * GUESS / p::aspiration_score();
        let (alpha, beta) = (GUESS - delta, GUESS + delta);
        let score = first_try.search::<Root>(&position, alpha, beta, DEPTH, 0, false);
        assert!(score >= beta);
        let best = first_try.root_moves.iter().max_by_key(|root| root.score).unwrap();
        let mut broken_off = worker(&position, Some(first_try.nodes + 1));
        let mut completed = broken_off.root_moves.clone();
        completed.sort_by_key(|root| root.mv == best.mv);
        broken_off.aspiration_search(&position, DEPTH, 1);
        assert!(broken_off.stopped);
        let (moves, depth) = broken_off.salvage(0, DEPTH, &(completed, DEPTH - 1));
        assert_eq!(depth, DEPTH);
        let played = &moves[0];
        assert_eq!(played.mv, best.mv);
        assert!(played.score >= beta && played.pv[0] == best.mv);
    }
}
