//! Hostile and broken input in every state of the engine. Whatever arrives, the engine is soon ready again, gives every
//! answer, does not grow, and ends when it is told to.

mod common;

use std::time::{Duration, Instant};

use common::session::Session;

/// `isready` after any line is answered within this time if no search must end first.
const SOON: Duration = Duration::from_millis(100);
/// It is answered within this time in any case.
const IN_ANY_CASE: Duration = Duration::from_secs(1);
/// Input of fewer bytes than this takes no noticeable time to read.
const LARGE: usize = 1 << 16;
/// The process ends within this time.
const END: Duration = Duration::from_secs(10);

/// What the engine is doing when input arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Searching,
    Pondering,
    Infinite,
}

impl State {
    const ALL: [State; 4] = [State::Idle, State::Searching, State::Pondering, State::Infinite];

    /// The command that puts the engine into this state; none of these searches ends by itself during a test.
    const fn order(self) -> Option<&'static str> {
        match self {
            State::Idle => None,
            State::Searching => Some("go movetime 100000000"),
            State::Pondering => Some("go ponder wtime 100000000 btime 100000000"),
            State::Infinite => Some("go infinite"),
        }
    }
}

/// Input, and its expected effect.
struct Case {
    name: &'static str,
    input: Vec<u8>,
    /// How many searches it starts.
    goes: usize,
    /// Whether it ends a running search.
    ends: bool,
}

impl Case {
    /// Input that is not a command, so a running search goes on.
    fn noise(name: &'static str, input: impl Into<Vec<u8>>) -> Case {
        Case { name, input: input.into(), goes: 0, ends: false }
    }

    /// A command that ends a running search.
    fn order(name: &'static str, input: impl Into<Vec<u8>>) -> Case {
        Case { name, input: input.into(), goes: 0, ends: true }
    }

    /// A command that starts searches.
    fn go(name: &'static str, input: impl Into<Vec<u8>>, goes: usize) -> Case {
        Case { name, input: input.into(), goes, ends: true }
    }
}

/// An engine, and the answers that it owes.
struct Victim {
    session: Session,
    owed: usize,
}

impl Victim {
    fn new() -> Victim {
        let mut session = Session::measured();
        session.ask("uci", "uciok");
        Victim { session, owed: 0 }
    }

    fn enter(&mut self, state: State) {
        self.session.send("position startpos");
        if let Some(go) = state.order() {
            self.session.send(go);
            self.session.until("info depth 3 ");
            self.owed += 1;
        }
    }

    /// All lines up to `readyok`, which must come within the limit.
    fn hear(&mut self, what: &str, since: Since, limit: Duration) -> Vec<String> {
        let said = self.session.sync();
        let time = since.elapsed(&self.session, limit);
        assert!(time < limit, "{what}: ready after {time:?}");
        let answers = said.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert!(answers <= self.owed, "{what}: {answers} answers, {} owed", self.owed);
        self.owed -= answers;
        said
    }

    fn suffer(&mut self, case: &Case, state: State) {
        let what = format!("{} when {state:?}", case.name);
        self.enter(state);
        let since = Since::now(&self.session);
        self.session.send_bytes(&case.input);
        self.owed += case.goes;
        let soon = !case.ends || state == State::Idle && case.goes == 0;
        let limit = if soon && case.input.len() < LARGE { SOON } else { IN_ANY_CASE };
        self.hear(&what, since, limit);
        if !case.ends {
            assert_eq!(
                self.owed,
                usize::from(state != State::Idle),
                "{what}: the search has ended"
            );
        }
        self.settle(&what);
    }

    /// Ends a running search; after its answer, the engine must be silent.
    fn settle(&mut self, what: &str) {
        self.session.send("stop");
        while self.owed > 0 {
            self.session.until("bestmove ");
            self.owed -= 1;
        }
        let since = Since::now(&self.session);
        let said = self.hear(what, since, SOON);
        assert!(said.is_empty(), "{what}: {said:?}");
    }
}

/// A point in time. The time elapsed since then excludes waits for a core, which are not the engine's fault on a busy
/// machine.
struct Since {
    moment: Instant,
    waits: Waits,
}

impl Since {
    fn now(session: &Session) -> Since {
        Since { moment: Instant::now(), waits: Waits::now(session) }
    }

