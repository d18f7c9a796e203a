//! What follows `position`: every position of the game is sound and has the moves that another program
//! finds in it, and the last one is written in a form that is read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quevedo::position::{KeyHistory, Position};
use quevedo::uci::command;
use quevedo_fuzz::assert_same_moves;

fuzz_target!(|text: &str| {
    let (position, history, _) = match command::position(text) {
        Ok(game) => game,
        Err(error) => return assert!(!error.to_string().contains('\n'), "{error:?}"),
    };
    // The same game once more, by hand.
    let (before, moves) = match text.split_once("moves") {
        Some((before, moves)) => (before, moves.split_ascii_whitespace().collect()),
        None => (text, Vec::new()),
    };
    let (mut current, ..) = command::position(before).expect("the beginning of a game");
    let mut past = KeyHistory::new();
    assert_same_moves(&current);
    for &name in &moves {
        let mv = current.parse_uci(name).expect("it was played before");
        let _ = past.outcome(&current);
        if let Some(repeating) = past.upcoming_repetition(&current, 0).then_some(&current) {
            assert!(repeating.has_legal_move());
        }
        past.play(&mut current, mv);
        assert!(current.is_consistent());
        assert_same_moves(&current);
    }
    assert_eq!(past.len(), moves.len());
    assert_eq!((current, past.len()), (position, history.len()));
    let written = position.to_string();
    let read = Position::from_fen(&written).expect("what is written can be read");
    assert_eq!((read.board(), read.to_string()), (position.board(), written));
});
