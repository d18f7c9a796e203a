//! Baguette: a program for blitz, from a students' project.
//!
//! Its document describes everything except the search: an evaluation of five parts, a clock that expects
//! eighty moves, a controller that checks whether commands make sense, and messages that no GUI can
//! mistake for commands.
//!
//! Follows Alessio Ragusa, Matthias Sennikow and Patrick Plewka, "Baguette - Eine Schachengine", 2019.

use std::time::Duration;

use super::about::About;
use super::program::Program;
use super::run::{Depths, Pv, Run, update_pv};
use super::squares::{is_endgame, placement, square_value};
use crate::attacks;
use crate::position::Position;
use crate::search::Clock;
use crate::types::score::{DRAW, MATE, mated_in};
use crate::types::{Bitboard, Color, Depth, Direction, Move, PieceType, Score, sort_few};

pub(super) const ABOUT: About = About {
    name: "Baguette",
    year: "2019",
    author: "Alessio Ragusa, Matthias Sennikow, Patrick Plewka",
    document: "Baguette - Eine Schachengine, project report",
    lacks: "quiescence, a hash table, pruning; sees repeated moves, not repeated positions",
};

/// The program.
#[derive(Default)]
pub struct Baguette {
    /// The moves from the root to the node.
    path: Vec<Move>,
}

impl Program for Baguette {
    fn think(&mut self, run: &mut Run) {
        if let Some(clock) = run.clock() {
            run.set_plan(time_for(clock, u32::from(run.root().game_ply()) / 2));
        }
        let mut first = None;
        run.deepen(Depths::Deepening, |run, depth| {
            let mut line = Pv::new();
            let score = self.search(run, run.root(), -MATE, MATE, depth, first, &mut line);
            first = line.first().copied();
            (score, line)
        });
    }
}

impl Baguette {
    /// Alpha-beta with the moves ordered by their immediate gain. `first` is a move to try first.
    #[allow(clippy::too_many_arguments, reason = "alpha-beta's, and the run")]
    fn search(
        &mut self,
        run: &mut Run,
        position: &Position,
        mut alpha: Score,
        beta: Score,
        depth: Depth,
        first: Option<Move>,
        line: &mut Pv,
    ) -> Score {
        line.clear();
        let ply = self.path.len();
        if run.enter(ply) {
            return DRAW;
        }
        let all = position.board().legal_moves();
        let legal: &[Move] = if ply == 0 { run.moves() } else { &all };
        if legal.is_empty() {
            return if position.is_check() { mated_in(ply) } else { DRAW };
        }
        if depth == 0 {
            return evaluate(position, &self.path) * position.side().sign();
        }
        let endgame = is_endgame(position.board());
        let judged = |&mv| (Some(mv) != first, -gain(position, mv, endgame), mv);
        let mut moves: Vec<_> = legal.iter().map(judged).collect();
        sort_few(&mut moves, |&(is_other, loss, _)| (is_other, loss));
        for (_, _, mv) in moves {
            let mut child = *position;
            child.play_unchecked(mv);
            self.path.push(mv);
            let mut after = Pv::new();
            let score = -self.search(run, &child, -beta, -alpha, depth - 1, None, &mut after);
            self.path.pop();
            if run.is_stopped() {
                return alpha;
            }
            if score > alpha {
                alpha = score;
                update_pv(line, mv, after);
                if alpha >= beta {
                    break;
                }
            }
        }
        alpha
    }
}

/// The immediate gain of a move: what it captures, what it promotes to, and how much better the piece
/// stands.
fn gain(position: &Position, mv: Move, endgame: bool) -> Score {
    let Some(piece) = position.piece_on(mv.from()) else { return 0 };
    let taken = position.captured(mv).map_or(0, |kind| VALUES[kind.index()]);
    if mv.is_castle() {
        return 0;
    }
    let kind = mv.promotion().unwrap_or(piece.kind());
    let at = |kind: PieceType, square| {
        VALUES[kind.index()] + square_value(kind, square, piece.color(), endgame)
    };
    taken + at(kind, mv.to()) - at(piece.kind(), mv.from())
}

/// Pawn, knight, bishop, rook, queen, king, in centipawns. The king's infinite value cancels out.
const VALUES: [Score; 6] = [100, 300, 300, 500, 900, 0];
/// Subtracted for each time that the last move was made before.
const REPETITION: Score = 100;
/// Subtracted for each pawn that can neither advance nor capture.
const BLOCKED_PAWN: Score = 50;
/// Added for each own piece next to the king.
const KING_SHELTER: Score = 50;

/// The evaluation from White's point of view, after the moves of `path`: material, piece-square tables,
/// repetition score, blocked pawns and king shelter, added up.
pub fn evaluate(position: &Position, path: &[Move]) -> Score {
    let endgame = is_endgame(position.board());
    let sum = |color| {
        material(position, color)
            + placement(position.board(), color, endgame)
            + blocked_pawns(position, color)
            + king_shelter(position, color)
    };
    // The side to move did not make the last move.
    sum(Color::White) - sum(Color::Black) - repetition_score(path) * position.side().sign()
}

fn material(position: &Position, color: Color) -> Score {
    let value = |kind: PieceType| {
        VALUES[kind.index()] * position.board().pieces(color, kind).count() as Score
    };
    PieceType::ALL.into_iter().map(value).sum()
}

/// "Goes from the move to be evaluated up the tree to the root and checks how often the same move was
/// already made." For the side that made it.
fn repetition_score(path: &[Move]) -> Score {
    let Some((last, earlier)) = path.split_last() else { return 0 };
    -REPETITION * earlier.iter().filter(|&mv| mv == last).count() as Score
}