    /// The waits of search threads are subtracted only if a search may have to end first.
    fn elapsed(&self, session: &Session, limit: Duration) -> Duration {
        let now = Waits::now(session);
        let talking = now.talking.saturating_sub(self.waits.talking);
        let searching = now.searching.saturating_sub(self.waits.searching);
        let waited = if limit > SOON { talking + searching } else { talking };
        self.moment.elapsed().saturating_sub(waited)
    }
}

/// How long threads have waited for a core, on systems that report it.
struct Waits {
    /// The sum over the engine's threads that read and answer, over this test's threads, and of what the host of a
    /// virtual machine has kept from its cores.
    talking: Duration,
    /// The longest wait of a search thread, since they wait at the same time.
    searching: Duration,
}

impl Waits {
    fn now(session: &Session) -> Waits {
        let own_name = std::fs::read_to_string("/proc/thread-self/comm").unwrap_or_default();
        let (search, others): (Vec<_>, Vec<_>) =
            tasks(session.id()).into_iter().partition(|(name, _)| name.starts_with("search-"));
        // A thread without a name inherits its parent's, which distinguishes this test's threads from others.
        let own = tasks(std::process::id()).into_iter().filter(|(name, _)| *name == own_name);
        Waits {
            talking: others.into_iter().chain(own).map(|(_, waited)| waited).sum::<Duration>()
                + stolen(),
            searching: search.into_iter().map(|(_, waited)| waited).max().unwrap_or_default(),
        }
    }
}

/// The threads of a process: their names, and how long they have waited for a core.
fn tasks(process: u32) -> Vec<(String, Duration)> {
    let Ok(tasks) = std::fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let of_task = |task: std::fs::DirEntry| {
        let name = std::fs::read_to_string(task.path().join("comm")).ok()?;
        let times = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
        let waited = times.split(' ').nth(1)?.parse().ok()?;
        Some((name, Duration::from_nanos(waited)))
    };
    tasks.flatten().filter_map(of_task).collect()
}

/// How long the cores of this virtual machine have waited for the host's: the eighth number of the first line of
/// `/proc/stat`, in hundredths of a second.
fn stolen() -> Duration {
    let text = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let steal = text.lines().next().and_then(|line| line.split_whitespace().nth(8)?.parse().ok());
    Duration::from_millis(10 * steal.unwrap_or(0))
}

fn line(text: &str) -> Vec<u8> {
    format!("{text}\n").into_bytes()
}

/// A line of 10 MB: a start, and then the same text repeatedly.
fn endless(start: &str, rest: &str) -> Vec<u8> {
    const BYTES: usize = 10 << 20;
    line(&(start.to_owned() + &rest.repeat(BYTES / rest.len())))
}

fn broken_lines() -> Vec<Case> {
    let all_bytes: Vec<u8> = (0..=255).filter(|&byte| byte != b'\n').chain([b'\n']).collect();
    vec![
        Case::noise("no UTF-8", b"\xff\xfe\x80\xc3\x28\n"),
        Case::noise("no UTF-8 within words", b"is\xe2ready\nsto\xffp\nq\xc0uit\n"),
        Case::noise("no UTF-8 in a FEN", b"position fen \xff\xfe/8 w - - 0 1\n"),
        Case::noise("no UTF-8 in a value", b"setoption name Hash value \xf0\x9f\n"),
        Case::noise("every byte there is", all_bytes),
        Case::noise("NULs", b"\0\n\0\0\0\nis\0ready\nst\0op\n"),
        Case::noise("NULs in a FEN", b"position fen 4k3/8/8/8/8/8/8/4K3\0 w - - 0 1\n"),
        Case::noise("a command between NULs", b"\0\0debug off\0\0\n"),
        Case::noise("empty lines of all kinds", b"\n\r\n\r\r\n \t \n\x0b\x0c\n\xc2\xa0\n"),
        Case::order("carriage returns", b"position startpos moves e2e4\r\nuci\r\n"),
        Case::noise("words of other programs", b"xboard\nprotover 2\nusermove e2e4\nquitte\n"),
        Case::noise("options without sense", b"setoption\nsetoption name\nsetoption value 1\n"),
        Case::noise("an order that is none", b"go perft 0\ngo perft x\nperft -1\n"),
        Case::noise("stop's letters alone", b"STOP\nStop\nst op\n"),
        Case::noise("ponderhit, more than once", b"ponderhit\nponderhit\n"),
        Case::noise("wait, more than once", b"wait\nwait\ndebug off\nwait\n"),
    ]
}

