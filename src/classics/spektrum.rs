//! Spektrum 2004: a chess program as a popular article explains it, chapter by chapter.
//!
//! Its stages are minimax, alpha-beta, captures first, the hash table, iterative deepening, quiescence
//! search and the null move. Each stage includes those before it. To see what a chapter gains, let two
//! neighbouring stages play, or run `quevedo explain`.
//!
//! Follows Johannes Zwanzger (the author of Jonny), "Das Geheimnis der Schachprogramme", spektrum
//! 3/2004. Its minimax and alpha-beta, which know nothing about chess, are in `tree.rs`.

use super::about::About;
use super::program::Program;
use super::run::{Depths, Pv, Run, update_pv};
use super::squares::mobility;
use super::tree::{GameTree, alpha_beta, minimax};
use crate::attacks;
use crate::board::Board;
use crate::position::Position;
use crate::tt::{Bound, Entry};
use crate::types::score::{self, DRAW, MATE, MAX_PLY, mated_in};
use crate::types::{Bitboard, Color, Depth, Direction, Move, PieceType, Score, sort_few};

pub(super) const ABOUT: About = About {
    name: "Spektrum",
    year: "2004",
    author: "Johannes Zwanzger",
    document: "spektrum 3/2004: Das Geheimnis der Schachprogramme",
    lacks: "killers, history, extensions, repetitions; its null move is blind to zugzwang",
};

/// The search depth before the chapter on iterative deepening, in plies.
const DEPTH: Depth = 4;

/// The depth reduction of the null move, in plies: "usually 2 to 3".
const NULL_REDUCTION: Depth = 2;

/// How much of the article is implemented.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpektrumStage {
    /// Chapter 2: every sequence of moves.
    Minimax,
    /// Chapter 3: refuted moves are abandoned.
    AlphaBeta,
    /// Chapter 3: captures first, the most valuable victim first of all.
    Ordering,
    /// Chapter 4: the memory of a chess program.
    Table,
    /// Chapter 5: deeper, one ply at a time.
    Iteration,
    /// Chapter 6: evaluate only when there are no more captures.
    Quiescence,
    /// Chapter 7: the null move.
    #[default]
    NullMove,
}

impl SpektrumStage {
    /// All stages, in the order of the article.
    pub const ALL: [SpektrumStage; 7] = [
        SpektrumStage::Minimax,
        SpektrumStage::AlphaBeta,
        SpektrumStage::Ordering,
        SpektrumStage::Table,
        SpektrumStage::Iteration,
        SpektrumStage::Quiescence,
        SpektrumStage::NullMove,
    ];

    /// Their names, in the same order.
    pub const NAMES: [&str; 7] =
        ["minimax", "alpha-beta", "ordering", "table", "iteration", "quiescence", "null move"];

    /// The whole article.
    pub const LAST: SpektrumStage = SpektrumStage::NullMove;

    /// The name by which it is selected.
    pub const fn name(self) -> &'static str {
        SpektrumStage::NAMES[self as usize]
    }
}

/// The program.
#[derive(Default)]
pub struct Spektrum {
    /// How much of the article it implements.
    pub stage: SpektrumStage,
}

impl Program for Spektrum {
    fn think(&mut self, run: &mut Run) {
        let depths = match self.has(SpektrumStage::Iteration) {
            true => Depths::Deepening,
            false => Depths::Fixed(DEPTH),
        };
        run.deepen(depths, |run, depth| {
            let mut line = Pv::new();
            let root = Chess::of_root(run, self.has(SpektrumStage::Ordering));
            let score = if self.has(SpektrumStage::Table) {
                self.search(run, run.root(), 0, depth, -MATE, MATE, true, &mut line)
            } else if self.has(SpektrumStage::AlphaBeta) {
                alpha_beta(&root, 0, depth, -MATE, MATE, run, &mut line)
            } else {
                minimax(&root, 0, depth, run, &mut line)
            };
            (score, line)
        });
    }
}

impl Spektrum {
    fn has(&self, stage: SpektrumStage) -> bool {
        self.stage >= stage
    }

