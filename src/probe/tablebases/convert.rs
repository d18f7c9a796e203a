//! Converts positions to shakmaty's.

use shakmaty::{
    Bitboard as Squares, Board as TheirBoard, ByColor, ByRole, CastlingMode, Chess, FromSetup as _,
    PositionError, Setup, Square as TheirSquare,
};

use crate::position::Position;
use crate::types::{Color, PieceType};

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

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
    use shakmaty::{EnPassantMode, Position as _, zobrist::Zobrist64};

    use super::chess;
    use crate::position::Position;

    /// In games that castle, promote and capture en passant, in chess and Chess960.
    #[test]
    fn polyglot_keys_are_those_of_shakmaty() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut checked = 0;
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            for _ in 0..100 {
                let mut position = Position::from_fen(fen).unwrap();
                for _ in 0..40 {
                    let theirs = chess(&position).unwrap();
                    let Zobrist64(key) = theirs.zobrist_hash(EnPassantMode::Legal);
                    assert_eq!(position.polyglot_key(), key, "{position}");
                    checked += 1;
                    let mut moves = position.legal_moves();
                    let Some(choice) = rng.next_u64().checked_rem(moves.len() as u64) else {
                        break;
                    };
                    position.play_unchecked(moves.nth(choice as usize).unwrap());
                }
            }
        }
        assert!(checked > 10_000, "only {checked} positions");
    }
}
