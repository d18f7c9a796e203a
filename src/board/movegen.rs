//! Legal move generation, generic over the side, the class of moves and what is done with them.
//!
//! Moves come in batches (one piece's targets, or all pawns in one direction): a list unrolls them,
//! and a counter only needs a population count.
//!
//! Source: <https://www.chessprogramming.org/Move_Generation#Legal>

use super::legality::CheckInfo;
use super::state::Board;
use crate::attacks;
use crate::types::{
    Bitboard, Black, Color, Direction, List, Move, MoveKind, MoveList, PieceType, Side, Square,
    White,
};

/// Which moves to generate.
pub trait Class {
    /// Captures, en passant and promotions.
    const NOISY: bool;
    /// All others.
    const QUIET: bool;
}

/// Every legal move.
pub struct All;
/// Captures and promotions.
pub struct Noisy;
/// All other moves.
pub struct Quiet;

impl Class for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl Class for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl Class for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

/// What a pawn may become, the likeliest first.
pub(super) const PROMOTIONS: [PieceType; 4] =
    [PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop];

/// A move of a piece, not a pawn: a capture if one of `them` is on its target.
#[inline(always)]
pub(super) const fn piece_move(from: Square, to: Square, them: Bitboard) -> Move {
    Move::new(from, to, if them.has(to) { MoveKind::Capture } else { MoveKind::Quiet })
}

/// A pawn's move by a step of `delta`.
#[inline(always)]
pub(crate) const fn pawn_move(to: Square, delta: i8, kind: MoveKind) -> Move {
    Move::new(to.offset(-delta), to, kind)
}

/// Receives the generated moves.
pub trait MoveSink {
    /// Whether to stop generating. This is asked between pieces, so a few more moves may still come. A
    /// sink that wants every move keeps the default, which compiles to nothing.
    #[inline(always)]
    fn is_satisfied(&self) -> bool {
        false
    }
    /// A piece of this type, not a pawn, moves from `from` to each square of `to`; a move to a square of
    /// `them` is a capture.
    fn piece(&mut self, kind: PieceType, from: Square, to: Bitboard, them: Bitboard);
    /// Pawns move to each square of `to` by a step of `delta`.
    fn pawns(&mut self, to: Bitboard, delta: i8, kind: MoveKind);
    /// Pawns move to each square of `to`, on the last rank, and promote to each of four pieces.
    fn promotions(&mut self, to: Bitboard, delta: i8, capture: bool);
    /// En passant or castling.
    fn single(&mut self, mv: Move);
}

impl<T: Copy + From<Move>> MoveSink for List<T> {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, from: Square, to: Bitboard, them: Bitboard) {
        for target in to & them {
            self.push(T::from(Move::new(from, target, MoveKind::Capture)));
        }
        for target in to & !them {
            self.push(T::from(Move::new(from, target, MoveKind::Quiet)));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8, kind: MoveKind) {
        for target in to {
            self.push(T::from(pawn_move(target, delta, kind)));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, delta: i8, capture: bool) {
        for target in to {
            for kind in PROMOTIONS {
                let kind = MoveKind::promotion(kind, capture);
                self.push(T::from(pawn_move(target, delta, kind)));
            }
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.push(T::from(mv));
    }
}

/// Counts moves without listing them.
#[derive(Default)]
struct Counter(u64);

impl MoveSink for Counter {
    #[inline(always)]
    fn piece(&mut self, _: PieceType, _: Square, to: Bitboard, _: Bitboard) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, _: i8, _: MoveKind) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, _: i8, _: bool) {
        self.0 += 4 * u64::from(to.count());
    }

    #[inline(always)]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Looks for a move, and stops when it is found.
struct Find<P> {
    wanted: P,
    found: Option<Move>,
}

impl<P: FnMut(Move) -> bool> Find<P> {
    #[inline(always)]
    fn look(&mut self, mut moves: impl Iterator<Item = Move>) {
        if self.found.is_none() {
            self.found = moves.find(|&mv| (self.wanted)(mv));
        }
    }
}

impl<P: FnMut(Move) -> bool> MoveSink for Find<P> {
    #[inline(always)]
    fn is_satisfied(&self) -> bool {
        self.found.is_some()
    }

