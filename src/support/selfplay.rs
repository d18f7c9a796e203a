//! Self-play games and their adjudication.

use crate::notation::pgn::{GameResult, PgnGame};
use crate::position::{KeyHistory, Position};
use crate::probe::tablebases::{Tablebases, TbOutcome};
use crate::support::text::signed;
use crate::types::{Color, Move, Score, score};

/// Adjudication rules.
#[derive(Clone, Copy, Debug)]
pub struct Adjudication {
    /// Win score in centipawns: a side wins that is ahead by it ...
    pub win_score: Score,
    /// ... for this many plies in a row, in both sides' scores.
    pub win_plies: u32,
    /// Draw score in centipawns: a game is drawn if neither side is further ahead ...
    pub draw_score: Score,
    /// ... for this many plies in a row ...
    pub draw_plies: u32,
    /// ... from this ply on.
    pub draw_from: u16,
    /// A game is stopped and scored as a draw after this many plies from its start, which need not be the first move.
    pub max_plies: u16,
}

/// A game in progress.
pub struct GameInProgress<'a> {
    position: Position,
    history: KeyHistory,
    adjudication: Adjudication,
    tables: Option<&'a Tablebases>,
    /// Plies played.
    plies: u16,
    /// Plies in a row with a winning score, positive for White, negative for Black.
    winning: i64,
    /// Plies in a row with a drawn score.
    drawing: u32,
}

