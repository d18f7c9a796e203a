//! Mobility and placement of knights, bishops, rooks and queens, and what they do to the king.

use std::marker::PhantomData;

use super::attack_info::{AttackInfo, snipers};
use super::pawns::ahead;
use super::sink::Sink;
use super::terms::{
    BAD_BISHOP, BISHOP_AIMS_AT_RING, BISHOP_MOBILITY, BISHOP_PAIR, BISHOP_PAWNS, KNIGHT_IN_CLOSED,
    KNIGHT_MOBILITY, LONG_DIAGONAL, MINOR_BEHIND_PAWN, MINOR_FAR_FROM_KING, OUTPOST,
    OUTPOST_REACHED, QUEEN_MOBILITY, RING_ATTACKER, RING_ATTACKS, ROOK_AIMS_AT_RING, ROOK_FILE,
    ROOK_IN_CLOSED, ROOK_MOBILITY, ROOK_ON_QUEEN_FILE, ROOK_ON_SEVENTH, ROOK_SHUT_IN, TRAPPED_ROOK,
    WEAK_QUEEN,
};
use crate::attacks;
use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType, Side, Square};

/// The squares d4, e4, d5, e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The files c to f.
const MIDDLE_FILES: Bitboard = Bitboard(0x3C3C_3C3C_3C3C_3C3C);
/// Mobile squares of a rook that is not free.
const TRAPPED: usize = 3;

/// The long diagonals without their middle: from elsewhere a bishop never sees two middle squares.
const LONG_DIAGONALS: Bitboard = Bitboard(0x8142_2400_0024_4281);

/// King moves from each square to each other.
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

/// The squares where no enemy pawn can ever chase side `C`'s knights and bishops away.
#[inline(always)]
pub(super) fn outposts<C: Side>(info: &AttackInfo) -> Bitboard {
    let region = match C::COLOR {
        Color::White => Bitboard(0x0000_FFFF_FF00_0000),
        Color::Black => Bitboard(0x0000_00FF_FFFF_0000),
    };
    let enemy = info.pawns[C::Them::COLOR.index()];
    region & !attacks::pawns::<C::Them>(enemy | ahead::<C::Them>(enemy))
}

