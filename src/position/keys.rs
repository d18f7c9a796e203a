//! Zobrist keys of a position and of its parts.
//!
//! Source: <https://www.chessprogramming.org/Zobrist_Hashing>

use core::hint::select_unpredictable;

use super::cuckoo;
use super::zobrist_cells::CUCKOO_SIZE;
use crate::board::Board;
use crate::types::{CastlingRooks, Color, Key, Piece, PieceType, Square, fnv};

/// The generated random numbers.
pub(super) mod table {
    include!(concat!(env!("OUT_DIR"), "/zobrist.rs"));
}

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
        self.apply(piece, table::PIECES[piece.index()][square.index()]);
    }

    /// Moves a piece.
    #[inline(always)]
    pub(super) fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        let keys = &table::PIECES[piece.index()];
        self.apply(piece, keys[from.index()] ^ keys[to.index()]);
    }

    #[inline(always)]
    fn apply(&mut self, piece: Piece, change: Key) {
        let kind = piece.kind();
        let (is_pawn, is_straight) = (kind == PieceType::Pawn, kind.is_straight());
        // Which piece moves can't be foreseen: a branch would cost more than four moves.
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
            self.full ^= table::CASTLING[bit];
        }
    }

    #[inline(always)]
    pub(super) fn toggle_en_passant(&mut self, square: Option<Square>) {
        if let Some(square) = square {
            self.full ^= table::EN_PASSANT[usize::from(square.file())];
        }
    }

    #[inline(always)]
    pub(super) fn toggle_side(&mut self) {
        self.full ^= table::BLACK;
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
            piece.map_or(0, |piece| table::PIECES[piece.index()][square.index()])
        };
        self.full ^ table::BLACK ^ key(mover, from) ^ key(mover, to) ^ key(victim, to)
    }
}

/// FNV-1a over the generated numbers; a test checks that they are the same on every machine.
pub fn tables_hash() -> u64 {
    let words = table::PIECES.iter().flatten().chain(&table::CASTLING).chain(&table::EN_PASSANT);
    let moves = (0..CUCKOO_SIZE).map(|cell| u64::from(cuckoo::cell(cell)));
    fnv(words.copied().chain(moves).chain([table::BLACK]))
}
