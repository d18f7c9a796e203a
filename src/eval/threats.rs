//! Threats: attacks on weak or more valuable enemy pieces, and attacks that the next move could make.

use super::attack_info::AttackInfo;
use super::sink::Sink;
use super::terms::{
    DOUBLY_ATTACKED, HANGING, PUSH_THREAT, RESTRICTED, THREAT_BY_KING, THREAT_BY_MINOR,
    THREAT_BY_PAWN, THREAT_BY_QUEEN, THREAT_BY_ROOK, THREAT_BY_SAFE_PAWN, THREAT_ON_QUEEN,
    WEAK_QUEEN_PROTECTION, WeightIndex,
};
use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType, Side};

/// Weights of a table for victims of one protection: one for each piece type.
const KINDS: usize = PieceType::ALL.len();

/// Evaluates what side `C` threatens to capture, now or after its next move. Needs all attacks.
#[inline(always)]
pub(super) fn evaluate<C: Side, K: Sink>(position: &Position, info: &AttackInfo, sink: &mut K) {
    let board = position.board();
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    // The king is never a victim, though bishops and rooks may see it through a queen.
    let victims = board.color(C::Them::COLOR) & !board.kind(PieceType::King);
    let by = |kind: PieceType| info.by[us][kind.index()];
    let pawn_protected = info.by[them][PieceType::Pawn.index()];
    // Strongly protected: by a pawn, or twice where the attacker attacks only once.
    let protected = pawn_protected | (info.twice[them] & !info.twice[us]);

    by_kind::<C, K>(position, by(PieceType::Pawn) & victims, THREAT_BY_PAWN.at(0), sink);
    let minors = by(PieceType::Knight) | by(PieceType::Bishop);
    by_protection::<C, K>(position, minors & victims, protected, THREAT_BY_MINOR.at(0), sink);
    let (rooks, queens) = (by(PieceType::Rook), by(PieceType::Queen));
    by_protection::<C, K>(position, rooks & victims, protected, THREAT_BY_ROOK.at(0), sink);
    by_protection::<C, K>(position, queens & victims, protected, THREAT_BY_QUEEN.at(0), sink);
    by_kind::<C, K>(
        position,
        by(PieceType::King) & victims & !protected,
        THREAT_BY_KING.at(0),
        sink,
    );

    let attacked = info.all[us] & victims;
    sink.add_each::<C>(HANGING.at(0), attacked & !info.all[them]);
    let queen_only = info.by[them][PieceType::Queen.index()] & !info.twice[them];
    sink.add_each::<C>(WEAK_QUEEN_PROTECTION.at(0), attacked & queen_only);
    let pieces = victims & !board.kind(PieceType::Pawn);
    let contested = pieces & info.twice[us] & info.all[them] & !pawn_protected;
    sink.add_each::<C>(DOUBLY_ATTACKED.at(0), contested);

    // --- Threats by pawns that can stay where they are.
    let defensible = info.all[us] | !info.all[them];
    if (by(PieceType::Pawn) & pieces).any() {
        let by_safe_pawns = attacks::pawns::<C>(info.pawns[us] & defensible) & pieces;
        sink.add_each::<C>(THREAT_BY_SAFE_PAWN.at(0), by_safe_pawns);
    }

    // --- Restricted squares: both sides attack them, and the enemy neither occupies them nor protects them strongly.
    let restricted = info.all[us] & info.all[them] & !protected & !board.color(C::Them::COLOR);
    sink.add_each::<C>(RESTRICTED.at(0), restricted);

    // --- Threats by a pawn push.
    let safe = !info.occupied & !pawn_protected & defensible;
    let third = Bitboard::rank(if C::COLOR == Color::White { 2 } else { 5 });
    let once = info.pawns[us].shift(C::UP) & !info.occupied;
    let pushed = (once | (once & third).shift(C::UP) & !info.occupied) & safe;
    let targets = attacks::pawns::<C>(pushed) & pieces & !by(PieceType::Pawn);
    by_kind::<C, K>(position, targets, PUSH_THREAT.at(0), sink);

    // --- Squares from which a single queen could be attacked next.
    let queens = board.pieces(C::Them::COLOR, PieceType::Queen);
    if queens.any() && !queens.many() {
        let queen = queens.first();
        let safe = info.mobility_area[us] & !protected & !board.color(C::COLOR);
        let lines = safe & info.twice[us];
        let mut add_hits = |kind: PieceType, squares: Bitboard| {
            sink.add_each::<C>(THREAT_ON_QUEEN.at(kind.index()), squares & by(kind));
        };
        let [diagonal, straight] = info.queen_lines[them];
        add_hits(PieceType::Knight, attacks::knight(queen) & safe);
        add_hits(PieceType::Bishop, diagonal & lines);
        add_hits(PieceType::Rook, straight & lines);
    }
}

/// Counts victims by protection and piece type; their weights begin at `first`.
#[inline(always)]
fn by_protection<C: Side, K: Sink>(
    position: &Position,
    victims: Bitboard,
    protected: Bitboard,
    first: WeightIndex,
    sink: &mut K,
) {
    for square in victims {
        let table = first.plus(KINDS * usize::from(protected.has(square)));
        if let Some(piece) = position.piece_on(square) {
            sink.add_at::<C>(table.plus(piece.kind().index()), square);
        }
    }
}

/// Counts victims by piece type; their weights begin at `first`.
#[inline(always)]
fn by_kind<C: Side, K: Sink>(
    position: &Position,
    victims: Bitboard,
    first: WeightIndex,
    sink: &mut K,
) {
    by_protection::<C, K>(position, victims, Bitboard::EMPTY, first, sink);
}
