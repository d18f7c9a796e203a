//! What several targets need: somebody who listens to the dialogue, lines that end soon and touch no
//! file, and rules of chess from elsewhere.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use cozy_chess::Board;
use quevedo::position::Position;
use quevedo::types::{Color, Move, Wing};
use quevedo::uci::{self, Session};

/// Hears what a session says.
#[derive(Clone, Default)]
pub struct Ear(Arc<Mutex<Vec<u8>>>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Ear {
    /// What has been said since this was last asked; only whole lines are ever said.
    pub fn take(&self) -> Vec<String> {
        let bytes = std::mem::take(&mut *self.0.lock().unwrap());
        let text = String::from_utf8(bytes).expect("UTF-8");
        assert!(text.is_empty() || text.ends_with('\n'), "a line without end: {text}");
        text.lines().map(str::to_owned).collect()
    }
}

/// The answer to a line that is carried out at once.
pub fn ask(session: &mut Session, ear: &Ear, line: &str) -> Vec<String> {
    ear.take();
    session.execute(line);
    ear.take()
}

/// The position that a session has.
pub fn position_of(session: &mut Session, ear: &Ear) -> Position {
    let lines = ask(session, ear, "d");
    let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: ")).expect("a FEN");
    Position::from_fen(fen).expect("what is written can be read")
}

/// Nodes after which a search ends by itself.
const NODES: u32 = 400;

/// The command of a line and what follows it: words before the first known one don't count.
pub fn command(line: &str) -> Option<(&'static str, &str)> {
    let names = uci::commands();
    let mut rest = line.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    if rest.starts_with('#') {
        return None;
    }
    while !rest.is_empty() {
        let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if let Some(&(name, _)) = names.iter().find(|(name, _)| *name == word) {
            return Some((name, after));
        }
        rest = after.trim_start();
    }
    None
}

/// Whether a line begins a search.
pub fn begins_search(line: &str) -> bool {
    let Some(("go", rest)) = command(line) else { return false };
    rest.split_whitespace().next() != Some("perft")
}

/// The line, if it may be tried here: it ends soon, writes no file, and leaves some memory to others.
pub fn tamed(line: &str) -> Option<String> {
    let line = line.replace(['\n', '\r'], " ");
    let Some((name, rest)) = command(&line) else { return Some(line) };
    let small = rest.to_lowercase();
    let digits = |most: usize| rest.split_whitespace().all(|word| word.len() <= most);
    let may = match name {
        "bench" | "speedtest" | "genfens" | "quit" => false,
        "why" => !["depth", "nodes", "movetime"].iter().any(|limit| small.contains(limit)),
        "perft" => digits(1) && !rest.contains(['4', '5', '6', '7', '8', '9']),
        "go" if !begins_search(&line) => false,
        "setoption" => {
            let heavy = small.contains("threads") || small.contains("hash");
            !["log", "path", "file"].iter().any(|no| small.contains(no))
                && (!heavy || digits(9) && !rest.bytes().any(|b| b.is_ascii_digit() && b > b'4'))
                && (!heavy || rest.bytes().filter(u8::is_ascii_digit).count() <= 1)
        }
        _ => true,
    };
    if !may {
        return None;
    }
    Some(match name {
        "why" => format!("why nodes {NODES} {rest}"),
        // What comes last counts.
        _ if begins_search(&line) => format!("{line} nodes {NODES}"),
        _ => line,
    })
}

/// The board as another program knows it, where that can hold it.
pub fn other_board(position: &Position) -> Option<Board> {
    let fen = position.to_string();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    // Both counters are of no matter here, and have other bounds there.
    fields[4] = "0".into();
    fields[5] = "1".into();
    let board = position.board();
    let mut rights = String::new();
    for color in Color::ALL {
        for wing in [Wing::King, Wing::Queen] {
            let rooks = board.castling().of(color);
            let rook = rooks.into_iter().find(|&rook| Wing::of(board.king(color), rook) == wing);
            if let Some(rook) = rook {
                let file = (b'a' + rook.file()) as char;
                rights.push(match color {
                    Color::White => file.to_ascii_uppercase(),
                    Color::Black => file,
                });
            }
        }
    }
    fields[2] = if rights.is_empty() { "-".into() } else { rights };
    Board::from_fen(&fields.join(" "), true).ok()
}

/// Asserts that a position has the moves that another program finds in it.
pub fn assert_same_moves(position: &Position) {
    let Some(other) = other_board(position) else { return };
    let mut theirs = Vec::new();
    other.generate_moves(|moves| {
        theirs.extend(moves.into_iter().map(|mv| mv.to_string()));
        false
    });
    let name = |mv: &Move| mv.uci(true).to_string();
    let mut ours: Vec<String> = position.board().legal_moves().iter().map(name).collect();
    theirs.sort();
    ours.sort();
    assert_eq!(ours, theirs, "{position}");
}
