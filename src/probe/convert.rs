//! Converts positions to shakmaty's.

use shakmaty::{
    Bitboard as Squares, Board as TheirBoard, ByColor, ByRole, CastlingMode, Chess, EnPassantMode,
    FromSetup as _, PositionError, Setup, Square as TheirSquare, zobrist::Zobrist64,
};

use crate::position::Position;
use crate::types::{Color, Key, PieceType};

/// The position as a shakmaty type; `None` if shakmaty considers it illegal.
pub(super) fn chess(position: &Position) -> Option<Chess> {
    let board = position.board();
    let kind = |kind| Squares(board.kind(kind).0);
    let roles = ByRole {
        pawn: kind(PieceType::Pawn),
        knight: kind(PieceType::Knight),
        bishop: kind(PieceType::Bishop),
        rook: kind(PieceType::Rook),
        queen: kind(PieceType::Queen),
        king: kind(PieceType::King),
    };
    let colors = ByColor {
        white: Squares(board.color(Color::White).0),
        black: Squares(board.color(Color::Black).0),
    };
    let setup = Setup {
        board: TheirBoard::try_from_bitboards(roles, colors).ok()?,
        turn: match board.side() {
            Color::White => shakmaty::Color::White,
            Color::Black => shakmaty::Color::Black,
        },
        castling_rights: Squares(board.castling().squares().0),
        ep_square: board.en_passant().map(|square| TheirSquare::new(square.index() as u32)),
        halfmoves: u32::from(position.rule50()),
        ..Setup::empty()
    };
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// The key of a position in Polyglot books.
pub(super) fn polyglot_key(position: &Position) -> Option<Key> {
    let Zobrist64(key) = shakmaty::Position::zobrist_hash(&chess(position)?, EnPassantMode::Legal);
    Some(key)
}