    #[inline(always)]
    fn piece(&mut self, _: PieceType, from: Square, to: Bitboard, them: Bitboard) {
        self.look(to.into_iter().map(|to| piece_move(from, to, them)));
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, delta: i8, kind: MoveKind) {
        self.look(to.into_iter().map(|to| pawn_move(to, delta, kind)));
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, delta: i8, capture: bool) {
        for kind in PROMOTIONS {
            self.pawns(to, delta, MoveKind::promotion(kind, capture));
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.look(core::iter::once(mv));
    }
}

impl Board {
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<All, _>(&self.check_info(), &mut list);
        list
    }

    /// The number of legal moves. `info` must belong to this position.
    #[inline]
    pub(super) fn count_legal_moves(&self, info: &CheckInfo) -> u64 {
        match self.side {
            Color::White => self.count_legal_moves_of::<White>(info),
            Color::Black => self.count_legal_moves_of::<Black>(info),
        }
    }

    /// [`count_legal_moves`](Board::count_legal_moves) for side `S`, which must be the side to move.
    #[inline(always)]
    pub(super) fn count_legal_moves_of<S: Side>(&self, info: &CheckInfo) -> u64 {
        let mut counter = Counter::default();
        self.generate_of::<S, All, _>(info, &mut counter);
        counter.0
    }

    /// Whether the side to move has a legal move.
    #[doc(hidden)]
    pub fn has_legal_move(&self, info: &CheckInfo) -> bool {
        self.find_legal_move(info, |_| true).is_some()
    }

    /// The first legal move that `wanted` accepts; the rest are not generated. `info` must belong to this position.
    #[doc(hidden)]
    #[inline]
    pub fn find_legal_move(
        &self,
        info: &CheckInfo,
        wanted: impl FnMut(Move) -> bool,
    ) -> Option<Move> {
        let mut find = Find { wanted, found: None };
        self.generate::<All, _>(info, &mut find);
        find.found
    }

    /// Generates the legal moves of a class. `info` must belong to this position.
    #[doc(hidden)]
    #[inline]
    pub fn generate<C: Class, K: MoveSink>(&self, info: &CheckInfo, sink: &mut K) {
        match self.side {
            Color::White => self.generate_of::<White, C, K>(info, sink),
            Color::Black => self.generate_of::<Black, C, K>(info, sink),
        }
    }

    /// [`generate`](Board::generate) for side `S`, which must be the side to move.
    #[inline(always)]
    pub(super) fn generate_of<S: Side, C: Class, K: MoveSink>(
        &self,
        info: &CheckInfo,
        sink: &mut K,
    ) {
        let (us, them) = (self.color(S::COLOR), self.color(S::Them::COLOR));
        let occupied = us | them;
        let wanted = match (C::NOISY, C::QUIET) {
            (true, true) => !us,
            (true, false) => them,
            _ => !occupied,
        };
        self.king_moves::<S, C, K>(info, wanted, sink);
        if info.checkers.many() || sink.is_satisfied() {
            return;
        }
        let targets = wanted & info.targets;
        for from in us & self.knights & !(info.pinned_straight | info.pinned_diagonal) {
            sink.piece(PieceType::Knight, from, attacks::knight(from) & targets, them);
            if sink.is_satisfied() {
                return;
            }
        }
        // A pinned slider stays on its line. The lines of all pins together serve as the mask of each:
        // no piece reaches another pin's line in one move without leaving its own.
        for from in us & self.diagonal & !info.pinned_straight {
            let kind = if self.straight.has(from) { PieceType::Queen } else { PieceType::Bishop };
            let mut to = attacks::bishop(from, occupied) & targets;
            if info.pinned_diagonal.has(from) {
                to &= info.pinned_diagonal;
            }
            sink.piece(kind, from, to, them);
            if sink.is_satisfied() {
                return;
            }
        }
        for from in us & self.straight & !info.pinned_diagonal {
            let kind = if self.diagonal.has(from) { PieceType::Queen } else { PieceType::Rook };
            let mut to = attacks::rook(from, occupied) & targets;
            if info.pinned_straight.has(from) {
                to &= info.pinned_straight;
            }
            sink.piece(kind, from, to, them);
            if sink.is_satisfied() {
                return;
            }
        }
        self.pawn_moves::<S, C, K>(info, sink);
    }