/// States the terms of side `C`'s pieces and notes their attacks.
#[inline(always)]
pub(super) fn state<C: Side, K: Sink>(
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

/// Notes a piece's attacks; returns the number of its mobile squares.
#[inline(always)]
fn note<C: Side, K: Sink>(
    kind: PieceType,
    square: Square,
    mut reach: Bitboard,
    info: &mut AttackInfo,
    sink: &mut K,
) -> usize {
    let us = C::COLOR.index();
    if info.pinned[us].has(square) {
        reach &= attacks::line(info.king[us], square);
    }
    info.add::<C>(kind, reach);
    let hits = reach & info.ring[C::Them::COLOR.index()];
    sink.danger::<C>(RING_ATTACKER.at(kind.index()), i32::from(hits.any()));
    sink.danger::<C>(RING_ATTACKS.at(0), hits.count() as i32);
    (reach & info.mobility_area[us]).count() as usize
}

#[inline(always)]
fn knights<C: Side, K: Sink>(
    board: &Board,
    outposts: Bitboard,
    info: &mut AttackInfo,
    sink: &mut K,
) {
    let knights = board.pieces(C::COLOR, PieceType::Knight);
    let closed = info.rammed[C::COLOR.index()].count() as usize;
    sink.add::<C>(KNIGHT_IN_CLOSED.at(closed), knights.count() as i32);
    let minors = Minors::<C>::new(knights, 0, outposts, info);
    minors.state(info, sink);
    for square in knights {
        let reach = attacks::knight(square);
        let moves = note::<C, K>(PieceType::Knight, square, reach, info, sink);
        sink.add::<C>(KNIGHT_MOBILITY.at(moves), 1);
        minors.state_one(square, reach, sink);
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
        sink.add::<C>(BISHOP_PAIR.at(0), 1);
    }
    let minors = Minors::<C>::new(bishops, 1, outposts, info);
    minors.state(info, sink);
    let blockers = info.occupied & !board.pieces(C::COLOR, PieceType::Queen);
    let (own, enemy_ring) = (info.pawns[us], info.ring[them]);
    let mut on_color = 0;
    for square in bishops {
        let reach = attacks::bishop(square, blockers);
        let moves = note::<C, K>(PieceType::Bishop, square, reach, info, sink);
        sink.add::<C>(BISHOP_MOBILITY.at(moves), 1);
        minors.state_one(square, reach, sink);
        let light = Bitboard::LIGHT.has(square);
        let pawns = (own & if light { Bitboard::LIGHT } else { !Bitboard::LIGHT }).count();
        sink.add::<C>(BISHOP_PAWNS.at(pawns as usize), 1);
        on_color += pawns;
        if (reach & enemy_ring).is_empty() && (attacks::bishop(square, own) & enemy_ring).any() {
            sink.add::<C>(BISHOP_AIMS_AT_RING.at(0), 1);
        }
    }
    for square in bishops & LONG_DIAGONALS {
        if (attacks::bishop(square, own | info.pawns[them]) & CENTRE).many() {
            sink.add::<C>(LONG_DIAGONAL.at(0), 1);
        }
    }
    let stopped = (info.stopped[us] & MIDDLE_FILES).count();
    sink.add::<C>(BAD_BISHOP.at(0), (on_color * stopped) as i32);
}

/// The terms that knights and bishops share.
struct Minors<C> {
    men: Bitboard,
    /// 0 for knights, 1 for bishops.
    which: usize,
    outposts: Bitboard,
    /// Outposts protected by a pawn that are still to be taken.
    targets: Bitboard,
    distances: &'static [u8; 64],
    side: PhantomData<C>,
}

impl<C: Side> Minors<C> {
    #[inline(always)]
    fn new(men: Bitboard, which: usize, outposts: Bitboard, info: &AttackInfo) -> Minors<C> {
        let us = C::COLOR.index();
        let targets = outposts & info.by[us][PieceType::Pawn.index()] & !info.occupied;
        let distances = &DISTANCES[info.king[us].index()];
        Minors { men, which, outposts, targets, distances, side: PhantomData }
    }

    /// States what can be seen of all at once.
    #[inline(always)]
    fn state<K: Sink>(&self, info: &AttackInfo, sink: &mut K) {
        let holders = self.men & self.outposts;
        if holders.any() {
            let protected = holders & info.by[C::COLOR.index()][PieceType::Pawn.index()];
            let free = holders.count() - protected.count();
            sink.add::<C>(OUTPOST.at(self.which), free as i32);
            sink.add::<C>(OUTPOST.at(2 + self.which), protected.count() as i32);
        }
        let behind_pawns = (info.pawns[0] | info.pawns[1]).shift(C::Them::UP);
        let hidden = (self.men & behind_pawns).count();
        sink.add::<C>(MINOR_BEHIND_PAWN.at(self.which), hidden as i32);
    }

    /// States what each is looked at for.
    #[inline(always)]
    fn state_one<K: Sink>(&self, square: Square, reach: Bitboard, sink: &mut K) {
        if (reach & self.targets).any() && !self.outposts.has(square) {
            sink.add::<C>(OUTPOST_REACHED.at(self.which), 1);
        }
        let distance = usize::from(self.distances[square.index()] & 7);
        sink.add::<C>(MINOR_FAR_FROM_KING.at(self.which * 8 + distance), 1);
    }
}

#[inline(always)]
fn rooks<C: Side, K: Sink>(board: &Board, info: &mut AttackInfo, sink: &mut K) {
    let (us, them) = (C::COLOR.index(), C::Them::COLOR.index());
    let rooks = board.pieces(C::COLOR, PieceType::Rook);
    let closed = info.rammed[us].count() as usize;
    sink.add::<C>(ROOK_IN_CLOSED.at(closed), rooks.count() as i32);
    let seventh = Bitboard::rank(if C::COLOR == Color::White { 6 } else { 1 });
    let on_seventh = rooks & seventh;
    if on_seventh.any() {
        let worth_it = info.king[them].relative_rank(C::COLOR) == 7;
        if worth_it || (info.pawns[them] & seventh).any() {
            sink.add::<C>(ROOK_ON_SEVENTH.at(0), on_seventh.count() as i32);
        }
    }
    let king = info.king[us];
    let own_queens = board.pieces(C::COLOR, PieceType::Queen);
    let blockers = info.occupied & !(own_queens | rooks);
    let all_queens = board.kind(PieceType::Queen);
    for square in rooks {
        let reach = attacks::rook(square, blockers);
        let moves = note::<C, K>(PieceType::Rook, square, reach, info, sink);
        sink.add::<C>(ROOK_MOBILITY.at(moves), 1);
        let file = Bitboard::file(square.file());
        if (file & info.pawns[us]).is_empty() {
            let open = (file & info.pawns[them]).is_empty();
            sink.add::<C>(ROOK_FILE.at(usize::from(open)), 1);
            if (file & info.ring[them]).any() && (reach & info.ring[them]).is_empty() {
                sink.add::<C>(ROOK_AIMS_AT_RING.at(0), 1);
            }
        } else if (file & info.stopped[us]).any() {
            sink.add::<C>(ROOK_SHUT_IN.at(0), 1);
        }
        if (file & all_queens).any() {
            sink.add::<C>(ROOK_ON_QUEEN_FILE.at(0), 1);
        }
        if moves <= TRAPPED && (king.file() < 4) == (square.file() < king.file()) {
            let stays = board.castling().of(C::COLOR).is_empty();
            sink.add::<C>(TRAPPED_ROOK.at(usize::from(stays)), 1);
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
        let moves = note::<C, K>(PieceType::Queen, square, diagonal | straight, info, sink);
        sink.add::<C>(QUEEN_MOBILITY.at(moves), 1);
        if is_aimed_at::<C>(board, square, info) {
            sink.add::<C>(WEAK_QUEEN.at(0), 1);
        }
    }
}

/// Whether an enemy rook or bishop would attack the queen if one man left.
#[inline(always)]
fn is_aimed_at<C: Side>(board: &Board, queen: Square, info: &AttackInfo) -> bool {
    let enemies = board.color(C::Them::COLOR) & !board.kind(PieceType::Queen);
    (snipers(board, queen) & enemies).into_iter().any(|sniper| {
        let between = attacks::between(queen, sniper) & info.occupied;
        between.any() && !between.many()
    })
}