fn orders() -> Vec<Case> {
    vec![
        Case::order("stop", b"stop\nstop\nstop\n"),
        Case::order("a new game", b"ucinewgame\nucinewgame\n"),
        Case::order("a cleared table", b"setoption name Clear Hash\n"),
        Case::order("the other side", b"flip\nflip\n"),
        Case::order("a wait that is stopped", b"wait\nstop\nwait\n"),
        Case::go("go twice", b"go infinite\ngo infinite\n", 2),
        Case::go("go of all kinds at once", b"go infinite ponder depth 3 nodes 5 movetime 7\n", 1),
        Case::go("go without a number", b"go depth\ngo wtime btime\ngo nodes x\n", 3),
        Case::go("go with moves that aren't", b"go searchmoves e2e5 h9h9 0000 e7e8q\n", 1),
        Case::go("go with bytes", b"go \xff\xfe \0 depth \x80\n", 1),
        Case::go("twenty searches in a row", b"go infinite\n".repeat(20), 20),
    ]
}

/// A game in which knights move back and forth.
fn long_game(plies: usize) -> String {
    "position startpos moves ".to_owned() + &"g1f3 g8f6 f3g1 f6g8 ".repeat(plies / 4)
}

#[test]
fn broken_lines_in_every_state() {
    let mut victim = Victim::new();
    for case in broken_lines().iter().chain(&orders()) {
        for state in State::ALL {
            victim.suffer(case, state);
        }
    }
}

#[test]
fn lines_of_ten_megabytes() {
    let mut victim = Victim::new();
    let cases = [
        Case::noise("a long word", endless("", "x")),
        Case::noise("many words", endless("", "x ")),
        Case::noise("a long FEN", endless("position fen ", "8/")),
        Case::noise("a FEN of many fields", endless("position fen ", "w ")),
        Case::noise("a long move", endless("position startpos moves ", "e2e4")),
        Case::noise("a long name", endless("setoption name ", "Hash ")),
        Case::noise("a long value", endless("setoption name Hash value ", "9")),
        Case::noise("no UTF-8 at all", [vec![0xFF; 10 << 20], vec![b'\n']].concat()),
        Case::noise("NULs", [vec![0; 10 << 20], vec![b'\n']].concat()),
        Case::go("a long go", endless("go ", "depth x "), 1),
        Case::go("a long number", endless("go nodes ", "9"), 1),
    ];
    for state in State::ALL {
        for case in &cases {
            victim.suffer(case, state);
        }
    }
    // An error message quotes only a part of a long line.
    victim.session.send_bytes(&endless("position fen ", "8/"));
    let said = victim.session.sync();
    assert!(said.len() == 1 && said[0].len() < 1000 && said[0].contains("missing"), "{said:?}");
    victim.session.send_bytes(&endless("go depth 1 ", "x "));
    let said = victim.session.until("bestmove ");
    assert!(said.len() < 50, "{} lines", said.len());
}

#[test]
fn games_of_any_length() {
    let mut victim = Victim::new();
    let game = line(&long_game(5000));
    for state in State::ALL {
        victim.suffer(&Case::order("5,000 plies", game.clone()), state);
        victim.session.send_bytes(&game);
        assert_ne!(victim.session.best_move("go depth 3"), "(none)");
    }
    // More plies than a 16-bit counter holds; reading them may take a while.
    victim.session.send(&long_game(1 << 17));
    assert_ne!(victim.session.best_move("go depth 3"), "(none)");
    let lines = victim.session.ask("d", "Legal moves");
    let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: ")).unwrap();
    victim.session.send(&format!("position fen {fen}"));
    assert!(victim.session.sync().is_empty(), "what was written is not read: {fen}");
}

