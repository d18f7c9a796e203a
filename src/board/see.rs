//! Static exchange evaluation: what a move wins or loses once all captures on its square are done.
//!
//! Source: <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>

use super::state::Board;
use crate::attacks;
use crate::types::{Color, Move, MoveKind, PieceType};

/// Piece values for exchanges, in centipawns. Losing the king outweighs everything.
pub const SEE_VALUES: [i32; 6] = [100, 310, 330, 500, 950, 20_000];

impl Board {
    /// Whether the exchange that the move starts wins at least `threshold` centipawns for the side to
    /// move. Both sides recapture with their least valuable piece and may stop at any time. Pins are
    /// ignored, and castling counts as 0. The caller passes the types of the moving and of the
    /// captured piece, which it knows already.
    pub(crate) fn exchange_ge(
        &self,
        mv: Move,
        mover: Option<PieceType>,
        victim: Option<PieceType>,
        threshold: i32,
    ) -> bool {
        debug_assert!(mover == self.kind_on(mv.from()) && victim == self.captured(mv));
        if mv.is_castle() {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let value = |kind: Option<PieceType>| kind.map_or(0, |kind| SEE_VALUES[kind.index()]);
        let mut on_target = mover;
        // The mover's gain above the threshold if the exchange ended here.
        let mut balance = value(victim) - threshold;
        if let Some(kind) = mv.promotion() {
            balance += SEE_VALUES[kind.index()] - SEE_VALUES[PieceType::Pawn.index()];
            on_target = Some(kind);
        }
        if balance < 0 {
            return false;
        }
        // The same if the moved piece were then lost for nothing.
        balance -= value(on_target);
        if balance >= 0 {
            return true;
        }

        let mut occupied = (self.occupied() ^ from.bitboard()) | to.bitboard();
        if mv.kind() == MoveKind::EnPassant {
            let victim = to.offset(if self.side == Color::White { -8 } else { 8 });
            occupied ^= victim.bitboard();
        }
        let mut attackers = self.attackers(to, occupied) & occupied;
        let mut side = !self.side;
        // `balance` is that of the side that captured last, with its capturing piece counted as lost.
        // While it is negative, the other side gains by recapturing.
        loop {
            let own = attackers & self.color(side);
            if own.is_empty() {
                break;
            }
            let Some(kind) = PieceType::ALL.into_iter().find(|&kind| (own & self.kind(kind)).any())
            else {
                break;
            };
            side = !side;
            if kind == PieceType::King {
                // A king may capture only an undefended piece; lines through its own square count.
                occupied ^= own.first().bitboard();
                if (self.attackers(to, occupied) & occupied & self.color(side)).any() {
                    side = !side;
                }
                break;
            }
            occupied ^= (own & self.kind(kind)).first().bitboard();
            if kind == PieceType::Pawn || kind.is_diagonal() {
                attackers |= attacks::bishop(to, occupied) & self.diagonal;
            }
            if kind.is_straight() {
                attackers |= attacks::rook(to, occupied) & self.straight;
            }
            attackers &= occupied;
            balance = -balance - 1 - SEE_VALUES[kind.index()];
            if balance >= 0 {
                break;
            }
        }
        side != self.side
    }
}
