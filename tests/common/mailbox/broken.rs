// SPDX-License-Identifier: GPL-3.0-or-later

//! Move generators with the most common bugs.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::board::{Cell, Kind, Position, Wing, square_name};
use super::movegen::{Extra, Move};

/// The bug of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Nothing,
    NoEnPassant,
    CastlingThroughCheck,
    IgnoresPins,
    NoUnderpromotion,
    /// A hash table that takes positions for equal if twelve bits of their keys agree.
    ShortKey,
    /// After an unmoved rook has been captured, its side keeps the castling right.
    KeepsCastlingRights,
    ListsKingMovesTwice,
}

impl Fault {
    pub(crate) const ALL: [Fault; 8] = [
        Fault::Nothing,
        Fault::NoEnPassant,
        Fault::CastlingThroughCheck,
        Fault::IgnoresPins,
        Fault::NoUnderpromotion,
        Fault::ShortKey,
        Fault::KeepsCastlingRights,
        Fault::ListsKingMovesTwice,
    ];
}

/// A generator with its table.
pub(crate) struct Generator {
    fault: Fault,
    chess960: bool,
    table: HashMap<(u64, u32), u64>,
}

impl Generator {
    pub(crate) fn new(fault: Fault, chess960: bool) -> Generator {
        Generator { fault, chess960, table: HashMap::new() }
    }

    /// The moves in the position after `moves`, with the leaves below each.
    pub(crate) fn divide(&mut self, fen: &str, moves: &[&str], depth: u32) -> Vec<(String, u64)> {
        let mut position = Position::from_fen(fen);
        for &played in moves {
            let all = self.moves(&position);
            let is_played = |(mv, _): &(Move, Position)| {
                [true, false].iter().any(|&chess960| spelled(&position, *mv, chess960) == played)
            };
            let found = all.into_iter().find(is_played);
            position = found.unwrap_or_else(|| panic!("{played} of {moves:?} after {fen}")).1;
        }
        let children = self.moves(&position).into_iter();
        let below = |(mv, next): (Move, Position)| {
            (spelled(&position, mv, self.chess960), self.leaves(&next, depth - 1))
        };
        children.map(below).collect()
    }

    fn leaves(&mut self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => return 1,
            1 => return self.moves(position).len() as u64,
            _ => {}
        }
        let mut hasher = DefaultHasher::new();
        position.to_fen(true).split(' ').take(4).for_each(|field| field.hash(&mut hasher));
        let slot = (hasher.finish() >> 52, depth);
        if self.fault == Fault::ShortKey
            && let Some(&leaves) = self.table.get(&slot)
        {
            return leaves;
        }
        let children = self.moves(position);
        let leaves = children.iter().map(|(_, next)| self.leaves(next, depth - 1)).sum();
        self.table.insert(slot, leaves);
        leaves
    }

    fn moves(&self, position: &Position) -> Vec<(Move, Position)> {
        let mut moves = position.legal();
        match self.fault {
            Fault::Nothing | Fault::ShortKey => {}
            Fault::NoEnPassant => moves.retain(|(mv, _)| mv.extra != Extra::EnPassant),
            Fault::NoUnderpromotion => moves.retain(|(mv, _)| match mv.extra {
                Extra::Promotion(kind) => kind == Kind::Queen,
                _ => true,
            }),
            Fault::CastlingThroughCheck => {
                moves.retain(|(mv, _)| !matches!(mv.extra, Extra::Castling(_)));
                moves.extend(Wing::BOTH.into_iter().filter_map(|wing| castling(position, wing)));
            }
            Fault::IgnoresPins => {
                let king = position.king(position.side);
                if !position.attacked(king, position.side.other()) {
                    let pseudo_legal = position.pseudo_legal().into_iter();
                    let pinned = pseudo_legal.filter(|mv| {
                        mv.from != king
                            && mv.extra == Extra::Nothing
                            && !moves.iter().any(|(m, _)| m == mv)
                    });
                    let pinned: Vec<_> = pinned.map(|mv| (mv, position.play(mv))).collect();
                    moves.extend(pinned);
                }
                // Capturing a king that was left in check is not a move.
                moves.retain(|(mv, _)| {
                    !matches!(position.cells[mv.to], Cell::Piece(_, Kind::King))
                        || matches!(mv.extra, Extra::Castling(_))
                });
            }
            Fault::KeepsCastlingRights => {
                for (mv, next) in &mut moves {
                    let them = position.side.other() as usize;
                    if position.castling[them].contains(&Some(mv.to)) {
                        next.castling[them] = position.castling[them];
                    }
                }
            }
            Fault::ListsKingMovesTwice => {
                let king = position.king(position.side);
                let again =
                    moves.iter().filter(|(mv, _)| mv.from == king && mv.extra == Extra::Nothing);
                let again: Vec<_> = again.cloned().collect();
                moves.extend(again);
            }
        }
        moves
    }
}

/// The move in UCI notation, with castling as the king's step except in Chess960.
fn spelled(position: &Position, mv: Move, chess960: bool) -> String {
    match mv.extra {
        Extra::Castling(wing) if !chess960 => {
            let (king_to, _) = position.castled_squares(wing);
            format!("{}{}", square_name(mv.from), square_name(king_to))
        }
        _ => mv.to_string(),
    }
}

/// Castling by the rules, except that the king may pass attacked squares.
fn castling(position: &Position, wing: Wing) -> Option<(Move, Position)> {
    let rook = position.castling[position.side as usize][wing as usize]?;
    let king = position.king(position.side);
    let (king_to, rook_to) = position.castled_squares(wing);
    let mut ways =
        (king.min(king_to)..=king.max(king_to)).chain(rook.min(rook_to)..=rook.max(rook_to));
    let is_free = ways.all(|at| at == king || at == rook || position.cells[at] == Cell::Empty);
    let them = position.side.other();
    let mv = Move { from: king, to: rook, extra: Extra::Castling(wing) };
    let next = position.play(mv);
    let is_safe = !position.attacked(king, them) && !next.attacked(king_to, them);
    (is_free && is_safe).then_some((mv, next))
}