impl<'a> GameInProgress<'a> {
    /// A game from a position with a legal move.
    pub fn new(start: Position, adjudication: Adjudication) -> GameInProgress<'a> {
        let history = KeyHistory::new();
        GameInProgress {
            position: start,
            history,
            adjudication,
            tables: None,
            plies: 0,
            winning: 0,
            drawing: 0,
        }
    }

    /// Also adjudicates by these tablebases.
    pub fn with_tables(self, tables: Option<&'a Tablebases>) -> GameInProgress<'a> {
        GameInProgress { tables, ..self }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The key history.
    pub fn history(&self) -> &KeyHistory {
        &self.history
    }

    /// Plays a legal move with its score. Returns the result if the game is over.
    pub fn play(&mut self, mv: Move, score: Score) -> Option<GameResult> {
        let white_score = score * self.position.side().sign();
        let ply = self.position.game_ply();
        self.plies = self.plies.saturating_add(1);
        self.history.play(&mut self.position, mv);
        let end = self.history.outcome(&self.position);
        end.map(|end| GameResult::of(end.winner()))
            .or_else(|| self.by_tables())
            .or_else(|| self.by_scores(white_score, ply))
    }

    /// The tablebase result. Tables are exact only after a capture or pawn move, when the fifty-move counter is 0.
    fn by_tables(&self) -> Option<GameResult> {
        let tables = self.tables?;
        let board = self.position.board();
        let within = board.occupied().count() as usize <= tables.max_pieces();
        if !within || self.position.rule50() != 0 || !board.castling().is_empty() {
            return None;
        }
        Some(match tables.outcome(&self.position, true)? {
            TbOutcome::Win => won_by(self.position.side()),
            TbOutcome::Draw => GameResult::Draw,
            TbOutcome::Loss => won_by(!self.position.side()),
        })
    }

    fn by_scores(&mut self, white_score: Score, ply: u16) -> Option<GameResult> {
        let rules = self.adjudication;
        let winner = i64::from(white_score.signum());
        self.winning = match white_score.abs() >= rules.win_score {
            true if self.winning.signum() == -winner => winner,
            true => self.winning + winner,
            false => 0,
        };
        self.drawing = if white_score.abs() <= rules.draw_score { self.drawing + 1 } else { 0 };
        if self.winning.unsigned_abs() >= u64::from(rules.win_plies) {
            return Some(won_by(if winner > 0 { Color::White } else { Color::Black }));
        }
        let drawn = self.drawing >= rules.draw_plies && ply >= rules.draw_from;
        (drawn || self.plies >= rules.max_plies).then_some(GameResult::Draw)
    }
}

const fn won_by(color: Color) -> GameResult {
    GameResult::of(Some(color))
}

/// A new PGN game without moves.
pub fn unplayed(start: Position, round: u64) -> PgnGame {
    let mut game = PgnGame::new(start);
    game.set_tag("Event", "Quevedo against itself");
    game.set_tag("Round", &round.to_string());
    game.set_tag("White", "Quevedo");
    game.set_tag("Black", "Quevedo");
    game
}

/// A score as in the comments of match programs: signed pawns, or moves to mate.
pub fn comment(score: Score) -> String {
    match score::moves_to_mate(score) {
        Some(moves) => format!("{}M{}", if score > 0 { '+' } else { '-' }, moves.abs()),
        None => signed(score),
    }
}

/// Whether a game was played to its end on the board or adjudicated: not lost on time, by a crash or by an illegal
/// move. A game without a termination tag counts as one.
pub fn is_played_out(game: &PgnGame) -> bool {
    let is_end =
        |end: &str| ["normal", "adjudication"].iter().any(|one| end.eq_ignore_ascii_case(one));
    game.tag("Termination").is_none_or(is_end)
}

/// The inverse of [`comment`]: the score that a comment begins with, as in `+0.31/14 0.05s` and `-M5/20`. Without a
/// depth, only what has a sign is a score.
pub fn score_of(comment: &str) -> Option<Score> {
    let comment = comment.trim();
    let text = comment.split(['/', ',']).next()?;
    let (sign, number) = match text.split_at_checked(1)? {
        ("-", number) => (-1, number),
        ("+", number) => (1, number),
        _ if comment[text.len()..].starts_with('/') => (1, text),
        _ => return None,
    };
    if let Some(moves) = number.strip_prefix('M') {
        let moves: usize = moves.parse().ok().filter(|&moves| moves > 0)?;
        let plies = if sign > 0 { 2 * moves - 1 } else { 2 * moves };
        return Some(sign * score::mate_in(plies.min(score::MAX_PLY)));
    }
    if !number.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let pawns: f64 = number.parse().ok()?;
    Some(sign * (100.0 * pawns).round() as Score)
}

#[cfg(test)]
mod tests {
    use super::{Adjudication, GameInProgress, comment, score_of};
    use crate::notation::pgn::GameResult;
    use crate::position::Position;
    use crate::types::score;

    const RULES: Adjudication = Adjudication {
        win_score: 700,
        win_plies: 4,
        draw_score: 10,
        draw_plies: 6,
        draw_from: 8,
        max_plies: 30,
    };

    /// Knights go out and home with these scores, White's view; the ply after which the game ended.
    fn shuffle(fen: &str, scores: &[i32], rules: Adjudication) -> (usize, Option<GameResult>) {
        let mut course = GameInProgress::new(Position::from_fen(fen).unwrap(), rules);
        for (ply, &score) in scores.iter().enumerate() {
            // Never the same position three times within the plies that are tried here.
            let file = b"abcdefgh"[ply / 2 % 8] as char;
            let text = match ply % 2 {
                0 => format!("{file}2{file}3"),
                _ => format!("{file}7{file}6"),
            };
            let mv = course.position().parse_uci(&text).unwrap();
            let own = score * course.position().side().sign();
            if let Some(result) = course.play(mv, own) {
                return (ply + 1, Some(result));
            }
        }
        (scores.len(), None)
    }

    const PAWNS: &str = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";

    #[test]
    fn wins_need_one_side_ahead_for_long_enough() {
        let white = Some(GameResult::White);
        assert_eq!(shuffle(PAWNS, &[700, 701, 900, 700, 0], RULES), (4, white));
        assert_eq!(shuffle(PAWNS, &[699, 701, 900, 700, 700], RULES), (5, white));
        let turned = [700, 700, 700, -700, -700, -700, -700, 700];
        assert_eq!(shuffle(PAWNS, &turned, RULES), (7, Some(GameResult::Black)));
        assert_eq!(shuffle(PAWNS, &[700, 700, 700, 20, 700, 700], RULES).1, None);
    }

    #[test]
    fn draws_need_a_late_ply_too() {
        let draw = Some(GameResult::Draw);
        assert_eq!(shuffle(PAWNS, &[0; 12], RULES), (9, draw));
        let late = ["4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 10"];
        assert_eq!(shuffle(late[0], &[10, -10, 0, 0, 3, 4, 5], RULES), (6, draw));
        assert_eq!(shuffle(late[0], &[10, -10, 0, 11, 3, 4, 5, 6], RULES).1, None);
        let short = Adjudication { max_plies: 13, ..RULES };
        for start in [PAWNS, late[0]] {
            assert_eq!(shuffle(start, &[50; 14], short), (13, draw), "{start}");
        }
    }

    #[test]
    fn the_rules_go_first() {
        let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
        let rules = Adjudication { draw_score: 9999, draw_plies: 1, draw_from: 0, ..RULES };
        let mut course = GameInProgress::new(Position::from_fen(fen).unwrap(), rules);
        let mate = course.position().parse_uci("a1a8").unwrap();
        assert_eq!(course.play(mate, 0), Some(GameResult::White));
        let fen = "7k/8/5K2/8/8/8/6Q1/8 w - - 0 1";
        let mut course = GameInProgress::new(Position::from_fen(fen).unwrap(), RULES);
        let stalemate = course.position().parse_uci("g2g6").unwrap();
        assert_eq!(course.play(stalemate, 31_000), Some(GameResult::Draw));
        let fen = "7k/8/5K2/8/8/8/6Q1/8 w - - 99 80";
        let mut course = GameInProgress::new(Position::from_fen(fen).unwrap(), RULES);
        let quiet = course.position().parse_uci("g2a2").unwrap();
        assert_eq!(course.play(quiet, 31_000), Some(GameResult::Draw));
    }

    #[test]
    fn a_third_repetition_is_a_draw() {
        let rules = Adjudication { max_plies: 1000, ..RULES };
        let mut course = GameInProgress::new(Position::start(), rules);
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for ply in 0..8 {
            let mv = course.position().parse_uci(shuffle[ply % 4]).unwrap();
            let result = course.play(mv, 100);
            assert_eq!(result, (ply == 7).then_some(GameResult::Draw), "{ply}");
        }
    }

    #[test]
    fn a_comment_tells_its_score() {
        for score in [-9000, -700, -31, 0, 1, 80, 1500, score::mate_in(5), -score::mate_in(6)] {
            assert_eq!(score_of(&comment(score)), Some(score));
            assert_eq!(score_of(&format!("{}/18 0.061s", comment(score))), Some(score));
        }
        assert_eq!(score_of("-M3, White mates"), Some(-score::mate_in(6)));
        assert_eq!(score_of("+0.00/1 0.000s, Draw by 3-fold repetition"), Some(0));
        for text in
            ["", "book", "+", "-", "Mate", "M0", "+M", "a fine move", "1.2.3", "nan", "+inf", "é"]
        {
            assert_eq!(score_of(text), None, "{text}");
        }
    }
}