/// Impossible positions, each for one reason.
fn impossible_fens() -> Vec<String> {
    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let mut fens: Vec<String> = Vec::new();
    for placement in [
        "8/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/8",
        "4k3/8/8/8/8/8/8/3KK3",
        "3kk3/8/8/8/8/8/8/4K3",
        "8/8/8/3kK3/8/8/8/8",
        "4k3/pppppppp/p7/8/8/8/8/4K3",
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3",
        "nnnnknnn/nnnnnnnn/n7/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/NNNNNNNN/NNNNKNNNN",
        "4k3/8/8/8/8/N7/NNNNNNNN/NNNNKNNN",
        // The side not to move is in check, by each kind of piece.
        "4k3/3P4/8/8/8/8/8/4K3",
        "4k3/8/3N4/8/8/8/8/4K3",
        "4k3/8/8/8/B7/8/8/4K3",
        "4k3/8/8/8/4R3/8/8/4K3",
        "4k3/8/8/7Q/8/8/8/4K3",
        // Three pieces give check.
        "4k3/8/8/8/1b5q/8/2n5/4K3",
        "",
        "/",
        "4k3",
        "4k3/8/8/8/8/8/8",
        "4k3/8/8/8/8/8/8/4K3/8",
        "4k3/8/8/8/8/8/8/4K4",
        "4k3/8/8/8/8/8/8/4K2",
        "4k3/8/8/8/8/8/8/4K30",
        "4k3/9/8/8/8/8/8/4K3",
        "4k3/-1/8/8/8/8/8/4K3",
        "4k3//8/8/8/8/8/4K3",
        "4k3/44k/8/8/8/8/8/4K3",
    ] {
        fens.push(format!("{placement} w - - 0 1"));
    }
    for file in 0..8 {
        let rank = |pawn: char| -> String {
            (0..8).map(|f| if f == file { pawn } else { '1' }).collect::<String>()
        };
        fens.push(format!("{}/8/4k3/8/8/4K3/8/8 w - - 0 1", rank('P')));
        fens.push(format!("{}/8/4k3/8/8/4K3/8/8 w - - 0 1", rank('p')));
        fens.push(format!("8/8/4k3/8/8/4K3/8/{} b - - 0 1", rank('P')));
        fens.push(format!("8/8/4k3/8/8/4K3/8/{} b - - 0 1", rank('p')));
    }
    for letter in ('!'..='~').filter(|&c| !"pnbrqkPNBRQK12345678/".contains(c)) {
        fens.push(format!("4k3/7{letter}/8/8/8/8/8/4K3 w - - 0 1"));
    }
    for side in ["W", "B", "-", "white", "wb", "x"] {
        fens.push(format!("{KINGS} {side} - - 0 1"));
    }
    for rights in ["KQkqx", "--", "K-", "ijkl", "0", "KQkq/", "\u{e9}"] {
        fens.push(format!("{START} w {rights} - 0 1"));
    }
    for (side, rank) in [('w', '6'), ('b', '3')] {
        for square in ('a'..='h').flat_map(|file| ('0'..='9').map(move |rank| (file, rank))) {
            if square.1 != rank {
                fens.push(format!("{START} {side} KQkq {}{} 0 1", square.0, square.1));
            }
        }
    }
    for square in ["e", "6", "e66", "i6", "E6", "--", "e6e"] {
        fens.push(format!("{START} w KQkq {square} 0 1"));
    }
    for counter in ["-1", "10000", "65536", "99999999999999999999999", "1.5", "x", "+1", "0x1"] {
        fens.push(format!("{KINGS} w - - {counter} 1"));
        fens.push(format!("{KINGS} w - - 0 {counter}"));
    }
    fens.push(format!("{KINGS} w - - 0 1 more"));
    fens.push(format!("{KINGS} w -"));
    fens.push(format!("{KINGS} w"));
    fens.push(KINGS.into());
    fens
}

#[test]
fn impossible_positions_in_every_state() {
    let mut victim = Victim::new();
    let fens = impossible_fens();
    for state in State::ALL {
        victim.enter(state);
        for fen in &fens {
            let since = Since::now(&victim.session);
            victim.session.send(&format!("position fen {fen}"));
            let said = victim.hear(fen, since, SOON);
            let complaints = said.iter().filter(|line| line.starts_with("info string ")).count();
            assert_eq!(complaints, 1, "'{fen}' when {state:?}: {said:?}");
            assert!(said.iter().all(|line| line.starts_with("info ")), "{fen}: {said:?}");
        }
        victim.settle("impossible positions");
        let lines = victim.session.ask("d", "Legal moves: 20;");
        assert!(lines.iter().any(|line| line.ends_with(" w KQkq - 0 1")), "{lines:?}");
    }
}

