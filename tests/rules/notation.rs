//! Moves and games as text, compared with another library and checked for consistency.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::Index;
use quevedo::notation::pgn::{GameResult, Line, PgnGame, PgnReader, Played};
use quevedo::notation::san;
use quevedo::position::Position;
use quevedo::types::{Color, PieceType};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess};

use crate::common::walks::{self, for_each_position};

/// The games in a text; a damaged game is its error message.
fn games(text: impl AsRef<[u8]>) -> Vec<Result<PgnGame, String>> {
    PgnReader::new(text.as_ref(), "test")
        .map(|game| game.map_err(|error| error.to_string()))
        .collect()
}

/// The only game in a text.
fn game(text: &str) -> PgnGame {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap()
}

#[test]
fn every_legal_move_has_a_text_of_its_own_and_is_read_back() {
    for_each_position(8, |position, _, _| {
        let mut texts = BTreeSet::new();
        for &mv in &position.board().legal_moves() {
            let text = san::text(position, mv);
            prop_assert_eq!(san::parse(position, &text), Ok(mv), "{}", &text);
            let bare = text.trim_end_matches(['+', '#']);
            prop_assert_eq!(san::parse(position, bare), Ok(mv));
            prop_assert_eq!(san::parse(position, &text.replace('x', "")), Ok(mv), "{}", &text);
            prop_assert!(texts.insert(text));
        }
        Ok(())
    });
}

#[test]
fn another_library_writes_the_same() {
    for_each_position(8, |position, _, _| {
        let fen: Fen = position.to_string().parse().unwrap();
        let other: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
        for &mv in &position.board().legal_moves() {
            let uci: UciMove = mv.uci(true).to_string().parse().unwrap();
            let theirs = SanPlus::from_move(other.clone(), uci.to_move(&other).unwrap());
            prop_assert_eq!(san::text(position, mv), theirs.to_string(), "in {}", position);
        }
        Ok(())
    });
}

/// Text for comments, with single spaces; much of it has a meaning elsewhere in PGN.
fn comment() -> impl Strategy<Value = String> {
    let word = "[!-|~é½%\\[\\]]{1,30}|%[!-|]{0,30}|\\[%eval 0\\.25\\]|\\[Event \"[a-z]{0,20}\"\\]";
    prop::collection::vec(word, 1..12).prop_map(|words| words.join(" "))
}

/// A line from a position: the choice of each move, its glyphs and its comments.
type Script = Vec<(Index, Vec<u8>, Vec<String>)>;

fn script(most: usize) -> impl Strategy<Value = Script> {
    let nags = prop::collection::btree_set(1..=255_u8, 0..3).prop_map(Vec::from_iter);
    let nags = prop_oneof![6 => Just(Vec::new()), 1 => nags];
    let comments = prop_oneof![6 => Just(Vec::new()), 1 => prop::collection::vec(comment(), 1..3)];
    prop::collection::vec((any::<Index>(), nags, comments), 0..most)
}

fn line(start: Position, script: &Script) -> Line {
    let mut position = start;
    let mut line = Line::default();
    for (choice, nags, comments) in script {
        let moves = position.board().legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice.index(moves.len())];
        position.play_unchecked(mv);
        let (nags, comments) = (nags.clone(), comments.clone());
        line.moves.push(Played { nags, comments, ..Played::from(mv) });
    }
    line
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(
        start in any::<Index>(),
        main in script(120),
        variations in prop::collection::vec((any::<Index>(), script(12)), 0..4),
        before in prop::collection::vec(comment(), 0..2),
        values in prop::collection::vec("[ -~é]{0,20}", 9),
        result in prop::sample::select(&GameResult::ALL[..]),
    ) {
        let starts = walks::starts();
        let start = Position::from_fen(starts[start.index(starts.len())]).unwrap();
        let mut game = PgnGame::new(start);
        game.line = line(start, &main);
        game.line.comments = before;
        game.result = result;
        let names = ["Event", "Site", "Date", "Round", "White", "Black", "ECO", "Opening", "x_1"];
        for (name, value) in names.into_iter().zip(&values) {
            game.set_tag(name, value);
        }
        let positions: Vec<Position> = game.positions().map(|(position, _)| position).collect();
        for (place, script) in &variations {
            let count = positions.len();
            if count > 0 {
                let variation = line(positions[place.index(count)], script);
                if !variation.moves.is_empty() {
                    game.line.moves[place.index(count)].variations.push(variation);
                }
            }
        }
        // What the fields hold cannot be contradicted.
        let mut contradicted = game.clone();
        for name in ["Result", "SetUp", "FEN"] {
            contradicted.set_tag(name, "x");
        }
        let text = game.to_string();
        prop_assert_eq!(&contradicted.to_string(), &text);
        // Lines are never broken within tags and commands in comments.
        let whole = |line: &str| line.starts_with('[') || line.contains("[%");
        prop_assert!(text.lines().all(|line| line.chars().count() < 80 || whole(line)), "{}", text);
        let read = games(&text);
        prop_assert_eq!(&read, &[Ok(game.clone())], "{}", text);
        // Two games in one file, and with the line endings of another system.
        let twice = format!("{text}\n{text}").replace('\n', "\r\n");
        prop_assert_eq!(games(twice), [Ok(game.clone()), Ok(game)]);
    }

    /// No input makes the reader panic or run forever.
    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        games(bytes);
    }

    #[test]
    fn any_tokens_are_survived(words in prop::collection::vec(
        prop::sample::select(&["e4", "e5", "1.", "(", ")", "{", "}", "[Event \"", "[Event \"x\"]",
            "\n", "$5", "$", ";", "%", "*", "1-0", "Nf3", "Nf6", "\"", "]", "!?", "\u{feff}", "0-0"][..]), 0..60),
    ) {
        games(words.join(" "));
        games(words.concat());
    }
}