    /// [`alpha_beta`] with the additions of chapters 4 to 7. `rest` is the remaining depth, the
    /// article's *d*; `may_pass` is false after a null move.
    #[allow(clippy::too_many_arguments, reason = "the article's, and the run")]
    fn search(
        &self,
        run: &mut Run,
        position: &Position,
        ply: usize,
        rest: Depth,
        mut a: Score,
        b: Score,
        may_pass: bool,
        line: &mut Pv,
    ) -> Score {
        line.clear();
        if rest <= 0 || ply >= MAX_PLY {
            return if self.has(SpektrumStage::Quiescence) {
                self.quiescence(run, position, ply, a, b)
            } else if run.enter(ply) {
                DRAW
            } else {
                evaluate(position)
            };
        }
        if run.enter(ply) {
            return DRAW;
        }

        // --- The hash table: has this position been searched at least as deep?
        let entry = run.table().probe(position.key(), ply);
        if let Some(entry) = entry
            && ply > 0
            && entry.depth >= rest
            && entry.bound.allows_cutoff(entry.score, a, b)
        {
            return entry.score;
        }

        // --- The null move, before moves are generated: would even passing refute the last move?
        let in_check = position.is_check();
        if self.has(SpektrumStage::NullMove) && ply > 0 && may_pass && !in_check {
            let mut passed = *position;
            passed.pass();
            let rest = rest - 1 - NULL_REDUCTION;
            let mut after = Pv::new();
            let value = -self.search(run, &passed, ply + 1, rest, -b, -b + 1, false, &mut after);
            if value >= b && !run.is_stopped() {
                return b;
            }
        }

        let chess = if ply == 0 { Chess::of_root(run, true) } else { Chess::of(position, true) };
        let mut moves = chess.moves();
        if moves.is_empty() {
            return chess.stuck(ply);
        }
        // --- The best move of a shallower search is probably still good, so it comes first.
        if let Some(at) = entry.and_then(|entry| moves.iter().position(|&mv| entry.mv == Some(mv)))
        {
            moves[..=at].rotate_right(1);
        }

        a = a.max(mated_in(ply));
        let mut bound = Bound::Upper;
        let mut best = None;
        for mv in moves {
            let mut after = Pv::new();
            let child = chess.after(mv).position;
            let value = -self.search(run, &child, ply + 1, rest - 1, -b, -a, true, &mut after);
            if run.is_stopped() {
                return a;
            }
            if value > a {
                a = value;
                best = Some(mv);
                bound = Bound::Exact;
                update_pv(line, mv, after);
            }
            if value >= b {
                bound = Bound::Lower;
                break;
            }
        }
        let entry = Entry { mv: best, score: a, eval: score::NONE, depth: rest, bound, pv: false };
        run.table().store(position.key(), ply, entry);
        a
    }

    /// Searches captures until neither side wants any more: a side may also stop and keep what it has.
    fn quiescence(
        &self,
        run: &mut Run,
        position: &Position,
        ply: usize,
        mut a: Score,
        b: Score,
    ) -> Score {
        if run.enter(ply) {
            return DRAW;
        }
        a = a.max(evaluate(position));
        if a >= b || ply >= MAX_PLY {
            return a;
        }
        let chess = Chess::of(position, true);
        for mv in chess.moves().into_iter().take_while(|mv| mv.is_capture()) {
            let child = chess.after(mv).position;
            let value = -self.quiescence(run, &child, ply + 1, -b, -a);
            if run.is_stopped() {
                return DRAW;
            }
            a = a.max(value);
            if a >= b {
                break;
            }
        }
        a
    }
}

/// Chess as a game tree.
pub struct Chess {
    /// The position.
    pub position: Position,
    /// Whether captures come first.
    pub captures_first: bool,
    /// The only moves to search; `None` means all.
    only: Option<Vec<Move>>,
}

impl Chess {
    /// A position with all its moves.
    pub fn of(position: &Position, captures_first: bool) -> Chess {
        Chess { position: *position, captures_first, only: None }
    }

    fn of_root(run: &Run, captures_first: bool) -> Chess {
        Chess { only: Some(run.moves().to_vec()), ..Chess::of(run.root(), captures_first) }
    }
}

impl GameTree for Chess {
    type Move = Move;

    fn moves(&self) -> Vec<Move> {
        let mut moves = match &self.only {
            Some(moves) => moves.clone(),
            None => self.position.board().legal_moves().to_vec(),
        };
        if self.captures_first {
            // Quiet moves capture nothing and come last.
            let victim = |mv: &Move| self.position.captured(*mv);
            sort_few(&mut moves, |mv| std::cmp::Reverse(victim(mv)));
        }
        moves
    }

