//! Games in PGN: each that is read, written in export format, is read as the same game, and writing
//! that one gives the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quevedo::notation::pgn::{PgnGame, PgnReader};

fn only_game(text: &str) -> PgnGame {
    let mut games = PgnReader::new(text.as_bytes(), "written");
    let game = games.next().expect("a game").unwrap_or_else(|error| panic!("{error} in\n{text}"));
    assert!(games.next().is_none(), "more than one game in\n{text}");
    game
}

fuzz_target!(|bytes: &[u8]| {
    for game in PgnReader::new(bytes, "fuzz") {
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                let told = error.to_string();
                assert!(!told.contains('\n') && told.chars().count() < 1000, "{told}");
                continue;
            }
        };
        for (position, mv) in game.positions() {
            assert!(position.is_legal(mv), "{position}");
        }
        let written = game.to_string();
        let again = only_game(&written);
        assert!(again.moves().eq(game.moves()), "{written}");
        assert_eq!(again.start, game.start, "{written}");
        assert_eq!((again.result, again.chess960), (game.result, game.chess960), "{written}");
        assert!(again.remarks.is_empty(), "{:?} in\n{written}", again.remarks);
        assert_eq!(again.to_string(), written);
        // A comment to the end of its line may hold a brace, which one in braces can't.
        if !bytes.contains(&b';') {
            assert_eq!(again.line, game.line, "{written}");
        }
    }
});
