//! Properties of positions: keys, game ends, exchanges.

use std::cell::Cell;

use proptest::prelude::*;
use quevedo::board::SEE_VALUES;
use quevedo::notation::epd::Record;
use quevedo::position::{GameEnd, KeyHistory, Position};

use crate::common::mailbox;
use crate::common::walks::for_each_position;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// The pieces are not all of a position: castling rights, the en passant square and the side to move are part of it.
#[test]
fn keys_tell_positions_apart() {
    let same_board = [
        ["r3k2r/8/8/3pP3/8/8/8/R3K2R w", "r3k2r/8/8/3pP3/8/8/8/R3K2R b"]
            .map(|board| {
                let rights =
                    ["KQkq", "KQk", "KQq", "KQ", "Kkq", "Qkq", "kq", "K", "Q", "k", "q", "-"];
                rights.map(|rights| format!("{board} {rights} - 0 1")).to_vec()
            })
            .concat(),
        vec![
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1".into(),
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w - d6 0 1".into(),
        ],
    ]
    .concat();
    let mut keys: Vec<u64> = same_board.iter().map(|fen| position(fen).key()).collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), same_board.len());
    // The counters are not part of it.
    let counted = position("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 17 40").key();
    assert_eq!(counted, position(&same_board[0]).key());
}

/// Each partial key changes with its pieces, and only with those.
#[test]
fn keys_of_parts_know_their_pieces() {
    let keys = |fen: &str| {
        let keys = *position(fen).keys();
        [keys.pawn, keys.minor, keys.major, keys.non_pawn[0], keys.non_pawn[1]]
    };
    let base = keys("rnbqk3/pp6/8/8/8/8/PP6/RNBQK3 w - - 0 1");
    // Which keys change: pawns, minor pieces, major pieces, White's and Black's non-pawns.
    for (fen, changes) in [
        ("rnbqk3/pp6/8/8/8/P7/1P6/RNBQK3 w - - 0 1", [true, false, false, false, false]),
        ("rnbqk3/pp6/8/8/8/2N5/PP6/R1BQK3 w - - 0 1", [false, true, false, true, false]),
        ("rn1qk3/pp6/8/8/5b2/8/PP6/RNBQK3 w - - 0 1", [false, true, false, false, true]),
        ("1nbqk3/pp6/r7/8/8/8/PP6/RNBQK3 w - - 0 1", [false, false, true, false, true]),
        ("rnbqk3/pp6/8/8/8/3Q4/PP6/RNB1K3 w - - 0 1", [false, false, true, true, false]),
        ("rnbqk3/pp6/8/8/8/8/PP2K3/RNBQ4 w - - 0 1", [false, true, true, true, false]),
        ("rnbqk3/pp6/8/8/8/8/PP6/RNBQK3 b - - 0 1", [false; 5]),
    ] {
        let now = keys(fen);
        let found: Vec<bool> = (0..5).map(|part| now[part] != base[part]).collect();
        assert_eq!(found, changes, "{fen}");
    }
}

/// If a move only moves a piece, the key that is computed early for prefetching is the right one.
#[test]
fn the_key_after_a_plain_move_is_known_before() {
    let plain = Cell::new(0);
    for_each_position(4, |position, _, _| {
        let rest = |position: &Position| {
            let fen = position.to_string();
            let fields: Vec<&str> = fen.split(' ').skip(2).take(2).collect();
            fields.join(" ")
        };
        for mv in position.legal_moves() {
            let child = position.after(mv).unwrap();
            let is_plain = !mv.is_castle() && !mv.is_promotion() && rest(position) == rest(&child);
            // An en passant capture takes from another square.
            let takes_here = mv.is_capture() == position.piece_on(mv.to()).is_some();
            if is_plain && takes_here && rest(&child).ends_with('-') {
                prop_assert_eq!(position.key_after(mv), child.key(), "{:?} in {}", mv, position);
                plain.set(plain.get() + 1);
            }
        }
        Ok(())
    });
    assert!(plain.get() > 1000, "{} moves", plain.get());
}

#[test]
fn the_value_of_an_exchange_is_that_of_an_exhaustive_search() {
    for_each_position(20, |position, _, _| {
        let fen = position.to_string();
        for mv in position.legal_moves() {
            let (low, high) = mailbox::see(&fen, &mv.uci(true).to_string(), SEE_VALUES);
            let value = position.see(mv).unwrap();
            prop_assert!((low..=high).contains(&value), "{:?}: {} in {}", mv, value, &fen);
        }
        Ok(())
    });
    let start = Position::start();
    let illegal = start.legal_moves().next().unwrap();
    assert!(start.after(illegal).unwrap().see(illegal).is_err());
}

#[test]
fn too_little_is_left_to_mate() {
    for (pieces, is_dead) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KN2", true),
        ("4k3/8/8/8/8/8/8/4KB2", true),
        ("4kb2/8/8/8/8/8/8/4K3", true),
        // Bishops on squares of one colour, of either side.
        ("4kb2/8/8/8/8/8/8/2B1K3", true),
        ("4k3/8/8/8/8/4B3/8/2B1K1B1", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3", false),
        ("4k3/8/8/8/8/8/8/2B1KB2", false),
        ("4k3/8/8/8/8/8/8/2N1KB2", false),
        ("4kn2/8/8/8/8/8/8/2N1K3", false),
        ("4k3/8/8/8/8/8/8/2N1KN2", false),
        ("4k3/8/8/8/8/8/4P3/4K3", false),
        ("4k3/8/8/8/8/8/8/3QK3", false),
        ("4k3/8/8/8/8/8/8/3RK3", false),
        ("3rk3/4p3/8/8/8/8/8/4K3", false),
    ] {
        let position = position(&format!("{pieces} w - - 0 1"));
        for position in [position, position.mirrored()] {
            assert_eq!(position.board().insufficient_material(), is_dead, "{position}");
            let end = is_dead.then_some(GameEnd::InsufficientMaterial);
            assert_eq!(position.outcome(), end, "{position}");
        }
    }
}

#[test]
fn draws_that_somebody_must_claim() {
    use quevedo::Color::{Black, White};
    for (end, must_be_claimed, winner) in [
        (GameEnd::Checkmate { winner: White }, false, Some(White)),
        (GameEnd::Checkmate { winner: Black }, false, Some(Black)),
        (GameEnd::Stalemate, false, None),
        (GameEnd::InsufficientMaterial, false, None),
        (GameEnd::FiftyMoves, true, None),
        (GameEnd::Repetition, true, None),
    ] {
        assert_eq!((end.must_be_claimed(), end.winner()), (must_be_claimed, winner), "{end}");
    }
}

#[test]
fn a_history_grows_and_shrinks_by_a_key() {
    let (mut history, mut position) = (KeyHistory::new(), Position::start());
    assert_eq!((history.len(), history.is_empty()), (0, true));
    for plies in 1..=5 {
        let mv = position.legal_moves().next().unwrap();
        history.play(&mut position, mv);
        assert_eq!((history.len(), history.is_empty()), (plies, false));
    }
    history.pop();
    assert_eq!(history.len(), 4);
}

/// In a line of EPD, the four fields may be followed by the two counters, but not by a third number.
#[test]
fn a_third_counter_is_no_counter() {
    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
    let read = |rest: &str| Record::parse(&format!("{KINGS} {rest}"));
    assert_eq!(read("3 9").unwrap().position.to_string(), format!("{KINGS} 3 9"));
    assert!(read("3 9 7 id \"a\";").unwrap_err().to_string().contains("'7'"));
}
