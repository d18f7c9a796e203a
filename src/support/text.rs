//! Formatting counts and scores.

use crate::types::score::{self, Score};

/// `1 position`, `2 positions`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A score in pawns, the moves to mate as `#3`, or `+TB` or `-TB` where tablebases know who wins.
pub fn pawns(score: Score) -> String {
    match score::moves_to_mate(score) {
        Some(0) => "mate".into(),
        Some(moves) => format!("#{moves}"),
        None if score::is_win(score) => "+TB".into(),
        None if score::is_loss(score) => "-TB".into(),
        None => signed(score),
    }
}

/// Centipawns in pawns, with the sign.
pub fn signed(centipawns: Score) -> String {
    format!("{:+.2}", f64::from(centipawns) / 100.0)
}

/// Words in lines of 80 columns: the first line begins with `first`, the others are indented.
pub fn wrapped<W: AsRef<str>>(
    words: impl IntoIterator<Item = W>,
    first: &str,
    indent: usize,
) -> Vec<String> {
    const WIDTH: usize = 80;
    let mut lines: Vec<String> = Vec::new();
    let mut line = first.to_owned();
    for (index, word) in words.into_iter().enumerate() {
        let word = word.as_ref();
        if index > 0 && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
        } else if index > 0 {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn long_values_are_wrapped() {
        let features = "popcnt, ".repeat(40);
        let lines = wrapped(features.trim_end().split(' '), &format!("{:15}", "built for"), 15);
        let text = lines.join("\n");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert_eq!(text.matches("popcnt").count(), 40);
        assert!(lines[1..].iter().all(|line| line.find("popcnt") == Some(15)), "{text}");
    }
}
