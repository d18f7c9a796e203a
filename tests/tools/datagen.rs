//! Self-play games for tuning, through the real binary: they are reproducible by seed, a second run continues them, no
//! way of ending the process damages the file, and the tools report what is in it.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use quevedo::data::{Game, Games, Survey};
use quevedo::notation::pgn::{self, GameResult};
use quevedo::position::{KeyHistory, Position};
use quevedo::probe::tablebases::{Tablebases, TbOutcome};
use quevedo::types::{Color, PieceType, Square};

use crate::common::syzygy;
use crate::common::tool::{Folder, Running, printed, quevedo, refused, text, until};

/// Few nodes, so that tests are quick.
const QUICK: [&str; 4] = ["--nodes", "150", "--hash", "1"];

fn datagen<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["datagen", "--out", file], &QUICK[..], more].concat()
}

fn survey(file: &str) -> (Vec<Game>, Survey) {
    let mut games = Vec::new();
    let survey = Games::open(Path::new(file)).unwrap().survey(|game| games.push(game)).unwrap();
    (games, survey)
}

fn games(file: &str) -> Vec<Game> {
    let (games, survey) = survey(file);
    assert!(survey.damage.is_none(), "{:?}", survey.damage);
    games
}

/// The games that these arguments generate, in a new file.
fn generated(folder: &Folder, name: &str, arguments: &[&[&str]]) -> Vec<Game> {
    let file = folder.file(name);
    printed(&datagen(&file, &arguments.concat()));
    games(&file)
}

/// Waits until a file has more than `bytes` bytes.
fn grown(file: &str, bytes: u64) {
    until(|| fs::metadata(file).is_ok_and(|data| data.len() > bytes));
}

#[test]
fn a_seed_repeats_its_games_and_goes_on_with_them() {
    let folder = Folder::new("datagen_seed");
    let play = |name: &str, seed: &str, threads: &str, count: &str| {
        let file = folder.file(name);
        let args = ["--games", count, "--seed", seed, "--threads", threads];
        let told = printed(&datagen(&file, &args));
        assert!(told.contains(&format!("seed {seed}")), "{told}");
        fs::read(&file).unwrap()
    };
    let first = play("one", "11", "1", "6");
    assert_eq!(first, play("two", "11", "1", "6"));
    assert_ne!(first, play("three", "12", "1", "6"));
    // The first half of the games, then the second.
    let half = play("four", "11", "1", "3");
    assert!(first.starts_with(&half) && half.len() < first.len());
    assert_eq!(first, play("four", "11", "1", "3"));
    // Several threads write the same file, whatever the order in which their games end, and continue it.
    assert_eq!(first, play("five", "11", "3", "6"));
    play("six", "11", "2", "4");
    assert_eq!(first, play("six", "11", "3", "2"));
}

