//! King safety: shelter, pawn storm, and the danger from the enemy pieces.

use super::attack_info::AttackInfo;
use super::sink::Sink;
use super::terms::{
    DANGER_BASE, DISCOVERED_CHECK, FLANK_ATTACK, FLANK_ATTACK_TWICE, FLANK_DEFENCE, KING_DEFENDER,
    KING_LINES, KING_RING_EDGE_ATTACKS, NO_QUEEN, PINNED, SAFE_CHECK, SAFE_CHECKS_MANY, SHELTER,
    STORM, UNSAFE_CHECK, WEAK_KING_RING,
};
use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, Color, Direction, PieceType, Side, Square};

/// The files of a king's flank, by the king's file.
static FLANKS: [Bitboard; 8] = {
    let mut flanks = [Bitboard::EMPTY; 8];
    let mut file = 0;
    while file < 8 {
        let middle = if file < 2 {
            2
        } else if file > 5 {
            5
        } else {
            file
        };
        flanks[file as usize] = Bitboard::file(middle).widen().widen();
        file += 1;
    }
    flanks
};

/// The files of a king's flank.
#[inline(always)]
fn flank(king: Square) -> Bitboard {
    FLANKS[usize::from(king.file())]
}

/// A king's square and those around it, the king moved one square in if it stands at the edge.
static INNER_RINGS: [Bitboard; 64] = {
    let mut rings = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let inner = Square::new(one_in(file), one_in(rank));
        let row = inner.bitboard().widen();
        rings[square as usize] =
            Bitboard(row.0 | row.shift(Direction::North).0 | row.shift(Direction::South).0);
        square += 1;
    }
    rings
};

/// A file or rank, one nearer to the middle if it is at the edge.
const fn one_in(line: u8) -> u8 {
    match line {
        0 => 1,
        7 => 6,
        inner => inner,
    }
}

/// Evaluates shelter and storm of the enemy king, counted for the attacker, side `C`: all that depends on pawns and
/// kings alone.
#[inline(always)]
pub(super) fn evaluate_shelter<C: Side, K: Sink>(info: &AttackInfo, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let defender = C::Them::COLOR;
    let king = info.king[them];
    let first_file = king.file().clamp(1, 6) - 1;
    let ahead = ranks_from::<C::Them>(king.relative_rank(defender));
    for file in (0..3).map(|offset| first_file + offset) {
        let column = Bitboard::file(file) & ahead;
        let edge = usize::from(file.min(7 - file));
        let rank = |pawns: Bitboard| nearest_rank::<C::Them>(pawns & column);
        let (nearest, storm) = (rank(info.pawns[them]), rank(info.pawns[us]));
        let blocked = nearest != 0 && storm == nearest + 1;
        // A pawn that a pawn attacks is no shield.
        let shield = rank(info.pawns[them] & !info.by[us][PieceType::Pawn.index()]);
        // The nearest pawn, or the file without one.
        let place = |rank: usize| match rank {
            0 => column,
            _ => Square::new(file, rank as u8).relative(defender).bitboard(),
        };
        sink.danger::<C>(SHELTER.at(edge * 8 + shield), 1, place(shield));
        sink.danger::<C>(STORM.at((usize::from(blocked) * 4 + edge) * 8 + storm), 1, place(storm));
    }
    // Counted here, so that the pawn hash table holds it.
    sink.danger::<C>(DANGER_BASE.at(0), 1, Bitboard::EMPTY);
}

/// All squares on this relative rank of side `C` and ahead of it.
#[inline(always)]
const fn ranks_from<C: Side>(rank: u8) -> Bitboard {
    match C::COLOR {
        Color::White => Bitboard(!0 << (8 * rank)),
        Color::Black => Bitboard(!0 >> (8 * rank)),
    }
}

/// The lowest relative rank of a set, as side `C` sees it; 0 if the set is empty.
#[inline(always)]
const fn nearest_rank<C: Side>(squares: Bitboard) -> usize {
    let squares_before = match C::COLOR {
        Color::White => squares.0.trailing_zeros(),
        Color::Black => squares.0.leading_zeros(),
    };
    // An empty set gives 64, which is rank 8; the remainder makes it 0.
    (squares_before / 8 % 8) as usize
}

