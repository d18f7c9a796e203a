//! Whose move is played where many threads have searched.
//!
//! Every thread votes for its move; a vote weighs more the deeper the thread has searched and the higher
//! its score. The move with the most votes is played, with the result of the thread whose vote for it
//! weighs most. But if any thread has seen a win, the best win is played. A thread that has seen a loss has
//! no vote unless all have; then the longest loss is played.
//!
//! Source: Stockfish's thread voting, since version 10.

use super::event::Outcome;
use crate::types::{Move, score};

/// What a thread's vote weighs besides its score, in centipawns a ply.
const BASE: i64 = 14;

/// The index of the outcome that is played; the first of equals. There is at least one.
pub(super) fn elect(outcomes: &[Outcome]) -> usize {
    let scores = outcomes.iter().map(|outcome| outcome.score);
    let lowest = scores.filter(|&score| !score::is_decisive(score)).min().unwrap_or(score::DRAW);
    let weight = |outcome: &Outcome| match score::is_loss(outcome.score) {
        true => 0,
        false => (i64::from(outcome.score - lowest) + BASE) * i64::from(outcome.depth.max(1)),
    };
    let votes = |mv: Option<Move>| -> i64 {
        outcomes.iter().filter(|outcome| outcome.best == mv).map(weight).sum()
    };
    let mut elected = 0;
    for (place, outcome) in outcomes.iter().enumerate().skip(1) {
        let so_far = &outcomes[elected];
        let (here, there) = (votes(outcome.best), votes(so_far.best));
        let better = if score::is_decisive(outcome.score) || score::is_decisive(so_far.score) {
            outcome.score > so_far.score
        } else {
            here > there || (here == there && weight(outcome) > weight(so_far))
        };
        if outcome.best.is_some() && better {
            elected = place;
        }
    }
    elected
}

#[cfg(test)]
mod tests {
    use super::elect;
    use crate::position::Position;
    use crate::search::Outcome;
    use crate::types::score::{mate_in, mated_in};
    use crate::types::{Depth, Score};

    fn outcome(which: usize, score: Score, depth: Depth) -> Outcome {
        let best = Some(Position::start().board().legal_moves()[which]);
        Outcome { best, ponder: None, score, depth }
    }

    #[test]
    fn one_alone_is_elected() {
        assert_eq!(elect(&[outcome(0, -300, 1)]), 0);
    }

    #[test]
    fn two_beat_one_unless_it_knows_much_more() {
        let two = [outcome(0, 20, 10), outcome(1, 20, 10), outcome(1, 20, 10)];
        assert_eq!(elect(&two), 1);
        let deep = [outcome(0, 90, 14), outcome(1, 20, 10), outcome(1, 20, 10)];
        assert_eq!(elect(&deep), 0);
    }

    #[test]
    fn the_main_thread_wins_ties_and_the_deeper_tells_the_line() {
        assert_eq!(elect(&[outcome(0, 20, 10), outcome(1, 20, 10)]), 0);
        assert_eq!(elect(&[outcome(0, 20, 10), outcome(0, 20, 10)]), 0);
        assert_eq!(elect(&[outcome(0, 20, 10), outcome(0, 20, 12)]), 1);
    }

    #[test]
    fn the_shortest_mate_is_played_whoever_found_it() {
        let wins = [outcome(0, 500, 20), outcome(0, 480, 20), outcome(1, mate_in(7), 9)];
        assert_eq!(elect(&wins), 2);
        assert_eq!(elect(&[outcome(0, mate_in(9), 20), outcome(1, mate_in(7), 9)]), 1);
    }

    #[test]
    fn a_loss_is_played_only_if_all_have_seen_one() {
        let loss = outcome(0, mated_in(8), 30);
        assert_eq!(elect(&[loss, outcome(1, -50, 10)]), 1);
        assert_eq!(elect(&[outcome(1, -50, 10), loss]), 0);
        assert_eq!(elect(&[loss, outcome(1, mated_in(12), 9)]), 1);
        // How much the others differ counts as it does without it.
        let others = [outcome(1, 20, 10), outcome(1, 20, 10), outcome(2, 90, 14)];
        assert_eq!(elect(&others), 2);
        assert_eq!(elect(&[loss, others[0], others[1], others[2]]), 3);
    }

    #[test]
    fn a_thread_that_found_nothing_is_not_elected() {
        let nothing = Outcome { best: None, ponder: None, score: 900, depth: 30 };
        assert_eq!(elect(&[outcome(0, 0, 5), nothing]), 0);
    }
}