#[test]
fn a_book_is_where_its_share_of_the_games_begins() {
    let folder = Folder::new("datagen_book");
    let lines = [
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkb1r/pppppp1p/5np1/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 3;",
        "rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3 ; a comment",
    ];
    let book = folder.write("book.epd", lines.join("\n"));
    let play = |name: &str, more: &[&str]| {
        let file = folder.file(name);
        let own = ["--book", &book, "--seed", "9", "--dfrc", "0"];
        printed(&datagen(&file, &[&own, more].concat()));
        games(&file)
    };
    let boards = |lines: &[&str]| -> HashSet<String> {
        lines.iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect()
    };
    let from_book =
        |game: &Game| boards(&lines).contains(game.start.to_string().split(' ').next().unwrap());
    // All positions of the book, each once and unchanged.
    let all = play("all", &["--book-share", "1", "--book-plies", "0", "--games", "3"]);
    assert!(all.iter().all(from_book));
    let starts: HashSet<String> = all.iter().map(|game| game.start.to_string()).collect();
    assert_eq!(starts.len(), 3);
    // With book plies, the games start at different positions, but no more than these plies away from the book.
    let later = play("later", &["--book-share", "1", "--book-plies", "2", "--games", "8"]);
    assert!(!later.iter().any(from_book));
    for game in &later {
        assert!((4..=7).contains(&game.start.game_ply()), "{}", game.start);
    }
    // With more random plies than could lead to a position of the book.
    let mixed = ["--book-share", "0.5", "--book-plies", "0", "--plies", "20", "--games", "6"];
    let mixed = play("mixed", &mixed);
    let booked = mixed.iter().filter(|game| from_book(game)).count();
    assert!((1..=3).contains(&booked), "{booked} of 6");
    for game in mixed.iter().filter(|game| !from_book(game)) {
        assert!((20..=21).contains(&game.start.game_ply()), "{}", game.start);
    }
    // A bad line is named, and the old contents stay.
    let bad = folder.write("bad.epd", "no position\n");
    let file = folder.file("all");
    let before = fs::read(&file).unwrap();
    refused(&datagen(&file, &["--book", &bad, "--book-share", "1"]), "bad.epd:1");
    refused(&datagen(&file, &["--book", "/no/such.epd"]), "/no/such.epd");
    refused(&datagen(&file, &["--book-share", "0.5"]), "--book");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn games_begin_and_end_as_they_should() {
    let folder = Folder::new("datagen_games");
    let play =
        |name, more: &[&str]| generated(&folder, name, &[&["--seed", "1", "--threads", "2"], more]);
    let standard = play("standard", &["--games", "12", "--dfrc", "0", "--plies", "4"]);
    let double = play("double", &["--games", "12", "--dfrc", "1", "--plies", "2"]);
    assert_eq!((standard.len(), double.len()), (12, 12));
    for game in standard.iter().chain(&double) {
        let plies = if game.start.board().castling().is_empty() { 1..=5 } else { 2..=5 };
        assert!(plies.contains(&game.start.game_ply()), "{}", game.start);
        let (mut position, mut history) = (game.start, KeyHistory::new());
        for ply in &game.plies {
            assert!(position.is_legal(ply.mv));
            assert!(!history.is_repetition(&position, 0) && position.rule50() < 100);
            history.play(&mut position, ply.mv);
        }
        // The mating side wins.
        if !position.has_legal_move() {
            let mate = position.is_check();
            assert_eq!(game.winner, mate.then_some(!position.side()));
        } else if let Some(winner) = game.winner {
            let last = &game.plies[game.plies.len() - 4..];
            let sign = winner.sign();
            assert!(last.iter().all(|ply| i32::from(ply.white_score) * sign >= 1500));
        }
    }
    let at_home = |game: &Game| {
        let board = game.start.board();
        Color::ALL.iter().all(|&color| {
            let king = Square::E1.relative(color);
            board.castling().of(color).is_empty() || board.king(color) == king
        })
    };
    assert!(standard.iter().all(at_home));
    assert!(double.iter().filter(|game| at_home(game)).count() < 4);
    // The reference reader of the format, built for tests, checks the moves with its own implementation of the rules.
    let bytes = fs::read(folder.file("double")).unwrap();
    let mut rest = &bytes[..];
    for game in &double {
        let theirs = viriformat::dataformat::Game::deserialise_from(&mut rest, vec![]).unwrap();
        assert_eq!(theirs.len(), game.plies.len());
    }
    assert!(rest.is_empty());
    // No two games in a file have the same opening, and `--positions` ends a run.
    let starts: HashSet<String> = double.iter().map(|game| game.start.to_string()).collect();
    assert_eq!(starts.len(), double.len());
    let few = play("few", &["--positions", "300"]);
    let positions: usize = few.iter().map(|game| game.plies.len()).sum();
    let last: usize = few.last().unwrap().plies.len();
    assert!(positions >= 300 && positions - last < 300, "{positions}");
}

#[test]
fn a_killed_process_leaves_whole_games() {
    let folder = Folder::new("datagen_kill");
    let file = folder.file("games.vf");
    let args = datagen(&file, &["--games", "100000", "--threads", "2", "--seed", "5"]);
    let mut before = 0;
    for _ in 0..4 {
        let mut running = Running::start(&args);
        grown(&file, before);
        running.kill();
        let (found, survey) = survey(&file);
        assert!(survey.bytes > before && !found.is_empty());
        before = survey.bytes;
    }
    // What a kill in the middle of a write would leave behind.
    let mut bytes = fs::read(&file).unwrap();
    bytes.truncate(before as usize);
    let whole = games(&file).len();
    fs::write(&file, [&bytes[..], &bytes[..45]].concat()).unwrap();
    let output = quevedo(&datagen(&file, &["--games", "1", "--threads", "1"]));
    let told = text(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert!(told.contains(&format!("byte {before} ")) && told.contains("cut off"), "{told}");
    let after = fs::read(&file).unwrap();
    assert!(after.starts_with(&bytes));
    let games = games(&file);
    assert_eq!(games.len(), whole + 1);
    let starts: HashSet<String> = games.iter().map(|game| game.start.to_string()).collect();
    assert_eq!(starts.len(), games.len(), "the same seed, but no game twice");
}

#[test]
fn ctrl_c_loses_the_games_in_hand_only() {
    let folder = Folder::new("datagen_stop");
    let file = folder.file("games.vf");
    let running = Running::start(&datagen(&file, &["--games", "100000", "--threads", "2"]));
    grown(&file, 0);
    running.interrupt();
    let output = running.end();
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{told}");
    let count = games(&file).len();
    let what = if count == 1 { "1 game,".into() } else { format!("{count} games,") };
    assert!(told.starts_with("quevedo: stopped ") && told.contains(&what), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn two_writers_do_not_meet() {
    let folder = Folder::new("datagen_lock");
    let file = folder.file("games.vf");
    let mut running = Running::start(&datagen(&file, &["--games", "100000", "--threads", "1"]));
    grown(&file, 0);
    refused(&datagen(&file, &["--games", "1"]), "another process");
    running.kill();
    printed(&datagen(&file, &["--games", "1"]));
}

#[test]
fn what_makes_no_sense_is_refused_and_nothing_is_touched() {
    let folder = Folder::new("datagen_bad");
    let text = folder.write("notes.txt", "This is no file of games, but long enough to be one.\n");
    for (args, what) in [
        (vec!["datagen"], "--out"),
        (datagen("/no/such/folder/x.vf", &[]), "/no/such/folder/x.vf"),
        (datagen(&text, &[]), "notes.txt"),
        (datagen("x.vf", &["--games", "0"]), "'0'"),
        (datagen("x.vf", &["--games", "5", "--positions", "5"]), "--positions"),
        (datagen("x.vf", &["--dfrc", "1.5"]), "'1.5'"),
        (datagen("x.vf", &["--syzygy", "/no/such/tables"]), "/no/such/tables"),
        (vec!["datagen", "stats"], "<FILE>"),
        (vec!["datagen", "stats", "/no/such.vf"], "/no/such.vf"),
        (vec!["datagen", "stats", &text, "--svg", &text], "refusing to overwrite the input file"),
        (vec!["datagen", "pgn", "/no/such.vf"], "/no/such.vf"),
    ] {
        refused(&args, what);
    }
    assert!(fs::read(&text).unwrap().starts_with(b"This is no file"));
    assert!(!Path::new("x.vf").exists());
    // There is only one initial position, so one game and no second one.
    let file = folder.file("one.vf");
    let one = ["--plies", "0", "--dfrc", "0", "--threads", "1", "--games", "2"];
    refused(&datagen(&file, &one), "no more openings after 1");
    assert_eq!(games(&file).len(), 1);
}

#[test]
fn stats_count_what_is_there() {
    let folder = Folder::new("datagen_stats");
    let (one, two) = (folder.file("one.vf"), folder.file("two.vf"));
    printed(&datagen(&one, &["--games", "4", "--seed", "1", "--threads", "1"]));
    printed(&datagen(&two, &["--games", "3", "--seed", "2", "--threads", "1"]));
    let all = [games(&one), games(&two)].concat();
    let positions: usize = all.iter().map(|game| game.plies.len()).sum();
    let bytes = fs::metadata(&one).unwrap().len() + fs::metadata(&two).unwrap().len();
    let svg = folder.file("stats.svg");
    let told = printed(&["datagen", "stats", &one, &two, "--svg", &svg]);
    assert!(told.starts_with(&format!("7 games in 2 files, {bytes} bytes\n")), "{told}");
    assert!(told.contains(&format!("{positions} positions (")), "{told}");
    let row = |name: &str| -> usize {
        let line = told.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        line.split_whitespace().last().unwrap().parse().unwrap()
    };
    let won = |winner| all.iter().filter(|game| game.winner == winner).count();
    assert_eq!(row("White wins"), won(Some(Color::White)), "{told}");
    assert_eq!((row("draws"), row("Black wins")), (won(None), won(Some(Color::Black))), "{told}");
    let drawn = fs::read_to_string(&svg).unwrap();
    assert!(drawn.contains("<svg") && drawn.contains("Results") && drawn.contains("Scores of"));
    // Concatenated files count as one; games that occur twice are counted as repeated.
    let joined = [fs::read(&one).unwrap(), fs::read(&two).unwrap()].concat();
    let joined = folder.write("joined.vf", joined);
    let rest = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    let same = printed(&["datagen", "stats", &joined]);
    assert_eq!(rest(&same), rest(&told));
    let twice = printed(&["datagen", "stats", &one, &one]);
    let share: f64 = twice
        .lines()
        .find_map(|line| line.trim().strip_suffix(" % had been there before"))
        .unwrap()
        .parse()
        .unwrap();
    assert!((50.0..60.0).contains(&share), "{twice}");
    // Damage is reported, and what precedes it is counted.
    let mut cut = fs::read(&one).unwrap();
    cut.pop();
    let damaged = folder.write("damaged.vf", cut);
    let output = quevedo(&["datagen", "stats", &damaged]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("3 games in 1 file"));
    assert!(text(&output.stderr).contains("damaged.vf") && text(&output.stderr).contains("byte"));
    let empty = folder.write("empty.vf", "");
    assert!(printed(&["datagen", "stats", &empty]).starts_with("0 games in 1 file, 0 bytes"));
}

#[test]
fn games_are_printed_as_pgn() {
    let folder = Folder::new("datagen_pgn");
    let file = folder.file("games.vf");
    printed(&datagen(&file, &["--games", "5", "--seed", "3", "--threads", "1"]));
    let own = games(&file);
    let read = |args: &[&str]| -> Vec<pgn::PgnGame> {
        let out = printed(&[&["datagen", "pgn", &file], args].concat());
        let path = folder.write("games.pgn", out);
        pgn::PgnReader::open(Path::new(&path)).unwrap().collect::<Result<_, _>>().unwrap()
    };
    let all = read(&[]);
    assert_eq!(all.len(), own.len());
    for (printed, own) in all.iter().zip(&own) {
        assert_eq!(printed.start, own.start);
        assert_eq!(printed.result, GameResult::of(own.winner));
        assert!(printed.moves().eq(own.plies.iter().map(|ply| ply.mv)));
        for ((position, ply), played) in own.positions().zip(&printed.line.moves) {
            let comment = &played.comments[0];
            let ahead = i32::from(ply.white_score) * position.side().sign();
            assert_eq!(comment.starts_with('-'), ahead < 0, "{comment} for {ahead}");
        }
    }
    let rounds = |games: &[pgn::PgnGame]| -> Vec<String> {
        games.iter().map(|game| game.tag("Round").unwrap().to_owned()).collect()
    };
    assert_eq!(rounds(&read(&["--skip", "1", "--games", "2"])), ["2", "3"]);
    assert_eq!(rounds(&read(&["--skip", "9"])), Vec::<String>::new());
}

#[test]
fn games_of_a_match_become_training_data() {
    let folder = Folder::new("datagen_import");
    let played = folder.file("played.vf");
    printed(&datagen(&played, &["--games", "6", "--seed", "3", "--threads", "2"]));
    let mut pgn = printed(&["datagen", "pgn", &played]);
    // A crash says nothing about the positions before it, and a game may be unfinished.
    pgn += "[Termination \"abandoned\"]\n\n1. e4 {+0.30/9 0.1s, Black disconnects} 1-0\n\n";
    pgn += "1. e4 {+0.30/9 0.1s} *\n";
    let (matches, out) = (folder.write("match.pgn", &pgn), folder.file("imported.vf"));
    let told = printed(&["datagen", "import", "--out", &out, &matches]);
    assert_eq!(told, "6 games imported; 2 left out, which were not played to their end\n");
    for (mine, theirs) in games(&out).iter().zip(&games(&played)) {
        assert_eq!((mine.start, mine.winner), (theirs.start, theirs.winner));
        assert_eq!(mine.plies.len(), theirs.plies.len());
        for (mine, theirs) in mine.plies.iter().zip(&theirs.plies) {
            assert_eq!(mine.mv, theirs.mv);
            assert!(mine.white_score.abs_diff(theirs.white_score) <= 2, "{mine:?} {theirs:?}");
        }
    }
    // A file with a game without scores is refused as a whole; moves of a book need none.
    let pgn = "1. e4 {+0.30/9} e5 {-M3/9} 1-0\n\n1. d4 {+0.25/9 0.1s} d5 2. c4 1/2-1/2\n";
    let more = folder.write("more.pgn", pgn);
    let why = "more.pgn: game 2: no score in a comment after 1... d5";
    refused(&["datagen", "import", "--out", &out, &more], why);
    assert_eq!(games(&out).len(), 6);
    let pgn = "1. e4 {book} e5 {book} 2. Nf3 {+0.30/9} Nc6 {-400.00/9} 1-0\n";
    let booked = folder.write("booked.pgn", pgn);
    printed(&["datagen", "import", "--out", &out, &booked]);
    let game = &games(&out)[6];
    assert!(
        game.start.to_string().starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w")
    );
    assert!(game.plies.len() == 2 && game.plies[1].white_score > 10_000, "{:?}", game.plies);
    refused(&["datagen", "import", "--out", &matches, &more], "match.pgn");
}

#[test]
fn games_are_broken_off_where_they_should_be() {
    let folder = Folder::new("datagen_short");
    let play =
        |name, more: &[&str]| generated(&folder, name, &[&["--games", "8", "--seed", "6"], more]);
    let whole = play("whole", &[]);
    let short = play("short", &["--max-plies", "20"]);
    assert!(whole.iter().any(|game| game.plies.len() > 20));
    for (whole, short) in whole.iter().zip(&short) {
        assert_eq!(short.plies, whole.plies[..whole.plies.len().min(20)]);
        let winner = whole.winner.filter(|_| whole.plies.len() <= 20);
        assert_eq!((short.start, short.winner), (whole.start, winner));
    }
    for plies in ["0", "16001"] {
        refused(&datagen(&folder.file("none"), &["--max-plies", plies]), plies);
    }
}

#[test]
fn tablebases_end_games() {
    let Some(path) = syzygy::folder() else { return };
    let path = path.to_str().unwrap();
    let (tables, _) = Tablebases::open(path);
    let folder = Folder::new("datagen_tables");
    let file = folder.file("games.vf");
    let long = ["--win-score", "19000", "--draw-move", "500", "--games", "60", "--seed", "4"];
    printed(&datagen(&file, &[&["--syzygy", path], &long[..]].concat()));
    let mut ended = 0;
    for game in games(&file) {
        let mut known = None;
        for (mut position, ply) in game.positions() {
            assert_eq!(known, None, "the game went on in {position}");
            position.play_unchecked(ply.mv);
            let board = position.board();
            let few = board.occupied().count() as usize <= tables.max_pieces();
            if few
                && position.rule50() == 0
                && board.castling().is_empty()
                && position.has_legal_move()
            {
                known = tables.outcome(&position, true).map(|outcome| (outcome, position.side()));
            }
        }
        if let Some((outcome, side)) = known {
            let winner = match outcome {
                TbOutcome::Win => Some(side),
                TbOutcome::Draw => None,
                TbOutcome::Loss => Some(!side),
            };
            assert_eq!(game.winner, winner);
            ended += 1;
        }
    }
    // Few games reach the smallest tables.
    assert!(ended > 1, "only {ended} games ended so");
}

/// All positions after a move.
fn children(position: Position) -> impl Iterator<Item = Position> {
    let moves: Vec<_> = position.legal_moves().collect();
    moves.into_iter().map(move |mv| {
        let mut child = position;
        child.play_unchecked(mv);
        child
    })
}

#[test]
fn positions_off_games_are_as_a_search_tree_has_them() {
    let folder = Folder::new("datagen_tree");
    let source = folder.file("source");
    let more = ["--games", "6", "--seed", "3", "--threads", "2", "--dfrc", "0"];
    printed(&datagen(&source, &more));
    let tree = |name: &str, more: &[&str]| {
        let file = folder.file(name);
        let own = ["datagen", "tree", "--out", &file, "--per-game", "12", &source];
        let told = printed(&[&own, &QUICK[..], more].concat());
        (told, fs::read(&file).unwrap(), file)
    };
    let (told, first, file) = tree("one", &["--threads", "1"]);
    let found = games(&file);
    assert!(told.starts_with(&format!("{} positions off 6 games", found.len())), "{told}");
    assert!((36..=72).contains(&found.len()), "{}", found.len());
    // The result is the same with any number of threads, differs with another seed, and can skip games.
    assert_eq!(first, tree("two", &["--threads", "3"]).1);
    assert_ne!(first, tree("three", &["--seed", "2"]).1);
    let rest = tree("rest", &["--skip", "2"]).1;
    assert!(first.ends_with(&rest) && rest.len() < first.len() && !rest.is_empty());

    // Half of the positions are one or two plies away from a game, the others further.
    let source = games(&source);
    let mut near = HashSet::new();
    for (position, _) in source.iter().flat_map(Game::positions) {
        for child in children(position) {
            near.insert(child.key());
            near.extend(children(child).map(|grandchild| grandchild.key()));
        }
    }
    let within = found.iter().filter(|game| near.contains(&game.start.key())).count();
    assert!((found.len() / 4..found.len() * 3 / 4).contains(&within), "{within}");
    for game in &found {
        let (position, [ply]) = (game.start, &game.plies[..]) else { panic!("{game:?}") };
        assert!(!position.is_check() && position.is_legal(ply.mv));
    }
    let winners = |games: &[Game]| -> HashSet<Option<Color>> {
        games.iter().map(|game| game.winner).collect()
    };
    assert!(winners(&found).is_subset(&winners(&source)));
    // Random moves lose pieces, so the scores are far from even.
    let spread = |games: &[Game]| {
        let scores =
            games.iter().flat_map(|game| &game.plies).map(|ply| f64::from(ply.white_score));
        let scores: Vec<f64> = scores.filter(|score| score.abs() < 2000.0).collect();
        scores.iter().map(|score| score.abs()).sum::<f64>() / scores.len() as f64
    };
    assert!(spread(&found) > 100.0, "{}", spread(&found));
    // Scores are from White's point of view, so the side that is ahead usually has more pieces.
    let (mut agree, mut ahead) = (0, 0);
    for game in &found {
        let (board, score) = (game.start.board(), i32::from(game.plies[0].white_score));
        let worth = |color| -> i32 {
            let each = [(PieceType::Pawn, 1), (PieceType::Knight, 3), (PieceType::Bishop, 3)];
            let all = each.into_iter().chain([(PieceType::Rook, 5), (PieceType::Queen, 9)]);
            all.map(|(kind, worth)| worth * board.pieces(color, kind).count() as i32).sum()
        };
        let lead = worth(Color::White) - worth(Color::Black);
        if score.abs() > 300 && lead != 0 {
            ahead += 1;
            agree += i32::from(lead.signum() == score.signum());
        }
    }
    assert!(ahead >= 8 && 4 * agree >= 3 * ahead, "{agree} of {ahead}");
    refused(&["datagen", "tree", "--out", &folder.file("none")], "FILE");
    refused(&["datagen", "tree", "--out", &file, &file], "one");
    assert_eq!(fs::read(&file).unwrap(), first);
    let bad = folder.write("bad.vf", "no games");
    refused(&["datagen", "tree", "--out", &folder.file("none"), &bad], "bad.vf");
}
