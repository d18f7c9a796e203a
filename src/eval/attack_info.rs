//! Who attacks what, gathered once per evaluation.

use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, Black, Color, PieceType, Side, Square, White};

/// Rook and bishop attacks on an empty board.
static LINES: [Lines; 64] = {
    let mut lines = [Lines { straight: Bitboard::EMPTY, diagonal: Bitboard::EMPTY }; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let files = (from % 8) as i8 - (to % 8) as i8;
            let ranks = (from / 8) as i8 - (to / 8) as i8;
            if from != to && (files == 0 || ranks == 0) {
                lines[from].straight.0 |= 1 << to;
            } else if from != to && files.abs() == ranks.abs() {
                lines[from].diagonal.0 |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    lines
};

/// The straight and the diagonal lines through a square, without the square itself.
#[derive(Clone, Copy)]
struct Lines {
    straight: Bitboard,
    diagonal: Bitboard,
}

/// The sliders of both sides that would attack a square if nothing stood in between.
#[inline(always)]
pub(super) fn snipers(board: &Board, target: Square) -> Bitboard {
    let Lines { straight, diagonal } = LINES[target.index()];
    (straight & board.straight_sliders()) | (diagonal & board.diagonal_sliders())
}

/// Attack maps and other sets that several terms use. Arrays are indexed by colour.
#[derive(Clone, Copy)]
pub(super) struct AttackInfo {
    pub(super) occupied: Bitboard,
    pub(super) pawns: [Bitboard; 2],
    pub(super) king: [Square; 2],
    /// The king ring: the king's zone without the squares that two own pawns defend.
    pub(super) king_ring: [Bitboard; 2],
    /// Squares that count for a side's mobility: those that no enemy pawn attacks and that hold neither its
    /// own king nor an own pawn that is obstructed or still on its home rank.
    pub(super) mobility_area: [Bitboard; 2],
    /// Attacks by colour and piece type.
    pub(super) by: [[Bitboard; 6]; 2],
    /// Attacks of all pieces of a side.
    pub(super) all: [Bitboard; 2],
    /// Squares that a side attacks at least twice.
    pub(super) twice: [Bitboard; 2],
    /// A side's pieces that are pinned to their king.
    pub(super) pinned: [Bitboard; 2],
    /// A side's pieces that would give a discovered check by moving away.
    pub(super) discoverers: [Bitboard; 2],
    /// Pawns of a side that an enemy pawn blocks.
    pub(super) blocked: [Bitboard; 2],
    /// Pawns of a side with any piece in front of them.
    pub(super) obstructed: [Bitboard; 2],
    /// Diagonal and straight attacks of a side's queen; of one of them if there are several, empty if there
    /// is none.
    pub(super) queen_lines: [[Bitboard; 2]; 2],
}

impl AttackInfo {
    /// Pawns, kings and pins. The attacks of the pieces are added while those are evaluated.
    #[inline(always)]
    pub(super) fn new(board: &Board) -> AttackInfo {
        let mut info = AttackInfo::of_pawns_and_kings(board);
        info.set_mobility_area::<White>();
        info.set_mobility_area::<Black>();
        info.find_blockers::<White>(board);
        info.find_blockers::<Black>(board);
        info
    }

    /// The part that depends on pawns and kings alone.
    #[inline(always)]
    pub(super) fn of_pawns_and_kings(board: &Board) -> AttackInfo {
        let none = Bitboard::EMPTY;
        let mut info = AttackInfo {
            occupied: board.occupied(),
            pawns: [
                board.pieces(Color::White, PieceType::Pawn),
                board.pieces(Color::Black, PieceType::Pawn),
            ],
            king: [board.king(Color::White), board.king(Color::Black)],
            king_ring: [none; 2],
            mobility_area: [none; 2],
            by: [[none; 6]; 2],
            all: [none; 2],
            twice: [none; 2],
            pinned: [none; 2],
            discoverers: [none; 2],
            blocked: [none; 2],
            obstructed: [none; 2],
            queen_lines: [[none; 2]; 2],
        };
        info.add_pawns_and_king::<White>();
        info.add_pawns_and_king::<Black>();
        info
    }

    #[inline(always)]
    fn add_pawns_and_king<C: Side>(&mut self) {
        let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
        let (east, west) = (self.pawns[us].shift(C::UP_EAST), self.pawns[us].shift(C::UP_WEST));
        let king = attacks::king(self.king[us]);
        self.by[us][PieceType::Pawn.index()] = east | west;
        self.by[us][PieceType::King.index()] = king;
        self.all[us] = east | west | king;
        self.twice[us] = (east & west) | ((east | west) & king);
        self.king_ring[us] = self.king_zone::<C>() & !(east & west);
        self.blocked[us] = self.pawns[us] & self.pawns[them].shift(C::Them::UP);
    }

    /// Side `C`'s king, the squares it attacks, and both shifted one rank ahead.
    #[inline(always)]
    pub(super) fn king_zone<C: Side>(&self) -> Bitboard {
        let us = C::COLOR.index();
        let around = self.by[us][PieceType::King.index()] | self.king[us].bitboard();
        around | around.shift(C::UP)
    }

    #[inline(always)]
    fn set_mobility_area<C: Side>(&mut self) {
        let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
        let home = Bitboard::rank(if C::COLOR == Color::White { 1 } else { 6 });
        self.obstructed[us] = self.pawns[us] & self.occupied.shift(C::Them::UP);
        let excluded_pawns = self.obstructed[us] | (self.pawns[us] & home);
        self.mobility_area[us] =
            !(excluded_pawns | self.king[us].bitboard() | self.by[them][PieceType::Pawn.index()]);
    }

    /// Finds pieces that stand alone between side `C`'s king and an enemy slider.
    #[inline(always)]
    fn find_blockers<C: Side>(&mut self, board: &Board) {
        let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
        let king = self.king[us];
        for sniper in snipers(board, king) & board.color(C::Them::COLOR) {
            let between = attacks::between(king, sniper) & self.occupied;
            if between.any() && !between.many() {
                self.pinned[us] |= between & board.color(C::COLOR);
                self.discoverers[them] |= between & board.color(C::Them::COLOR);
            }
        }
    }

    /// Adds the attacks of one piece.
    #[inline(always)]
    pub(super) fn add<C: Side>(&mut self, kind: PieceType, attacks: Bitboard) {
        let us = C::COLOR.index();
        self.twice[us] |= self.all[us] & attacks;
        self.all[us] |= attacks;
        self.by[us][kind.index()] |= attacks;
    }
}
