//! How games ended, according to what match programs write: the tag `Termination` and the comment on the last move.

use crate::notation::pgn::PgnGame;
use crate::position::{GameEnd, Position};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Ending {
    Mate,
    Stalemate,
    Repetition,
    FiftyMoves,
    Material,
    /// Decided by the match program or by tablebases.
    Adjudication,
    Time,
    IllegalMove,
    /// A program crashed, or stopped answering.
    Abandoned,
    /// Normally, but it is not said how.
    Normal,
    /// The file says nothing.
    Unknown,
}

/// Beginnings of words in what fastchess and cutechess write, in lower case; the first match counts.
const WORDS: [(&str, Ending); 20] = [
    ("adjudication", Ending::Adjudication),
    ("illegal move", Ending::IllegalMove),
    ("rules infraction", Ending::IllegalMove),
    ("time forfeit", Ending::Time),
    ("on time", Ending::Time),
    ("abandoned", Ending::Abandoned),
    ("disconnect", Ending::Abandoned),
    ("stall", Ending::Abandoned),
    ("crash", Ending::Abandoned),
    ("emergency", Ending::Abandoned),
    ("unterminated", Ending::Abandoned),
    ("stalemate", Ending::Stalemate),
    ("mates", Ending::Mate),
    ("checkmate", Ending::Mate),
    ("repetition", Ending::Repetition),
    ("fifty move", Ending::FiftyMoves),
    ("50-move", Ending::FiftyMoves),
    ("50 move", Ending::FiftyMoves),
    ("mating material", Ending::Material),
    ("insufficient material", Ending::Material),
];

impl Ending {
    /// Its name in tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Ending::Mate => "mate",
            Ending::Stalemate => "stalemate",
            Ending::Repetition => "repetition",
            Ending::FiftyMoves => "fifty moves",
            Ending::Material => "insufficient material",
            Ending::Adjudication => "adjudication",
            Ending::Time => "time forfeit",
            Ending::IllegalMove => "illegal move",
            Ending::Abandoned => "crash or disconnection",
            Ending::Normal => "normal",
            Ending::Unknown => "not said",
        }
    }

    /// Whether the loser lost by a fault, not on the board.
    pub(super) const fn is_fault(self) -> bool {
        matches!(self, Ending::Time | Ending::IllegalMove | Ending::Abandoned)
    }

    /// How a game ended. The tag counts first, but if it only says that the end was normal, the comment and the final
    /// position say which it was.
    pub(super) fn of(game: &PgnGame) -> Ending {
        // A player may be called anything.
        let names =
            ["White", "Black"].map(|color| game.tag(color).unwrap_or_default().to_lowercase());
        let nameless =
            |text: &str| names.iter().fold(text.to_lowercase(), |text, name| without(&text, name));
        let tag = game.tag("Termination").map(nameless);
        if let Some(ending) = tag.as_deref().and_then(Ending::told) {
            return ending;
        }
        let comments = match game.line.moves.last() {
            Some(last) => &last.comments,
            None => &game.line.comments,
        };
        let is_normal = tag.as_deref() == Some("normal");
        let comment = comments.iter().rev().find_map(|text| Ending::told(&nameless(text)));
        // Prose may speak of crashes that a tag denies.
        let comment = comment.filter(|ending| !(is_normal && ending.is_fault()));
        let normal = if is_normal { Ending::Normal } else { Ending::Unknown };
        comment.or_else(|| Ending::on(&last_position(game))).unwrap_or(normal)
    }

    /// The ending that a text in lower case describes.
    fn told(text: &str) -> Option<Ending> {
        let has = |word: &str| {
            text.match_indices(word).any(|(at, _)| !text[..at].ends_with(char::is_alphabetic))
        };
        WORDS.iter().find(|(word, _)| has(word)).map(|&(_, ending)| ending)
    }

    /// The ending that the final position itself shows.
    fn on(position: &Position) -> Option<Ending> {
        match position.outcome()? {
            GameEnd::Checkmate { .. } => Some(Ending::Mate),
            GameEnd::Stalemate => Some(Ending::Stalemate),
            GameEnd::InsufficientMaterial => Some(Ending::Material),
            _ => None,
        }
    }
}

/// A text in which a star stands for a player's name, except where it is part of a longer word.
fn without(text: &str, name: &str) -> String {
    let (mut kept, mut rest) = (String::new(), 0);
    for (at, _) in text.match_indices(name) {
        let end = at + name.len();
        let is_whole = !text[..at].ends_with(char::is_alphanumeric)
            && !text[end..].starts_with(char::is_alphanumeric);
        if is_whole && !name.is_empty() {
            kept.push_str(&text[rest..at]);
            kept.push('*');
            rest = end;
        }
    }
    kept + &text[rest..]
}

fn last_position(game: &PgnGame) -> Position {
    let mut position = game.start;
    game.moves().for_each(|mv| position.play_unchecked(mv));
    position
}

#[cfg(test)]
mod tests {
    use super::Ending;
    use crate::notation::pgn::PgnReader;

    fn ending(text: &str) -> Ending {
        Ending::of(&PgnReader::new(text.as_bytes(), "test").next().unwrap().unwrap())
    }

    #[test]
    fn tags_comments_and_positions_tell_how_games_ended() {
        for (text, expected) in [
            ("[Termination \"time forfeit\"]\n1. e4 0-1", Ending::Time),
            ("1. e4 {+0.1/9 1s, Black loses on time (3ms overrun)} 1-0", Ending::Time),
            (
                "[Termination \"normal\"]\n1. e4 {Draw by 3-fold repetition} 1/2-1/2",
                Ending::Repetition,
            ),
            ("1. e4 {Draw by fifty moves rule} 1/2-1/2", Ending::FiftyMoves),
            ("1. e4 {Draw by insufficient mating material} 1/2-1/2", Ending::Material),
            ("1. e4 {White wins by adjudication: SyzygyTB} 1-0", Ending::Adjudication),
            ("1. e4 {Black makes an illegal move: a1a1} 1-0", Ending::IllegalMove),
            ("[Event \"?\"]\n\n{White makes an illegal move: a1a1} 0-1", Ending::IllegalMove),
            ("1. e4 {White disconnects} 0-1", Ending::Abandoned),
            ("1. e4 {White's connection stalls} 0-1", Ending::Abandoned),
            ("1. f3 e5 2. g4 Qh4# 0-1", Ending::Mate),
            ("1. f3 e5 2. g4 Qh4# {-M1/3 0.1s, Black mates} 0-1", Ending::Mate),
            ("[Termination \"Normal\"]\n1. e4 0-1", Ending::Normal),
            ("[Termination \"X won by checkmate\"]\n1. e4 0-1", Ending::Mate),
            ("1. e4 0-1", Ending::Unknown),
            (
                "[White \"Crash\"]\n[Termination \"Crash won by resignation\"]\n1. e4 1-0",
                Ending::Unknown,
            ),
            ("[White \"m\"]\n1. e4 {Black loses on time} 1-0", Ending::Time),
            ("[White \"Stall\"]\n1. e4 {Black stalls, Stall wins} 1-0", Ending::Abandoned),
            ("1. e4 {Teammates agree} 1/2-1/2", Ending::Unknown),
            ("[Termination \"Normal\"]\n1. e4 {The crash of Black's position} 1-0", Ending::Normal),
        ] {
            assert_eq!(ending(text), expected, "{text}");
        }
    }
}
