//! The rules, compared with a mailbox generator that shares no code with them, and checked for consistency.

use std::cell::RefCell;
use std::collections::BTreeSet;

use proptest::prelude::*;
use quevedo::board::{All, Noisy, Quiet, SEE_VALUES, perft};
use quevedo::eval::{
    self, COMPONENTS, Component, EvalScaling, Group, Pair, PawnCache, PieceSquares, S, Sums,
};
use quevedo::position::Position;
use quevedo::search::{Histories, HistoryContext, MovePicker, Threats};
use quevedo::types::{Move, MoveKind, MoveList};

use crate::common::mailbox;
use crate::common::walks::for_each_position;

fn generated(position: &Position) -> Vec<Move> {
    position.board().legal_moves().to_vec()
}

#[test]
fn moves_and_positions_equal_those_of_the_mailbox() {
    for_each_position(1, |position, came, _| {
        let fen = position.to_string();
        let moves: Vec<String> =
            generated(position).iter().map(|mv| mv.uci(true).to_string()).collect();
        let set: BTreeSet<String> = moves.iter().cloned().collect();
        prop_assert_eq!(set.len(), moves.len(), "a move twice in {}", &fen);
        prop_assert_eq!(position.has_legal_move(), !set.is_empty(), "{}", &fen);
        prop_assert_eq!(set, mailbox::legal_moves(&fen), "{}", &fen);
        prop_assert_eq!(
            position.check_info().checkers.count() as usize,
            mailbox::checkers(&fen),
            "{}",
            &fen
        );
        prop_assert_eq!(
            Threats::of(position.board()).has_threatened_piece(),
            mailbox::has_threatened_piece(&fen),
            "{}",
            &fen
        );
        if let Some((before, mv)) = came {
            let after = mailbox::after(&before.to_string(), &mv.uci(true).to_string());
            prop_assert_eq!(Position::from_fen(&after).unwrap().to_string(), fen);
        }
        Ok(())
    });
}

#[test]
fn what_is_kept_equals_what_is_computed_afresh() {
    for_each_position(1, |position, came, _| {
        prop_assert!(position.is_consistent());
        if let Some((before, mv)) = came {
            let mut sums = PieceSquares::of(&before);
            let mut after = before;
            after.play_with(mv, &mut sums);
            prop_assert_eq!(sums, PieceSquares::of(position));
        }
        let read = Position::from_fen(&position.to_string()).unwrap();
        prop_assert_eq!(&read, position);
        prop_assert_eq!(read.keys(), position.keys());
        prop_assert_eq!(read.to_string(), position.to_string());
        Ok(())
    });
}

/// The leaves two plies below, with every move of both plies played or generated.
fn played_pairs(position: &Position) -> u64 {
    let replies = |&mv: &Move| {
        let mut child = *position.board();
        child.play_unchecked(mv);
        child.legal_moves().len() as u64
    };
    generated(position).iter().map(replies).sum()
}

/// Perft counts the last two plies together without playing most moves; here every move is played.
#[test]
fn counting_pairs_equals_playing_them() {
    for_each_position(1, |position, _, _| {
        prop_assert_eq!(perft(position.board(), 2), played_pairs(position), "{}", position);
        Ok(())
    });
}

