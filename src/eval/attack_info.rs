//! Who attacks what, gathered once per evaluation.

use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, Black, Color, PieceType, Side, Square, White};

/// The lines of a rook and of a bishop on an empty board.
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

/// Both kinds of lines through a square, without the square.
#[derive(Clone, Copy)]
struct Lines {
    straight: Bitboard,
    diagonal: Bitboard,
}

/// The sliders that would attack a square if nothing stood between.
#[inline(always)]
pub(super) fn snipers(board: &Board, target: Square) -> Bitboard {
    let Lines { straight, diagonal } = LINES[target.index()];
    (straight & board.straight_sliders()) | (diagonal & board.diagonal_sliders())
}

/// Attack maps and other sets that several terms want. Arrays are indexed by colour.
#[derive(Clone, Copy)]
pub(super) struct AttackInfo {
    pub(super) occupied: Bitboard,
    pub(super) pawns: [Bitboard; 2],
    pub(super) king: [Square; 2],
    /// Squares round a side's king, those it stands on and goes to, and one rank further ahead.
    pub(super) ring: [Bitboard; 2],
    /// Squares where a side's man counts as mobile: not attacked by enemy pawns, nor taken by the own
    /// king or by a pawn that can't move or has not left home.
    pub(super) mobility_area: [Bitboard; 2],
    /// Attacks by colour and kind.
    pub(super) by: [[Bitboard; 6]; 2],
    /// Attacks of all men of a side.
    pub(super) all: [Bitboard; 2],
    /// Squares a side attacks twice or more.
    pub(super) twice: [Bitboard; 2],
    /// A side's men that are pinned to their king.
    pub(super) pinned: [Bitboard; 2],
    /// A side's men that would give check by leaving.
    pub(super) discoverers: [Bitboard; 2],
    /// Pawns of a side that face an enemy pawn.
    pub(super) rammed: [Bitboard; 2],
    /// Pawns of a side with a man before them.
    pub(super) stopped: [Bitboard; 2],
    /// Diagonal and straight lines of a side's queen, as far as they are open. With several queens,
    /// of one of them; with none, empty.
    pub(super) queen_lines: [[Bitboard; 2]; 2],
}

impl AttackInfo {
    /// Pawns, kings and pins; the pieces' attacks are added as they are evaluated.
    #[inline(always)]
    pub(super) fn new(board: &Board) -> AttackInfo {
        let mut info = AttackInfo::of_pawns_and_kings(board);
        info.set_mobility_area::<White>();
        info.set_mobility_area::<Black>();
        info.find_blockers::<White>(board);
        info.find_blockers::<Black>(board);
        info
    }

    /// What follows from pawns and kings alone.
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
            ring: [none; 2],
            mobility_area: [none; 2],
            by: [[none; 6]; 2],
            all: [none; 2],
            twice: [none; 2],
            pinned: [none; 2],
            discoverers: [none; 2],
            rammed: [none; 2],
            stopped: [none; 2],
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
        let zone = king | self.king[us].bitboard();
        self.ring[us] = zone | zone.shift(C::UP);
        self.rammed[us] = self.pawns[us] & self.pawns[them].shift(C::Them::UP);
    }

    #[inline(always)]
    fn set_mobility_area<C: Side>(&mut self) {
        let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
        let home = Bitboard::rank(if C::COLOR == Color::White { 1 } else { 6 });
        self.stopped[us] = self.pawns[us] & self.occupied.shift(C::Them::UP);
        let stuck = self.stopped[us] | (self.pawns[us] & home);
        self.mobility_area[us] =
            !(stuck | self.king[us].bitboard() | self.by[them][PieceType::Pawn.index()]);
    }

    /// Men alone between side `C`'s king and an enemy slider.
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

    /// Adds one man's attacks.
    #[inline(always)]
    pub(super) fn add<C: Side>(&mut self, kind: PieceType, attacks: Bitboard) {
        let us = C::COLOR.index();
        self.twice[us] |= self.all[us] & attacks;
        self.all[us] |= attacks;
        self.by[us][kind.index()] |= attacks;
    }
}
