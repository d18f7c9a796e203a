//! What earlier parts of the search say about moves.
//!
//! Quiet moves are remembered by where they go (and whether the squares are attacked), by the moves
//! that went before them, and by the pawns they were played among; captures by what takes what.
//!
//! Source: <https://www.chessprogramming.org/History_Heuristic>

use super::params as p;
use super::threats::Threats;
use crate::position::Position;
use crate::types::{Color, Depth, Move, Piece, PieceType, Square};

/// Bound of every history value.
pub const HISTORY_MAX: i32 = 16_384;

/// A history value; updates saturate towards ±`MAX`.
#[derive(Clone, Copy, Default, Debug)]
pub struct HistoryEntry<const MAX: i32 = HISTORY_MAX>(i16);

impl<const MAX: i32> HistoryEntry<MAX> {
    /// The value, within ±`MAX`.
    #[inline(always)]
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// Moves the value towards the sign of `bonus`.
    #[inline(always)]
    pub fn update(&mut self, bonus: i32) {
        self.update_as_part(bonus, self.get());
    }

    /// Moves the value towards the sign of `bonus`, as one of several whose sum is to saturate: the nearer the
    /// sum is to the bound, the less.
    #[inline(always)]
    pub fn update_as_part(&mut self, bonus: i32, sum: i32) {
        let bonus = bonus.clamp(-MAX, MAX);
        let value = self.get() + bonus - sum * bonus.abs() / MAX;
        self.0 = value.clamp(-MAX, MAX) as i16;
    }
}

/// What a move earns that has proved good at this depth.
pub fn bonus(depth: Depth) -> i32 {
    (p::history_bonus() * depth - p::history_bonus_base()).clamp(0, p::history_bonus_max())
}

/// What a move loses that has failed at this depth.
pub fn malus(depth: Depth) -> i32 {
    (p::history_malus() * depth - p::history_malus_base()).clamp(0, p::history_malus_max())
}

/// Which piece went where: 12 pieces times 64 squares.
pub(super) const PIECE_TO_COUNT: usize = 12 * 64;
/// Pawn structures that the pawn history tells apart.
const PAWN_ROWS: usize = 512;
/// How many plies back the continuation histories look.
pub(super) const CONTINUATION_PLIES: [usize; 4] = [1, 2, 4, 6];

/// The moves [`CONTINUATION_PLIES`] plies before.
pub(super) type PriorMoves = [PieceTo; CONTINUATION_PLIES.len()];

/// A piece and the square it goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTo(u16);

impl PieceTo {
    /// Instead of a move: after a null move, and before the root. What tables hold for it stays zero.
    pub(super) const NONE: PieceTo = PieceTo(PIECE_TO_COUNT as u16);
    /// The number of values, with that.
    pub(super) const COUNT: usize = PIECE_TO_COUNT + 1;

    /// The piece that a move moves in a position, and where to.
    #[inline(always)]
    pub fn of(position: &Position, mv: Move) -> PieceTo {
        PieceTo::new(position.piece_on(mv.from()).unwrap_or(Piece::WhitePawn), mv.to())
    }

    #[inline(always)]
    fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.index() * 64 + to.index()) as u16)
    }

    #[inline(always)]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The features of a node that its moves' histories depend on.
#[derive(Clone, Copy)]
pub struct HistoryContext {
    side: Color,
    /// What the opponent attacks.
    pub(super) threats: Threats,
    pawns: usize,
    /// The moves that led here.
    pub(super) before: PriorMoves,
}

impl HistoryContext {
    /// The context of a position of which no earlier move is known.
    #[inline(always)]
    pub fn of_root(position: &Position) -> HistoryContext {
        let before = [PieceTo::NONE; CONTINUATION_PLIES.len()];
        HistoryContext::with_threats(position, Threats::of(position.board()), before)
    }

    /// The context of a position with these threats that was reached by these moves.
    #[inline(always)]
    pub(super) fn with_threats(
        position: &Position,
        threats: Threats,
        before: PriorMoves,
    ) -> HistoryContext {
        HistoryContext {
            side: position.side(),
            threats,
            pawns: position.keys().pawn as usize % PAWN_ROWS,
            before,
        }
    }

    /// The context of the capture history, which needs the threats alone.
    #[inline(always)]
    pub(super) fn of_captures(position: &Position, threats: Threats) -> HistoryContext {
        HistoryContext {
            side: position.side(),
            threats,
            pawns: 0,
            before: [PieceTo::NONE; CONTINUATION_PLIES.len()],
        }
    }

