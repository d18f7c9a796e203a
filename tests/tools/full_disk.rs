//! Files that grow or are replaced, on a full disk: complete records are kept, an old file stays, and one line says
//! what went wrong.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use quevedo::data;

use crate::common::tool::{
    self, Folder, Running, complaint_about, has_no_room, printed, quevedo, text, until,
};
use crate::durability::{GAME, START_5, pgn_games, play, shards};

/// Quick self-play games.
fn datagen<'a>(file: &'a str, games: &'a str) -> Vec<&'a str> {
    let quick = ["--nodes", "150", "--hash", "1", "--threads", "2", "--games", games];
    [&["datagen", "--out", file], &quick[..]].concat()
}

/// The number of games in a file, which must contain only complete games.
fn whole_games(file: &str) -> u64 {
    let survey = data::Games::open(Path::new(file)).unwrap().survey(|_| ()).unwrap();
    assert!(survey.damage.is_none(), "{:?}", survey.damage);
    survey.games
}

#[test]
fn games_to_learn_from_on_a_full_disk() {
    let folder = Folder::new("full_disk_datagen");
    let file = folder.file("games.vf");
    has_no_room(8, &datagen(&file, "100000"), "games.vf");
    let games = whole_games(&file);
    assert!(games > 0 && fs::metadata(&file).unwrap().len() <= 8 * 512);
    // If the disk is full from the start, nothing is lost and nothing is added.
    has_no_room(1, &datagen(&file, "5"), "games.vf");
    assert_eq!(whole_games(&file), games);
    printed(&datagen(&file, "1"));
    assert_eq!(whole_games(&file), games + 1);
}

/// A small separate disk, if this user may mount one.
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

    /// Fills the disk.
    fn fill(&self) {
        let mut filler = fs::File::create(self.file("filler")).unwrap();
        while filler.write_all(&[0; 512]).is_ok() {}
    }

    /// Runs the program, which must report an error in one line that names the file; returns everything on standard
    /// error.
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
    let folder = Folder::new("full_disk_small");
    let Some(disk) = Disk::new(&folder, 8) else { return };
    let file = disk.file("games.vf");
    let told = disk.is_full_for(&datagen(&file, "100000"), "games.vf");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(whole_games(&file) > 0);
}

#[test]
fn all_other_files_on_a_small_disk() {
    let folder = Folder::new("full_disk_others");
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
    // Make room for a few records.
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

#[test]
fn counts_on_a_full_disk() {
    let folder = Folder::new("full_disk_perft");
    let (shard, counts) = shards(&folder, "5", 1).remove(0);
    has_no_room(8, &["perft", "work", &shard, "--threads", "2"], &counts);
    // Complete lines are kept, and the rest is counted when there is room.
    let there = fs::read_to_string(&counts).unwrap();
    assert!(there.ends_with(";\n") && there.lines().count() > 5, "{there}");
    let told = printed(&["perft", "work", &shard, "--threads", "1"]);
    assert!(told.contains(&format!(" {} already done", there.lines().count() - 1)), "{told}");
    let joined = printed(&["perft", "join", &counts]);
    assert!(joined.starts_with(START_5), "{joined}");
    // If there is no room for the shards, nothing is left of them.
    let out = folder.file("more");
    has_no_room(8, &["perft", "split", "5", "--plies", "3", "--out", &out], "more/");
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0);
}

/// If not even the error message can be written, the exit code still reports the failure.
#[test]
fn a_complaint_that_finds_no_room() {
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let mut command = Command::new(env!("CARGO_BIN_EXE_quevedo"));
    let status = command.args(["perft", "0"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

#[test]
fn the_old_book_stays_where_a_new_one_has_no_room() {
    let folder = Folder::new("full_disk_book");
    let games = folder.write("games.pgn", GAME);
    let book = folder.file("book.bin");
    let make = ["book", "make", &games, "--out", &book, "--least", "1"];
    printed(&make);
    let old = fs::read(&book).unwrap();
    assert_eq!(old.len() % 16, 0);
    has_no_room(0, &make, "book.bin");
    assert_eq!(fs::read(&book).unwrap(), old);
    assert_eq!(fs::read_dir(Path::new(&book).parent().unwrap()).unwrap().count(), 2);
    // A truncated book is reported, unless it was cut between two moves, which leaves a shorter book.
    for bytes in 0..old.len() {
        let cut = folder.write("cut.bin", &old[..bytes]);
        if bytes > 0 && bytes % 16 == 0 {
            printed(&["book", "show", "--book", &cut]);
        } else {
            tool::refused(&["book", "show", "--book", &cut], "cut.bin");
        }
    }
}

#[test]
fn played_games_on_a_full_disk() {
    let folder = Folder::new("full_disk_play");
    let file = folder.file("games.pgn");
    has_no_room(24, &play(&file, "1000"), "games.pgn");
    let (whole, damaged) = pgn_games(&file);
    assert!(whole > 0 && damaged == 0, "{whole} games, {damaged} damaged");
}