/// Evaluates the danger that side `C` poses to the enemy king, apart from shelter and storm (above) and the attackers
/// of the king ring (`pieces.rs`).
/// Needs all attacks.
#[inline(always)]
pub(super) fn evaluate_danger<C: Side, K: Sink>(board: &Board, info: &AttackInfo, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let king = info.king[them];
    let king_and_queen =
        info.by[them][PieceType::King.index()] | info.by[them][PieceType::Queen.index()];
    let weak = info.all[us] & !info.twice[them] & (king_and_queen | !info.all[them]);
    sink.danger_each::<C>(WEAK_KING_RING.at(0), weak & info.king_ring[them]);

    // --- Room that the edge of the board takes from the ring.
    let edge_ring = INNER_RINGS[king.index()] & !info.king_zone::<C::Them>();
    sink.danger_each::<C>(KING_RING_EDGE_ATTACKS.at(0), edge_ring & info.all[us]);

    // --- Checks, through the defender's queens, which would have to move:
    // source <https://www.chessprogramming.org/King_Safety#Safe_Checks>
    let safe = !info.all[them] | (weak & info.twice[us]);
    let queens = board.pieces(C::Them::COLOR, PieceType::Queen);
    let straight = attacks::rook(king, info.occupied & !queens);
    let diagonal = attacks::bishop(king, info.occupied & !queens);
    let mut add_checks = |kind: PieceType, lines: Bitboard| {
        let checks = info.by[us][kind.index()] & lines & !board.color(C::COLOR);
        if checks.any() {
            sink.danger_each::<C>(SAFE_CHECK.at(kind.index()), checks & safe);
            if (checks & safe).many() {
                sink.danger::<C>(SAFE_CHECKS_MANY.at(kind.index()), 1, checks & safe);
            }
            sink.danger_each::<C>(UNSAFE_CHECK.at(kind.index()), checks & !safe);
        }
    };
    add_checks(PieceType::Knight, attacks::knight(king));
    add_checks(PieceType::Bishop, diagonal);
    add_checks(PieceType::Rook, straight);
    add_checks(PieceType::Queen, straight | diagonal);

    // --- The king's flank.
    let camp = match C::Them::COLOR {
        Color::White => Bitboard(0x0000_00FF_FFFF_FFFF),
        Color::Black => Bitboard(0xFFFF_FFFF_FF00_0000),
    };
    let flank_camp = flank(king) & camp;
    let attacked = flank_camp & info.all[us];
    sink.danger_each::<C>(FLANK_ATTACK.at(0), attacked);
    sink.danger_each::<C>(FLANK_ATTACK_TWICE.at(0), attacked & info.twice[us]);
    sink.danger_each::<C>(FLANK_DEFENCE.at(0), flank_camp & info.all[them]);

    // --- Pins, discovered checks, defenders.
    for square in info.pinned[them] {
        if let Some(kind) = board.kind_on(square) {
            sink.danger::<C>(PINNED.at(kind.index()), 1, square.bitboard());
        }
    }
    // A queen that could uncover a check gives check herself, so hers never counts.
    for square in info.discoverers[us] {
        if let Some(kind) = board.kind_on(square) {
            sink.danger::<C>(DISCOVERED_CHECK.at(kind.index()), 1, square.bitboard());
        }
    }
    for (index, kind) in [PieceType::Knight, PieceType::Bishop].into_iter().enumerate() {
        let defended = info.by[them][kind.index()] & info.king_ring[them];
        if defended.any() {
            sink.danger::<C>(KING_DEFENDER.at(index), 1, defended);
        }
    }

    let open = (straight | diagonal) & !board.color(C::Them::COLOR);
    sink.danger::<C>(KING_LINES.at(open.count() as usize), 1, open);
    if board.pieces(C::COLOR, PieceType::Queen).is_empty() {
        sink.danger::<C>(NO_QUEEN.at(0), 1, Bitboard::EMPTY);
    }
}
