// SPDX-License-Identifier: GPL-3.0-or-later

//! A second move generator, to check the engine's.
//!
//! It shares nothing with the engine, not even a type: positions are passed as FEN, moves as UCI text with castling as
//! king takes rook. It is meant to be obviously right, not fast: a 10x12 board, each move played on a copy, which is
//! discarded if the mover's king is then attacked. Standard chess, Chess960 and double Chess960 are the same game here.
//! A FEN or move that makes no sense panics.

mod board;
pub(crate) mod broken;
mod movegen;

use std::collections::BTreeSet;

use board::{Cell, Color, Kind, Position, file_of, named_square, step};
use movegen::Extra;

/// All legal moves.
pub(crate) fn legal_moves(fen: &str) -> BTreeSet<String> {
    Position::from_fen(fen).legal().into_iter().map(|(mv, _)| mv.to_string()).collect()
}

/// The leaves of the tree of legal moves, `depth` plies deep.
pub(crate) fn perft(fen: &str, depth: u32) -> u64 {
    leaves(&Position::from_fen(fen), depth)
}

fn leaves(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal().len() as u64,
        _ => position.legal().iter().map(|(_, next)| leaves(next, depth - 1)).sum(),
    }
}

/// The FEN after a legal move: six fields, castling rights as Shredder letters, an en passant square only if a capture
/// there is legal.
pub(crate) fn after(fen: &str, uci: &str) -> String {
    let legal = Position::from_fen(fen).legal();
    let played = legal.into_iter().find(|(mv, _)| mv.to_string() == uci);
    let (_, next) = played.unwrap_or_else(|| panic!("{uci} is not legal in {fen}"));
    let capturable = next.legal().iter().any(|(mv, _)| mv.extra == Extra::EnPassant);
    next.to_fen(capturable)
}

/// How many pieces check the side to move.
pub(crate) fn checkers(fen: &str) -> usize {
    let position = Position::from_fen(fen);
    position.attackers(position.king(position.side), position.side.other()).count()
}

/// Whether a piece of the side to move is attacked by one of lower value, in the order pawn, knight or bishop, rook,
/// queen.
pub(crate) fn has_threatened_piece(fen: &str) -> bool {
    let position = Position::from_fen(fen);
    let worth = |kind: Kind| match kind {
        Kind::Pawn => 1,
        Kind::Knight | Kind::Bishop => 3,
        Kind::Rook => 5,
        Kind::Queen => 9,
        // The king has the highest value as an attacker, and does not count as a target.
        Kind::King => 99,
    };
    let kind_at = |at: usize| match position.cells[at] {
        Cell::Piece(_, kind) => Some(kind),
        _ => None,
    };
    (0..position.cells.len()).any(|at| match position.cells[at] {
        Cell::Piece(side, kind) if side == position.side && kind != Kind::King => position
            .attackers(at, side.other())
            .filter_map(kind_at)
            .any(|attacker| worth(attacker) < worth(kind)),
        _ => false,
    })
}

/// The static exchange evaluation of a move, for the side to move: the move and the best captures that follow on its
/// target square, in the unit of `values` (pawn, knight, bishop, rook, queen, king).
///
/// The move need only be pseudo-legal. After it, either side may stop at any time. Each recapture uses a least valuable
/// attacker, regardless of pins and checks. Which one of several is left open, so the answer is a range, nearly always
/// of a single value. A king always counts as the most valuable attacker, and recaptures only if no enemy piece then
/// attacks the square. A pawn that reaches the last rank promotes only if that is the first move. Castling is worth 0.
pub(crate) fn see(fen: &str, uci: &str, values: [i32; 6]) -> (i32, i32) {
    let mut position = Position::from_fen(fen);
    let (from, to, promotion) =
        split_move(uci).unwrap_or_else(|| panic!("{uci} is no move in UCI notation"));
    let side = position.side;
    let Cell::Piece(color, kind) = position.cells[from] else {
        panic!("{uci} from no piece: {fen}")
    };
    assert!(color == side, "{uci} moves a piece of the wrong side: {fen}");

    let mut gain = 0;
    match position.cells[to] {
        Cell::Piece(color, _) if color == side => return (0, 0),
        Cell::Piece(_, victim) => gain += values[victim as usize],
        _ if kind == Kind::Pawn && file_of(from) != file_of(to) => {
            position.cells[step(to, -side.forward())] = Cell::Empty;
            gain += values[Kind::Pawn as usize];
        }
        _ => {}
    }
    let arrived = promotion.unwrap_or(kind);
    gain += values[arrived as usize] - values[kind as usize];
    position.cells[from] = Cell::Empty;
    position.cells[to] = Cell::Piece(side, arrived);
    let (low, high) = recapture(&position, to, side.other(), values);
    (gain - high, gain - low)
}

/// What that side gains by capturing on the square or not capturing, from the worst to the best choice among attackers
/// of equal value.
fn recapture(position: &Position, target: usize, side: Color, values: [i32; 6]) -> (i32, i32) {
    let kind_at = |at: usize| match position.cells[at] {
        Cell::Piece(_, kind) => kind,
        _ => unreachable!("only pieces attack and are captured"),
    };
    // The king comes last whatever its value, because it is never risked in an exchange.
    let cost = |at: &usize| (kind_at(*at) == Kind::King, values[kind_at(*at) as usize]);
    let attackers: Vec<usize> = position.attackers(target, side).collect();
    let least = attackers.iter().map(cost).min();
    let outcomes = attackers.into_iter().filter(|at| Some(cost(at)) == least).filter_map(|from| {
        let mut next = position.clone();
        next.cells[target] = next.cells[from];
        next.cells[from] = Cell::Empty;
        if kind_at(from) == Kind::King && next.attacked(target, side.other()) {
            return None;
        }
        let gain = values[kind_at(target) as usize];
        let (low, high) = recapture(&next, target, side.other(), values);
        Some(((gain - high).max(0), (gain - low).max(0)))
    });
    outcomes.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or((0, 0))
}

/// The origin, target and promotion of a move in UCI notation.
fn split_move(uci: &str) -> Option<(usize, usize, Option<Kind>)> {
    let from = named_square(uci.get(0..2)?)?;
    let to = named_square(uci.get(2..4)?)?;
    let promotion = match *uci.as_bytes().get(4..)? {
        [] => None,
        [letter] => Some(Kind::from_letter(char::from(letter))?),
        _ => return None,
    };
    Some((from, to, promotion))
}
