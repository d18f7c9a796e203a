//! Parses UCI commands. Bad input is reported, never fatal.

use std::fmt;
use std::time::Duration;

use crate::position::{KeyHistory, Position};
use crate::search::{Clock, Limits, MOST_TIME};
use crate::support::args::{MAX_PERFT_DEPTH, MOVE_TIME};
use crate::types::{Color, Depth, Move};

/// The largest time or clock, in ms; larger values are clamped.
const MAX_MS: i128 = MOST_TIME.as_millis() as i128;

/// Number of fields in a FEN.
const FEN_FIELDS: usize = 6;
/// The most errors reported for one line.
pub const MAX_ERRORS: usize = 10;

/// A bad command; the message quotes the offending text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError(pub String);

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Parses the arguments of `position` into the position, the key history and the last move. Without arguments it is the
/// starting position.
///
/// # Errors
/// A bad FEN or an illegal move.
pub fn position(text: &str) -> Result<(Position, KeyHistory, Option<Move>), CommandError> {
    let mut tokens = text.split_ascii_whitespace().peekable();
    let mut position = match tokens.peek() {
        Some(&"startpos") => {
            tokens.next();
            Position::start()
        }
        Some(&"fen") => {
            tokens.next();
            let mut fields = Vec::new();
            // One field too many is enough for the error.
            while fields.len() <= FEN_FIELDS
                && let Some(field) = tokens.next_if(|&token| token != "moves")
            {
                fields.push(field);
            }
            let fen = fields.join(" ");
            Position::from_fen(&fen)
                .map_err(|error| CommandError(format!("bad FEN '{fen}': {error}")))?
        }
        None | Some(&"moves") => Position::start(),
        Some(other) => {
            return Err(CommandError(format!(
                "position: expected startpos, fen or moves, got '{other}'"
            )));
        }
    };
    let mut history = KeyHistory::new();
    match tokens.next() {
        None | Some("moves") => {}
        Some(other) => {
            return Err(CommandError(format!("position: expected moves, got '{other}'")));
        }
    }
    let mut last = None;
    for text in tokens {
        let mv = position.parse_uci(text).map_err(|error| CommandError(error.to_string()))?;
        history.play(&mut position, mv);
        last = Some(mv);
    }
    Ok((position, history, last))
}

/// Parses the depth of `perft`.
///
/// # Errors
/// The text is not a depth that can be counted.
pub fn perft_depth(text: &str) -> Result<u32, CommandError> {
    let depth = text.trim().parse().ok().filter(|depth| (1..=MAX_PERFT_DEPTH).contains(depth));
    depth.ok_or_else(|| {
        let text = text.trim();
        CommandError(format!("perft: expected a depth from 1 to {MAX_PERFT_DEPTH}, got '{text}'"))
    })
}

/// The words of `go` that are followed by a number, and the others.
const NUMBERS: [&str; 9] =
    ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime"];
const OTHERS: [&str; 3] = ["infinite", "ponder", "searchmoves"];

/// Parses the arguments of `go`. Bad arguments are skipped and returned as errors, [`MAX_ERRORS`] at
/// most.
pub fn go(text: &str, root: &Position) -> (Limits, Vec<CommandError>) {
    let mut limits = Limits::default();
    let mut errors = Errors(Vec::new());
    let mut time = [None; 2];
    let mut increment = [None; 2];
    let mut moves_to_go = None;
    let mut tokens = text.split_ascii_whitespace().peekable();
    while let Some(token) = tokens.next() {
        match token {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                while let Some(text) = tokens.next_if(|text| looks_like_a_move(text)) {
                    match root.parse_uci(text) {
                        Ok(mv) => limits.search_moves.push(mv),
                        Err(error) => errors.note(|| error.to_string()),
                    }
                }
            }
            _ if NUMBERS.contains(&token) => {
                let Some(value) = tokens.next_if(|text| looks_like_a_number(text)) else {
                    // If the next word is another keyword, leave it; anything else was meant as the number.
                    let is_word = |text: &&str| NUMBERS.contains(text) || OTHERS.contains(text);
                    let wrong = tokens.next_if(|text| !is_word(text));
                    let found = wrong.or_else(|| tokens.peek().copied()).unwrap_or("nothing");
                    errors.note(|| format!("go {token}: expected a number, got '{found}'"));
                    continue;
                };
                let value = number(value);
                let duration = Duration::from_millis(value.clamp(0, MAX_MS) as u64);
                let count = value.clamp(0, i128::from(u32::MAX)) as u32;
                match token {
                    "wtime" => time[0] = Some(duration),
                    "btime" => time[1] = Some(duration),
                    "winc" => increment[0] = Some(duration),
                    "binc" => increment[1] = Some(duration),
                    "movestogo" => moves_to_go = (count > 0).then_some(count),
                    "depth" => limits.depth = Some(count.clamp(1, 1000) as Depth),
                    "nodes" => limits.nodes = Some(value.clamp(0, i128::from(u64::MAX)) as u64),
                    "mate" => limits.mate = Some(count.max(1)),
                    _ => limits.move_time = Some(duration),
                }
            }
            other => errors.note(|| format!("go: unexpected '{other}'")),
        }
    }
    // If the GUI sends only the opponent's clock, use that.
    let own = usize::from(root.side() == Color::Black);
    if let Some(time) = time[own].or(time[1 - own]) {
        let increment = increment[own].or(increment[1 - own]).unwrap_or_default();
        limits.clock = Some(Clock { time, increment, moves_to_go });
    }
    (limits, errors.0)
}