/// Random placements, since games seldom have many queens, kings in the open, pins on every line, or pawns about to
/// promote.
fn placements() -> impl Strategy<Value = Position> {
    let kinds = "PPPPNBRQpppnbrq".chars().collect::<Vec<_>>();
    let piece = (prop::sample::select(kinds), 0..64usize);
    let pieces = prop::collection::vec(piece, 0..24);
    // Kings and rooks are on their back ranks, so that castling matters, or anywhere.
    let home = (1..7usize).prop_flat_map(|king| (0..king, Just(king), king + 1..8));
    let home = || prop_oneof![2 => Just(None), 1 => Just(Some((0, 4, 7))), 1 => home.clone().prop_map(Some)];
    let kings = ((0..64usize, home()), (0..64usize, home()));
    (pieces, kings, prop::bool::ANY).prop_filter_map(
        "not a legal position",
        |(pieces, (white, black), white_moves)| {
            let mut squares = [None; 64];
            for (piece, square) in pieces {
                squares[square] = Some(piece);
            }
            let mut rights = String::new();
            for (king, rook, files, rank, (anywhere, home)) in
                [('K', 'R', b'A', 0, white), ('k', 'r', b'a', 56, black)]
            {
                squares[home.map_or(anywhere, |(_, file, _)| rank + file)] = Some(king);
                for file in home.map(|(west, _, east)| [east, west]).into_iter().flatten() {
                    squares[rank + file] = Some(rook);
                    rights.push((files + file as u8) as char);
                }
            }
            let rows: Vec<String> = (0..8)
                .rev()
                .map(|rank| {
                    let row = &squares[8 * rank..8 * rank + 8];
                    row.iter().map(|piece| piece.unwrap_or('1')).collect()
                })
                .collect();
            let side = if white_moves { "w" } else { "b" };
            let rights = if rights.is_empty() { "-" } else { &rights };
            Position::from_fen(&format!("{} {side} {rights} - 0 1", rows.join("/"))).ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 5000, max_local_rejects: 1 << 24, ..ProptestConfig::default() })]

    /// Two plies from random placements, and from positions after them.
    #[test]
    fn counting_pairs_equals_playing_them_anywhere(position in placements(), path in prop::collection::vec(0..256usize, 3)) {
        let mut position = position;
        for step in path {
            prop_assert_eq!(perft(position.board(), 2), played_pairs(&position), "{}", position);
            let moves = generated(&position);
            if moves.is_empty() {
                break;
            }
            position.play(moves[step % moves.len()]).unwrap();
        }
    }
}

#[test]
fn exactly_the_generated_moves_are_legal() {
    for_each_position(10, |position, _, _| {
        let board = position.board();
        let info = board.check_info();
        let moves = generated(position);
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            let legal = moves.contains(&mv);
            prop_assert_eq!(board.is_legal(mv, &info), legal, "{:?} in {}", mv, position);
            prop_assert!(!legal || board.is_pseudo_legal(mv), "{:?} in {}", mv, position);
        }
        Ok(())
    });
}

#[test]
fn classes_and_stages_make_up_the_whole() {
    for_each_position(1, |position, _, salt| {
        let board = position.board();
        let info = board.check_info();
        let all: BTreeSet<u16> = generated(position).iter().map(|mv| mv.bits()).collect();
        let mut classes = MoveList::new();
        board.generate::<Noisy, _>(&info, &mut classes);
        prop_assert!(classes.iter().all(|mv| mv.is_noisy()));
        let noisy = classes.len();
        board.generate::<Quiet, _>(&info, &mut classes);
        prop_assert!(classes[noisy..].iter().all(|mv| !mv.is_noisy()));
        prop_assert_eq!(classes.iter().map(|mv| mv.bits()).collect::<BTreeSet<_>>(), all.clone());
        prop_assert_eq!(classes.len(), all.len());
        let mut full = MoveList::new();
        board.generate::<All, _>(&info, &mut full);
        prop_assert_eq!(full.len(), all.len());

        // Whatever moves the table and the killers suggest, the picker yields each move once.
        let hint = |bits: u64| {
            let random = Move::from_bits(bits as u16);
            full.get(bits as usize % 64).copied().or(random)
        };
        let quiet = |mv: Option<Move>| mv.filter(|mv| !mv.is_noisy());
        let histories = Histories::default();
        let context = HistoryContext::of_root(position);
        let killers = [quiet(hint(salt >> 16)), quiet(hint(salt >> 32))];
        let killers = if killers[0] == killers[1] { [killers[0], None] } else { killers };
        let mut picker = MovePicker::new(position, &info, hint(salt), killers);
        let mut picked = Vec::new();
        while let Some(mv) = picker.next(position, &info, &histories, &context) {
            picked.push(mv.bits());
        }
        prop_assert_eq!(picked.len(), all.len(), "{}", position);
        prop_assert_eq!(picked.into_iter().collect::<BTreeSet<_>>(), all, "{}", position);

        let wanted = |mv: &Move| mv.is_noisy() && position.see_ge(*mv, 0);
        let wanted: Vec<u16> = full.iter().copied().filter(wanted).map(Move::bits).collect();
        let mut picker = MovePicker::noisy(position, &info, hint(salt), 0);
        let mut picked = Vec::new();
        while let Some(mv) = picker.next(position, &info, &histories, &context) {
            picked.push(mv.bits());
        }
        prop_assert_eq!(picked.len(), wanted.len(), "{}", position);
        prop_assert_eq!(BTreeSet::from_iter(picked), BTreeSet::from_iter(wanted), "{}", position);

        // With checks, also quiet moves that give check.
        let wanted = |mv: &Move| {
            let checks = mv.kind() != MoveKind::Castle && position.gives_check(*mv);
            (mv.is_noisy() || checks) && position.see_ge(*mv, 0)
        };
        let wanted: Vec<u16> = full.iter().copied().filter(wanted).map(Move::bits).collect();
        let mut picker = MovePicker::noisy(position, &info, hint(salt), 0).with_checks(true);
        let mut picked = Vec::new();
        while let Some(mv) = picker.next(position, &info, &histories, &context) {
            picked.push(mv.bits());
        }
        prop_assert_eq!(picked.len(), wanted.len(), "{}", position);
        let [picked, wanted] = [picked, wanted].map(BTreeSet::from_iter);
        prop_assert_eq!(picked, wanted, "{}", position);
        Ok(())
    });
}

