//! Attacks on men that are worth more than the attacker or stand unprotected, and attacks to come.

use super::attack_info::AttackInfo;
use super::sink::Sink;
use super::terms::{
    HANGING, ONLY_QUEEN_PROTECTS, PUSH_THREAT, Place, QUEEN_HIT, RESTRICTED, THREAT_BY_KING,
    THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_QUEEN, THREAT_BY_ROOK,
};
use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType, Side};

/// Weights of one table for victims of every kind.
const KINDS: usize = PieceType::ALL.len();

/// States what side `C` threatens to take, now or after its next move.
#[inline(always)]
pub(super) fn state<C: Side, K: Sink>(board: &Board, info: &AttackInfo, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let enemy = board.color(C::Them::COLOR);
    let by = |kind: PieceType| info.by[us][kind.index()];
    let pawn_protected = info.by[them][PieceType::Pawn.index()];
    // Well protected: by a pawn, or more often than attacked.
    let protected = pawn_protected | (info.twice[them] & !info.twice[us]);

    by_kind::<C, K>(board, by(PieceType::Pawn) & enemy, THREAT_BY_PAWN.at(0), sink);
    let minors = by(PieceType::Knight) | by(PieceType::Bishop);
    for_protected::<C, K>(board, minors & enemy, protected, THREAT_BY_MINOR.at(0), sink);
    let (rooks, queens) = (by(PieceType::Rook), by(PieceType::Queen));
    for_protected::<C, K>(board, rooks & enemy, protected, THREAT_BY_ROOK.at(0), sink);
    for_protected::<C, K>(board, queens & enemy, protected, THREAT_BY_QUEEN.at(0), sink);
    by_kind::<C, K>(board, by(PieceType::King) & enemy & !protected, THREAT_BY_KING.at(0), sink);

    let attacked = info.all[us] & enemy;
    sink.add::<C>(HANGING.at(0), (attacked & !info.all[them]).count() as i32);
    let queen_only = info.by[them][PieceType::Queen.index()] & !info.twice[them];
    sink.add::<C>(ONLY_QUEEN_PROTECTS.at(0), (attacked & queen_only).count() as i32);

    // --- Squares that the enemy reaches, side `C` too, and where it would not be safe.
    let restricted = info.all[us] & info.all[them] & !protected & !board.color(C::Them::COLOR);
    sink.add::<C>(RESTRICTED.at(0), restricted.count() as i32);

    // --- Pushes.
    let safe = !info.occupied & !pawn_protected & (info.all[us] | !info.all[them]);
    let third = Bitboard::rank(if C::COLOR == Color::White { 2 } else { 5 });
    let once = info.pawns[us].shift(C::UP) & !info.occupied;
    let pushed = (once | (once & third).shift(C::UP) & !info.occupied) & safe;
    let targets = attacks::pawns::<C>(pushed) & enemy & !by(PieceType::Pawn);
    by_kind::<C, K>(board, targets & !board.kind(PieceType::Pawn), PUSH_THREAT.at(0), sink);

    // --- Attacks on a lone queen to come.
    let queens = board.pieces(C::Them::COLOR, PieceType::Queen);
    if queens.any() && !queens.many() {
        let queen = queens.first();
        let safe = info.mobility_area[us] & !protected & !board.color(C::COLOR);
        let lines = safe & info.twice[us];
        let mut state_hits = |kind: PieceType, squares: Bitboard| {
            let hits = (squares & by(kind)).count() as i32;
            sink.add::<C>(QUEEN_HIT.at(kind.index()), hits);
        };
        let [diagonal, straight] = info.queen_lines[them];
        state_hits(PieceType::Knight, attacks::knight(queen) & safe);
        state_hits(PieceType::Bishop, diagonal & lines);
        state_hits(PieceType::Rook, straight & lines);
    }
}

/// States victims by whether they are protected and by their kind; the weights begin at `first`.
#[inline(always)]
fn for_protected<C: Side, K: Sink>(
    board: &Board,
    victims: Bitboard,
    protected: Bitboard,
    first: Place,
    sink: &mut K,
) {
    if victims.any() {
        by_kind::<C, K>(board, victims & !protected, first, sink);
        by_kind::<C, K>(board, victims & protected, first.plus(KINDS), sink);
    }
}

/// States victims by their kind; the weights begin at `first`.
#[inline(always)]
fn by_kind<C: Side, K: Sink>(board: &Board, victims: Bitboard, first: Place, sink: &mut K) {
    if victims.is_empty() {
        return;
    }
    // The king is no victim.
    for kind in
        [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen]
    {
        let count = (victims & board.kind(kind)).count() as i32;
        sink.add::<C>(first.plus(kind.index()), count);
    }
}
