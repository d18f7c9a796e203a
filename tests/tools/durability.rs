//! Files that grow or are replaced, after `kill -9` and on a full disk: complete records are kept, an old
//! file stays until the new one is whole, and one line says what went wrong.

#![cfg(unix)]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use quevedo::data;
use quevedo::notation::pgn;

use crate::common::tool::{
    self, Folder, Running, complaint_about, has_no_room, printed, quevedo, text, until,
};

/// Leaves of the start position at depth 5.
const START_5: &str = "4865609 leaves";

/// Quick self-play games.
fn datagen<'a>(file: &'a str, games: &'a str) -> Vec<&'a str> {
    let quick = ["--nodes", "150", "--hash", "1", "--threads", "2", "--games", games];
    [&["datagen", "--out", file], &quick[..]].concat()
}

/// The number of games in a file, which must hold nothing but whole games.
fn whole_games(file: &str) -> u64 {
    let survey = data::Games::open(Path::new(file)).unwrap().survey(|_| ()).unwrap();
    assert!(survey.damage.is_none(), "{:?}", survey.damage);
    survey.games
}

#[test]
fn games_to_learn_from_on_a_full_disk() {
    let folder = Folder::new("durability_datagen");
    let file = folder.file("games.vf");
    has_no_room(8, &datagen(&file, "100000"), "games.vf");
    let games = whole_games(&file);
    assert!(games > 0 && fs::metadata(&file).unwrap().len() <= 8 * 512);
    // Full from the start: nothing is lost, nothing is added.
    has_no_room(1, &datagen(&file, "5"), "games.vf");
    assert_eq!(whole_games(&file), games);
    printed(&datagen(&file, "1"));
    assert_eq!(whole_games(&file), games + 1);
}

/// A small disk of its own, where this user may have one.
struct Disk(String);

impl Disk {
    fn new(folder: &Folder, kilobytes: u32) -> Option<Disk> {
        let place = folder.file("disk");
        fs::create_dir(&place).unwrap();
        let size = format!("size={kilobytes}k");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs", &place]);
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        if !mounted {
            eprintln!("skipped: no disk may be mounted here");
        }
        mounted.then_some(Disk(place))
    }

    fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.0)
    }

    /// Uses up all room.
    fn fill(&self) {
        let mut filler = fs::File::create(self.file("filler")).unwrap();
        while filler.write_all(&[0; 512]).is_ok() {}
    }

    /// Runs the program, which must complain in one line that names the file; returns all of its errors.
    fn is_full_for(&self, args: &[&str], file: &str) -> String {
        let output = quevedo(args);
        let complaint = complaint_about(&output, args, file);
        assert!(complaint.contains("No space left"), "{args:?}: {complaint}");
        text(&output.stderr)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn games_to_learn_from_on_a_small_disk() {
    let folder = Folder::new("durability_disk");
    let Some(disk) = Disk::new(&folder, 8) else { return };
    let file = disk.file("games.vf");
    let told = disk.is_full_for(&datagen(&file, "100000"), "games.vf");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(whole_games(&file) > 0);
}

#[test]
fn all_other_files_on_a_small_disk() {
    let folder = Folder::new("durability_other_disk");
    let Some(disk) = Disk::new(&folder, 512) else { return };
    let (played, book, state) = (disk.file("games.pgn"), disk.file("book.bin"), disk.file("state"));
    let (shard, _) = shards(&folder, "5", 1).remove(0);
    let counts = disk.file("counts");
    let games = folder.write("games.pgn", GAME);
    let learnt = folder.file("games.vf");
    printed(&datagen(&learnt, "30"));
    let make = ["book", "make", &games, "--out", &book, "--least", "1"];
    let tune = ["tune", &learnt, "--resume", &state, "--epochs", "300"];
    printed(&make);
    let mut running = Running::start(&tune);
    until(|| Path::new(&state).exists());
    running.kill();
    let old = [&book, &state].map(|file| fs::read(file).unwrap());
    disk.fill();
    disk.is_full_for(&make, "book.bin");
    disk.is_full_for(&tune, "state");
    assert_eq!([&book, &state].map(|file| fs::read(file).unwrap()), old);
    // Room for a few records.
    let filler = fs::OpenOptions::new().write(true).open(disk.file("filler")).unwrap();
    filler.set_len(filler.metadata().unwrap().len() - 8192).unwrap();
    let work = ["perft", "work", &shard, "--threads", "2", "--out", &counts];
    disk.is_full_for(&work, "counts");
    let there = fs::read_to_string(&counts).unwrap();
    assert!(there.ends_with(";\n") && there.lines().count() > 5, "{there}");
    fs::remove_file(&counts).unwrap();
    disk.is_full_for(&play(&played, "1000"), "games.pgn");
    let (whole, damaged) = pgn_games(&played);
    assert!(whole > 0 && damaged == 0, "{whole} games, {damaged} damaged");
}

/// Files with the parts of a tree, each with the file for its counts.
fn shards(folder: &Folder, depth: &str, count: usize) -> Vec<(String, String)> {
    let (out, shards) = (folder.file("shards"), count.to_string());
    printed(&["perft", "split", depth, "--plies", "2", "--shards", &shards, "--out", &out]);
    let shard = |i| format!("{out}/{i}-of-{count}.shard");
    (1..=count).map(|i| (shard(i), format!("{}.counts", shard(i)))).collect()
}

#[test]
fn counts_survive_kills_and_a_full_disk() {
    let folder = Folder::new("durability_perft");
    let shards = shards(&folder, "5", 2);
    let [(a, a_counts), (b, b_counts)] = &shards[..] else { panic!("{shards:?}") };
    let work = |shard: &str| printed(&["perft", "work", shard, "--threads", "1"]);
    // Killed again and again: counts that were written stay.
    let lines = || fs::read_to_string(a_counts).map_or(0, |text| text.lines().count());
    for _ in 0..3 {
        let before = lines();
        let mut running = Running::start(&["perft", "work", a, "--threads", "1"]);
        until(|| lines() > before + 3 || before + 10 > 200);
        running.kill();
        assert!(lines() >= before);
    }
    work(a);
    // A full disk: whole lines are kept, the rest is counted when there is room.
    has_no_room(8, &["perft", "work", b, "--threads", "2"], b_counts);
    let there = fs::read_to_string(b_counts).unwrap();
    assert!(there.ends_with(";\n") && there.lines().count() > 5, "{there}");
    let told = work(b);
    assert!(told.contains(&format!(" {} already done", there.lines().count() - 1)), "{told}");
    let joined = printed(&["perft", "join", a_counts, b_counts]);
    assert!(joined.starts_with(START_5), "{joined}");
    // Where shards have no room, nothing is left of them.
    let out = folder.file("more");
    has_no_room(8, &["perft", "split", "5", "--plies", "3", "--out", &out], "more/");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0);
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

const GAME: &str = "[Event \"one\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n";

/// Where not even the complaint can be written, the exit code still reports the failure.
#[test]
fn a_complaint_that_finds_no_room() {
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    let status = command.args(["perft", "0"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn the_old_book_stays_where_a_new_one_has_no_room() {
    let folder = Folder::new("durability_book");
    let games = folder.write("games.pgn", GAME);
    let book = folder.file("book.bin");
    let make = ["book", "make", &games, "--out", &book, "--least", "1"];
    printed(&make);
    let old = fs::read(&book).unwrap();
    assert_eq!(old.len() % 16, 0);
    has_no_room(0, &make, "book.bin");
    assert_eq!(fs::read(&book).unwrap(), old);
    assert_eq!(fs::read_dir(Path::new(&book).parent().unwrap()).unwrap().count(), 2);
    // A book that was cut is named, unless it was cut between two moves, which leaves a shorter book.
    for bytes in 0..old.len() {
        let cut = folder.write("cut.bin", &old[..bytes]);
        if bytes > 0 && bytes % 16 == 0 {
            printed(&["book", "show", "--book", &cut]);
        } else {
            tool::refused(&["book", "show", "--book", &cut], "cut.bin");
        }
    }
}

/// Games of a PGN file that can be read, and those that can't.
fn pgn_games(file: &str) -> (usize, usize) {
    let games: Vec<_> = pgn::PgnReader::open(Path::new(file)).unwrap().collect();
    let whole = games.iter().filter(|game| game.is_ok()).count();
    (whole, games.len() - whole)
}

/// Quick self-play games in PGN.
fn play<'a>(file: &'a str, games: &'a str) -> Vec<&'a str> {
    let quick = ["--nodes", "100", "--threads", "2", "--games", games];
    [&["book", "play", "--out", file], &quick[..]].concat()
}

#[test]
fn played_games_are_whole() {
    let folder = Folder::new("durability_play");
    let file = folder.file("games.pgn");
    has_no_room(24, &play(&file, "1000"), "games.pgn");
    let (mut whole, damaged) = pgn_games(&file);
    assert!(whole > 0 && damaged == 0, "{whole} games, {damaged} damaged");
    for _ in 0..3 {
        let length = || fs::metadata(&file).unwrap().len();
        let before = length();
        let mut running = Running::start(&play(&file, "100000"));
        until(|| length() > before + 2000);
        running.kill();
        let (now, damaged) = pgn_games(&file);
        assert!(now > whole && damaged == 0, "{now} games, {damaged} damaged");
        whole = now;
    }
    // A game cut off in the middle of a write is ended and named, and the next game is read.
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

/// Killed at any time, the file is the old book or the new one, never a part of one.
#[test]
fn a_book_is_replaced_as_a_whole() {
    let folder = Folder::new("durability_replace");
    let (one, many) = (folder.write("one.pgn", GAME), folder.file("many.pgn"));
    printed(&play(&many, "200"));
    let book = folder.file("book.bin");
    let make = |games| ["book", "make", games, "--out", &book, "--least", "1"];
    printed(&make(&many));
    let new = fs::read(&book).unwrap();
    printed(&make(&one));
    let old = fs::read(&book).unwrap();
    assert!(new.len() > 10 * old.len());
    for delay in 0..40 {
        let mut running = Running::start(&make(&many));
        std::thread::sleep(Duration::from_millis(delay));
        running.kill();
        let now = fs::read(&book).unwrap();
        assert!(now == old || now == new, "{} bytes after {delay} ms", now.len());
    }
    printed(&make(&many));
    assert_eq!(fs::read(&book).unwrap(), new);
}
