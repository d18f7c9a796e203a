//! The reasons of `why`: they add up, for either side, and refer to what is on the board.

use std::cell::{Cell, RefCell};

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use quevedo::eval::{Group, TERMS};
use quevedo::position::{KeyHistory, Position};
use quevedo::search::Quiescence;
use quevedo::support::why::{Detail, PlayedLine, Reasons, SearchedLine, Subject, reasons};
use quevedo::types::{Bitboard, Color, Move, PieceType, Score, Square};

use crate::common::walks::for_each_position;

/// The most plies of a line.
const LONGEST: u64 = 6;

/// A random line of moves with a random score, both determined by `salt`.
fn line(root: &Position, quiescence: &mut Quiescence, mut salt: u64) -> Option<PlayedLine> {
    let mut draw = |below: u64| {
        salt = salt.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (salt >> 33) % below
    };
    let score = draw(2000) as Score - 1000;
    let mut position = *root;
    let mut moves: Vec<Move> = Vec::new();
    for _ in 0..=draw(LONGEST) {
        let legal = position.board().legal_moves().to_vec();
        if legal.is_empty() {
            break;
        }
        let mv = legal[draw(legal.len() as u64) as usize];
        position.play_unchecked(mv);
        moves.push(mv);
    }
    let line = SearchedLine { score, depth: 1, moves };
    let played = PlayedLine::new(root, &KeyHistory::new(), &line, quiescence);
    (!line.moves.is_empty()).then_some(played)
}

/// Tests a property on the reasons between two random lines of many positions.
fn for_each_pair(
    share: usize,
    test: impl Fn(&PlayedLine, &PlayedLine, &Reasons) -> Result<(), TestCaseError>,
) {
    let quiescence = RefCell::new(Quiescence::new().unwrap());
    for_each_position(share, |position, _, salt| {
        let quiescence = &mut *quiescence.borrow_mut();
        let lines = [salt, !salt].map(|salt| line(position, quiescence, salt));
        let [Some(best), Some(other)] = lines else { return Ok(()) };
        let found = reasons(best.clone(), other.clone());
        test(&best, &other, &found)
    });
}

fn told(reasons: &Reasons) -> Vec<(Subject, Score)> {
    let mut told: Vec<(Subject, Score)> =
        reasons.accounts.iter().map(|one| (one.subject, one.centipawns)).collect();
    told.sort_by_key(|one| format!("{one:?}"));
    told
}

#[test]
fn accounts_add_up_and_change_sides() {
    for_each_pair(10, |best, other, reasons| {
        let sum: Score = reasons.accounts.iter().map(|one| one.centipawns).sum();
        prop_assert_eq!(sum, best.score - other.score);
        prop_assert_eq!(sum, reasons.difference);
        // The rounding account hides nothing: it is at most half a centipawn for each account, two for the divisions in
        // each evaluation, and half for each score.
        let rounding = reasons.accounts.iter().find(|one| one.subject == Subject::Rounding);
        let most = reasons.accounts.len() as Score / 2 + 7;
        prop_assert!(rounding.is_none_or(|one| one.centipawns.abs() <= most), "{reasons:?}");
        let turned = quevedo::support::why::reasons(other.clone(), best.clone());
        let negated: Vec<_> = told(&turned).into_iter().map(|(what, n)| (what, -n)).collect();
        prop_assert_eq!(negated, told(reasons));
        Ok(())
    });
}

/// The same line with colours reversed.
fn mirrored(line: &PlayedLine) -> PlayedLine {
    let positions = line.positions.iter().map(Position::mirrored).collect();
    PlayedLine { positions, ..line.clone() }
}

#[test]
fn mirrored_positions_have_mirrored_reasons() {
    for_each_pair(10, |best, other, found| {
        let mirror = reasons(mirrored(best), mirrored(other));
        prop_assert_eq!(found.accounts.len(), mirror.accounts.len());
        for (one, two) in found.accounts.iter().zip(&mirror.accounts) {
            let subject = match one.subject {
                Subject::Danger(king) => Subject::Danger(!king),
                subject => subject,
            };
            prop_assert_eq!((subject, one.centipawns), (two.subject, two.centipawns));
            let key = |detail: &Detail, flip: bool| {
                let squares = detail.squares().map(|squares| match flip {
                    true => squares.flip_ranks().0,
                    false => squares.0,
                });
                let color = if flip { !detail.color } else { detail.color };
                (detail.term, color.index(), detail.centipawns, squares)
            };
            let mut here: Vec<_> = one.details.iter().map(|detail| key(detail, true)).collect();
            let mut there: Vec<_> = two.details.iter().map(|detail| key(detail, false)).collect();
            here.sort_unstable();
            there.sort_unstable();
            prop_assert_eq!(here, there);
        }
        Ok(())
    });
}