#[test]
fn absurd_numbers_in_every_field_of_go() {
    const FIELDS: [&str; 9] =
        ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime"];
    const NUMBERS: [&str; 11] = [
        "0",
        "-1",
        "+1",
        "1.5",
        "-0.999",
        "2147483648",
        "-9223372036854775809",
        "18446744073709551616",
        "340282366920938463463374607431768211456",
        "-999999999999999999999999999999999999999999",
        "000000000000000000000000000000000000000000000000000000001",
    ];
    const OTHERS: [&str; 7] = ["", "x", "1.5.0", "1e9", "0x10", "-", "\u{221e}"];
    let mut victim = Victim::new();
    for state in State::ALL {
        for field in FIELDS {
            for number in NUMBERS.iter().chain(&OTHERS) {
                let go = format!("go {field} {number}");
                victim.enter(state);
                let since = Since::now(&victim.session);
                victim.session.send(&go);
                victim.owed += 1;
                let limit = if state == State::Idle { SOON } else { IN_ANY_CASE };
                let said = victim.hear(&go, since, limit);
                let complains = said.iter().any(|line| line.starts_with("info string "));
                assert_eq!(complains, OTHERS.contains(number), "{go} when {state:?}: {said:?}");
                victim.settle(&go);
            }
        }
    }
    // Everything at once, for either side, with clocks that have always run out.
    for number in NUMBERS {
        let all: String = FIELDS.iter().map(|field| format!(" {field} {number}")).collect();
        for position in ["position startpos", "position startpos moves e2e4"] {
            victim.session.send(position);
            victim.session.send(&format!("go{all}"));
            victim.owed += 1;
            victim.settle(&all);
        }
    }
}

#[test]
fn options_out_of_range() {
    let mut victim = Victim::new();
    let options = victim.session.ask("uci", "uciok");
    let mut tried = 0;
    for option in options.iter().filter_map(|line| line.strip_prefix("option name ")) {
        let (name, kind) = option.split_once(" type ").unwrap();
        let word = |after: &str| {
            let mut words = kind.split(' ').skip_while(|&word| word != after);
            words.nth(1).and_then(|word| word.parse::<i64>().ok())
        };
        let mut values: Vec<String> = Vec::new();
        if let (Some(min), Some(max)) = (word("min"), word("max")) {
            values = [min - 1, max + 1, i64::MIN, i64::MAX].map(|value| value.to_string()).into();
            values.extend(["", "x", "1.5", "0x1", "9".repeat(100).as_str()].map(str::to_owned));
        } else if kind.starts_with("check") || kind.starts_with("combo") {
            values = ["", "perhaps", "2", "tru", "\u{fffd}"].map(str::to_owned).into();
        }
        for (value, state) in values.iter().flat_map(|value| State::ALL.map(|state| (value, state)))
        {
            let order = format!("setoption name {name} value {value}");
            victim.enter(state);
            let since = Since::now(&victim.session);
            victim.session.send(&order);
            let said = victim.hear(&order, since, SOON);
            let told: Vec<_> =
                said.iter().filter(|line| line.starts_with("info string ")).collect();
            assert_eq!(told.len(), 1, "{order} when {state:?}: {said:?}");
            assert!(state != State::Idle || said.len() == 1, "{order}: {said:?}");
            assert!(told[0].starts_with(&format!("info string {name}: ")), "{order}: {told:?}");
            assert_eq!(victim.owed, usize::from(state != State::Idle), "{order} ended a search");
            victim.settle(&order);
            tried += 1;
        }
    }
    assert!(tried > 320, "only {tried} values");
    victim.session.send("setoption name No Such Option value 1");
    assert_eq!(victim.session.sync().len(), 1);
    assert_ne!(victim.session.best_move("go depth 3"), "(none)");
}

