//! What the opponent attacks, found once for each node: the histories ask whether a move leaves or enters an
//! attacked square, the correction history which pieces stand attacked, reverse futility and the order of quiet
//! moves which of them are attacked by lesser ones.
//!
//! Source: the idea and the size of the bonus for escapes are Stockfish's
//! (<https://github.com/official-stockfish/Stockfish>).

use super::params as p;
use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, Black, Color, Move, PieceType, Side, White};

/// The squares that the side not to move attacks: all of them, and with pieces of no more than a certain value.
#[derive(Clone, Copy)]
pub struct Threats {
    by_pawns: Bitboard,
    /// By pawns, knights and bishops.
    by_minors: Bitboard,
    /// By all these and rooks.
    by_rooks: Bitboard,
    /// By any piece.
    pub(super) all: Bitboard,
    /// The pieces of the side to move that stand on a square attacked by a lesser piece.
    threatened: Bitboard,
}

impl Threats {
    /// The threats against the side to move.
    #[inline(always)]
    pub fn of(board: &Board) -> Threats {
        match board.side() {
            Color::White => Threats::by::<Black>(board),
            Color::Black => Threats::by::<White>(board),
        }
    }

    #[inline(always)]
    fn by<Them: Side>(board: &Board) -> Threats {
        let (us, them) = (board.color(board.side()), board.color(!board.side()));
        let occupied = board.occupied();
        let [pawns, knights, bishops, rooks, queens] = [
            PieceType::Pawn,
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Rook,
            PieceType::Queen,
        ]
        .map(|kind| board.kind(kind));

        let by_pawns = attacks::pawns::<Them>(them & pawns);
        let mut by_minors = by_pawns | attacks::knights(them & knights);
        for square in them & bishops {
            by_minors |= attacks::bishop(square, occupied);
        }
        let mut by_rooks = by_minors;
        for square in them & rooks {
            by_rooks |= attacks::rook(square, occupied);
        }
        let mut all = by_rooks | attacks::king(board.king(Them::COLOR));
        for square in them & queens {
            all |= attacks::bishop(square, occupied) | attacks::rook(square, occupied);
        }
        let threatened = (knights | bishops) & by_pawns | rooks & by_minors | queens & by_rooks;
        Threats { by_pawns, by_minors, by_rooks, all, threatened: us & threatened }
    }

    /// Whether a piece of the side to move is attacked by a lesser one. Knights and bishops count the same, and
    /// pawns as attackers only.
    #[inline(always)]
    pub fn has_threatened_piece(&self) -> bool {
        self.threatened.any()
    }

    /// The ordering bonus of a quiet move that takes its piece away from a lesser attacker, to a square where none
    /// attacks it.
    #[inline(always)]
    pub(super) fn escape(&self, kind: PieceType, mv: Move) -> i32 {
        if !self.threatened.has(mv.from()) {
            return 0;
        }
        let (attacked, bonus) = match kind {
            PieceType::Queen => (self.by_rooks, p::escape_queen()),
            PieceType::Rook => (self.by_minors, p::escape_rook()),
            _ => (self.by_pawns, p::escape_minor()),
        };
        if attacked.has(mv.to()) { 0 } else { bonus }
    }
}

#[cfg(test)]
mod tests {
    use super::Threats;
    use crate::position::Position;
    use crate::search::params as p;

    #[test]
    fn a_piece_earns_by_leaving_a_lesser_ones_attack() {
        let cases = [
            // A pawn attacks the knight; on g6 another one waits for it.
            ("4k3/8/3p4/4p3/5N2/8/8/4K3 w - - 0 1", "f4d3", p::escape_minor()),
            ("4k3/8/8/3pp3/5N2/8/8/4K3 w - - 0 1", "e1d1", 0),
            ("4k3/5p2/8/4p3/5N2/8/8/4K3 w - - 0 1", "f4g6", 0),
            // A bishop attacks the rook, a rook the queen; an equal piece threatens nothing.
            ("4k3/8/8/8/3b4/8/1R6/4K3 w - - 0 1", "b2b1", p::escape_rook()),
            ("3rk3/8/8/8/3Q4/8/8/4K3 w - - 0 1", "d4e4", p::escape_queen()),
            ("3rk3/8/8/8/3Q4/8/8/4K3 w - - 0 1", "d4d7", 0),
            ("3qk3/8/8/8/3Q4/8/8/4K3 w - - 0 1", "d4e4", 0),
        ];
        for (fen, text, bonus) in cases {
            let position = Position::from_fen(fen).unwrap();
            let mv = position.legal_moves().into_iter().find(|mv| mv.to_string() == text);
            let Some(mv) = mv else { panic!("{fen}: no {text}") };
            let kind = position.piece_on(mv.from()).unwrap().kind();
            assert_eq!(Threats::of(position.board()).escape(kind, mv), bonus, "{fen} {text}");
        }
    }
}