/// A line in SAN is numbered from where it begins; an illegal move is named.
#[test]
fn a_line_is_numbered() {
    let line = game("1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
    let moves: Vec<_> = line.moves().collect();
    let start = Position::start();
    assert_eq!(start.san_line(&moves).unwrap(), "1. e4 e5 2. Nf3 Nc6 3. Bb5");
    let later = start.after(moves[0]).unwrap();
    assert_eq!(later.san_line(&moves[1..]).unwrap(), "1... e5 2. Nf3 Nc6 3. Bb5");
    assert_eq!(start.san_line(&[]).unwrap(), "");
    assert_eq!(start.san_line(&moves[1..]).unwrap_err().0, moves[1]);
}

#[test]
fn the_usual_ways_of_writing_are_read() {
    let plain = game("[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 1/2-1/2\n");
    for text in [
        // Line endings, byte order mark, spaces, escapes, the end-of-file mark of old systems.
        "[Event \"x\"]\r\n\r\n1. e4 e5 2. Nf3 Nc6\r\n3. Bc4 Bc5 4. O-O Nf6 1/2-1/2\r\n",
        "\u{feff}[Event \"x\"]\n1. e4 e5\n% nothing for us\n2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 ½-½ \x1a",
        "  [ Event  \"x\" ]  1.e4 e5 2.Nf3 Nc6 3.Bc4\tBc5 4.0-0 Nf6 1/2",
        // With and without move numbers, and with blank lines in between.
        "[Event \"x\"][Result \"1/2-1/2\"]\n\n1.e4 1...e5 2. Nf3 2... Nc6\n\n3.Bc4 3…Bc5 O-O Nf6",
        "[Event \"x\"]\n[Result \"1/2-1/2\"]\n\ne2e4 e7-e5 Ng1f3 Nb8-c6 Bc4 Bf8c5 e1g1 g8f6 *",
        // A variation that can't be read, and something that is not a variation.
        "[Event \"x\"] 1.e4 e5 2.Nf3 Nc6 (2...Nx6 3.Bb5 (3.d4 {)} a6) *) 3.Bc4 Bc5 4.0-0 Nf6 1/2-1/2",
        "[Event \"x\"] (1.d4 d5 (1...Nf6)) 1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6 () 1/2-1/2",
    ] {
        let mut read = game(text);
        if text.contains('(') {
            assert_eq!(read.remarks.len(), 1, "{text}: {:?}", read.remarks);
            read.remarks.clear();
        }
        assert_eq!(read, plain, "{text}");
    }
}

#[test]
fn games_are_told_apart() {
    // A comment on the line of the result belongs to the game that has ended.
    let read = games("1. e4 e5 1-0 {well} ; played\n{next} 1. d4 d5 0-1\n");
    let [Ok(one), Ok(other)] = &read[..] else { panic!("{read:?}") };
    assert_eq!(one.line.moves[1].comments, ["well", "played"]);
    assert_eq!(other.line.comments, ["next"]);
    // Tags of a game without moves, and then those of the next.
    let read =
        games("[White \"C\"]\n[Result \"1-0\"]\n\n[White \"E\"]\n[Result \"0-1\"]\n\n1. e4 0-1\n");
    let names: Vec<_> =
        read.iter().map(|game| game.as_ref().unwrap().tag("White").unwrap()).collect();
    assert_eq!(names, ["C", "E"]);
    // A tag that not every game has may come twice.
    assert_eq!(games("[White \"C\"]\n[ECO \"A00\"]\n[ECO \"A01\"]\n\n1. e4 0-1\n").len(), 1);
}

#[test]
fn evaluations_between_moves_are_glyphs() {
    let read = game("1. e4 ± e5 +/= 2. Nf3 ∓ Nc6 ∞ 3. Bb5 □ a6 ⩱ *");
    let nags: Vec<u8> = read.line.moves.iter().map(|played| played.nags[0]).collect();
    assert_eq!(nags, [16, 14, 17, 13, 7, 15]);
}

#[test]
fn what_is_said_about_moves_is_kept() {
    let read = game(
        "{Before.} 1. e4! {[%clk 0:01:00]} {two} $7 e5 ; to the end } of line\n\
         2. f4?? (2. Nf3 Nc6 (2... d6 $2) 3. Bb5) (2. Nc3 {Vienna\n game}) 2... exf4 e.p. += *",
    );
    assert_eq!(game("{} 1. e4 { } (1. d4 {}) {\n} e5 ;\n*"), game("1. e4 (1. d4) e5 *"));
    let line = &read.line;
    assert_eq!(line.comments, ["Before."]);
    assert_eq!((&line.moves[0].nags[..], line.moves[0].comments.len()), (&[1, 7][..], 2));
    assert_eq!(line.moves[1].comments, ["to the end } of line"]);
    let [nf3, nc3] = &line.moves[2].variations[..] else { panic!("{line:?}") };
    assert_eq!((nf3.moves.len(), nf3.moves[1].variations[0].moves[0].nags[0]), (3, 2));
    assert_eq!(nc3.moves[0].comments, ["Vienna game"]);
    assert_eq!((&line.moves[2].nags[..], &line.moves[3].nags[..]), (&[4][..], &[14][..]));
    assert_eq!(
        read.to_string().split("\n\n").nth(1).unwrap(),
        "{Before.} 1. e4 $1 $7 {[%clk 0:01:00]} {two} 1... e5 {to the end ) of line} 2.\n\
         f4 $4 (2. Nf3 Nc6 (2... d6 $2) 3. Bb5) (2. Nc3 {Vienna game}) 2... exf4 $14 *\n"
    );
}

/// Comments before the tags belong to the game that follows.
#[test]
fn comments_before_the_tags_are_kept() {
    let read = game("{one} ; two\n[Event \"x\"] [White \"y\"]\n\n{three} 1. e4 *");
    assert_eq!((read.tag("Event"), read.tag("White")), (Some("x"), Some("y")));
    assert_eq!(read.line.comments, ["one", "two", "three"]);
    // A comment between tags does not end them.
    let read = game("[Event \"x\"]\n; one\n[White \"y\"] {two}\n[Result \"1-0\"]\n\n1. e4 1-0");
    assert_eq!((read.tag("White"), read.moves().count()), (Some("y"), 1));
    assert_eq!(read.line.comments, ["one", "two"]);
}

#[test]
fn zero_bytes_at_the_end_are_no_text() {
    assert_eq!(games(b"1. e4 1-0\n\n\0\0\0\0"), games("1. e4 1-0\n"));
    assert!(games(b"\0\0\0\0")[0].is_err());
}

/// A variation without moves is a comment on the move before it.
#[test]
fn comments_in_brackets_are_kept() {
    let read = game("1. e4 {one} ( {two} {three} ) e5 *");
    assert_eq!(read.line.moves[0].comments, ["one", "two", "three"]);
    assert!(read.line.moves[0].variations.is_empty());
}

/// `e8(Q)` is a move, but `e4 (d4)` has a variation.
#[test]
fn promotions_in_brackets_are_moves() {
    let read =
        game("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8(Q)+! (1. a8(R)+) (1. a8=N) Kh7 *");
    let [first, _] = &read.line.moves[..] else { panic!("{read:?}") };
    assert_eq!((first.mv.promotion(), &first.nags[..]), (Some(PieceType::Queen), &[1][..]));
    let others = first.variations.iter().map(|line| line.moves[0].mv.promotion());
    assert!(others.eq([Some(PieceType::Rook), Some(PieceType::Knight)]));
}

/// A line has room for 79 characters.
#[test]
fn lines_are_filled_to_their_end() {
    for words in [["a"; 200].join(" "), ["ab"; 200].join(" "), ["abcdefg"; 50].join(" ")] {
        let text = game(&format!("1. e4 {{{words}}} *")).to_string();
        let lines: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("1. e4")).collect();
        let word = words.split(' ').next().unwrap();
        for pair in lines.windows(2) {
            let next = pair[1].split(' ').next().unwrap();
            assert!(pair[0].len() <= 79 && pair[0].len() + 1 + next.len() > 79, "{text}");
        }
        assert!(lines.len() > 4 && lines[1].starts_with(word), "{text}");
    }
}

