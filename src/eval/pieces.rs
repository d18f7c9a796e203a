//! Mobility and placement of knights, bishops, rooks and queens, and their attacks on the king ring.

use std::marker::PhantomData;

use super::attack_info::{AttackInfo, snipers};
use super::pawns::ahead;
use super::sink::Sink;
use super::terms::{
    BAD_BISHOP, BISHOP_MOBILITY, BISHOP_ON_KING_RING, BISHOP_PAIR, BISHOP_PAWNS,
    KING_RING_ATTACKER, KING_RING_ATTACKS, KNIGHT_CLOSEDNESS, KNIGHT_MOBILITY, LONG_DIAGONAL,
    MINOR_BEHIND_PAWN, MINOR_KING_DISTANCE, OUTPOST, QUEEN_MOBILITY, REACHABLE_OUTPOST,
    ROOK_CLOSEDNESS, ROOK_FILE, ROOK_MOBILITY, ROOK_ON_CLOSED_FILE, ROOK_ON_KING_RING,
    ROOK_ON_QUEEN_FILE, ROOK_ON_SEVENTH, TRAPPED_ROOK, WEAK_QUEEN,
};
use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType, Side, Square};

/// The squares d4, e4, d5, e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The files c to f.
const MIDDLE_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
/// A rook with at most this many mobile squares may be trapped.
const TRAPPED_MOBILITY: usize = 3;

/// The long diagonals without their centre: from other squares a bishop never attacks two centre squares.
const LONG_DIAGONALS: Bitboard = Bitboard(0x8142_2400_0024_4281);

/// The distance between two squares in king moves.
static DISTANCES: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            table[from as usize][to as usize] = Square::masked(from).distance(Square::masked(to));
            to += 1;
        }
        from += 1;
    }
    table
};

/// The squares on the fourth to sixth rank where no enemy pawn can ever attack side `C`'s knights and bishops.
#[inline(always)]
pub(super) fn outposts<C: Side>(info: &AttackInfo) -> Bitboard {
    let region = match C::COLOR {
        Color::White => Bitboard(0x0000_FFFF_FF00_0000),
        Color::Black => Bitboard(0x0000_00FF_FFFF_0000),
    };
    let enemy = info.pawns[C::Them::COLOR.index()];
    region & !attacks::pawns::<C::Them>(enemy | ahead::<C::Them>(enemy))
}

/// Evaluates side `C`'s pieces and adds their attacks to `info`.
#[inline(always)]
pub(super) fn evaluate<C: Side, K: Sink>(
    board: &Board,
    outposts: Bitboard,
    info: &mut AttackInfo,
    sink: &mut K,
) {
    knights::<C, K>(board, outposts, info, sink);
    bishops::<C, K>(board, outposts, info, sink);
    rooks::<C, K>(board, info, sink);
    queens::<C, K>(board, info, sink);
}

/// Adds the attacks of a piece to `info`, and those on the king ring to the sink; returns its mobility.
#[inline(always)]
fn add_attacks<C: Side, K: Sink>(
    kind: PieceType,
    square: Square,
    mut attacked: Bitboard,
    info: &mut AttackInfo,
    sink: &mut K,
) -> usize {
    let us = C::COLOR.index();
    if info.pinned[us].has(square) {
        attacked &= attacks::line(info.king[us], square);
    }
    info.add::<C>(kind, attacked);
    let hits = attacked & info.king_ring[C::Them::COLOR.index()];
    sink.danger::<C>(KING_RING_ATTACKER.at(kind.index()), i32::from(hits.any()), square.bitboard());
    sink.danger_each::<C>(KING_RING_ATTACKS.at(0), hits);
    (attacked & info.mobility_area[us]).count() as usize
}

