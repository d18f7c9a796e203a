//! `src/eval/weights.rs` as text.

use std::fmt::Write as _;
use std::path::Path;

use crate::eval::{COUNT, S, TERMS};
use crate::support::error::ToolError;
use crate::support::files::replace;
use crate::support::output::print_line;

/// The largest weight: a sum of weights must fit into 16 bits.
pub(super) const LARGEST: i32 = 8000;

/// The number of weights on a line of a large table.
const LINE: usize = 8;
/// A table of up to this many weights has a single line.
const LONGEST: usize = 9;
/// Lines of equal length have at least this many weights.
const SHORTEST: usize = 4;

/// The number of weights on a line of a table of this length.
fn line_length(len: usize) -> usize {
    if len <= LONGEST {
        return len;
    }
    // Lines of equal length look best.
    (SHORTEST..=LINE).rev().find(|&per_line| len.is_multiple_of(per_line)).unwrap_or(LINE)
}

/// The text of the file with these weights; `origin` says in one line how they were made.
pub(super) fn text(origin: &str, weights: &[S; COUNT]) -> String {
    let mut text = format!(
        "//! The weights by name, (middlegame, endgame); `terms.rs` says what each means. They are in centipawns, but those of\n\
         //! king danger (`SHELTER` to `DANGER_BASE`) in 1/8, and those `_BY_PAWNS` in 1/32 for each pawn above ten.\n\
         #![cfg_attr(rustfmt, rustfmt_skip)]\n\n\
         use crate::eval::pair::{{S, s}};\n\n\
         /// How these weights were made.\n\
         pub const ORIGIN: &str = {origin:?};\n"
    );
    for term in TERMS {
        let table = &weights[term.start..term.start + term.len];
        let _ = write!(text, "\npub(super) const {}: [S; {}] = [\n", term.name, term.len);
        for line in table.chunks(line_length(term.len)) {
            let line: Vec<String> = line.iter().map(|weight| format!("{weight:?},")).collect();
            let _ = writeln!(text, "    {}", line.join(" "));
        }
        text.push_str("];\n");
    }
    text
}

/// Writes the text to a file, or to standard output.
pub(super) fn write(out: Option<&Path>, text: &str) -> Result<(), ToolError> {
    match out {
        Some(path) => replace(path, text.as_bytes()),
        None => Ok(print_line(format_args!("{}", text.trim_end()))?),
    }
}

/// The names of some weights in compact form: `PIECE_VALUE[5], PHALANX[0, 7], PIECE_SQUARE[0-7, 56-63]`.
pub(super) fn names(wanted: &[bool; COUNT]) -> String {
    let mut names = Vec::new();
    for term in TERMS {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for place in (0..term.len).filter(|place| wanted[term.start + place]) {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == place => *last = place,
                _ => runs.push((place, place)),
            }
        }
        let run = |&(first, last): &(usize, usize)| match first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        let runs: Vec<String> = runs.iter().map(run).collect();
        if !runs.is_empty() {
            names.push(format!("{}[{}]", term.name, runs.join(", ")));
        }
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{line_length, names, text};
    use crate::eval::{COUNT, ORIGIN, S, TERMS, WEIGHTS};

    /// The file in the tree.
    const TREE: &str = include_str!("../../eval/weights.rs");

    /// The tables of a file, in their order, each with its name; shares no code with the writer.
    fn parse(file: &str) -> Vec<(String, Vec<(i32, i32)>)> {
        let mut tables = Vec::new();
        for part in file.split("pub(super) const ").skip(1) {
            let (name, rest) = part.split_once(':').unwrap();
            let (_, rest) = rest.split_once('=').unwrap();
            let table = rest.split("s(").skip(1).map(|pair| {
                let (mg, rest) = pair.split_once(',').unwrap();
                let (eg, _) = rest.split_once(')').unwrap();
                (mg.trim().parse().unwrap(), eg.trim().parse().unwrap())
            });
            tables.push((name.to_owned(), table.collect()));
        }
        tables
    }

    #[test]
    fn the_file_in_the_tree_is_as_the_tuner_writes_it() {
        assert_eq!(text(ORIGIN, &WEIGHTS), TREE);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let weights: [S; COUNT] = std::array::from_fn(|i| {
            S::new((i as i32 * 37) % 401 - 200, 150 - (i as i32 * 53) % 307)
        });
        let tables = parse(&text("a test", &weights));
        assert_eq!(tables.len(), TERMS.len());
        for (term, (name, table)) in TERMS.iter().zip(tables) {
            let meant = &weights[term.start..term.start + term.len];
            let meant: Vec<(i32, i32)> = meant.iter().map(|w| (w.mg(), w.eg())).collect();
            assert_eq!((term.name, meant), (name.as_str(), table));
        }
    }

    #[test]
    fn lines_are_of_equal_length_where_that_can_be() {
        let lengths = [(1, 1), (9, 9), (14, 7), (15, 5), (28, 7), (384, 8), (11, 8), (10, 5)];
        for (len, per_line) in lengths {
            assert_eq!(line_length(len), per_line, "{len}");
        }
    }

    #[test]
    fn weights_are_named_by_table_and_place() {
        let place = |name: &str| TERMS.iter().find(|term| term.name == name).unwrap().start;
        let mut wanted = [false; COUNT];
        for at in [0, 1, 2, 7] {
            wanted[place("PIECE_SQUARE") + at] = true;
        }
        wanted[place("TEMPO")] = true;
        assert_eq!(names(&wanted), "PIECE_SQUARE[0-2, 7], TEMPO[0]");
    }
}