    /// Whether the opponent attacks where a move comes from (2) and where it goes to (1).
    #[inline(always)]
    fn exposure(&self, mv: Move) -> usize {
        let exposed = |square| usize::from(self.threats.all.has(square));
        exposed(mv.from()) * 2 + exposed(mv.to())
    }

    /// Whether the opponent attacks the square a move comes from or goes to. If neither, the move is safe:
    /// a slider behind the piece would attack the square that it comes from.
    #[inline(always)]
    pub(super) fn exposes(&self, mv: Move) -> bool {
        self.exposure(mv) != 0
    }

    /// Where a quiet move stands in the main history.
    #[inline(always)]
    pub(super) fn main_index(&self, mv: Move) -> MainIndex {
        let bucket = self.side.index() * 4 + self.exposure(mv);
        MainIndex((bucket * 4096 + mv.from_to()) as u16)
    }
}

/// Where a quiet move stands in the main history.
#[derive(Clone, Copy)]
pub(super) struct MainIndex(u16);

/// The histories of one search thread; kept between moves of a game.
pub struct Histories {
    /// Quiet moves, by side, whether from and to are attacked, from and to.
    main: Box<[HistoryEntry; 2 * 4 * 4096]>,
    /// Quiet moves, by an earlier piece and target and their own.
    continuation: Box<[[HistoryEntry; PIECE_TO_COUNT]; PieceTo::COUNT]>,
    /// Quiet moves, by pawn structure, piece and target.
    pawn: Box<[[HistoryEntry; PIECE_TO_COUNT]; PAWN_ROWS]>,
    /// Captures, by piece, target, victim and whether from and to are attacked.
    capture: Box<[[[HistoryEntry; 4]; 6]; PIECE_TO_COUNT]>,
}

/// A table on the heap that never was on the stack.
pub(super) fn table<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    match vec![value; N].into_boxed_slice().try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("a vector of N has the length N"),
    }
}

impl Default for Histories {
    fn default() -> Histories {
        let zero = HistoryEntry::default();
        Histories {
            main: table(zero),
            continuation: table([zero; PIECE_TO_COUNT]),
            pawn: table([zero; PIECE_TO_COUNT]),
            capture: table([[zero; 4]; 6]),
        }
    }
}

impl Histories {
    /// What is known of the quiet moves of one node.
    #[inline(always)]
    pub fn rows<'a>(&'a self, context: &'a HistoryContext) -> Rows<'a> {
        Rows {
            context,
            main: &self.main,
            pawn: &self.pawn[context.pawns],
            continuation: context.before.map(|before| &self.continuation[before.index()]),
        }
    }

    /// How good a noisy move has been.
    #[inline(always)]
    pub fn capture(&self, context: &HistoryContext, position: &Position, mv: Move) -> i32 {
        let row = &self.capture[PieceTo::of(position, mv).index()][victim(position, mv)];
        row[context.exposure(mv)].get()
    }

    /// How good any move has been.
    #[inline(always)]
    pub fn score(&self, context: &HistoryContext, position: &Position, mv: Move) -> i32 {
        if mv.is_noisy() {
            self.capture(context, position, mv)
        } else {
            self.quiet(context, position, mv)
        }
    }

    /// How good a quiet move has been. Rarely needed, so callers don't prepare the rows.
    #[inline(never)]
    fn quiet(&self, context: &HistoryContext, position: &Position, mv: Move) -> i32 {
        let kind = position.piece_on(mv.from()).map_or(PieceType::Pawn, Piece::kind);
        self.rows(context).quiet(kind, mv)
    }

    /// Adds to all histories of a quiet move.
    #[inline(always)]
    pub fn update_quiet(
        &mut self,
        context: &HistoryContext,
        position: &Position,
        mv: Move,
        bonus: i32,
    ) {
        let piece_to = PieceTo::of(position, mv);
        self.update_main(context.main_index(mv), bonus);
        self.pawn[context.pawns][piece_to.index()].update(bonus);
        self.update_continuation(context.before, context.main_index(mv), piece_to, bonus);
    }

    /// Forgets part of the main history, as each search begins.
    pub(super) fn fade(&mut self) {
        for entry in self.main.iter_mut() {
            entry.0 = (entry.get() * p::history_fade() / 1024) as i16;
        }
    }

    /// Adds to the main history alone.
    #[inline(always)]
    pub(super) fn update_main(&mut self, index: MainIndex, bonus: i32) {
        self.main[usize::from(index.0)].update(bonus);
    }

