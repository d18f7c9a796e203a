// SPDX-License-Identifier: GPL-3.0-or-later

//! Attacks and moves: pseudo-legal generation, playing a move on a copy, the legality test.

use std::fmt;

use super::board::{Cell, Color, Kind, Position, Wing, rank_of, square, square_name, step};

const DIAGONAL: [isize; 4] = [-11, -9, 9, 11];
const STRAIGHT: [isize; 4] = [-10, -1, 1, 10];
const EVERY_WAY: [isize; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];
const KNIGHT: [isize; 8] = [-21, -19, -12, -8, 8, 12, 19, 21];

/// What a move does besides moving a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extra {
    Nothing,
    DoubleStep,
    EnPassant,
    Promotion(Kind),
    /// The king takes its own rook: `to` is the square of the rook.
    Castling(Wing),
}

/// A move of the side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) extra: Extra,
}

impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", square_name(self.from), square_name(self.to))?;
        match self.extra {
            Extra::Promotion(kind) => write!(out, "{}", kind.letter()),
            _ => Ok(()),
        }
    }
}

const PROMOTIONS: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

impl Position {
    /// The first cell in that direction that is not empty: a piece or the border.
    fn first_hit(&self, from: usize, offset: isize) -> usize {
        let mut at = step(from, offset);
        while self.cells[at] == Cell::Empty {
            at = step(at, offset);
        }
        at
    }

    /// The squares of all pieces of one side that attack a square, each once. The contents of the square itself do not
    /// matter.
    pub(super) fn attackers(&self, target: usize, by: Color) -> impl Iterator<Item = usize> {
        let holds = move |at: usize, kind: Kind| self.cells[at] == Cell::Piece(by, kind);
        let near = move |offset: isize| step(target, offset);
        let pawn_rank = near(-by.forward());
        let pawns = [pawn_rank - 1, pawn_rank + 1].into_iter();
        let knights = KNIGHT.into_iter().map(near);
        let kings = EVERY_WAY.into_iter().map(near);
        let straight = STRAIGHT.into_iter().map(move |way| self.first_hit(target, way));
        let diagonal = DIAGONAL.into_iter().map(move |way| self.first_hit(target, way));
        pawns
            .filter(move |&at| holds(at, Kind::Pawn))
            .chain(knights.filter(move |&at| holds(at, Kind::Knight)))
            .chain(kings.filter(move |&at| holds(at, Kind::King)))
            .chain(straight.filter(move |&at| holds(at, Kind::Rook) || holds(at, Kind::Queen)))
            .chain(diagonal.filter(move |&at| holds(at, Kind::Bishop) || holds(at, Kind::Queen)))
    }

    /// Whether any piece of that side attacks the square.
    pub(super) fn attacked(&self, target: usize, by: Color) -> bool {
        self.attackers(target, by).next().is_some()
    }

    /// All legal moves, each with the position after it.
    pub(super) fn legal(&self) -> Vec<(Move, Position)> {
        let tried = self.pseudo_legal().into_iter().map(|mv| (mv, self.play(mv)));
        tried.filter(|(_, next)| !next.attacked(next.king(self.side), next.side)).collect()
    }

