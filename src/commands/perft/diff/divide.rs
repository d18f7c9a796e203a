//! Reads what other programs print for a divide: a line for each move with the leaves below it, in all common forms,
//! among lines that mean something else.

/// A move as printed, in lower case without piece letters and signs (`e7e8q`, `o-o`), and its leaves.
pub(super) type Counted = (String, u128);

/// Words that may stand between a move and its leaves.
const LEAVES: [&str; 7] = ["count", "leaf", "leaves", "moves", "node", "nodes", "perft"];

/// Words, one of which must be in the line with the total.
const TOTAL: [&str; 8] =
    ["leaves", "moves", "node", "nodes", "perft", "result", "searched", "total"];

/// The move and the leaves in a line such as `e2e4: 20`, `1. e2e4 20`, `E7E8Q - 1,204` or `Move: Pe2-e4, Nodes: 20`.
pub(super) fn counted(line: &str) -> Option<Counted> {
    if is_search_info(line) {
        return None;
    }
    let starts_word = |&at: &usize| {
        line.is_char_boundary(at) && !line[..at].ends_with(|c: char| c.is_alphanumeric())
    };
    // The first move must be followed by its count, because a line of moves is not part of a divide.
    let (mv, rest) =
        (0..line.len()).filter(starts_word).find_map(|at| written_move(&line[at..]))?;
    let rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word = &rest[..rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len())];
    let rest = match LEAVES.contains(&&*word.to_ascii_lowercase()) {
        true => rest[word.len()..].trim_start_matches(|c: char| !c.is_alphanumeric()),
        false => rest,
    };
    let (leaves, _) = number(rest)?;
    Some((mv, leaves))
}

/// Whether this line is the total of a divide whose counts add up to `sum`. The total of a divide without moves must
/// say that it means leaves.
pub(super) fn is_total(line: &str, sum: u128, has_moves: bool) -> bool {
    let speaks_of_leaves = || {
        let words = line.split(|c: char| !c.is_ascii_alphabetic());
        words.into_iter().any(|word| TOTAL.contains(&&*word.to_ascii_lowercase()))
    };
    let starts_number = |&at: &usize| {
        line.is_char_boundary(at)
            && !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '.')
    };
    !is_search_info(line)
        && (has_moves || speaks_of_leaves())
        && (0..line.len())
            .filter(starts_number)
            .any(|at| number(&line[at..]).is_some_and(|(found, _)| found == sum))
}

/// Whether a search prints such lines. `info string` may be anything.
fn is_search_info(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("info") && words.next() != Some("string")
}

/// The move at the start of a text, and what follows it.
fn written_move(text: &str) -> Option<(String, &str)> {
    for (castling, known) in
        [("o-o-o", "o-o-o"), ("o-o", "o-o"), ("0-0-0", "o-o-o"), ("0-0", "o-o")]
    {
        if let Some(start) = text.get(..castling.len())
            && start.eq_ignore_ascii_case(castling)
        {
            return Some((known.into(), &text[castling.len()..]))
                .filter(|(_, rest)| ends_here(rest));
        }
    }
    // First without a piece letter, because the bishop's letter is also a file.
    squares(text).or_else(|| squares(text.strip_prefix(['P', 'N', 'B', 'R', 'Q', 'K'])?))
}

fn squares(text: &str) -> Option<(String, &str)> {
    let (from, rest) = square(text)?;
    let (to, rest) = square(rest.strip_prefix(['-', 'x']).unwrap_or(rest))?;
    let piece = rest.strip_prefix(['=', '/', '(']).unwrap_or(rest);
    let mut mv = from + &to;
    if let Some(letter) = piece.chars().next().map(|letter| letter.to_ascii_lowercase())
        && matches!(letter, 'n' | 'b' | 'r' | 'q')
        && ends_here(&piece[1..])
    {
        mv.push(letter);
        return Some((mv, &piece[1..]));
    }
    Some((mv, rest)).filter(|(_, rest)| ends_here(rest))
}