/// Resident memory in KB, with one thread that has searched. Each thread allocates its memory when its first search
/// begins, so memory measured between two searches would depend on timing.
fn memory_at_rest(victim: &mut Victim) -> Option<u64> {
    victim.session.send("setoption name Threads value 1");
    victim.session.send("setoption name Hash value 1");
    victim.settle("coming to rest");
    assert_ne!(victim.session.best_move("go depth 3"), "(none)");
    victim.session.status("VmRSS")
}

/// Whether this runs with AddressSanitizer, which keeps freed memory to detect its use.
fn keeps_what_is_freed() -> bool {
    std::env::var_os("ASAN_OPTIONS").is_some()
}

/// Repeats a round many times; memory must be the same after the second half as after the first.
fn grows_not(victim: &mut Victim, rounds: usize, mut round: impl FnMut(&mut Victim, usize)) {
    /// KB of memory that the system's allocator may keep for later.
    const PLAY: u64 = 1024;
    for i in 0..rounds / 2 {
        round(victim, i);
    }
    let before = memory_at_rest(victim);
    for i in rounds / 2..rounds {
        round(victim, i);
    }
    if let (Some(before), Some(after), false) =
        (before, memory_at_rest(victim), keeps_what_is_freed())
    {
        assert!(after <= before + PLAY, "{before} KB before, {after} KB after");
    }
}

#[test]
fn threads_and_hash_changed_a_thousand_times() {
    let mut victim = Victim::new();
    let threads = victim.session.status("Threads");
    grows_not(&mut victim, 1000, |victim, i| {
        let (threads, hash) = (1 + i % 4, 1 + i % 5);
        victim.session.send(&format!("setoption name Threads value {threads}"));
        victim.session.send(&format!("setoption name Hash value {hash}"));
        // Sometimes in the middle of a search, and with another to follow.
        if i % 21 == 0 {
            victim.session.send("go infinite");
            victim.owed += 1;
        }
        let since = Since::now(&victim.session);
        let said = victim.hear("changed options", since, IN_ANY_CASE);
        assert!(said.iter().all(|line| !line.starts_with("info string")), "{said:?}");
    });
    victim.session.send("setoption name Threads value 1");
    victim.settle("changed options");
    assert_eq!(victim.session.status("Threads"), threads, "threads are left over");
    assert_ne!(victim.session.best_move("go depth 3"), "(none)");
}

#[test]
fn nonsense_leaves_nothing_behind() {
    let mut victim = Victim::new();
    let long = endless("setoption name Hash value ", "9");
    let game = line(&long_game(5000));
    let cases: Vec<Case> = broken_lines().into_iter().chain(orders()).collect();
    let fens = impossible_fens();
    grows_not(&mut victim, 40, |victim, i| {
        for case in &cases {
            victim.session.send_bytes(&case.input);
            victim.owed += case.goes;
        }
        for fen in &fens {
            victim.session.send(&format!("position fen {fen}"));
        }
        if i % 4 == 0 {
            victim.session.send_bytes(&long);
        }
        victim.session.send_bytes(&game);
        victim.session.send("go depth 1");
        victim.owed += 1;
        let since = Since::now(&victim.session);
        victim.hear("nonsense", since, END);
        victim.settle("nonsense");
    });
}

#[test]
fn the_end_comes_in_every_state() {
    type Way = fn(&mut Session);
    let ways: [(&str, Way); 5] = [
        ("quit", |session| session.send("quit")),
        ("quit with a carriage return", |session| session.send_bytes(b"quit\r\n")),
        ("the end of the input", Session::close_input),
        ("the end in the middle of a line", |session| {
            session.send_bytes(b"position startpos mov");
            session.close_input();
        }),
        ("a closed output", |session| {
            session.close_output();
            // The engine notices when it writes. The first line ends the reader at this end, and then the pipe is
            // closed.
            while session.try_send("isready") {
                std::thread::sleep(Duration::from_millis(20));
            }
        }),
    ];
    for state in State::ALL {
        for (name, way) in ways {
            let mut victim = Victim::new();
            victim.session.send("setoption name Threads value 2");
            victim.enter(state);
            way(&mut victim.session);
            let status = victim.session.ends_within(END);
            assert!(status.success(), "{name} when {state:?}: {status}");
        }
    }
}
