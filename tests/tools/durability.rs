//! Files that grow or are replaced, after `kill -9`: complete records are kept, and an old file stays until the new one
//! is complete. For full disks see `full_disk.rs`.

use std::fs;
use std::path::Path;
use std::time::Instant;

use quevedo::notation::pgn;

use crate::common::tool::{self, Folder, Running, printed, quevedo, text, until};

/// The leaves of the starting position at depth 5.
pub const START_5: &str = "4865609 leaves";

/// The shards of a tree, each with the file for its counts.
pub fn shards(folder: &Folder, depth: &str, count: usize) -> Vec<(String, String)> {
    let (out, shards) = (folder.file("shards"), count.to_string());
    printed(&["perft", "split", depth, "--plies", "2", "--shards", &shards, "--out", &out]);
    let shard = |i| format!("{out}/{i}-of-{count}.shard");
    (1..=count).map(|i| (shard(i), format!("{}.counts", shard(i)))).collect()
}

#[test]
fn counts_survive_kills() {
    let folder = Folder::new("durability_perft");
    let shards = shards(&folder, "5", 1);
    let [(a, a_counts)] = &shards[..] else { panic!("{shards:?}") };
    // Killed repeatedly, it keeps the counts that were written.
    let lines = || fs::read_to_string(a_counts).map_or(0, |text| text.lines().count());
    for _ in 0..3 {
        let before = lines();
        let mut running = Running::start(&["perft", "work", a, "--threads", "1"]);
        until(|| lines() > before + 3 || before + 10 > 200);
        running.kill();
        assert!(lines() >= before);
    }
    printed(&["perft", "work", a, "--threads", "1"]);
    let joined = printed(&["perft", "join", a_counts]);
    assert!(joined.starts_with(START_5), "{joined}");
}

#[test]
fn one_counts_at_a_time() {
    let folder = Folder::new("durability_lock");
    let (a, counts) = shards(&folder, "7", 1).remove(0);
    let mut running = Running::start(&["perft", "work", &a, "--threads", "1"]);
    until(|| fs::read_to_string(&counts).is_ok_and(|text| text.lines().count() > 1));
    tool::refused(&["perft", "work", &a], "another process");
    running.kill();
}

/// A game in PGN.
pub const GAME: &str = "[Event \"one\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n";

/// The number of games in a PGN file that can be read, and of those that can't.
pub fn pgn_games(file: &str) -> (usize, usize) {
    let games: Vec<_> = pgn::PgnReader::open(Path::new(file)).unwrap().collect();
    let whole = games.iter().filter(|game| game.is_ok()).count();
    (whole, games.len() - whole)
}

/// Quick self-play games in PGN.
pub fn play<'a>(file: &'a str, games: &'a str) -> Vec<&'a str> {
    let quick = ["--nodes", "100", "--threads", "2", "--games", games];
    [&["book", "play", "--out", file], &quick[..]].concat()
}

#[test]
fn played_games_are_whole() {
    let folder = Folder::new("durability_play");
    let file = folder.file("games.pgn");
    let mut whole = 0;
    for _ in 0..3 {
        let length = || fs::metadata(&file).map_or(0, |file| file.len());
        let before = length();
        let mut running = Running::start(&play(&file, "100000"));
        until(|| length() > before + 2000);
        running.kill();
        let (now, damaged) = pgn_games(&file);
        assert!(now > whole && damaged == 0, "{now} games, {damaged} damaged");
        whole = now;
    }
    // A game cut off in the middle of a write is terminated and reported, and the next game is read.
    let bytes = fs::read(&file).unwrap();
    for cut in [GAME.len() - 2, GAME.len() - 12, 20] {
        fs::write(&file, [&bytes[..], &GAME.as_bytes()[..cut]].concat()).unwrap();
        let output = quevedo(&play(&file, "1"));
        let told = text(&output.stderr);
        assert!(output.status.success() && told.contains("unfinished"), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        let (now, damaged) = pgn_games(&file);
        assert!(now > whole && now + damaged == whole + 2, "{now} games, {damaged} damaged");
    }
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = Folder::new("durability_link");
    let (games, book, link) =
        (folder.write("one.pgn", GAME), folder.write("book.bin", ""), folder.file("link.bin"));
    std::os::unix::fs::symlink(&book, &link).unwrap();
    printed(&["book", "make", &games, "--out", &link, "--least", "1"]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::metadata(&book).unwrap().len() > 0);
}

/// Whenever the process is killed, the file is the old book or the new one, never a part of one.
#[test]
fn a_book_is_replaced_as_a_whole() {
    let folder = Folder::new("durability_replace");
    let (one, many) = (folder.write("one.pgn", GAME), folder.file("many.pgn"));
    printed(&play(&many, "200"));
    let book = folder.file("book.bin");
    let make = |games| ["book", "make", games, "--out", &book, "--least", "1"];
    let start = Instant::now();
    printed(&make(&many));
    let whole = start.elapsed();
    let new = fs::read(&book).unwrap();
    printed(&make(&one));
    let old = fs::read(&book).unwrap();
    assert!(new.len() > 10 * old.len());
    let mut is_replaced = false;
    // Kill it after up to twice the time that it takes.
    for part in 0..40 {
        let mut running = Running::start(&make(&many));
        std::thread::sleep(whole * part / 20);
        running.kill();
        let now = fs::read(&book).unwrap();
        assert!(now == old || now == new, "{} bytes after {part}/20 of {whole:?}", now.len());
        // If killed at once, it has done nothing yet.
        assert!(part > 0 || now == old);
        is_replaced |= now == new;
    }
    assert!(is_replaced);
    printed(&make(&many));
    assert_eq!(fs::read(&book).unwrap(), new);
}