    /// Updates a move's continuation histories after the moves before it. They saturate together, with part
    /// of the main history: what the other tables already know need not be learnt again.
    pub(super) fn update_continuation(
        &mut self,
        before: PriorMoves,
        main: MainIndex,
        piece_to: PieceTo,
        bonus: i32,
    ) {
        let piece_to = piece_to.index();
        let entry = |row: &PieceTo| self.continuation[row.index()][piece_to].get();
        let sum: i32 = before.iter().map(entry).sum();
        let sum = sum + p::continuation_main() * self.main[usize::from(main.0)].get() / 100;
        for row in before {
            if row != PieceTo::NONE {
                self.continuation[row.index()][piece_to].update_as_part(bonus, sum);
            }
        }
    }

    /// Adds to a noisy move's history.
    #[inline(always)]
    pub fn update_capture(
        &mut self,
        context: &HistoryContext,
        position: &Position,
        mv: Move,
        bonus: i32,
    ) {
        let row = &mut self.capture[PieceTo::of(position, mv).index()][victim(position, mv)];
        row[context.exposure(mv)].update(bonus);
    }
}

/// What the histories know of the quiet moves of one node: found once, asked for each move.
pub struct Rows<'a> {
    context: &'a HistoryContext,
    main: &'a [HistoryEntry; 2 * 4 * 4096],
    pawn: &'a [HistoryEntry; PIECE_TO_COUNT],
    continuation: [&'a [HistoryEntry; PIECE_TO_COUNT]; CONTINUATION_PLIES.len()],
}

impl Rows<'_> {
    /// How good a quiet move of a piece has been, all told.
    #[inline(always)]
    pub fn quiet(&self, kind: PieceType, mv: Move) -> i32 {
        let piece_to = PieceTo::new(Piece::new(kind, self.context.side), mv.to()).index();
        let [one, two, four, six] = self.continuation.map(|row| row[piece_to].get());
        let main = self.main[usize::from(self.context.main_index(mv).0)].get();
        let continuation = p::continuation_recent() * (one + two)
            + p::continuation_four() * four
            + p::continuation_six() * six;
        main + self.pawn[piece_to].get() + continuation / 100
    }
}

/// A promotion without capture uses the entry of a captured pawn, which no capture on the last rank needs.
#[inline(always)]
fn victim(position: &Position, mv: Move) -> usize {
    position.captured(mv).unwrap_or(PieceType::Pawn).index()
}

#[cfg(test)]
mod tests {
    use super::{HISTORY_MAX, Histories, HistoryContext, HistoryEntry, PieceTo, PriorMoves};
    use crate::position::Position;
    use crate::search::threats::Threats;
    use crate::types::Square;

    #[test]
    fn an_entry_saturates_at_its_bound() {
        let mut entry = HistoryEntry::<HISTORY_MAX>::default();
        for _ in 0..1000 {
            entry.update(1500);
            assert!(entry.get() <= HISTORY_MAX);
        }
        assert!(entry.get() > HISTORY_MAX * 9 / 10);
        entry.update(-3 * HISTORY_MAX);
        assert_eq!(entry.get(), -HISTORY_MAX);
    }

    #[test]
    fn parts_saturate_where_their_sum_does() {
        let mut parts = [HistoryEntry::<HISTORY_MAX>::default(); 3];
        for _ in 0..1000 {
            let sum = parts.iter().map(|part| part.get()).sum();
            for part in &mut parts {
                part.update_as_part(1500, sum);
            }
        }
        let sum: i32 = parts.iter().map(|part| part.get()).sum();
        assert!((HISTORY_MAX * 9 / 10..=HISTORY_MAX * 11 / 10).contains(&sum), "{sum}");
        // A sum beyond the bound draws back even what is rewarded.
        let before = parts[0].get();
        parts[0].update_as_part(1500, 2 * HISTORY_MAX);
        assert!(parts[0].get() < before);
    }

    #[test]
    fn what_one_move_before_knows_another_need_not_learn() {
        let position = Position::start();
        let mv = position.legal_moves().into_iter().find(|mv| !mv.is_noisy()).unwrap();
        let step = |square| PieceTo(Square::index(square) as u16);
        let (none, a, b) = (PieceTo::NONE, step(Square::A1), step(Square::B1));
        let after =
            |before| HistoryContext::with_threats(&position, Threats::of(position.board()), before);
        let learnt = |first: PriorMoves| {
            let mut histories = Histories::default();
            for _ in 0..50 {
                histories.update_quiet(&after(first), &position, mv, 1500);
            }
            let both = after([a, b, none, none]);
            let only_b = after([none, b, none, none]);
            let before = histories.score(&only_b, &position, mv);
            let index = both.main_index(mv);
            histories.update_continuation(both.before, index, PieceTo::of(&position, mv), 1000);
            histories.score(&only_b, &position, mv) - before
        };
        assert!(learnt([a, none, none, none]) < learnt([none; 4]));
    }
}
