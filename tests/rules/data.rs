//! Files of games: what is written can be read, by this crate's reader and by the reference reader of the format;
//! damage is reported, and what precedes it is kept.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use quevedo::data::{DataError, Game, GameFile, Games, Ply, Problem};
use quevedo::position::Position;
use quevedo::types::Color;

use crate::common::walks;

/// The plies of the fifty-move rule, after which a game is over; the counter of the format has only eight bits.
const FIFTY_MOVES: u16 = 100;

/// Double Chess960, with castling rights that can't be written with KQkq only, and an en passant square.
const MORE_STARTS: [&str; 3] = [
    "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
    "1r1k1rr1/pppp1ppp/8/4pP2/8/8/PPPPP1PP/1RR2K1R w HBgb e6 0 40",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 97 5000",
];

/// A file with these bytes.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("data_{name}.vf"));
    fs::write(&path, bytes).unwrap();
    path
}

fn games(longest: usize) -> impl Strategy<Value = Game> {
    let starts: Vec<&str> = walks::starts().into_iter().chain(MORE_STARTS).collect();
    let winner = prop::sample::select(vec![None, Some(Color::White), Some(Color::Black)]);
    let choices = prop::collection::vec((any::<Index>(), any::<i16>()), 0..longest);
    (prop::sample::select(starts), choices, winner).prop_map(|(fen, choices, winner)| {
        let start = Position::from_fen(fen).unwrap();
        let (mut position, mut plies) = (start, Vec::new());
        for (choice, white_score) in choices {
            let moves = position.board().legal_moves();
            if moves.is_empty() || position.rule50() >= FIFTY_MOVES {
                break;
            }
            let mv = moves[choice.index(moves.len())];
            plies.push(Ply { mv, white_score });
            position.play_unchecked(mv);
        }
        Game { start, plies, winner }
    })
}

fn check<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value)) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let tested = TestRunner::new_with_rng(config, rng).run(&strategy, |value| {
        test(value);
        Ok(())
    });
    if let Err(failure) = tested {
        panic!("{failure}");
    }
}

/// The bytes of games, written to a file and read back, and where each game ends.
fn written(name: &str, games: &[Game]) -> (Vec<u8>, Vec<u64>) {
    let path = file(name, b"");
    let (mut file, found) = GameFile::open(&path, |_| ()).unwrap();
    assert_eq!((found.games, found.bytes), (0, 0));
    let mut ends = Vec::new();
    for game in games {
        file.append(game).unwrap();
        ends.push(fs::metadata(&path).unwrap().len());
    }
    (fs::read(&path).unwrap(), ends)
}

fn read(bytes: &[u8]) -> (Vec<Game>, Option<DataError>) {
    let mut read = Vec::new();
    let survey = Games::new(bytes, Path::new("test.vf")).survey(|game| read.push(game)).unwrap();
    assert_eq!(survey.games, read.len() as u64);
    (read, survey.damage)
}

#[test]
fn what_is_written_is_read() {
    check(200, prop::collection::vec(games(120), 0..4), |games| {
        let (bytes, ends) = written("round", &games);
        let (read, damage) = read(&bytes);
        assert_eq!(read, games);
        assert!(damage.is_none());
        let plies: usize = games.iter().map(|game| game.plies.len()).sum();
        assert_eq!(bytes.len(), 36 * games.len() + 4 * plies);
        assert_eq!(ends.last().copied().unwrap_or(0), bytes.len() as u64);
        for game in &games {
            assert_eq!(game.positions().count(), game.plies.len());
            for (position, ply) in game.positions() {
                assert!(position.is_legal(ply.mv));
            }
            let white = [game.winner == Some(Color::Black), game.winner.is_none(), true];
            let points = white.iter().position(|&does| does).unwrap() as f32 / 2.0;
            assert_eq!(game.white_points(), points);
        }
    });
}

/// The reference reader of the format, which in test builds checks the moves with its own implementation of the rules.
#[test]
fn the_formats_own_reader_reads_the_same() {
    use viriformat::dataformat::{Game as Theirs, WDL};
    check(100, games(120), |game| {
        let (bytes, _) = written("theirs", std::slice::from_ref(&game));
        let mut source = Cursor::new(bytes);
        let theirs = Theirs::deserialise_from(&mut source, Vec::new()).unwrap();
        assert_eq!(source.position(), source.get_ref().len() as u64);
        assert_eq!(theirs.len(), game.plies.len());
        let winner = match theirs.outcome() {
            WDL::Win => Some(Color::White),
            WDL::Draw => None,
            WDL::Loss => Some(Color::Black),
        };
        assert_eq!(winner, game.winner);
        let mut ours = game.positions();
        let mut moves = theirs.moves();
        theirs.visit_positions(|board, score| {
            let (position, ply) = ours.next().unwrap();
            assert_eq!(score, i32::from(ply.white_score));
            assert_eq!(
                moves.next().unwrap().display(true).to_string(),
                ply.mv.uci(true).to_string()
            );
            let theirs = board.to_string();
            let placement =
                |fen: &str| fen.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(placement(&theirs), placement(&position.to_string()));
        });
        assert!(ours.next().is_none());
    });
}