#[test]
fn exchanges_equal_an_exhaustive_search() {
    for_each_position(4, |position, _, _| {
        let fen = position.to_string();
        for mv in generated(position) {
            let (low, high) = mailbox::see(&fen, &mv.uci(true).to_string(), SEE_VALUES);
            prop_assert!(position.see_ge(mv, low), "{:?} at least {} in {}", mv, low, &fen);
            prop_assert!(!position.see_ge(mv, high + 1), "{:?} at most {} in {}", mv, high, &fen);
        }
        Ok(())
    });
}

#[test]
fn the_mirrored_position_has_the_mirrored_moves_and_value() {
    for_each_position(1, |position, _, _| {
        let mirrored = position.mirrored();
        let mirror =
            |mv: &Move| Move::new(mv.from().flip_rank(), mv.to().flip_rank(), mv.kind()).bits();
        let here: BTreeSet<u16> = generated(position).iter().map(mirror).collect();
        let there: BTreeSet<u16> = generated(&mirrored).iter().map(|mv| mv.bits()).collect();
        prop_assert_eq!(here, there);
        let value = |position: &Position| eval::evaluate_from_scratch(position);
        prop_assert_eq!(value(position), value(&mirrored), "{}", position);
        Ok(())
    });
}

/// The groups of terms, summed separately, add up to the whole.
#[test]
fn the_parts_add_up_to_the_value() {
    for_each_position(2, |position, _, _| {
        if eval::known_ending(position).is_some() {
            return Ok(());
        }
        let trace = eval::trace(position);
        let mut sums: Sums<i32> = [Pair { mg: 0, eg: 0 }; COMPONENTS];
        for &group in Group::ALL {
            for term in eval::TERMS.iter().filter(|term| term.group == group) {
                let weights = term.start..term.start + term.len;
                for note in trace.notes.iter().filter(|note| weights.contains(&note.index)) {
                    let weight = eval::WEIGHTS[note.index];
                    let n = note.n * note.component.sign(note.color);
                    sums[note.component.index()].mg += weight.mg() * n;
                    sums[note.component.index()].eg += weight.eg() * n;
                }
            }
        }
        let white = eval::combine(&sums, &EvalScaling::of(position.board()));
        let value = eval::evaluate_from_scratch(position) * position.side().sign();
        prop_assert_eq!(white, value, "{}", position);
        Ok(())
    });
}