    #[inline(always)]
    fn king_moves<S: Side, C: Class, K: MoveSink>(
        &self,
        info: &CheckInfo,
        wanted: Bitboard,
        sink: &mut K,
    ) {
        let king = self.king(S::COLOR);
        let steps = attacks::king(king) & wanted;
        let mut walks: List<(Square, Bitboard), 2> = List::new();
        let mut squares = steps;
        if C::QUIET && !info.in_check() {
            for rook in self.castling.of(S::COLOR) {
                if let Some(walk) = self.castling_walk::<S>(king, rook, info) {
                    walks.push((rook, walk));
                    squares |= walk;
                }
            }
        }
        if squares.is_empty() {
            return;
        }
        // Without the king: a slider that attacks it also attacks the squares behind it.
        let occupied = self.occupied() ^ king.bitboard();
        let safe = self.not_attacked_by::<S::Them>(squares, occupied);
        sink.piece(PieceType::King, king, safe & steps, self.color(S::Them::COLOR));
        for &(rook, walk) in &walks {
            if (walk & !safe).is_empty() && !sink.is_satisfied() {
                sink.single(Move::new(king, rook, MoveKind::Castle));
            }
        }
    }

    #[inline(always)]
    fn pawn_moves<S: Side, C: Class, K: MoveSink>(&self, info: &CheckInfo, sink: &mut K) {
        let (us, them) = (self.color(S::COLOR), self.color(S::Them::COLOR));
        let pawns = us & self.pawns;
        let PawnTargets { single, double, east, west } =
            pawn_targets::<S>(pawns, us | them, them, info.pinned_straight, info.pinned_diagonal);
        if C::QUIET {
            sink.pawns(single & info.targets & !LAST_RANKS, S::UP.delta(), MoveKind::Quiet);
            sink.pawns(double & info.targets, 2 * S::UP.delta(), MoveKind::DoublePush);
        }
        if C::NOISY {
            let promoting = single & info.targets & LAST_RANKS;
            if promoting.any() {
                sink.promotions(promoting, S::UP.delta(), false);
            }
            for (to, way) in [(east, S::UP_EAST), (west, S::UP_WEST)] {
                let to = to & info.targets;
                sink.pawns(to & !LAST_RANKS, way.delta(), MoveKind::Capture);
                let promoting = to & LAST_RANKS;
                if promoting.any() {
                    sink.promotions(promoting, way.delta(), true);
                }
            }
            if let Some(to) = self.en_passant
                && !sink.is_satisfied()
            {
                for from in attacks::pawn(S::Them::COLOR, to) & pawns {
                    if self.en_passant_is_safe::<S>(from, to) {
                        sink.single(Move::new(from, to, MoveKind::EnPassant));
                    }
                }
            }
        }
    }
}

/// The last ranks of both sides. Pawns only reach their own.
pub(super) const LAST_RANKS: Bitboard = Bitboard(0xFF00_0000_0000_00FF);

/// The rank from which side `S`'s pawns may step once more.
#[inline(always)]
pub(super) fn third_rank<S: Side>() -> Bitboard {
    Bitboard::rank(if S::COLOR == Color::White { 2 } else { 5 })
}

/// Pawn targets by direction; a target on the last rank is a promotion.
pub(super) struct PawnTargets {
    pub(super) single: Bitboard,
    pub(super) double: Bitboard,
    pub(super) east: Bitboard,
    pub(super) west: Bitboard,
}

/// The targets of side `S`'s pawns, ignoring checks and en passant. `straight` and `diagonal` are the lines of
/// pins: a pawn pinned along its file may advance, one pinned along a diagonal may capture along it.
#[inline(always)]
pub(super) fn pawn_targets<S: Side>(
    pawns: Bitboard,
    occupied: Bitboard,
    victims: Bitboard,
    straight: Bitboard,
    diagonal: Bitboard,
) -> PawnTargets {
    let pushers = pawns & !diagonal;
    let free = (pushers & !straight).shift(S::UP);
    let bound = (pushers & straight).shift(S::UP) & straight;
    let single = (free | bound) & !occupied;
    let double = (single & third_rank::<S>()).shift(S::UP) & !occupied;
    let takers = pawns & !straight;
    let take = |way: Direction| {
        let free = (takers & !diagonal).shift(way);
        let bound = (takers & diagonal).shift(way) & diagonal;
        (free | bound) & victims
    };
    PawnTargets { single, double, east: take(S::UP_EAST), west: take(S::UP_WEST) }
}

#[cfg(test)]
mod tests {
    use super::{All, Board, MoveSink};
    use crate::board::fen::Setup;
    use crate::types::{Bitboard, Move, MoveKind, PieceType, Square};