#[test]
fn a_file_cut_anywhere_keeps_the_games_before() {
    check(40, prop::collection::vec(games(40), 1..4), |games| {
        let (bytes, ends) = written("cut", &games);
        let last = if ends.len() > 1 { ends[ends.len() - 2] } else { 0 };
        for length in last as usize..bytes.len() {
            let (read, damage) = read(&bytes[..length]);
            assert_eq!(read, games[..games.len() - 1]);
            match damage {
                None => assert_eq!(length as u64, last),
                Some(error) => {
                    assert_eq!(error.offset, last);
                    assert!(matches!(error.problem, Problem::Unfinished), "{error}");
                }
            }
        }
    });
}

#[test]
fn what_a_crash_has_left_is_cut_and_the_file_goes_on() {
    check(40, (prop::collection::vec(games(40), 1..4), any::<Index>(), any::<bool>()), |input| {
        let (games, cut, zeros) = input;
        let (bytes, ends) = written("crash", &games);
        let last = if ends.len() > 1 { ends[ends.len() - 2] } else { 0 } as usize;
        let (whole, left) = bytes.split_at(last);
        // Cut off within the last game, or followed by blocks that the file system never filled. The initial position
        // of the first game must be complete, since less could be any kind of file.
        let least = if whole.is_empty() { 32 } else { 1 };
        let tail = match zeros {
            true => vec![0; least + cut.index(9000)],
            false => left[..least + cut.index(left.len() - least)].to_vec(),
        };
        let path = file("append", &[whole, &tail].concat());
        let mut seen = Vec::new();
        let (mut file, found) = GameFile::open(&path, |game| seen.push(game)).unwrap();
        assert_eq!(seen, games[..games.len() - 1]);
        assert_eq!((found.games, found.bytes), (seen.len() as u64, last as u64));
        assert_eq!(found.damage.unwrap().offset, last as u64);
        assert_eq!(fs::metadata(&path).unwrap().len(), last as u64);
        file.append(games.last().unwrap()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes);
    });
}

/// For any bytes, the reader does not panic, and returns only valid games.
#[test]
fn any_bytes_are_told_apart_from_games() {
    let changes = prop::collection::vec((any::<Index>(), any::<u8>()), 1..4);
    check(2000, (prop::collection::vec(games(30), 1..3), changes), |(games, changes)| {
        let (mut bytes, _) = written("noise", &games);
        for (index, byte) in changes {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        for game in read(&bytes).0 {
            for (position, ply) in game.positions() {
                assert!(position.is_legal(ply.mv));
            }
        }
    });
    check(500, prop::collection::vec(any::<u8>(), 0..300), |bytes| {
        read(&bytes);
    });
}

#[test]
fn damage_that_no_crash_explains_is_left_alone() {
    let start = Position::start();
    let mv = start.parse_uci("e2e4").unwrap();
    let game = Game { start, plies: vec![Ply { mv, white_score: 25 }], winner: None };
    let (mut bytes, ends) = written("rot", &vec![game; 3]);
    // Change the move in the second game.
    bytes[ends[0] as usize + 32] ^= 1;
    let path = file("rot", &bytes);
    let error = GameFile::open(&path, |_| ()).unwrap_err();
    assert!(matches!(error.problem, Problem::Move { ply: 0, .. }), "{error}");
    assert_eq!(error.offset, ends[0]);
    let told = error.to_string();
    assert!(told.contains(&format!("at byte {}", ends[0])) && told.contains("ply 0"), "{told}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn files_of_something_else_are_left_alone() {
    let pgn = b"[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n";
    let svg = b"<svg width=\"760\" height=\"400\" viewBox=\"0 0 760 400\">";
    let mut nearly = vec![0; 40];
    nearly[39] = 1;
    for bytes in [&pgn[..], svg, b"x", &[0xFF; 100], &nearly] {
        let path = file("foreign", bytes);
        let error = GameFile::open(&path, |_| ()).unwrap_err();
        assert!(matches!(error.problem, Problem::Start(_)), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn one_writer_at_a_time() {
    let path = file("lock", b"");
    let (first, _) = GameFile::open(&path, |_| ()).unwrap();
    let error = GameFile::open(&path, |_| ()).unwrap_err();
    assert!(matches!(error.problem, Problem::Locked), "{error}");
    drop(first);
    GameFile::open(&path, |_| ()).unwrap();
}
