//! Machines with less to offer than the GUI believes: more threads than cores, a suspended process, little memory. The
//! promises of docs/reliability.md hold, or one line says what is missing.
//!
//! Nothing may run beside these tests, so they run one at a time.

#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use common::session::{Session, number};
use common::timed::{Control, RANDOM_PLIES, ms, play};
use common::tool::{self, Folder, text, until};

const PROGRAM: &str = env!("CARGO_BIN_EXE_quevedo");

fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A control group, if this user may create one.
struct Group(PathBuf);

impl Group {
    /// A group under one controller, with the settings for cgroup v2 and for cgroup v1.
    fn new(controller: &str, second: &[(&str, &str)], first: &[(&str, &str)]) -> Option<Group> {
        let root = Path::new("/sys/fs/cgroup");
        let name = format!("quevedo-{}", std::process::id());
        let controllers = fs::read_to_string(root.join("cgroup.subtree_control"));
        let (folder, settings) = match controllers {
            Ok(names) if names.split_whitespace().any(|name| name == controller) => {
                (root.join(name), second)
            }
            Ok(_) => (PathBuf::new(), second),
            Err(_) => (root.join(controller).join(name), first),
        };
        let group = Group(folder);
        let made = fs::create_dir(&group.0).is_ok()
            && settings.iter().all(|(file, value)| fs::write(group.0.join(file), value).is_ok());
        if !made {
            eprintln!("skipped: no control group for '{controller}' may be made here");
        }
        made.then_some(group)
    }