#[test]
fn tags_survive_bad_quotation() {
    let read = game(r#"[White "John "the \"rook\"" Doe"] [Black "a\\b"] [Empty ""] [FEN ""] *"#);
    let values = ["White", "Black", "Empty"].map(|name| read.tag(name).unwrap());
    assert_eq!(values, [r#"John "the "rook"" Doe"#, r"a\b", ""]);
    let read = games(b"[White \"P\xe9trosian\"]\n\n1. e4 {d\xe9j\xe0 vu} *".as_slice());
    let read = read[0].as_ref().unwrap();
    assert_eq!(read.tag("White"), Some("P\u{e9}trosian"));
    assert_eq!(read.line.moves[0].comments, ["d\u{e9}j\u{e0} vu"]);
    // A byte order mark inside a text must not vanish if a line is broken before it.
    let words = "word \u{feff}word ".repeat(30);
    let read = game(&format!("1. e4 {{{words}}} *"));
    assert_eq!(game(&read.to_string()).line, read.line);
}

#[test]
fn other_starts_and_chess960() {
    let ending = game("[FEN \"8/8/8/8/8/4k3/4p3/4K3 b - - 5 70\"]\n\n70... Kd3 1/2-1/2");
    assert!(!ending.chess960 && ending.start.to_string().ends_with("5 70"));
    assert!(
        ending.to_string().contains("[SetUp \"1\"]\n[FEN \"8/8/8/8/8/4k3/4p3/4K3 b - - 5 70\"]")
    );
    assert!(ending.to_string().contains("\n\n70... Kd3 1/2-1/2\n"));

    // The same game in X-FEN and Shredder-FEN, with the variant names that programs use.
    const ARRAY: &str = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w";
    let moves = "1. g3 g6 2. Ng3?? *";
    for (variant, castling) in
        [("Chess960", "KQkq"), ("fischerandom", "GBgb"), ("Fischer Random", "KQkq"), ("", "GBgb")]
    {
        let text = format!("[Variant \"{variant}\"][FEN \"{ARRAY} {castling} - 0 1\"]\n{moves}");
        let complaint = &games(text)[0];
        assert_eq!(complaint, &Err("test: game 1, line 2: 2. illegal move 'Ng3'".into()));
        let text =
            format!("[Variant \"{variant}\"][FEN \"{ARRAY} {castling} - 0 1\"]\n1. O-O 0-0 *");
        let read = game(&text);
        assert!(read.chess960);
        let uci: Vec<String> = read.moves().map(|mv| mv.uci(true).to_string()).collect();
        assert_eq!(uci, ["f1g1", "f8g8"]);
        let written = read.to_string();
        assert!(written.contains("[Variant \"Chess960\"]\n[SetUp \"1\"]"), "{written}");
        assert!(written.contains(&format!("[FEN \"{ARRAY} KQkq - 0 1\"]")), "{written}");
        assert_eq!(game(&written).line, read.line);
    }
    // With kings and rooks on their usual squares, it is not a variant.
    for castling in ["KQkq", "KQ", "q", "Kk"] {
        let usual = format!("[FEN \"r3k2r/p7/8/8/8/8/P7/R3K2R w {castling} - 0 1\"] 1. a4 *");
        assert!(!game(&usual).chess960, "{castling}");
    }
    let standard = game("[Variant \"chess 960\"]\n1. e4 *");
    assert!(standard.chess960 && standard.start == Position::start());
}

#[test]
fn damaged_games_are_named_and_the_rest_is_read() {
    const SOUND: &str = "[Event \"sound\"]\n[Result \"1-0\"]\n\n1. e4 {fine} 1-0\n\n";
    for (damaged, complaint) in [
        ("[Event \"x\"]\n\n1. e4 e5 2. Ke3 Nf6 (3. d4) 1-0", "line 8: 2. illegal move 'Ke3'"),
        ("[Event \"x\"]\n\n1. e4 e5 2. hello 1-0", "line 8: 2. expected a move, got 'hello'"),
        ("1. e4 e5 2. N3 {1-0} Nf6 1-0", "line 6: 2. expected a move, got 'N3'"),
        ("1. Nf3 d5 2. Ng1 d4 3. e4 dxe3 4. Ne2 Nf6 5. Nc3 1-0", "5. ambiguous move 'Nc3': N"),
        ("1. e4 (1. d4 {never closed} d5", "unterminated variation"),
        ("1. e4 e5) 2. Nf3 1-0", "unmatched ')'"),
        ("1. e4 {never closed e5 2. Nf3", "unterminated comment '{never closed e5 2. Nf3'"),
        ("1. e4 e5] 2. Nf3 1-0", "unmatched ']'"),
        ("[FEN \"8/8 w - -\"]\n1. e4 1-0", "bad FEN '8/8 w - -': expected 8 ranks, got 2"),
        ("[Variant \"Atomic\"]\n1. e4 1-0", "unsupported variant 'Atomic'"),
        (
            "[Event \"x]\n[Site \"y\"]\n1. e4 1-0",
            "expected a tag like '[Event \"?\"]', got '[Event \"x]'",
        ),
        ("1. e4 $999 1-0", "expected an annotation from $0 to $255, got '$999'"),
    ] {
        // A list of tags ends the damaged part if nothing else does.
        let text = format!("{SOUND}{damaged}\n\n{SOUND}{SOUND}");
        let read = games(&text);
        let sound: Vec<usize> = (0..read.len()).filter(|&game| read[game].is_ok()).collect();
        assert_eq!(sound, [0, 2, 3], "{damaged}: {read:?}");
        let error = read[1].as_ref().unwrap_err();
        assert!(error.starts_with("test: game 2, line ") && error.contains(complaint), "{error}");
        assert_eq!(error.lines().count(), 1);
        assert!(read.iter().flatten().all(|game| game.result == GameResult::White));
    }
}

#[test]
fn results_and_games_without_moves() {
    for (text, result) in [
        ("1. e4 1-0", GameResult::White),
        ("[Result \"0-1\"] 1. e4 *", GameResult::Black),
        ("[Result \"0-1\"] 1. e4", GameResult::Black),
        ("[Result \"0-1\"] 1. e4 1/2-1/2", GameResult::Draw),
        ("[Result \"nobody knows\"] 1. e4", GameResult::Unknown),
        ("[Result \"1-0\"]", GameResult::White),
    ] {
        assert_eq!(game(text).result, result, "{text}");
    }
    for (result, winner) in [
        (GameResult::White, Some(Color::White)),
        (GameResult::Black, Some(Color::Black)),
        (GameResult::Draw, None),
        (GameResult::Unknown, None),
    ] {
        assert_eq!(result.winner(), winner);
    }
    let read = games("[Event \"a\"]\n\n[Event \"b\"]\n\n* 1-0\n1. e4");
    let counts: Vec<usize> =
        read.iter().map(|game| game.as_ref().unwrap().moves().count()).collect();
    assert_eq!(counts, [0, 0, 0, 1]);
    assert!(games("").is_empty() && games(" \r\n\u{feff}\n% x\n").is_empty());
    assert!(games("{a comment alone}").is_empty());
}

#[test]
fn hostile_nesting_and_length_are_bounded() {
    let deep = format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(100_000), ")".repeat(100_000));
    let read = game(&deep);
    assert_eq!((read.moves().count(), read.remarks.len()), (2, 1));
    assert!(read.to_string().len() > 64 * 6);

    let endless = "Nf3 Nf6 Ng1 Ng8 ".repeat(10_000);
    let error = games(endless)[0].clone().unwrap_err();
    assert!(error.contains("longer than 12000 plies"), "{error}");

    let source = std::io::BufReader::new(std::io::repeat(b'x'));
    let mut games = PgnReader::new(source, "endless");
    let error = games.next().unwrap().unwrap_err().to_string();
    assert!(error.contains("endless: line 1 is too long"), "{error}");
    assert!(games.next().is_none());
}