#[inline(always)]
fn knights<C: Side, K: Sink>(
    board: &Board,
    outposts: Bitboard,
    info: &mut AttackInfo,
    sink: &mut K,
) {
    let knights = board.pieces(C::COLOR, PieceType::Knight);
    let closed = info.blocked[C::COLOR.index()].count() as usize;
    sink.add_each::<C>(KNIGHT_CLOSEDNESS.at(closed), knights);
    let minors = Minors::<C>::new(knights, 0, outposts, info);
    minors.evaluate_all(info, sink);
    for square in knights {
        let attacked = attacks::knight(square);
        let mobility = add_attacks::<C, K>(PieceType::Knight, square, attacked, info, sink);
        sink.add_at::<C>(KNIGHT_MOBILITY.at(mobility), square);
        minors.evaluate_one(square, attacked, sink);
    }
}

#[inline(always)]
fn bishops<C: Side, K: Sink>(
    board: &Board,
    outposts: Bitboard,
    info: &mut AttackInfo,
    sink: &mut K,
) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let bishops = board.pieces(C::COLOR, PieceType::Bishop);
    if bishops.many() {
        sink.add::<C>(BISHOP_PAIR.at(0), 1, bishops);
    }
    let minors = Minors::<C>::new(bishops, 1, outposts, info);
    minors.evaluate_all(info, sink);
    let blockers = info.occupied & !board.kind(PieceType::Queen);
    let (own, enemy_king_ring) = (info.pawns[us], info.king_ring[them]);
    let mut on_color = 0;
    for square in bishops {
        let attacked = attacks::bishop(square, blockers);
        let mobility = add_attacks::<C, K>(PieceType::Bishop, square, attacked, info, sink);
        sink.add_at::<C>(BISHOP_MOBILITY.at(mobility), square);
        minors.evaluate_one(square, attacked, sink);
        let light = Bitboard::LIGHT.has(square);
        let pawns = (own & if light { Bitboard::LIGHT } else { !Bitboard::LIGHT }).count();
        sink.add_at::<C>(BISHOP_PAWNS.at(pawns as usize), square);
        on_color += pawns;
        if (attacked & enemy_king_ring).is_empty()
            && (attacks::bishop(square, own) & enemy_king_ring).any()
        {
            sink.add_at::<C>(BISHOP_ON_KING_RING.at(0), square);
        }
    }
    for square in bishops & LONG_DIAGONALS {
        if (attacks::bishop(square, own | info.pawns[them]) & CENTRE).many() {
            sink.add_at::<C>(LONG_DIAGONAL.at(0), square);
        }
    }
    let obstructed = info.obstructed[us] & MIDDLE_FILES;
    let hindered = (on_color * obstructed.count()) as i32;
    sink.add::<C>(BAD_BISHOP.at(0), hindered, bishops | obstructed);
}

/// The terms that knights and bishops share.
struct Minors<C> {
    pieces: Bitboard,
    /// 0 for knights, 1 for bishops.
    which: usize,
    outposts: Bitboard,
    /// Empty outposts that an own pawn protects.
    targets: Bitboard,
    distances: &'static [u8; 64],
    side: PhantomData<C>,
}

impl<C: Side> Minors<C> {
    #[inline(always)]
    fn new(pieces: Bitboard, which: usize, outposts: Bitboard, info: &AttackInfo) -> Minors<C> {
        let us = C::COLOR.index();
        let targets = outposts & info.by[us][PieceType::Pawn.index()] & !info.occupied;
        let distances = &DISTANCES[info.king[us].index()];
        Minors { pieces, which, outposts, targets, distances, side: PhantomData }
    }

    /// Adds the terms that are computed for all pieces at once.
    #[inline(always)]
    fn evaluate_all<K: Sink>(&self, info: &AttackInfo, sink: &mut K) {
        let on_outposts = self.pieces & self.outposts;
        if on_outposts.any() {
            let protected = on_outposts & info.by[C::COLOR.index()][PieceType::Pawn.index()];
            sink.add_each::<C>(OUTPOST.at(self.which), on_outposts & !protected);
            sink.add_each::<C>(OUTPOST.at(2 + self.which), protected);
        }
        let behind_pawns = (info.pawns[0] | info.pawns[1]).shift(C::Them::UP);
        sink.add_each::<C>(MINOR_BEHIND_PAWN.at(self.which), self.pieces & behind_pawns);
    }

