//! Static exchange evaluation: what a capture is worth once the smoke has cleared.
//!
//! Source: <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>

use super::state::Board;
use crate::attacks;
use crate::types::{Color, Move, MoveKind, PieceType};

/// What a man counts in an exchange, in centipawns. The king's value ends every exchange.
pub const SEE_VALUES: [i32; 6] = [100, 310, 330, 500, 950, 20_000];

impl Board {
    /// Whether the exchange that the move starts gains at least `threshold` centipawns for the side
    /// that moves. Both sides retake with their least valuable man and stop when they like; pins are
    /// ignored; castling counts 0. The caller knows what kind of man moves, and what it takes.
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
        let mut standing = mover;
        // What the mover holds above the threshold, if it were to stop now.
        let mut balance = value(victim) - threshold;
        if let Some(kind) = mv.promotion() {
            balance += SEE_VALUES[kind.index()] - SEE_VALUES[PieceType::Pawn.index()];
            standing = Some(kind);
        }
        if balance < 0 {
            return false;
        }
        // And if the man it moved were then lost for nothing.
        balance -= value(standing);
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
        // `balance` is from the mover's view throughout; whoever is behind must go on.
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
                // A king may only take what is not protected, not even through where it stood.
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
