//! A file of games to learn from: those that are read, written again, are read the same, and what
//! can't be read is one piece of damage with a place.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use quevedo::data::{Game, Games, Survey};

fn read(bytes: &[u8]) -> (Vec<Game>, Survey) {
    let mut games = Vec::new();
    let survey = Games::new(bytes, Path::new("fuzz.vf")).survey(|game| games.push(game));
    (games, survey.expect("memory can be read"))
}

fuzz_target!(|bytes: &[u8]| {
    let (games, survey) = read(bytes);
    assert_eq!(survey.games, games.len() as u64);
    assert!(survey.bytes <= bytes.len() as u64);
    match &survey.damage {
        None => assert_eq!(survey.bytes, bytes.len() as u64),
        Some(damage) => {
            assert_eq!(damage.offset, survey.bytes);
            assert!(!damage.to_string().contains('\n'), "{damage}");
        }
    }
    for game in &games {
        for (position, ply) in game.positions() {
            assert!(position.is_legal(ply.mv), "{position}");
        }
    }
    let written: Vec<u8> = games.iter().flat_map(Game::to_bytes).collect();
    assert_eq!(written.len() as u64, survey.bytes);
    let (again, survey) = read(&written);
    assert!(survey.damage.is_none() && again == games, "{:?}", survey.damage);
});
