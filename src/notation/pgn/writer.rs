//! Writing games in the export format of the PGN standard.

use std::fmt;

use super::game::{Line, PgnGame, ROSTER};
use crate::notation::san;
use crate::position::Position;
use crate::types::Color;

/// Characters in a line of moves; the standard demands fewer than 80.
const WIDTH: usize = 79;

impl fmt::Display for PgnGame {
    /// The game in export format, ending in a newline. Separate games by an empty line.
    ///
    /// A closing brace within a comment becomes a parenthesis, because PGN can't express it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            let value = if name == "Result" { Some(self.result.text()) } else { self.tag(name) };
            write_tag(f, name, value.unwrap_or(unknown))?;
        }
        let of_fields =
            |name: &str| ["SetUp", "FEN"].contains(&name) || self.chess960 && name == "Variant";
        let rest = self
            .tags
            .iter()
            .filter(|(name, _)| ROSTER.iter().all(|(own, _)| own != name) && !of_fields(name));
        for (name, value) in rest {
            write_tag(f, name, value)?;
        }
        if self.chess960 {
            write_tag(f, "Variant", "Chess960")?;
        }
        if self.chess960 || self.start != Position::start() {
            write_tag(f, "SetUp", "1")?;
            // X-FEN, which readers of Shredder-FEN understand too; the reverse is not true.
            write_tag(f, "FEN", &self.start.to_string())?;
        }
        let mut words = Words::default();
        words.line(&self.line, &self.start);
        words.put(self.result.text());
        f.write_str("\n")?;
        f.write_str(&words.filled())
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

/// The words of a game; lines may break between them.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// What to prepend to the next word.
    opening: String,
}

impl Words {
    fn put(&mut self, word: &str) {
        self.words.push(std::mem::take(&mut self.opening) + word);
    }

    /// Appends a mark to the last word.
    fn close(&mut self, mark: char) {
        if let Some(word) = self.words.last_mut() {
            word.push(mark);
        }
    }

    fn line(&mut self, line: &Line, start: &Position) {
        self.comments(&line.comments);
        let mut position = *start;
        let mut interrupted = true;
        for played in &line.moves {
            if position.side() == Color::White || interrupted {
                self.put(&san::number(&position));
            }
            self.put(&san::text(&position, played.mv));
            for nag in &played.nags {
                self.put(&format!("${nag}"));
            }
            self.comments(&played.comments);
            for variation in played.variations.iter().filter(|line| !line.moves.is_empty()) {
                self.opening.push('(');
                self.line(variation, &position);
                self.close(')');
            }
            interrupted = !(played.comments.is_empty() && played.variations.is_empty());
            position.play_unchecked(played.mv);
        }
    }

    fn comments(&mut self, comments: &[String]) {
        for pieces in comments.iter().map(|comment| pieces(comment)) {
            if !pieces.is_empty() {
                self.opening.push('{');
                pieces.iter().for_each(|piece| self.put(piece));
                self.close('}');
            }
        }
    }

    /// The words wrapped into lines, each ending in a newline.
    fn filled(&self) -> String {
        let mut text = String::new();
        let mut column = 0;
        for word in &self.words {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > WIDTH {
                text.push('\n');
                column = 0;
            }
            // At the start of a line, these would mean an escape or a new game; a space prevents that.
            if column > 0 || word.starts_with('%') || word.starts_with("[Event") {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            column += length;
        }
        text + "\n"
    }
}

/// Splits a comment where lines may break. A command like `[%eval 0.25]` stays together.
fn pieces(comment: &str) -> Vec<String> {
    let comment = comment.replace('}', ")");
    let mut pieces: Vec<String> = Vec::new();
    let mut in_command = false;
    for word in comment.split_whitespace() {
        match pieces.last_mut() {
            Some(last) if in_command => {
                last.push(' ');
                last.push_str(word);
            }
            _ => pieces.push(word.into()),
        }
        in_command = (in_command || word.starts_with("[%")) && !word.ends_with(']');
    }
    pieces
}