    fn after(&self, mv: Move) -> Chess {
        let mut child = Chess::of(&self.position, self.captures_first);
        child.position.play_unchecked(mv);
        child
    }

    fn evaluate(&self) -> Score {
        evaluate(&self.position)
    }

    fn stuck(&self, ply: usize) -> Score {
        if self.position.is_check() { mated_in(ply) } else { DRAW }
    }
}

/// Pawn, knight, bishop, rook, queen, king, "in (hundredths of) pawn units".
const MATERIAL: [Score; 6] = [100, 300, 300, 500, 900, 0];
/// For each square that a piece can reach.
const ACTIVITY: Score = 2;
/// For each own pawn next to the king, as long as the opponent has a queen.
const SHELTER: Score = 10;
/// For a pawn with another one of its side ahead on the same file.
const DOUBLED: Score = -15;
/// For a pawn without pawns of its side on the adjacent files.
const ISOLATED: Score = -10;
/// For a passed pawn, by relative rank.
const PASSED: [Score; 8] = [0, 5, 10, 20, 35, 60, 100, 0];

/// The static evaluation for the side to move.
///
/// "As a rule a value is found for each of these parts, and at the end simply everything is added up to
/// the whole evaluation": material, the safety of the kings, the activity of the pieces, the pawn
/// structure. The article gives no numbers except the pawn's.
pub fn evaluate(position: &Position) -> Score {
    let board = position.board();
    let value = |color| {
        material(board, color)
            + king_safety(board, color)
            + ACTIVITY * mobility(board, color)
            + pawn_structure(board, color)
    };
    (value(Color::White) - value(Color::Black)) * position.side().sign()
}

fn material(board: &Board, color: Color) -> Score {
    let value =
        |kind: PieceType| MATERIAL[kind.index()] * board.pieces(color, kind).count() as Score;
    PieceType::ALL.into_iter().map(value).sum()
}

fn king_safety(board: &Board, color: Color) -> Score {
    if board.pieces(!color, PieceType::Queen).is_empty() {
        return 0;
    }
    let shield = attacks::king(board.king(color)) & board.pieces(color, PieceType::Pawn);
    SHELTER * shield.count() as Score
}

fn pawn_structure(board: &Board, color: Color) -> Score {
    let own = board.pieces(color, PieceType::Pawn);
    let enemy = board.pieces(!color, PieceType::Pawn);
    let mut sum = 0;
    for square in own {
        let file = Bitboard::file(square.file());
        let ahead = squares_ahead(square.bitboard(), color);
        if (own & ahead).any() {
            sum += DOUBLED;
        }
        if (own & file.widen() & !file).is_empty() {
            sum += ISOLATED;
        }
        if ((own & ahead) | (enemy & ahead.widen())).is_empty() {
            sum += PASSED[usize::from(square.relative_rank(color))];
        }
    }
    sum
}

/// The squares in front of those in the set.
fn squares_ahead(set: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => set.shift(Direction::North).fill_north(),
        Color::Black => set.shift(Direction::South).fill_south(),
    }
}

#[cfg(test)]
mod tests {
    use super::{SpektrumStage, evaluate, pawn_structure};
    use crate::position::Position;
    use crate::types::Color;

    #[test]
    fn stages_and_their_names_go_together() {
        assert!(SpektrumStage::ALL.is_sorted());
        assert_eq!(SpektrumStage::default().name(), "null move");
        assert_eq!(SpektrumStage::Minimax.name(), "minimax");
    }

    #[test]
    fn exchanged_colours_have_the_same_value() {
        for line in include_str!("../support/bench.epd").lines() {
            if let Ok(position) = Position::from_fen(line) {
                assert_eq!(evaluate(&position), evaluate(&position.mirrored()), "{line}");
            }
        }
    }

    #[test]
    fn pawns_are_judged_one_by_one() {
        let value = |fen, color| pawn_structure(Position::from_fen(fen).unwrap().board(), color);
        // Doubled and isolated; the front one is passed.
        assert_eq!(value("4k3/8/8/8/P7/P7/8/4K3 w - - 0 1", Color::White), -15 - 10 - 10 + 20);
        // Two connected pawns that face two others.
        assert_eq!(value("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", Color::Black), 0);
    }
}