    fn board(fen: &str) -> Board {
        Setup::parse(fen).unwrap().board
    }

    /// Counts the pieces that can move, and is satisfied with one.
    #[derive(Default)]
    struct FirstPiece(u32);

    impl MoveSink for FirstPiece {
        fn is_satisfied(&self) -> bool {
            self.0 > 0
        }
        fn piece(&mut self, _: PieceType, _: Square, to: Bitboard, _: Bitboard) {
            self.0 += u32::from(to.any());
        }
        fn pawns(&mut self, to: Bitboard, _: i8, _: MoveKind) {
            self.0 += to.count();
        }
        fn promotions(&mut self, to: Bitboard, _: i8, _: bool) {
            self.0 += to.count();
        }
        fn single(&mut self, _: Move) {
            self.0 += 1;
        }
    }

    #[test]
    fn generation_stops_when_the_sink_is_satisfied() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            // The king can't move: knights, bishops and rooks come first in turn.
            "7k/8/8/8/N6N/8/PP6/KB6 w - - 0 1",
            "7k/1B1B4/8/8/8/8/PP6/KR6 w - - 0 1",
        ] {
            let board = board(fen);
            let mut sink = FirstPiece::default();
            board.generate::<All, _>(&board.check_info(), &mut sink);
            assert_eq!(sink.0, 1, "{fen}");
        }
    }

    #[test]
    fn a_single_legal_move_of_any_kind_is_found() {
        for (fen, moves) in [
            // Mate and stalemate.
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 0),
            ("8/8/8/8/8/5n2/5k2/7K w - - 0 1", 0),
            // The same with a pawn that is blocked, pushes, promotes, or takes en passant.
            ("8/8/8/8/p7/P4n2/5k2/7K w - - 0 1", 0),
            ("8/8/8/p7/8/P4n2/5k2/7K w - - 0 1", 1),
            ("8/P7/8/8/8/5n2/5k2/7K w - - 0 1", 4),
            ("rr6/P7/8/8/8/5n2/5k2/7K w - - 0 1", 4),
            ("8/8/3p4/3Pp3/8/5n2/5k2/7K w - e6 0 1", 1),
            ("8/8/3p4/3Pp3/8/5n2/5k2/7K w - - 0 1", 0),
            // With a pinned knight, and with a rook that keeps to its pin.
            ("7r/8/8/8/7N/5n2/5k2/7K w - - 0 1", 0),
            ("8/8/8/7r/7R/5n2/5k2/7K w - - 0 1", 3),
            // Chess960: castling leaves the king where it is.
            ("k4r2/8/8/8/8/7p/7P/6KR w K - 0 1", 1),
        ] {
            let board = board(fen);
            assert_eq!(board.legal_moves().len(), moves, "{fen}");
            assert_eq!(board.has_legal_move(&board.check_info()), moves > 0, "{fen}");
        }
    }
}