/// More danger to a king is better for the other side; small danger counts little, and great danger more than
/// proportionally.
#[test]
fn danger_is_worth_more_the_more_there_is() {
    let scaling = EvalScaling::of(Position::start().board());
    let score = |white: i32, black: i32| {
        let danger = |n| Pair { mg: n, eg: n };
        let [none, white, black] = [0, white, black].map(danger);
        eval::combine(&[none, none, white, black, none], &scaling)
    };
    for n in (-2000..4000).step_by(100) {
        assert!(score(n + 100, 0) > score(n, 0) && score(0, n + 100) < score(0, n), "{n}");
        assert_eq!(score(n, n), 0);
    }
    assert!(score(2000, 0) > 3 * score(1000, 0) && score(200, 0) < 3 * score(100, 0));
}

/// Terms that depend on the number of pawns count nothing with ten pawns, and change their sign with fewer.
#[test]
fn the_number_of_pawns_says_how_much_counts() {
    for (fen, pawns) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
        ("rnbqkbnr/pppp4/8/8/8/8/PPPPPP2/RNBQKBNR w KQkq - 0 1", 0),
        ("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1", -10),
    ] {
        let scaling = EvalScaling::of(Position::from_fen(fen).unwrap().board());
        let [none, some] = [0, 64].map(|n| Pair { mg: n, eg: n });
        let score = eval::combine(&[none, some, none, none, none], &scaling);
        assert_eq!(score, 2 * pawns, "{fen}");
    }
}

/// One cache for all walks, so that positions share pawns and differ in kings, and entries replace each other.
#[test]
fn the_cached_value_is_the_value_computed_afresh() {
    let cache = RefCell::new(PawnCache::default());
    for_each_position(2, |position, _, _| {
        let sums = PieceSquares::of(position);
        for _ in 0..2 {
            prop_assert_eq!(
                eval::evaluate(position, &sums, &mut cache.borrow_mut()),
                eval::evaluate_from_scratch(position),
                "{}",
                position
            );
        }
        Ok(())
    });
}

/// After a pass only the side to move has changed, so the value changes by twice the tempo bonus. The shortcut ignores
/// the endgame scaling and the winnable terms, by which the tempo may count nothing or double; otherwise only rounding
/// differs.
#[test]
fn the_value_after_a_pass_follows_from_that_before() {
    let eg = |name: &str| {
        let term = eval::TERMS.iter().find(|term| term.name == name).unwrap();
        eval::WEIGHTS[term.start].eg().abs()
    };
    // The tempo bonus changes by its weight in 1/32 centipawn for each pawn above or below ten.
    let most = 2 * (eg("TEMPO") + eg("TEMPO_BY_PAWNS") * 10 / 32) + 2;
    let known = RefCell::new(0);
    for_each_position(2, |position, _, _| {
        if position.is_check() {
            return Ok(());
        }
        let mut after = *position;
        after.pass();
        if let Some(value) =
            eval::evaluate_after_null_move(&after, eval::evaluate_from_scratch(position))
        {
            let scaled = EvalScaling::of(position.board()).scale.iter().any(|&scale| scale < 128);
            let off = (value - eval::evaluate_from_scratch(&after)).abs();
            let winnable = eval::trace(position).sums()[Component::Winnable.index()];
            let most = if scaled || winnable != S::ZERO { most } else { 2 };
            prop_assert!(off <= most, "off by {} in {}", off, position);
            *known.borrow_mut() += 1;
        }
        Ok(())
    });
    assert!(*known.borrow() > 100, "{} positions", known.borrow());
}

#[test]
fn the_trace_adds_up_to_the_value() {
    for_each_position(2, |position, _, _| {
        let trace = eval::trace(position);
        prop_assert_eq!(
            eval::evaluate_trace(position, &trace),
            eval::evaluate_from_scratch(position),
            "{}",
            position
        );
        Ok(())
    });
}
