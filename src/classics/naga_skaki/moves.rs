//! NagaSkaki's move ordering and extensions.

use super::evaluation::VALUES;
use crate::classics::squares::{is_endgame, square_value};
use crate::position::Position;
use crate::types::score::MAX_PLY;
use crate::types::{Color, Depth, Move, PieceType, Score, Square};

/// The move that led to a position.
#[derive(Clone, Copy)]
pub(super) enum PreviousMove {
    /// None: it is the root.
    Nothing,
    /// A null move.
    Pass,
    /// A move to this square, with what it captured.
    Move(Square, Option<PieceType>),
}

/// What move ordering remembers: killers and history.
pub(super) struct MoveOrder {
    /// By ply: the last two quiet moves that caused a cutoff.
    killers: Vec<[Option<Move>; 2]>,
    /// By piece and target square: the sum of squared depths of cutoffs.
    history: Box<[[Score; 64]; 12]>,
}

impl MoveOrder {
    pub(super) fn new() -> MoveOrder {
        MoveOrder { killers: vec![[None; 2]; MAX_PLY + 1], history: Box::new([[0; 64]; 12]) }
    }

    /// Scores each move with the sum of the page's bonuses.
    pub(super) fn scored(
        &self,
        position: &Position,
        moves: &[Move],
        hash_move: Option<Move>,
        ply: usize,
    ) -> Vec<(Score, Move)> {
        let endgame = is_endgame(position.board());
        let score = |mv: Move| {
            let Some(piece) = position.piece_on(mv.from()) else { return 0 };
            let mut score = 0;
            if Some(mv) == hash_move {
                score += HASH_MOVE;
            }
            if mv.promotion() == Some(PieceType::Queen) {
                score += QUEENING;
            }
            if let Some(victim) = position.captured(mv) {
                score += CAPTURE + VICTIM * VALUES[victim.index()] - piece.kind().index() as Score;
            }
            if self.killers[ply.min(MAX_PLY)].contains(&Some(mv)) {
                score += KILLER;
            }
            if !mv.is_castle() {
                let at = |square| square_value(piece.kind(), square, piece.color(), endgame);
                score += at(mv.to()) - at(mv.from());
            }
            score + self.history[piece.index()][mv.to().index()]
        };
        moves.iter().map(|&mv| (score(mv), mv)).collect()
    }

    /// Records a cutoff: a quiet move becomes a killer and gains history.
    pub(super) fn record_cutoff(
        &mut self,
        position: &Position,
        mv: Move,
        depth: Depth,
        ply: usize,
    ) {
        let Some(piece) = position.piece_on(mv.from()) else { return };
        if mv.is_noisy() {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let history = &mut self.history[piece.index()][mv.to().index()];
        *history = (*history + depth * depth).min(MOST_HISTORY);
    }
}

/// Bonuses for move ordering, each above all that follow.
const HASH_MOVE: Score = 10_000_000;
const QUEENING: Score = 1_000_000;
const CAPTURE: Score = 100_000;
/// How much more the victim's value counts than the attacker's type: most valuable victim, least
/// valuable attacker.
const VICTIM: Score = 10;
const KILLER: Score = 50_000;
const MOST_HISTORY: Score = 20_000;

/// Removes the move with the highest score from the list.
pub(super) fn pick_best(moves: &mut Vec<(Score, Move)>) -> Option<Move> {
    let best = (0..moves.len()).max_by_key(|&index| moves[index].0)?;
    Some(moves.swap_remove(best).1)
}

/// Pieces whose values differ by less than this count as equal: a knight and a bishop.
const SAME_VALUE: Score = 50;

/// An extension of one ply: for a pawn move to the seventh rank, for the capture of the last piece, and
/// for the recapture of a piece of equal value.
pub(super) fn extension(
    position: &Position,
    child: &Position,
    mv: Move,
    captured: Option<PieceType>,
    previous: PreviousMove,
) -> Depth {
    const SEVENTH: u8 = 6;
    let is_pawn = position.board().kind(PieceType::Pawn).has(mv.from());
    let to_the_seventh = is_pawn && mv.to().relative_rank(position.side()) == SEVENTH;
    let last_piece = captured.is_some_and(|kind| kind != PieceType::Pawn)
        && Color::ALL.into_iter().all(|color| !child.board().has_non_pawn_material(color));
    let taken_back = match (previous, captured) {
        (PreviousMove::Move(square, Some(lost)), Some(won)) => {
            square == mv.to() && (VALUES[lost.index()] - VALUES[won.index()]).abs() < SAME_VALUE
        }
        _ => false,
    };
    Depth::from(to_the_seventh || last_piece || taken_back)
}

#[cfg(test)]
mod tests {
    use super::{PreviousMove, extension, pick_best};
    use crate::position::Position;
    use crate::types::{PieceType, Square};

    fn extension_of(fen: &str, text: &str, previous: PreviousMove) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let mv = position.parse_uci(text).unwrap();
        let mut child = position;
        child.play_unchecked(mv);
        extension(&position, &child, mv, position.captured(mv), previous)
    }

    #[test]
    fn what_is_searched_deeper() {
        let quiet = PreviousMove::Move(Square::A1, None);
        // A pawn to the seventh, not one to the sixth.
        assert_eq!(extension_of("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a6a7", quiet), 1);
        assert_eq!(extension_of("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6", quiet), 0);
        assert_eq!(extension_of("4k3/8/8/8/8/p7/8/4K3 b - - 0 1", "a3a2", quiet), 1);
        // The last piece is captured.
        assert_eq!(extension_of("4k3/p7/8/8/8/8/3n4/4K3 w - - 0 1", "e1d2", quiet), 1);
        assert_eq!(extension_of("4k3/p7/8/8/8/8/3n4/4K2R w - - 0 1", "e1d2", quiet), 0);
        // A recapture of equal value on the same square.
        let fen = "4k3/p7/8/8/8/8/3n4/4K2R w - - 0 1";
        assert_eq!(
            extension_of(fen, "e1d2", PreviousMove::Move(Square::D2, Some(PieceType::Bishop))),
            1
        );
        assert_eq!(
            extension_of(fen, "e1d2", PreviousMove::Move(Square::D2, Some(PieceType::Rook))),
            0
        );
        assert_eq!(
            extension_of(fen, "e1d2", PreviousMove::Move(Square::D3, Some(PieceType::Bishop))),
            0
        );
        assert_eq!(extension_of(fen, "e1d2", PreviousMove::Pass), 0);
    }

    #[test]
    fn moves_come_by_score() {
        let position = Position::start();
        let moves = position.board().legal_moves();
        let mut scored: Vec<_> = [3, 9, -2].into_iter().zip(moves.iter().copied()).collect();
        let order: Vec<_> = std::iter::from_fn(|| pick_best(&mut scored)).collect();
        assert_eq!(order, [moves[1], moves[0], moves[2]]);
    }
}