    /// Adds the terms of one piece.
    #[inline(always)]
    fn evaluate_one<K: Sink>(&self, square: Square, attacked: Bitboard, sink: &mut K) {
        if (attacked & self.targets).any() && !self.outposts.has(square) {
            sink.add_at::<C>(REACHABLE_OUTPOST.at(self.which), square);
        }
        let distance = usize::from(self.distances[square.index()] & 7);
        sink.add_at::<C>(MINOR_KING_DISTANCE.at(self.which * 8 + distance), square);
    }
}

#[inline(always)]
fn rooks<C: Side, K: Sink>(board: &Board, info: &mut AttackInfo, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let rooks = board.pieces(C::COLOR, PieceType::Rook);
    let closed = info.blocked[us].count() as usize;
    sink.add_each::<C>(ROOK_CLOSEDNESS.at(closed), rooks);
    let seventh = Bitboard::rank(if C::COLOR == Color::White { 6 } else { 1 });
    let on_seventh = rooks & seventh;
    if on_seventh.any() {
        let traps_king = info.king[them].relative_rank(C::COLOR) == 7;
        if traps_king || (info.pawns[them] & seventh).any() {
            sink.add_each::<C>(ROOK_ON_SEVENTH.at(0), on_seventh);
        }
    }
    let king = info.king[us];
    let queens = board.kind(PieceType::Queen);
    let blockers = info.occupied & !(queens | rooks);
    for square in rooks {
        let attacked = attacks::rook(square, blockers);
        let mobility = add_attacks::<C, K>(PieceType::Rook, square, attacked, info, sink);
        sink.add_at::<C>(ROOK_MOBILITY.at(mobility), square);
        let file = Bitboard::file(square.file());
        if (file & info.pawns[us]).is_empty() {
            let open = (file & info.pawns[them]).is_empty();
            sink.add_at::<C>(ROOK_FILE.at(usize::from(open)), square);
            if (file & info.king_ring[them]).any() && (attacked & info.king_ring[them]).is_empty() {
                sink.add_at::<C>(ROOK_ON_KING_RING.at(0), square);
            }
        } else {
            if (file & info.obstructed[us]).any() {
                sink.add_at::<C>(ROOK_ON_CLOSED_FILE.at(0), square);
            }
            let is_outside = if king.file() < 4 {
                square.file() < king.file()
            } else {
                square.file() > king.file()
            };
            if is_outside && mobility <= TRAPPED_MOBILITY {
                let cannot_castle = board.castling().of(C::COLOR).is_empty();
                sink.add_at::<C>(TRAPPED_ROOK.at(usize::from(cannot_castle)), square);
            }
        }
        if (file & queens).any() {
            sink.add_at::<C>(ROOK_ON_QUEEN_FILE.at(0), square);
        }
    }
}

#[inline(always)]
fn queens<C: Side, K: Sink>(board: &Board, info: &mut AttackInfo, sink: &mut K) {
    let us = C::COLOR.index();
    for square in board.pieces(C::COLOR, PieceType::Queen) {
        let diagonal = attacks::bishop(square, info.occupied);
        let straight = attacks::rook(square, info.occupied);
        info.queen_lines[us] = [diagonal, straight];
        let mobility =
            add_attacks::<C, K>(PieceType::Queen, square, diagonal | straight, info, sink);
        sink.add_at::<C>(QUEEN_MOBILITY.at(mobility), square);
        if is_weak_queen::<C>(board, square, info) {
            sink.add_at::<C>(WEAK_QUEEN.at(0), square);
        }
    }
}

/// Whether an enemy rook or bishop would attack the queen if one piece moved out of the way.
#[inline(always)]
fn is_weak_queen<C: Side>(board: &Board, queen: Square, info: &AttackInfo) -> bool {
    let enemies = board.color(C::Them::COLOR) & !board.kind(PieceType::Queen);
    (snipers(board, queen) & enemies).into_iter().any(|sniper| {
        let between = attacks::between(queen, sniper) & info.occupied;
        between.any() && !between.many()
    })
}