fn square(text: &str) -> Option<(String, &str)> {
    let square = text.get(..2)?.to_ascii_lowercase();
    let &[file, rank] = square.as_bytes() else { return None };
    let exists = (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    exists.then(|| (square, &text[2..]))
}

fn ends_here(rest: &str) -> bool {
    !rest.starts_with(char::is_alphanumeric)
}

/// The whole number at the start of a text, and what follows it. Its digits may be in groups, as in `4,865,609`.
fn number(text: &str) -> Option<(u128, &str)> {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let first = digits(text);
    let (mut written, mut rest) = (text[..first].to_owned(), &text[first..]);
    while first <= 3
        && let Some(group) = rest.strip_prefix([',', '\'', '_'])
        && digits(group) == 3
    {
        written.push_str(&group[..3]);
        rest = &group[3..];
    }
    let is_fraction = rest.strip_prefix('.').is_some_and(|rest| digits(rest) > 0);
    (ends_here(rest) && !is_fraction).then_some((written.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::{counted, is_total};

    #[test]
    fn usual_forms_are_read() {
        for (line, mv, leaves) in [
            ("e2e4: 20", "e2e4", 20),
            ("e2e4 20", "e2e4", 20),
            ("e2e4 - 20", "e2e4", 20),
            ("1. e2e4 20", "e2e4", 20),
            (" 1) e2-e4 : 20 (0.01 s)", "e2e4", 20),
            ("E7E8Q 1", "e7e8q", 1),
            ("e7xd8=N+: 4,865,609", "e7d8n", 4_865_609),
            ("e7e8/q 12", "e7e8q", 12),
            ("Nb1a3 3193522577", "b1a3", 3_193_522_577),
            ("Bb5c6 7", "b5c6", 7),
            ("b5c6 7", "b5c6", 7),
            ("B5C6: 7", "b5c6", 7),
            ("O-O: 43", "o-o", 43),
            ("0-0-0 43", "o-o-o", 43),
            ("info string e2e4: 20", "e2e4", 20),
            ("Move: e2e4, Nodes: 20", "e2e4", 20),
            ("e2e4,20", "e2e4", 20),
            ("e2e4,200,", "e2e4", 200),
            ("e2e4\t12'345", "e2e4", 12_345),
            ("| e2e4 | 20 |", "e2e4", 20),
            ("e2e4 = 20 nodes", "e2e4", 20),
        ] {
            assert_eq!(counted(line), Some((mv.to_owned(), leaves)), "{line}");
        }
    }

    #[test]
    fn other_lines_are_left_out() {
        for line in [
            "",
            "info depth 1 currmove e2e4 currmovenumber 1",
            "bestmove e2e4 ponder e7e5",
            "info string pv e2e4 e7e5 20",
            "position startpos moves e2e4 e7e5",
            "Nodes searched: 20",
            "e2e4",
            "e2e4: 0.53 s",
            "e2e4: 12ms",
            "e2e9: 20",
            "ae2e4: 20",
            "e2e4x: 20",
            "+---+---+ 8",
            "Key: E2E4F00D 20",
            "é2e4 20",
            "e2é4 20",
        ] {
            assert_eq!(counted(line), None, "{line}");
        }
    }

    #[test]
    fn totals_are_known() {
        for line in [
            "Nodes searched: 20",
            "20",
            "perft(1) = 20 in 0.1 s",
            "Total: 20.",
            "20 leaves, 0.001 s",
        ] {
            assert!(is_total(line, 20, true), "{line}");
        }
        for line in ["Nodes searched: 21", "time 0.20", "info nodes 20", "d20", "20.5"] {
            assert!(!is_total(line, 20, true), "{line}");
        }
        assert!(is_total("Nodes searched: 4,865,609", 4_865_609, true));
        assert!(is_total("Nodes searched: 0", 0, false));
        assert!(!is_total("version 2, build 0", 0, false));
    }
}
