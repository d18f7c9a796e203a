//! Repetitions, compared with a plain count over the whole history.

use proptest::prelude::*;
use quevedo::position::{KeyHistory, Position};
use quevedo::types::Key;

/// A game that keeps its keys itself.
struct Game {
    position: Position,
    history: KeyHistory,
    /// The keys of the positions since the last irreversible move, without the current one.
    past: Vec<Key>,
}

impl Game {
    fn new(fen: &str) -> Game {
        Game {
            position: Position::from_fen(fen).unwrap(),
            history: KeyHistory::new(),
            past: Vec::new(),
        }
    }

    fn play(&mut self, index: usize) -> bool {
        let moves = self.position.board().legal_moves();
        if moves.is_empty() {
            return false;
        }
        self.past.push(self.position.key());
        self.history.play(&mut self.position, moves[index % moves.len()]);
        if self.position.rule50() == 0 {
            self.past.clear();
        }
        true
    }

    fn occurred(&self, key: Key) -> usize {
        self.past.iter().filter(|&&past| past == key).count()
    }
}

/// Few pieces, so that random play repeats soon.
const STARTS: [&str; 5] = [
    "8/8/3k4/8/8/3K4/8/R7 w - - 0 1",
    "k7/8/8/8/8/8/8/K6N w - - 0 1",
    "k5b1/8/8/8/8/8/8/K5Q1 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// If the root of the search is far back, any repetition counts at once.
    #[test]
    fn within_a_search_the_first_repetition_counts(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(0usize..6, 1..60),
    ) {
        let mut game = Game::new(STARTS[start]);
        for choice in choices {
            prop_assert_eq!(
                game.history.is_repetition(&game.position, 1000),
                game.occurred(game.position.key()) > 0
            );
            let can_repeat = game.position.board().legal_moves().iter().any(|&mv| {
                let mut child = game.position;
                child.play_unchecked(mv);
                child.rule50() > 0 && game.occurred(child.key()) > 0
            });
            prop_assert_eq!(
                game.history.upcoming_repetition(&game.position, 1000),
                can_repeat,
                "{}", game.position
            );
            if !game.play(choice) {
                break;
            }
        }
    }

    /// At the root, only the third occurrence is a draw, and an upcoming repetition counts only for a position that has
    /// occurred twice.
    #[test]
    fn before_the_root_the_third_counts(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(0usize..4, 1..90),
    ) {
        let mut game = Game::new(STARTS[start]);
        for choice in choices {
            prop_assert_eq!(
                game.history.is_repetition(&game.position, 0),
                game.occurred(game.position.key()) >= 2
            );
            let can_draw = game.position.board().legal_moves().iter().any(|&mv| {
                let mut child = game.position;
                child.play_unchecked(mv);
                child.rule50() > 0 && game.occurred(child.key()) >= 2
            });
            prop_assert_eq!(game.history.upcoming_repetition(&game.position, 0), can_draw);
            if !game.play(choice) {
                break;
            }
        }
    }
}
