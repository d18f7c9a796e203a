//! Composes positions with a forced mate: a few pieces on random squares, whose shortest mate is proved by trying all
//! moves.

use std::collections::{HashMap, HashSet};

use cozy_chess::{Board, Color, get_king_moves};

use super::{BUDGET, Prover};
use crate::common::rng::Rng;

/// The piece sets of the mating side, without its king.
const ATTACKERS: [&str; 16] = [
    "Q", "R", "RR", "RB", "RN", "QN", "QP", "BN", "BB", "NNP", "RP", "BBP", "QB", "PPP", "RNP",
    "BNP",
];
/// The piece sets of the other side; a set that is listed twice is drawn twice as often.
const DEFENDERS: [&str; 10] = ["", "", "p", "n", "b", "r", "pp", "rp", "q", "bpp"];
/// How many positions are wanted of each length, starting at 1.
const WANTED: [usize; 6] = [12, 20, 24, 24, 24, 24];
/// The most positions of one length with the same pieces.
const ALIKE: usize = 3;
/// The squares of the king to be mated, since most mates are at the edge.
const EDGE: [usize; 28] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 23, 24, 31, 32, 39, 40, 47, 48, 55, 56, 57, 58, 59, 60, 61,
    62, 63,
];

/// A reproducible suite of mates in one to six, as EPD with the length as `dm`.
pub fn suite() -> String {
    let mut rng = Rng::new(1);
    let mut missing = WANTED;
    let mut alike: HashMap<(String, u8), usize> = HashMap::new();
    let mut found = HashSet::new();
    while let Some(longest) = missing.iter().rposition(|&count| count > 0) {
        let Some((pieces, position)) = position(&mut rng) else { continue };
        let length = Prover::new(BUDGET).length(&position, longest as u8 + 1);
        let Ok(Some(length)) = length else { continue };
        let alike = alike.entry((pieces, length)).or_default();
        let missing = &mut missing[usize::from(length) - 1];
        if *missing > 0 && *alike < ALIKE && found.insert((length, position.to_string())) {
            *missing -= 1;
            *alike += 1;
        }
    }
    let mut lines: Vec<(u8, String)> = found.into_iter().collect();
    lines.sort();
    let head = "# Forced mates, composed and proved by trying everything: tests/search/prover/composer.rs.";
    let lines = lines.iter().map(|(length, fen)| {
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        format!("{} dm {length};", fields.join(" "))
    });
    [head.to_owned()].into_iter().chain(lines).map(|line| line + "\n").collect()
}

/// A position with random pieces on random squares, and the names of the pieces; `None` if it is illegal.
fn position(rng: &mut Rng) -> Option<(String, Board)> {
    let attackers = rng.pick(&ATTACKERS);
    let defenders = rng.pick(&DEFENDERS);
    let black_attacks = rng.below(2) == 1;
    let pieces = format!("kK{attackers}{defenders}");
    let mut squares = ['1'; 64];
    for piece in pieces.chars() {
        let square = if piece == 'k' { rng.pick(&EDGE) } else { rng.below(64) };
        let is_pawn = piece.eq_ignore_ascii_case(&'p');
        if squares[square] != '1' || (is_pawn && !(8..56).contains(&square)) {
            return None;
        }
        squares[square] = match (black_attacks, piece.is_uppercase()) {
            (false, _) => piece,
            (true, true) => piece.to_ascii_lowercase(),
            (true, false) => piece.to_ascii_uppercase(),
        };
    }
    let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
    let side = if black_attacks { 'b' } else { 'w' };
    let fen = format!("{} {side} - - 0 1", ranks.join("/"));
    let board = Board::from_fen(&fen, false).ok()?;
    // The FEN parser leaves this rule to its callers.
    let kings_touch = get_king_moves(board.king(Color::White)).has(board.king(Color::Black));
    (!kings_touch).then_some((pieces, board))
}
