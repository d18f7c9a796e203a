//! One line of the dialogue: what `go` and `position` take of it makes sense, what is refused leaves
//! all as it was, and the session answers afterwards.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quevedo::position::Position;
use quevedo::search::{Budget, Limits};
use quevedo::uci::{Flow, Session, command};
use quevedo_fuzz::{Ear, ask, begins_search, command as command_of, position_of, tamed};

/// What UCI lets an engine say.
const WORDS: [&str; 6] = ["info ", "bestmove ", "readyok", "id ", "option ", "uciok"];
/// Commands for people, with answers of another form.
const FOR_PEOPLE: [&str; 7] = ["d", "eval", "why", "perft", "license", "compiler", "help"];

/// A `go` that asks for exactly this.
fn written(limits: &Limits) -> String {
    let mut text = String::new();
    let mut put = |name: &str, value: Option<u128>| {
        if let Some(value) = value {
            text.push_str(&format!(" {name} {value}"));
        }
    };
    if let Some(clock) = limits.clock {
        for name in ["wtime", "btime"] {
            put(name, Some(clock.time.as_millis()));
        }
        for name in ["winc", "binc"] {
            put(name, Some(clock.increment.as_millis()));
        }
        put("movestogo", clock.moves_to_go.map(u128::from));
    }
    put("depth", limits.depth.map(|depth| depth as u128));
    put("nodes", limits.nodes.map(u128::from));
    put("mate", limits.mate.map(u128::from));
    put("movetime", limits.move_time.map(|time| time.as_millis()));
    for (name, wanted) in [("infinite", limits.infinite), ("ponder", limits.ponder)] {
        if wanted {
            text.push_str(&format!(" {name}"));
        }
    }
    if !limits.search_moves.is_empty() {
        text.push_str(" searchmoves");
        for mv in &limits.search_moves {
            text.push_str(&format!(" {}", mv.uci(true)));
        }
    }
    text
}

fn check_limits(text: &str) {
    let root = Position::start();
    let (limits, _) = command::go(text, &root);
    let (again, errors) = command::go(&written(&limits), &root);
    assert!(errors.is_empty() && again == limits, "{limits:?} {again:?} {errors:?}");
    assert!(limits.depth.is_none_or(|depth| (1..=1000).contains(&depth)));
    assert!(limits.search_moves.iter().all(|mv| root.board().legal_moves().contains(mv)));
    for overhead in [0, 30, 5000].map(std::time::Duration::from_millis) {
        for (game_ply, threads) in [(0, 1), (80, 2), (u16::MAX, 1024)] {
            let budget = Budget::new(&limits, overhead, game_ply, threads);
            assert!(budget.soft.is_none() || budget.soft <= budget.hard, "{limits:?} {budget:?}");
        }
    }
}

fuzz_target!(|text: &str| {
    check_limits(text);
    let Some(line) = tamed(text) else { return };
    let ear = Ear::default();
    let mut session = Session::new(ear.clone());
    session.execute("setoption name Hash value 1");
    session.execute("position startpos moves e2e4");
    let before = position_of(&mut session, &ear);
    ear.take();
    assert_eq!(session.execute(&line), Flow::Continue);
    session.execute("stop");
    session.wait();
    let said = ear.take();
    let name = command_of(&line).map(|(name, _)| name);
    if name.is_none_or(|name| !FOR_PEOPLE.contains(&name)) {
        for line in &said {
            assert!(WORDS.iter().any(|word| line.starts_with(word)), "{line}");
        }
    }
    let answers = said.iter().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answers, usize::from(begins_search(&line)), "{said:?}");
    let after = position_of(&mut session, &ear);
    if !matches!(name, Some("position" | "flip"))
        || said.iter().any(|line| line.starts_with("info"))
    {
        assert_eq!(after, before, "{said:?}");
    }
    assert_eq!(ask(&mut session, &ear, "isready"), ["readyok"]);
});
