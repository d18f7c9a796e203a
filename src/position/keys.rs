//! Zobrist keys of a position and of its parts.
//!
//! Source: <https://www.chessprogramming.org/Zobrist_Hashing>

use core::hint::select_unpredictable;

use super::zobrist_cells::CUCKOO_SIZE;
use super::{cuckoo, zobrist};
use crate::board::Board;
use crate::types::{CastlingRooks, Color, Key, Piece, PieceType, Square, fnv};

/// The key of the whole position, and keys of parts of it for caches and correction histories.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Keys {
    /// Pieces, side to move, castling rooks, en-passant file.
    pub full: Key,
    /// Pawns of both sides.
    pub pawn: Key,
    /// Knights, bishops and kings of both sides.
    pub minor: Key,
    /// Rooks, queens and kings of both sides.
    pub major: Key,
    /// All pieces except pawns, by colour.
    pub non_pawn: [Key; 2],
}

impl Keys {
    /// The keys of a board, from scratch.
    pub fn of(board: &Board) -> Keys {
        let mut keys = Keys::default();
        for (piece, square) in board.all_pieces() {
            keys.toggle(piece, square);
        }
        keys.toggle_castling(board.castling());
        keys.toggle_en_passant(board.en_passant());
        if board.side() == Color::Black {
            keys.toggle_side();
        }
        keys
    }

    /// Adds or removes a piece.
    #[inline(always)]
    pub(super) fn toggle(&mut self, piece: Piece, square: Square) {
        self.apply(piece, zobrist::piece(piece, square));
    }

    /// Moves a piece.
    #[inline(always)]
    pub(super) fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        self.apply(piece, zobrist::piece(piece, from) ^ zobrist::piece(piece, to));
    }

    #[inline(always)]
    fn apply(&mut self, piece: Piece, change: Key) {
        let kind = piece.kind();
        let (is_pawn, is_straight) = (kind == PieceType::Pawn, kind.is_straight());
        // Which piece moves can't be predicted: a branch would cost more than four conditional moves.
        let change_if = |belongs: bool| select_unpredictable(belongs, change, 0);
        self.full ^= change;
        self.pawn ^= change_if(is_pawn);
        self.minor ^= change_if(!is_pawn && !is_straight);
        self.major ^= change_if(is_straight || kind == PieceType::King);
        self.non_pawn[piece.color().index()] ^= change_if(!is_pawn);
    }

    #[inline(always)]
    pub(super) fn toggle_castling(&mut self, rooks: CastlingRooks) {
        for bit in rooks.bits() {
            self.full ^= zobrist::castling(bit);
        }
    }

    #[inline(always)]
    pub(super) fn toggle_en_passant(&mut self, square: Option<Square>) {
        if let Some(square) = square {
            self.full ^= zobrist::en_passant(square.file());
        }
    }

    #[inline(always)]
    pub(super) fn toggle_side(&mut self) {
        self.full ^= zobrist::black();
    }

    #[inline(always)]
    pub(super) fn after(
        &self,
        mover: Option<Piece>,
        victim: Option<Piece>,
        from: Square,
        to: Square,
    ) -> Key {
        let key = |piece: Option<Piece>, square: Square| {
            piece.map_or(0, |piece| zobrist::piece(piece, square))
        };
        self.full ^ zobrist::black() ^ key(mover, from) ^ key(mover, to) ^ key(victim, to)
    }
}

/// FNV-1a over the generated numbers; a test checks that they are the same on every machine.
pub fn tables_hash() -> u64 {
    let pieces = Piece::ALL
        .into_iter()
        .flat_map(|piece| (0..64).map(move |square| zobrist::piece(piece, Square::masked(square))));
    let castling = (0..16).map(zobrist::castling);
    let en_passant = (0..8).map(zobrist::en_passant);
    let moves = (0..CUCKOO_SIZE).map(|cell| u64::from(cuckoo::cell(cell)));
    fnv(pieces.chain(castling).chain(en_passant).chain(moves).chain([zobrist::black()]))
}