    /// All pseudo-legal moves: they obey the rules except that they may leave the own king in check.
    pub(super) fn pseudo_legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in (0..8).flat_map(|rank| (0..8).map(move |file| square(file, rank))) {
            let Cell::Piece(color, kind) = self.cells[from] else {
                continue;
            };
            if color != self.side {
                continue;
            }
            match kind {
                Kind::Pawn => self.pawn_moves(from, &mut moves),
                Kind::Knight => self.piece_moves(from, &KNIGHT, false, &mut moves),
                Kind::Bishop => self.piece_moves(from, &DIAGONAL, true, &mut moves),
                Kind::Rook => self.piece_moves(from, &STRAIGHT, true, &mut moves),
                Kind::Queen => self.piece_moves(from, &EVERY_WAY, true, &mut moves),
                Kind::King => self.piece_moves(from, &EVERY_WAY, false, &mut moves),
            }
        }
        moves.extend(Wing::BOTH.into_iter().filter_map(|wing| self.castling_move(wing)));
        moves
    }

    /// The moves of a piece that captures the way it moves; `slides` means any number of steps.
    fn piece_moves(&self, from: usize, offsets: &[isize], slides: bool, moves: &mut Vec<Move>) {
        for &offset in offsets {
            let mut to = step(from, offset);
            while slides && self.cells[to] == Cell::Empty {
                moves.push(Move { from, to, extra: Extra::Nothing });
                to = step(to, offset);
            }
            if self.cells[to] == Cell::Empty || self.holds_enemy(to) {
                moves.push(Move { from, to, extra: Extra::Nothing });
            }
        }
    }

    fn pawn_moves(&self, from: usize, moves: &mut Vec<Move>) {
        let ahead = step(from, self.side.forward());
        if self.cells[ahead] == Cell::Empty {
            self.pawn_arrives(from, ahead, moves);
            let to = step(ahead, self.side.forward());
            if rank_of(from) == self.side.rank(1) && self.cells[to] == Cell::Empty {
                moves.push(Move { from, to, extra: Extra::DoubleStep });
            }
        }
        for to in [ahead - 1, ahead + 1] {
            if self.holds_enemy(to) {
                self.pawn_arrives(from, to, moves);
            } else if self.en_passant == Some(to) {
                moves.push(Move { from, to, extra: Extra::EnPassant });
            }
        }
    }

    /// Adds a pawn move, as promotions if the target is on the last rank.
    fn pawn_arrives(&self, from: usize, to: usize, moves: &mut Vec<Move>) {
        if rank_of(to) == self.side.rank(7) {
            let promotions =
                PROMOTIONS.map(|kind| Move { from, to, extra: Extra::Promotion(kind) });
            moves.extend(promotions);
        } else {
            moves.push(Move { from, to, extra: Extra::Nothing });
        }
    }

    fn holds_enemy(&self, at: usize) -> bool {
        matches!(self.cells[at], Cell::Piece(color, _) if color != self.side)
    }

    /// Castling on that wing if all conditions but one hold: whether the king is attacked on its target square is
    /// checked after the move, with the rook on its new square.
    fn castling_move(&self, wing: Wing) -> Option<Move> {
        let rook = self.castling[self.side as usize][wing as usize]?;
        let king = self.king(self.side);
        let (king_to, rook_to) = self.castled_squares(wing);

        // The king must not shield the squares on its path from an attacker behind it, so it is removed; the rook stays
        // where it was.
        let mut aside = self.clone();
        aside.cells[king] = Cell::Empty;
        let unsafe_at = |at: usize| aside.attacked(at, self.side.other());
        let walk = king.min(king_to)..=king.max(king_to);
        if unsafe_at(king) || walk.clone().any(|at| at != king_to && unsafe_at(at)) {
            return None;
        }

        aside.cells[rook] = Cell::Empty;
        let mut ways = walk.chain(rook.min(rook_to)..=rook.max(rook_to));
        let free = ways.all(|at| aside.cells[at] == Cell::Empty);
        free.then_some(Move { from: king, to: rook, extra: Extra::Castling(wing) })
    }

    /// The squares of king and rook of the side to move after castling.
    pub(super) fn castled_squares(&self, wing: Wing) -> (usize, usize) {
        let (king_file, rook_file) = wing.files_after();
        let back = self.side.rank(0);
        (square(king_file, back), square(rook_file, back))
    }

    /// The position after a pseudo-legal move.
    pub(super) fn play(&self, mv: Move) -> Position {
        let mut next = self.clone();
        let Move { from, to, extra } = mv;
        let mover = self.cells[from];
        let is_pawn = mover == Cell::Piece(self.side, Kind::Pawn);

        next.en_passant = None;
        next.quiet_plies = if is_pawn || self.holds_enemy(to) { 0 } else { self.quiet_plies + 1 };

        next.cells[from] = Cell::Empty;
        match extra {
            Extra::Castling(wing) => {
                // Both leave before either arrives, because their squares may overlap.
                let (king_to, rook_to) = self.castled_squares(wing);
                next.cells[to] = Cell::Empty;
                next.cells[king_to] = mover;
                next.cells[rook_to] = Cell::Piece(self.side, Kind::Rook);
            }
            Extra::Promotion(kind) => next.cells[to] = Cell::Piece(self.side, kind),
            Extra::EnPassant => {
                next.cells[to] = mover;
                next.cells[step(to, -self.side.forward())] = Cell::Empty;
            }
            Extra::DoubleStep => {
                next.cells[to] = mover;
                next.en_passant = Some(step(from, self.side.forward()));
            }
            Extra::Nothing => next.cells[to] = mover,
        }

        // A castling right ends when the king moves, and when the rook moves or is captured.
        if mover == Cell::Piece(self.side, Kind::King) {
            next.castling[self.side as usize] = [None; 2];
        }
        for right in next.castling.iter_mut().flatten() {
            if *right == Some(from) || *right == Some(to) {
                *right = None;
            }
        }

        next.side = self.side.other();
        if self.side == Color::Black {
            next.move_number += 1;
        }
        next
    }
}