/// Parses the arguments of `why`: moves in SAN or UCI notation, and limits as in `go`.
///
/// # Errors
/// A word that is neither a move nor a limit, or an illegal move.
pub fn why(text: &str, root: &Position) -> Result<(Vec<Move>, Limits), CommandError> {
    let mut moves = Vec::new();
    let mut limits = String::new();
    let mut tokens = text.split_ascii_whitespace();
    while let Some(token) = tokens.next() {
        if matches!(token, "depth" | "nodes" | "movetime") {
            let value = tokens.next().unwrap_or_default();
            limits.push_str(&format!("{token} {value} "));
        } else {
            let mv =
                root.parse_san(token).map_err(|error| CommandError(format!("why: {error}")))?;
            moves.push(mv);
        }
    }
    let (limits, errors) = go(&limits, root);
    match errors.into_iter().next() {
        Some(CommandError(text)) => Err(CommandError(text.replacen("go", "why", 1))),
        None if limits.are_none() => {
            Ok((moves, Limits::move_time(Duration::from_millis(MOVE_TIME))))
        }
        None => Ok((moves, limits)),
    }
}

/// The errors in a line.
struct Errors(Vec<CommandError>);

impl Errors {
    fn note(&mut self, text: impl FnOnce() -> String) {
        match self.0.len() {
            0..MAX_ERRORS => self.0.push(CommandError(text())),
            MAX_ERRORS => self.0.push(CommandError("go: further errors are not shown".into())),
            _ => {}
        }
    }
}

/// A line without leading and trailing whitespace, zero bytes and byte order marks.
pub(super) fn trimmed(line: &str) -> &str {
    line.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\0' | '\u{feff}'))
}

/// The first word of a text and the rest.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(|c: char| c.is_whitespace()).unwrap_or((text, ""))
}

fn looks_like_a_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    !whole.is_empty() && whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit())
}

/// A number of any length, clamped to the range of the type. A fraction, which some scripts send, is dropped.
fn number(text: &str) -> i128 {
    let whole = text.split('.').next().unwrap_or_default();
    whole.parse().unwrap_or(if whole.starts_with('-') { i128::MIN } else { i128::MAX })
}

fn looks_like_a_move(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..])
        || text == "0000"
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{MOVE_TIME, go, position, why};
    use crate::position::Position;

    #[test]
    fn numbers_of_any_size_are_taken() {
        let root = Position::start();
        let (limits, errors) =
            go("wtime -5 btime 99999999999999999999999999 nodes 99999999999999999999999999", &root);
        assert!(errors.is_empty());
        assert_eq!(limits.clock.unwrap().time, Duration::ZERO);
        assert_eq!(limits.nodes, Some(u64::MAX));
    }

    #[test]
    fn fractions_are_dropped() {
        let root = Position::start();
        let (limits, errors) = go("movetime 100.0 depth 3.9 wtime -7.5", &root);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(limits.move_time, Some(Duration::from_millis(100)));
        assert_eq!((limits.depth, limits.clock.unwrap().time), (Some(3), Duration::ZERO));
        for text in [".5", "1.2.3", "1.x", "-.5"] {
            let (limits, errors) = go(&format!("nodes {text}"), &root);
            assert!(limits.nodes.is_none() && errors[0].to_string().contains(text), "{text}");
        }
    }

    #[test]
    fn search_moves_may_stand_anywhere() {
        let (limits, errors) = go("searchmoves e2e4 d2d4 depth 3", &Position::start());
        assert!(errors.is_empty());
        assert_eq!((limits.search_moves.len(), limits.depth), (2, Some(3)));
    }

    #[test]
    fn moves_to_be_explained_and_limits_mix() {
        let root = Position::start();
        let (moves, limits) = why("e4 nodes 700 g1f3", &root).unwrap();
        let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["e2e4", "g1f3"]);
        assert_eq!((limits.nodes, limits.move_time), (Some(700), None));
        let (moves, limits) = why("", &root).unwrap();
        assert_eq!((moves.len(), limits.nodes), (0, None));
        assert_eq!(limits.move_time, Some(Duration::from_millis(MOVE_TIME)));
        for (text, message) in [
            ("nodes many", "why nodes: expected a number, got 'many'"),
            ("depth", "why depth: expected a number, got 'nothing'"),
        ] {
            assert_eq!(why(text, &root).unwrap_err().to_string(), message);
        }
        assert!(why("e5", &root).unwrap_err().to_string().contains("'e5'"));
    }

    #[test]
    fn what_cannot_be_read_is_named_and_the_rest_is_kept() {
        let (limits, errors) = go("depth x nodes 7 frobnicate", &Position::start());
        assert_eq!(limits.nodes, Some(7));
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert!(texts[0].contains("'x'") && texts[1].contains("'frobnicate'"), "{texts:?}");
        assert_eq!(texts.len(), 2, "each once");
        // A keyword is not taken as the number, and takes effect itself.
        let (limits, errors) = go("depth infinite", &Position::start());
        assert!(limits.infinite && errors.len() == 1);
    }

    #[test]
    fn an_illegal_move_spoils_the_whole_position() {
        let error = position("startpos moves e2e4 e2e4").unwrap_err();
        assert!(error.to_string().contains("'e2e4'"));
    }
}
