//! What a program may ask of the library, with input of any kind: a FEN, moves in both notations, games, and
//! moves of any 16 bits. Legal moves can be played, written and read again; all others are refused.
#![no_main]

use std::ops::ControlFlow;
use std::sync::{LazyLock, Mutex};

use libfuzzer_sys::fuzz_target;
use quevedo::notation::pgn::PgnReader;
use quevedo::{Engine, Game, Limits, Move, Position};

/// Moves of any bits that are tried on a position.
const MOVES: usize = 16;
/// Nodes after which a search ends.
const NODES: u64 = 100;

static ENGINE: LazyLock<Mutex<Engine>> =
    LazyLock::new(|| Mutex::new(Engine::new().expect("a small engine")));

fn ask_of_the_position(position: &Position) {
    let written = position.to_string();
    let moves = position.legal_moves();
    assert_eq!(position.perft(1), moves.len() as u64, "{written}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{written}");
    assert_eq!(position.evaluate().is_none(), position.is_check(), "{written}");
    assert!(position.outcome().is_some() || !moves.is_empty(), "{written}");
    for mv in moves {
        ask_of_the_move(position, mv);
    }
}

fn ask_of_the_move(position: &Position, mv: Move) {
    let is_legal = position.legal_moves().any(|legal| legal == mv);
    assert_eq!(
        position.find_legal_move(|legal| legal == mv).is_some(),
        is_legal,
        "{position} {mv}"
    );
    assert_eq!(position.is_legal(mv), is_legal, "{position} {mv}");
    let child = position.after(mv);
    assert_eq!(child.is_ok(), is_legal, "{position} {mv}");
    assert_eq!(position.see(mv).is_ok(), is_legal, "{position} {mv}");
    let gives_check = child.as_ref().is_ok_and(Position::is_check);
    assert_eq!(position.gives_check(mv), gives_check, "{position} {mv}");
    match position.san(mv) {
        Ok(san) => assert_eq!(position.parse_san(&san), Ok(mv), "{position} {san}"),
        Err(error) => assert!(!is_legal && !error.to_string().contains('\n'), "{position} {mv}"),
    }
    if is_legal {
        assert_eq!(position.parse_uci(&mv.to_string()), Ok(mv), "{position}");
    }
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let start: Position = first.parse().unwrap_or_default();
    ask_of_the_position(&start);

    let any_moves: Vec<Move> = bytes
        .rchunks_exact(2)
        .take(MOVES)
        .filter_map(|pair| Move::from_bits(u16::from_le_bytes([pair[0], pair[1]])))
        .collect();
    for &mv in &any_moves {
        ask_of_the_move(&start, mv);
    }
    let line = start.san_line(&any_moves);
    assert_eq!(
        line.is_ok(),
        any_moves.iter().try_fold(start, |after, &mv| after.after(mv)).is_ok(),
        "{start}"
    );

    let mut game = Game::new(start);
    for word in rest.split_whitespace() {
        let position = *game.position();
        let found = [position.parse_san(word).ok(), position.parse_uci(word).ok()];
        for mv in found.into_iter().flatten() {
            assert!(position.is_legal(mv), "{position} {word}");
            let _ = game.play(mv);
        }
    }
    for &mv in &any_moves {
        let is_legal = game.position().is_legal(mv);
        assert_eq!(game.play(mv).is_ok(), is_legal, "{} {mv}", game.position());
    }
    let _ = game.outcome();
    assert!(game.start().san_line(game.moves()).is_ok(), "{start}");
    ask_of_the_position(game.position());

    for game in PgnReader::new(bytes, "fuzz").flatten() {
        for (position, mv) in game.positions() {
            assert!(position.is_legal(mv), "{position} {mv}");
        }
    }

    // A search for some inputs, which would slow down the rest.
    if bytes.len().is_multiple_of(8) {
        let limits = Limits::nodes(NODES).only(any_moves);
        let mut engine = ENGINE.lock().expect("it has not failed before");
        engine.multi_pv = 1 + bytes.len() % 3;
        if let Ok(analysis) = engine.analyse_with(&game, limits, |_| ControlFlow::Continue(())) {
            assert!(game.position().is_legal(analysis.best_move), "{}", game.position());
            // A search thread that fails is told of here.
            assert!(analysis.remarks.is_empty(), "{:?}", analysis.remarks);
        }
    }
});
