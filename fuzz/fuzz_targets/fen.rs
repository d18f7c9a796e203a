//! A FEN that is accepted is written in a form that is accepted and means the same; the position is
//! sound, its moves are those that another program finds, and each leads to such a position again.
#![no_main]

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use libfuzzer_sys::{Corpus, fuzz_target};
use quevedo::board::Setup;
use quevedo::eval::evaluate_from_scratch;
use quevedo::position::Position;
use quevedo::types::Move;
use quevedo_fuzz::assert_same_moves;

/// Codes of moves that are tried on every position: a table may suggest any.
const CODES: u16 = 256;

fuzz_target!(|text: &str| -> Corpus {
    let setup = match Setup::parse(text) {
        Ok(setup) => setup,
        Err(error) => {
            let told = error.to_string();
            assert!(!told.contains('\n') && told.chars().count() < 500, "{told}");
            return Corpus::Keep;
        }
    };
    let written = setup.to_string();
    assert_eq!(Setup::parse(&written), Ok(setup), "{written}");
    let position = Position::new(setup);
    assert_eq!(position.to_string(), written);
    assert!(position.is_consistent() && position.board().defects().is_empty());
    assert_same_moves(&position);

    if !position.is_check() {
        assert_eq!(
            evaluate_from_scratch(&position),
            evaluate_from_scratch(&position.mirrored()),
            "{written}"
        );
    }
    let moves = position.board().legal_moves();
    for &mv in moves.iter() {
        assert_eq!(position.parse_uci(&mv.uci(true).to_string()), Ok(mv), "{written}");
        let mut child = position;
        child.play_unchecked(mv);
        assert!(child.board().defects().is_empty(), "{written} {mv:?}");
        let read = Position::from_fen(&child.to_string()).expect("a child can be read");
        assert_eq!(read.board(), child.board(), "{written} {mv:?}");
        assert_eq!(read.key(), child.key(), "{written} {mv:?}");
    }
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let first = hasher.finish() as u16;
    for mv in (0..CODES).filter_map(|code| Move::from_bits(first.wrapping_add(code))) {
        let legal = position.is_legal(mv);
        assert_eq!(legal, moves.contains(&mv), "{written} {mv:?}");
    }
    Corpus::Keep
});