    /// A shell that enters the group and becomes the program.
    fn command(&self, args: &[&str]) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", "echo $$ > \"$0\"; exec \"$@\""]);
        shell.arg(self.0.join("cgroup.procs")).arg(PROGRAM).args(args);
        shell
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // Its last process may not have been reaped yet.
        let start = Instant::now();
        while self.0.is_dir()
            && fs::remove_dir(&self.0).is_err()
            && start.elapsed() < Duration::from_secs(5)
        {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn set(session: &mut Session, option: &str, value: impl ToString) -> Vec<String> {
    session.send(&format!("setoption name {option} value {}", value.to_string()));
    session.sync()
}

#[test]
fn threads_above_the_cores() {
    let _turn = alone();
    let mut session = Session::new();
    for threads in [16, 64] {
        assert!(set(&mut session, "Threads", threads).is_empty());
        for go in ["go nodes 10000", "go depth 4"] {
            assert_ne!(session.best_move(go), "(none)");
        }
        for go in ["go movetime 100", "go wtime 1000 btime 1000"] {
            let start = Instant::now();
            assert_ne!(session.best_move(go), "(none)");
            assert!(start.elapsed() < Duration::from_secs(1), "{go}: {:?}", start.elapsed());
        }
        session.send("go infinite");
        session.until("info depth 2 ");
        let start = Instant::now();
        session.best_move("stop");
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    }
}

/// After a suspension, the time that has passed meanwhile counts, so the search ends at once.
#[test]
fn a_process_that_stood_still() {
    let _turn = alone();
    let mut session = Session::new();
    session.sync();
    let signal = |session: &Session, name: &str| {
        let id = session.id().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    };
    for go in ["go movetime 400", "go wtime 3000 btime 3000"] {
        session.send(go);
        session.until("info depth 3 ");
        signal(&session, "-STOP");
        std::thread::sleep(Duration::from_millis(1500));
        let start = Instant::now();
        signal(&session, "-CONT");
        session.until("bestmove ");
        assert!(start.elapsed() < Duration::from_millis(200), "{go}: {:?}", start.elapsed());
    }
}

/// Half a core: a control group grants 50 ms of every 100, so a search is paused for 50 ms at a time, or with two
/// threads for 75 ms. With a `Move Overhead` that covers this, no player loses on time.
#[test]
#[ignore = "needs a machine without other work"]
fn half_a_core() {
    let _turn = alone();
    let second = [("cpu.max", "50000 100000")];
    let first = [("cpu.cfs_period_us", "100000"), ("cpu.cfs_quota_us", "50000")];
    let Some(group) = Group::new("cpu", &second, &first) else { return };
    let mut players = [1, 2].map(|threads| {
        let mut player = Session::of(&mut group.command(&[]));
        set(&mut player, "Threads", threads);
        set(&mut player, "Move Overhead", 100);
        player
    });
    // Check that the group really throttles them: they don't get more processor time than this.
    let start = Instant::now();
    let nodes = |session: &mut Session| -> i64 {
        let lines = session.ask("go movetime 1100", "bestmove ");
        number(&lines[lines.len() - 2], "nodes")
    };
    let here = nodes(&mut players[0]);
    let free = nodes(&mut Session::new());
    assert!(3 * here < 2 * free, "{here} nodes with half a core, {free} with a whole one");
    assert!(start.elapsed() < Duration::from_millis(2600), "{:?}", start.elapsed());
    for control in [
        Control::Clock(ms(1000), ms(100), None),
        Control::Clock(ms(3000), ms(0), Some(40)),
        Control::Move(ms(250)),
    ] {
        let plies = play(&mut players, control, 1);
        assert!(plies > RANDOM_PLIES, "{control:?}: the game was over at once");
    }
}

/// A hash table for which the machine has too little memory is refused in one line, and the search goes on with the old
/// one. The system would promise the memory, but then kill the process when it is used.
#[test]
fn more_hash_than_memory() {
    let _turn = alone();
    let available = |megabytes: u64| {
        let told = fs::read_to_string("/proc/meminfo").unwrap();
        let line = told.lines().find(|line| line.starts_with("MemTotal")).unwrap();
        let kilobytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        kilobytes >> 10 >= megabytes
    };
    let refuses = |session: &mut Session, megabytes: u64| {
        let told = set(session, "Hash", megabytes);
        let line = format!("info string no memory for a hash table of {megabytes} MB: ");
        assert!(told.len() == 1 && told[0].starts_with(&line), "{told:?}");
        assert_ne!(session.best_move("go nodes 20000"), "(none)");
    };
    let mut session = Session::new();
    for megabytes in [65_536, 1_048_576] {
        if !available(megabytes) {
            refuses(&mut session, megabytes);
        }
    }
    let limit = (256 << 20).to_string();
    let second = [("memory.max", &limit[..]), ("memory.swap.max", "0")];
    let first = [("memory.limit_in_bytes", &limit[..])];
    let Some(group) = Group::new("memory", &second, &first) else { return };
    let mut session = Session::of(&mut group.command(&[]));
    refuses(&mut session, 2048);
    refuses(&mut session, 300);
    assert!(set(&mut session, "Hash", 64).is_empty());
    assert!(number(&session.ask("go depth 8", "info depth 8 ").pop().unwrap(), "nodes") > 0);
}

/// With too little address space, the program ends with a one-line message, whatever it was asked to do; with a little
/// more, it runs. A panic message would itself need memory, and wait for it forever.
#[test]
fn less_address_space_than_a_start_needs() {
    let _turn = alone();
    let start = |megabytes: u32, args: &[&str]| {
        let mut shell = Command::new("timeout");
        shell.args(["20", "sh", "-c", "ulimit -v \"$0\"; exec \"$@\""]);
        shell.arg((megabytes << 10).to_string()).arg(PROGRAM).args(args);
        let output = shell.env("RUST_BACKTRACE", "1").output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    for (args, answer) in [
        (&["go", "nodes", "5000"][..], "bestmove "),
        (&["perft", "4", "--threads", "16"], "197281"),
        (&["bench", "--depth", "1", "--threads", "1"], " nodes "),
    ] {
        let (mut refused, mut done) = (0, 0);
        for megabytes in (14..=350).step_by(8) {
            let (code, said, complaint) = start(megabytes, args);
            let place = format!("{megabytes} MB, {args:?}: {code:?} {said} {complaint}");
            match code {
                Some(0) => {
                    assert!(said.contains(answer), "{place}");
                    done += 1;
                }
                // The system could not even load the program.
                Some(127) => assert_eq!(refused, 0, "{place}"),
                _ => {
                    assert_eq!((code, complaint.lines().count()), (Some(2), 1), "{place}");
                    assert!(complaint.starts_with("quevedo: "), "{place}");
                    let is_named = complaint.contains("memory") || complaint.contains("threads");
                    assert!(is_named, "{place}");
                    refused += 1;
                }
            }
        }
        assert!(refused > 5 && done > 5, "{args:?}: {refused} refused, {done} done");
    }
}

/// A process that the system kills for lack of memory leaves complete games, as after `kill -9`.
#[test]
fn ended_by_the_system() {
    let _turn = alone();
    let limit = (128 << 20).to_string();
    let second = [("memory.max", &limit[..]), ("memory.swap.max", "0")];
    let first = [("memory.limit_in_bytes", &limit[..])];
    let Some(group) = Group::new("memory", &second, &first) else { return };
    let folder = Folder::new("machine_ended");
    let file = folder.file("games.pgn");
    let quick = ["--nodes", "100", "--threads", "2", "--games"];
    let play = |games| [&["book", "play", "--out", &file][..], &quick, &[games]].concat();
    tool::printed(&play("3"));
    let size = || fs::metadata(&file).unwrap().len();
    let before = size();
    let mut player = group.command(&play("100000")).stderr(Stdio::null()).spawn().unwrap();
    until(|| size() > before);
    // Make it the first to be killed when another process in the group wants more memory than there is.
    fs::write(format!("/proc/{}/oom_score_adj", player.id()), "1000").unwrap();
    let mut greedy = Command::new("sh");
    greedy.args(["-c", "echo $$ > \"$0\"; head -c 256M /dev/zero | tail > /dev/null"]);
    greedy.arg(group.0.join("cgroup.procs")).status().unwrap();
    assert_eq!(player.wait().unwrap().signal(), Some(9));
    let games = fs::read_to_string(&file).unwrap();
    assert!(games.ends_with("\n\n"));
    tool::printed(&play("1"));
}
