//! An opening book. Whatever its bytes: its moves are legal, and none is chosen that has no weight. And
//! a book made of what was played holds that, the moves with the most points first.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use quevedo::position::Position;
use quevedo::probe::book::{Book, BookBuilder};
use quevedo::types::Move;

/// Plies into a book.
const PLIES: usize = 12;
/// Moves that a book is made of.
const PLAYED: usize = 120;

/// Follows the book's first moves.
fn walk(book: &mut Book) {
    let mut position = Position::start();
    for _ in 0..PLIES {
        let moves = book.moves(&position).expect("memory can be read");
        assert!(moves.iter().all(|found| position.is_legal(found.mv)));
        let chosen = book.choose(&position).expect("memory can be read");
        let playable = |mv| moves.iter().any(|found| found.mv == mv && found.weight > 0);
        assert!(chosen.is_none_or(playable));
        assert_eq!(chosen.is_none(), moves.iter().all(|found| found.weight == 0));
        let Some(found) = moves.first() else { return };
        position.play_unchecked(found.mv);
    }
}

/// Plays games whose moves the bytes choose, and notes them.
fn play(bytes: &[u8]) -> (BookBuilder, Vec<(Position, Move, u64)>) {
    let mut builder = BookBuilder::default();
    let mut played = Vec::new();
    let mut position = Position::start();
    for &byte in bytes.iter().take(PLAYED) {
        let moves = position.board().legal_moves();
        if moves.is_empty() || byte == u8::MAX {
            position = Position::start();
            continue;
        }
        let (mv, points) =
            (moves[usize::from(byte >> 2) % moves.len()], u64::from(byte & 3).min(2));
        builder.add(&position, mv, points);
        played.push((position, mv, points));
        position.play_unchecked(mv);
    }
    (builder, played)
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mut book) = Book::from_bytes(bytes.to_vec(), 1) {
        assert_eq!(book.len(), bytes.len() as u64 / 16);
        walk(&mut book);
    }
    let (builder, played) = play(bytes);
    let mut file = Vec::new();
    let entries = builder.write(1, &mut file).expect("memory takes it");
    let Ok(mut book) = Book::from_bytes(file, 1) else { return assert_eq!(entries, 0) };
    assert_eq!(book.len(), entries);
    let mut points: BTreeMap<(u64, String), u64> = BTreeMap::new();
    for (position, mv, scored) in &played {
        *points.entry((position.key(), mv.uci(true).to_string())).or_default() += scored;
    }
    for (position, mv, _) in &played {
        let moves = book.moves(position).expect("memory can be read");
        assert!(moves.is_sorted_by(|a, b| a.weight >= b.weight), "{position}");
        let scored = points[&(position.key(), mv.uci(true).to_string())];
        assert_eq!(moves.iter().any(|found| found.mv == *mv), scored > 0, "{position} {mv:?}");
    }
    walk(&mut book);
});