fn blocked_pawns(position: &Position, color: Color) -> Score {
    let board = position.board();
    let ahead = |pawn: Bitboard| match color {
        Color::White => pawn.shift(Direction::North),
        Color::Black => pawn.shift(Direction::South),
    };
    let blocked = board.pieces(color, PieceType::Pawn).into_iter().filter(|&pawn| {
        (ahead(pawn.bitboard()) & board.occupied()).any()
            && (attacks::pawn(color, pawn) & board.color(!color)).is_empty()
    });
    -BLOCKED_PAWN * blocked.count() as Score
}

fn king_shelter(position: &Position, color: Color) -> Score {
    let board = position.board();
    let neighbours = attacks::king(board.king(color)) & board.color(color);
    KING_SHELTER * neighbours.count() as Score
}

/// The expected length of a game, in moves.
const GAME_LENGTH: u32 = 80;
/// These first moves get half of the time.
const FIRST_HALF: u32 = 40;
/// The time lost between the command and the clock.
const OVERHEAD: Duration = Duration::from_millis(5);

/// The time for a move, after `moves` moves of this side.
///
/// Half of the time for the first forty of eighty moves means an eightieth for each: an eightieth, a
/// seventy-ninth, ... a forty-first of what is left. "The rest gets ever less": a fortieth of what is
/// left, which keeps shrinking.
pub fn time_for(clock: Clock, moves: u32) -> Duration {
    let share = GAME_LENGTH.saturating_sub(moves).max(FIRST_HALF);
    (clock.time / share + clock.increment / 2).saturating_sub(OVERHEAD)
}

/// The controller: it "remembers the last command and ignores those that follow and make no
/// sense. For example, a `go` makes no sense after `stop`: before it there must be at least a
/// `position`." A search that has ended has been stopped, by the clock if not by the user.
#[derive(Debug, Default)]
pub struct Controller {
    has_gone: bool,
}

impl Controller {
    /// Notes that a position was set up.
    pub fn hear_position(&mut self) {
        self.has_gone = false;
    }

    /// The message about a `go` that makes no sense. It is executed all the same, because a GUI waits
    /// for a move.
    pub fn hear_go(&mut self) -> Option<String> {
        let has_gone = std::mem::replace(&mut self.has_gone, true);
        has_gone.then(|| quoted("go without a position since the last one"))
    }
}

/// A message that no GUI can mistake for a command, not even one that executes commands it finds in
/// messages: in quotation marks, with a dot before every word except the first.
pub fn quoted(message: &str) -> String {
    format!("\"{}\"", message.replace(' ', " ."))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Controller, evaluate, quoted, time_for};
    use crate::position::Position;
    use crate::search::Clock;

    fn value(fen: &str) -> i32 {
        evaluate(&Position::from_fen(fen).unwrap(), &[])
    }

    #[test]
    fn the_five_parts() {
        // Both kings stand alike, in the endgame; a rook is 500 and stands on a table's 0.
        assert_eq!(value("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 500);
        // The pawn on e4 is worth 100 + 20; blocked it loses 50, and Black's loses as much.
        assert_eq!(value("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"), 120);
        assert_eq!(value("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1"), 0);
        // White's pawn could capture, so it is not blocked, as Black's pawn on e5 is.
        assert_eq!(value("4k3/8/8/3pp3/4P3/8/8/4K3 w - - 0 1"), 120 - (2 * 120 - 50));
        // A piece next to the king: 50, and its square.
        assert_eq!(value("4k3/8/8/8/8/8/8/3RK3 w - - 0 1"), 500 + 5 + 50);
    }

    #[test]
    fn a_repeated_move_costs_a_pawn() {
        let mut position = Position::start();
        let mut path = Vec::new();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3"] {
            let mv = position.parse_uci(text).unwrap();
            position.play_unchecked(mv);
            path.push(mv);
        }
        let fresh = evaluate(&position, &[]);
        assert_eq!(evaluate(&position, &path), fresh - 100);
        assert_eq!(evaluate(&position, &path[..4]), fresh);
    }

    #[test]
    fn half_of_the_time_goes_to_the_first_forty_moves() {
        let second = Duration::from_secs(1);
        let mut left = 600 * second;
        for moves in 0..40 {
            let clock = Clock { time: left, ..Clock::default() };
            left -= time_for(clock, moves) + Duration::from_millis(5);
        }
        assert!(left.abs_diff(300 * second) < second / 100, "{left:?}");
        // Then each move gets less than the one before.
        let mut last = second * 60;
        for moves in 41..200 {
            let now = time_for(Clock { time: left, ..Clock::default() }, moves);
            assert!(now < last);
            left -= now;
            last = now;
        }
    }

    #[test]
    fn half_of_the_increment_is_added() {
        let ms = Duration::from_millis;
        let clock = Clock { time: ms(80_000), increment: ms(2000), moves_to_go: None };
        assert_eq!(time_for(clock, 0), ms(1000 + 1000 - 5));
        assert_eq!(time_for(Clock::default(), 0), ms(0));
    }

    #[test]
    fn a_second_go_makes_no_sense() {
        let mut controller = Controller::default();
        assert!(controller.hear_go().is_none());
        assert!(controller.hear_go().is_some());
        controller.hear_position();
        assert!(controller.hear_go().is_none());
    }

    #[test]
    fn messages_are_no_commands() {
        assert_eq!(quoted("bestmove still not changed"), "\"bestmove .still .not .changed\"");
    }
}
