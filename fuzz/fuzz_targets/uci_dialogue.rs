//! A whole dialogue, line after line, searches overtaken by what comes next: the session stays alive
//! and ready, and every `go` gets exactly one `bestmove`, which is legal where it was asked for.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quevedo::position::Position;
use quevedo::uci::{Flow, Session};
use quevedo_fuzz::{Ear, begins_search, command, position_of, tamed};

/// Lines of a dialogue that are heard.
const LINES: usize = 40;

/// Ends the search that is under way and checks its answer.
fn answer(session: &mut Session, ear: &Ear, root: Option<&Position>, heard: &mut Vec<String>) {
    session.execute("stop");
    session.wait();
    heard.extend(ear.take());
    let answers: Vec<&str> =
        heard.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    match root {
        None => assert!(answers.is_empty(), "nobody asked: {heard:?}"),
        Some(root) => {
            assert_eq!(answers.len(), 1, "{root}: {heard:?}");
            let mut words = answers[0].split(' ');
            let best = words.next().expect("a move");
            if best == "(none)" {
                assert!(!root.has_legal_move(), "{root}");
            } else {
                let mv = root.parse_uci(best).unwrap_or_else(|error| panic!("{error}"));
                if let (Some("ponder"), Some(reply)) = (words.next(), words.next()) {
                    let mut child = *root;
                    child.play_unchecked(mv);
                    child.parse_uci(reply).unwrap_or_else(|error| panic!("{error}"));
                }
            }
        }
    }
    heard.clear();
}

fuzz_target!(|text: &str| {
    let ear = Ear::default();
    let mut session = Session::new(ear.clone());
    session.execute("setoption name Hash value 1");
    let mut heard: Vec<String> = Vec::new();
    let mut root: Option<Position> = None;
    for line in text.lines().take(LINES).filter_map(tamed) {
        // These end the search that is under way, whose answer comes out first.
        let overtakes =
            matches!(command(&line), Some(("go" | "position" | "flip" | "setoption", _)));
        if begins_search(&line) {
            // A second `go` ends the first search as well; that is tried where a `position` does it.
            answer(&mut session, &ear, root.take().as_ref(), &mut heard);
            let position = position_of(&mut session, &ear);
            root = Some(position);
        }
        assert_eq!(session.execute(&line), Flow::Continue, "{line}");
        heard.extend(ear.take());
        if overtakes && !begins_search(&line) {
            answer(&mut session, &ear, root.take().as_ref(), &mut heard);
        }
        session.execute("isready");
        let mut said = ear.take();
        let ready = said.iter().position(|line| line == "readyok").expect("an answer at once");
        said.remove(ready);
        heard.extend(said);
        // What follows would be held back until the search has ended.
        if matches!(command(&line), Some(("wait", _))) {
            answer(&mut session, &ear, root.take().as_ref(), &mut heard);
        }
    }
    answer(&mut session, &ear, root.as_ref(), &mut heard);
    let position = position_of(&mut session, &ear);
    assert!(position.board().defects().is_empty());
});