/// Checks that the pieces that a detail mentions are on its squares.
fn check(detail: &Detail, ends: [&Position; 2]) -> Result<(), TestCaseError> {
    let sides = [(&detail.here, ends[0]), (&detail.there, ends[1])];
    for (feature, end) in
        sides.into_iter().flat_map(|(list, end)| list.iter().map(move |one| (one, end)))
    {
        let (board, squares, own) = (end.board(), feature.squares(), detail.color);
        let only = |set: Bitboard| (squares & !set).is_empty() && squares.any();
        let pawns = |color: Color| board.pieces(color, PieceType::Pawn);
        // Enemy pawns that no own pawn attacks.
        let shelter = pawns(!own).into_iter().filter(|pawn| {
            let is_attacker = |from: &Square| {
                let step = if own == Color::White { 1 } else { -1 };
                from.file().abs_diff(pawn.file()) == 1
                    && i32::from(pawn.rank()) - i32::from(from.rank()) == step
            };
            !pawns(own).into_iter().any(|from| is_attacker(&from))
        });
        let shelter = shelter.fold(Bitboard::EMPTY, |set, pawn| set | pawn.bitboard());
        let minors = board.kind(PieceType::Knight) | board.kind(PieceType::Bishop);
        let kind = PieceType::ALL[feature.entry % 6];
        // Terms that depend on the number of pawns refer to the same squares.
        let term = TERMS.iter().find(|term| term.name == detail.term).expect("a term").plain();
        let is_true = match (term.name, term.group) {
            ("PIECE_VALUE" | "PIECE_SQUARE", _) => {
                only(board.pieces(own, detail.kind.expect("these have a type")))
            }
            ("BISHOP_PAIR", _) => only(board.pieces(own, PieceType::Bishop)) && squares.many(),
            ("KNIGHT_MOBILITY", _) => only(board.pieces(own, PieceType::Knight)),
            ("BISHOP_MOBILITY", _) => only(board.pieces(own, PieceType::Bishop)),
            ("ROOK_MOBILITY", _) => only(board.pieces(own, PieceType::Rook)),
            ("QUEEN_MOBILITY" | "WEAK_QUEEN", _) => only(board.pieces(own, PieceType::Queen)),
            (_, Group::Pawns | Group::Passed) => only(pawns(own)),
            ("OUTPOST" | "REACHABLE_OUTPOST" | "MINOR_BEHIND_PAWN" | "MINOR_KING_DISTANCE", _) => {
                only(minors & board.color(own))
            }
            ("ROOK_FILE" | "ROOK_ON_SEVENTH" | "TRAPPED_ROOK" | "ROOK_ON_QUEEN_FILE", _) => {
                only(board.pieces(own, PieceType::Rook))
            }
            (
                "HANGING" | "WEAK_QUEEN_PROTECTION" | "THREAT_BY_SAFE_PAWN" | "DOUBLY_ATTACKED",
                _,
            ) => only(board.color(!own)),
            ("WINNABLE_PAWNS" | "WINNABLE_PASSED_PAWNS", _) => only(board.kind(PieceType::Pawn)),
            (
                "THREAT_BY_PAWN" | "THREAT_BY_MINOR" | "THREAT_BY_ROOK" | "THREAT_BY_QUEEN"
                | "THREAT_BY_KING" | "PUSH_THREAT",
                _,
            ) => only(board.pieces(!own, kind)),
            ("RESTRICTED", _) => only(!board.color(!own)),
            ("KING_RING_ATTACKER" | "DISCOVERED_CHECK", _) => only(board.pieces(own, kind)),
            ("PINNED", _) => only(board.pieces(!own, kind)),
            ("SAFE_CHECK" | "UNSAFE_CHECK", _) => only(!board.color(own)),
            ("SHELTER", _) if !feature.entry.is_multiple_of(8) => only(shelter),
            ("SHELTER", _) => (squares & shelter).is_empty(),
            ("STORM", _) if !feature.entry.is_multiple_of(8) => only(pawns(own)),
            ("TEMPO", _) => end.side() == own,
            ("NO_QUEEN", _) => board.pieces(own, PieceType::Queen).is_empty(),
            _ => true,
        };
        prop_assert!(is_true, "{}: {detail:?}", end);
    }
    Ok(())
}

#[test]
fn squares_hold_what_is_said_of_them() {
    let checked = Cell::new(0);
    for_each_pair(10, |best, other, reasons| {
        for account in &reasons.accounts {
            for detail in &account.details {
                check(detail, [best.end(), other.end()])?;
                checked.set(checked.get() + detail.here.len() + detail.there.len());
            }
        }
        Ok(())
    });
    assert!(checked.get() > 1000, "only {} features", checked.get());
}

/// The material won and lost is the difference between the boards.
#[test]
fn gains_are_counted() {
    for_each_pair(10, |best, _, _| {
        for kind in PieceType::ALL {
            let ahead = |position: &Position| {
                let count = |color| position.board().pieces(color, kind).count() as i32;
                count(best.side()) - count(!best.side())
            };
            let of = |gains: &[quevedo::support::why::Gain]| {
                gains.iter().filter(|gain| gain.kind == kind).count() as i32
            };
            let (won, lost) = (of(&best.won), of(&best.lost));
            prop_assert_eq!(won - lost, ahead(best.end()) - ahead(best.root()));
            prop_assert!(won == 0 || lost == 0);
        }
        Ok(())
    });
}
