//! `quevedo tune` through the real binary: the weights are the same with any number of threads and after any
//! interruption, and bad input is refused in one line.

use std::fs;
use std::path::Path;

use quevedo::data::{Game, GameFile, Games, Ply};
use quevedo::eval::{TERMS, evaluate_from_scratch};
use quevedo::position::Position;
use quevedo::types::Color;

use crate::common::rng::Rng;
use crate::common::tool::{Folder, Running, complaint, printed, quevedo, refused, until};

const GAMES: u32 = 120;
const LONGEST: usize = 60;
/// The scale K of the sigmoid that the results follow.
const STEEPNESS: f64 = 0.006;

/// Games of random moves, scored by the evaluation, with results drawn according to the last score.
fn games(folder: &Folder) -> String {
    games_scored(folder, 0)
}

/// The same, with scores that are this many centipawns better for White than the evaluation.
fn games_scored(folder: &Folder, better: i32) -> String {
    let path = folder.file("games.vf");
    let (mut file, _) = GameFile::open(path.as_ref(), |_| ()).unwrap();
    let mut rng = Rng::new(1);
    for _ in 0..GAMES {
        let (mut position, mut plies) = (Position::start(), Vec::new());
        let mut score = 0;
        for _ in 0..LONGEST {
            let moves = position.board().legal_moves();
            if moves.is_empty() {
                break;
            }
            score = evaluate_from_scratch(&position) * position.side().sign() + better;
            let mv = rng.pick(&moves);
            plies.push(Ply { mv, white_score: score as i16 });
            position.play_unchecked(mv);
        }
        let expected = 1.0 / (1.0 + (-STEEPNESS * f64::from(score)).exp());
        let won = rng.below(1000) < (1000.0 * expected) as usize;
        let winner = Some(if won { Color::White } else { Color::Black });
        file.append(&Game { start: Position::start(), plies, winner }).unwrap();
    }
    path
}

/// The lines of a weights file, without the one that says how the weights were made.
fn tables(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with(ORIGIN)).collect()
}

/// The beginning of that line.
const ORIGIN: &str = "pub const ORIGIN: &str = ";

#[test]
fn weights_and_a_picture_come_out_the_same_on_any_number_of_threads() {
    let folder = Folder::new("tune");
    let games = games(&folder);
    let (out, plot) = (folder.file("weights.rs"), folder.file("losses.svg"));
    let command = ["tune", &games, "--epochs", "3", "--batch", "500", "--held-out", "0.2"];
    let told =
        printed(&[&command[..], &["--out", &out, "--plot", &plot, "--threads", "1"]].concat());
    for expected in ["120 games", "left out:", "K = ", "learnt from", "held out", "untouched"] {
        assert!(told.contains(expected), "no '{expected}' in {told}");
    }
    let text = fs::read_to_string(&out).unwrap();
    let origin = text.lines().find(|line| line.starts_with(ORIGIN)).unwrap();
    for expected in ["games.vf (120 games, ", " of 3 epochs", "lambda 0.7", "prior 100", "loss 0.0"]
    {
        assert!(origin.contains(expected), "no '{expected}' in {origin}");
    }
    assert_eq!(text.matches("pub(super) const").count(), TERMS.len());
    let tree = fs::read_to_string("src/eval/weights.rs").unwrap();
    assert_eq!(tables(&text).len(), tables(&tree).len());
    assert_ne!(tables(&text), tables(&tree), "nothing was tuned");
    let picture = fs::read_to_string(&plot).unwrap();
    assert!(picture.contains("<svg") && picture.contains("held out"));
    // To standard output, with more threads.
    let printed = printed(&[&command[..], &["--threads", "3"]].concat());
    assert_eq!(printed, text);
}

/// The weights of a weights file, in its order.
fn numbers(text: &str) -> Vec<i32> {
    let pairs = tables(text).join(" ");
    let pairs = pairs.split("s(").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    pairs.flat_map(|pair| pair.split(", ")).map(|number| number.parse().unwrap()).collect()
}

#[test]
fn a_smaller_reach_stays_nearer_to_the_weights_before() {
    let folder = Folder::new("tune-reach");
    let games = games(&folder);
    let reached = |reach| {
        let command = ["tune", &games, "--epochs", "3", "--batch", "500", "--reach", reach];
        numbers(&printed(&command))
    };
    let tree = numbers(&fs::read_to_string("src/eval/weights.rs").unwrap());
    assert_eq!(reached("0"), tree);
    let (all, half) = (reached("1"), reached("0.5"));
    assert!(all.iter().zip(&tree).any(|(all, before)| (all - before).abs() > 1));
    for ((all, half), before) in all.iter().zip(&half).zip(&tree) {
        assert!((all + before - 2 * half).abs() <= 2, "from {before} to {all}, half way {half}");
    }
}

#[test]
fn what_is_left_of_the_earlier_weights_keeps_its_origin() {
    let folder = Folder::new("tune-origin");
    let games = games(&folder);
    let origin =
        |text: &str| text.lines().find(|line| line.starts_with(ORIGIN)).unwrap().to_owned();
    let tree = origin(&fs::read_to_string("src/eval/weights.rs").unwrap());
    let before = tree.trim_end_matches("\";");
    for (more, left) in
        [(&[][..], false), (&["--reach", "0.5"], true), (&["--restore", "TEMPO"], true)]
    {
        let command = ["tune", &games, "--epochs", "1", "--batch", "500"];
        let fitted = origin(&printed(&[&command[..], more].concat()));
        assert_eq!(fitted.starts_with(before), left, "{more:?}: {fitted}");
    }
}

#[test]
fn restored_tables_are_written_as_they_were() {
    let folder = Folder::new("tune-restore");
    let games = games(&folder);
    let tune = |more: &[&str]| {
        let command =
            "--epochs 3 --batch 500 --rate 5 --prior 0 --held-out 0 --only TEMPO,PIECE_VALUE";
        let words: Vec<&str> = ["tune", &games].into_iter().chain(command.split(' ')).collect();
        printed(&[&words, more].concat())
    };
    let table = |text: &str, name: &str| {
        let (_, rest) = text.split_once(&format!(" {name}: ")).unwrap();
        rest.split_once(';').unwrap().1.split_once("];").unwrap().0.to_owned()
    };
    let (tree, free, restored) = (
        fs::read_to_string("src/eval/weights.rs").unwrap(),
        tune(&[]),
        tune(&["--restore", "PIECE_VALUE"]),
    );
    let half = tune(&["--restore", "PIECE_VALUE_eg"]);
    assert_eq!(table(&restored, "PIECE_VALUE"), table(&tree, "PIECE_VALUE"));
    assert_ne!(table(&free, "PIECE_VALUE"), table(&tree, "PIECE_VALUE"));
    // The other tables are the same as when these had moved.
    assert_eq!(table(&restored, "TEMPO"), table(&free, "TEMPO"));
    let says_so = |text: &str| text.contains(", restored PIECE_VALUE;");
    assert!(says_so(&restored) && !says_so(&free), "{restored}");
    // One half of a table, the first in the file.
    assert!(half.contains(", restored PIECE_VALUE_eg;"), "{half}");
    let (half, tree, free) = (numbers(&half), numbers(&tree), numbers(&free));
    assert_eq!(free.len(), tree.len());
    for i in 0..10 {
        assert_eq!(half[i], if i % 2 == 1 { tree[i] } else { free[i] }, "{i}");
    }
    assert!((0..10).any(|i| half[i] != tree[i]) && (0..10).any(|i| half[i] != free[i]));
    refused(&["tune", &games, "--restore", "TEMPI"], "no table of weights has this name");
}

#[test]
fn an_interrupted_run_goes_on_where_it_was() {
    let folder = Folder::new("tune-resume");
    let games = games(&folder);
    let (out, state) = (folder.file("weights.rs"), folder.file("state"));
    let command = ["tune", &games, "--epochs", "300", "--batch", "400", "--held-out", "0.2"];
    let resume = [&command[..], &["--out", &out, "--resume", &state]].concat();
    let running = Running::start(&resume);
    until(|| Path::new(&state).exists());
    running.interrupt();
    assert_eq!(running.end().status.code(), Some(130));
    let early = fs::read_to_string(&out).unwrap();
    assert!(early.contains("pub(super) const TEMPO"));
    let told = printed(&resume);
    assert!(told.contains("going on after"), "{told}");
    let resumed = fs::read_to_string(&out).unwrap();
    assert_eq!(printed(&command), resumed);
    // A checkpoint of another task is refused.
    let other = [&command[..], &["--resume", &state, "--lambda", "0.1"]].concat();
    assert!(complaint(&other).contains("is of another task"));
}

#[test]
fn a_checkpoint_survives_kills_and_a_full_disk() {
    let folder = Folder::new("tune-kill");
    let games = games(&folder);
    let (out, state) = (folder.file("weights.rs"), folder.file("state"));
    let command = ["tune", &games, "--epochs", "30", "--batch", "400", "--held-out", "0.2"];
    let resume = [&command[..], &["--out", &out, "--resume", &state]].concat();
    let epochs = || -> usize {
        let text = fs::read_to_string(&state).unwrap_or_default();
        text.lines().filter(|line| line.starts_with("epoch ")).count()
    };
    for _ in 0..3 {
        let before = epochs();
        let mut running = Running::start(&resume);
        until(|| epochs() > before || before == 30);
        running.kill();
        assert!(epochs() > before || before == 30);
    }
    let saved = fs::read(&state).unwrap();
    #[cfg(unix)]
    {
        if epochs() < 30 {
            crate::common::tool::has_no_room(0, &resume, "state");
            assert_eq!(fs::read(&state).unwrap(), saved);
        }
    }
    // A checkpoint cut at any byte of its last line, or at some places before, is refused, never used in part.
    let last = saved[..saved.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
    for bytes in (last..saved.len()).chain([saved.len() - 1, saved.len() / 2, 30, 0]) {
        let cut = folder.write("cut", &saved[..bytes]);
        let told = complaint(&[&command[..], &["--resume", &cut]].concat());
        let told = told.lines().last().unwrap();
        assert!(told.starts_with("quevedo: ") && told.contains("cut"), "{bytes}: {told}");
    }
    printed(&resume);
    assert_eq!(printed(&command), fs::read_to_string(&out).unwrap());
}

#[test]
fn what_makes_no_sense_is_told_in_a_line() {
    let folder = Folder::new("tune-errors");
    let games = games(&folder);
    let missing = folder.file("missing.vf");
    let nonsense = folder.write("nonsense.vf", [&[0x55; 200][..], &[0; 4]].concat());
    let cut_off = folder.write("cut-off.vf", [0x55; 200]);
    let text = folder.write("state.txt", "no checkpoint");
    let nowhere = folder.file("no/such/weights.rs");
    let cases: [(&[&str], &str); 16] = [
        (&[], "<FILE>"),
        (&[&missing], "missing.vf"),
        (&[&nonsense], "nonsense.vf"),
        (&[&games, &cut_off], "cut-off.vf"),
        (&[&games, "--lambda", "1.5"], "'1.5'"),
        (&[&games, "--trace-decay", "1.5", "--k", "0.006"], "'1.5'"),
        (&[&games, "--trace-decay", "0.9"], "--k"),
        (&[&games, "--k", "0.006", "--bootstrap"], "--trace-decay"),
        (&[&games, "--trace-decay", "0.9", "--k", "0.006", "--lambda", "1"], "--lambda"),
        (&[&games, "--only", "TEMPO", "--except", "TEMPO_mg"], "--except"),
        (&[&games, "--rate", "0"], "'0'"),
        (&[&games, "--k", "nan"], "'nan'"),
        (&[&games, "--skip", "58"], "to learn from"),
        (&[&games, "--resume", &text], "no checkpoint of"),
        (&[&games, "--epochs", "1", "--out", &nowhere], "no such directory"),
        (&[&games, "--epochs", "1", "--out", &games], "refusing to overwrite the input file"),
    ];
    for (args, expected) in cases {
        let complaint = complaint(&[&["tune"], args].concat());
        // Progress lines may come first.
        let last = complaint.lines().last().unwrap();
        assert!(last.starts_with("quevedo: ") && last.contains(expected), "{args:?}: {complaint}");
        assert_eq!(complaint.matches("quevedo: ").count(), 1, "{args:?}: {complaint}");
    }
    // A file that is still being written yields its complete games.
    let mut bytes = fs::read(&games).unwrap();
    bytes.truncate(bytes.len() - 7);
    let cut = folder.write("cut.vf", bytes);
    let told = printed(&["tune", &cut, "--epochs", "1", "--out", &folder.file("weights.rs")]);
    assert!(told.contains("119 games"), "{told}");
}

#[test]
fn a_trace_leads_from_the_scores_to_the_results() {
    let folder = Folder::new("tune-trace");
    let games = games(&folder);
    let fit = |target: [&str; 2]| {
        let command = ["tune", &games, "--k", "0.006", "--epochs", "2", "--batch", "500"];
        printed(&[&command[..], &target].concat())
    };
    let [scores, between, results] = ["0", "0.9", "1"].map(|decay| fit(["--trace-decay", decay]));
    assert_eq!(tables(&scores), tables(&fit(["--lambda", "0"])));
    assert_eq!(tables(&results), tables(&fit(["--lambda", "1"])));
    assert_ne!(tables(&between), tables(&scores));
    assert_ne!(tables(&between), tables(&results));
    assert!(between.contains("trace-decay 0.9"), "{between}");
}

#[test]
fn games_that_were_broken_off_teach_without_their_results() {
    let folder = Folder::new("tune-bootstrap");
    let games = games(&folder);
    let drawn = folder.file("drawn.vf");
    let (mut file, _) = GameFile::open(drawn.as_ref(), |_| ()).unwrap();
    for game in Games::open(games.as_ref()).unwrap() {
        file.append(&Game { winner: None, ..game.unwrap() }).unwrap();
    }
    let fit = |games: &str, more: &[&str]| {
        let command = ["tune", games, "--k", "0.006", "--epochs", "2", "--batch", "500"];
        printed(&[&command[..], &["--trace-decay", "1"], more].concat())
    };
    let bootstrap = ["--bootstrap"];
    let told = fit(&drawn, &bootstrap);
    assert!(told.contains("trace-decay 1, bootstrap"), "{told}");
    assert_eq!(tables(&told), tables(&fit(&games, &bootstrap)));
    assert_ne!(tables(&told), tables(&fit(&games, &[])));
}

#[test]
fn scores_teach_a_residual_nothing() {
    let folder = Folder::new("tune-residual");
    let games = games_scored(&folder, 40);
    let fit = |more: &[&str]| {
        let command = ["tune", &games, "--k", "0.006", "--epochs", "3", "--batch", "500"];
        printed(&[&command[..], more].concat())
    };
    let tree = fs::read_to_string("src/eval/weights.rs").unwrap();
    let residual = fit(&["--residual", "--lambda", "0"]);
    assert_eq!(tables(&residual), tables(&tree));
    // The loss before the fit is the difference between the scores and the current weights.
    let out = folder.file("weights.rs");
    let loss = |more: &[&str]| {
        let told = fit(&[&["--lambda", "0", "--out", &out], more].concat());
        let row = told.lines().find(|line| line.starts_with("learnt from")).unwrap();
        row.split_whitespace().nth(2).unwrap().parse::<f64>().unwrap()
    };
    assert_eq!(loss(&["--residual"]), 0.0);
    assert!(loss(&[]) > 0.001, "{}", loss(&[]));
    // The new weights are those in the tree plus the changes from the residual.
    let origin =
        |text: &str| text.lines().find_map(|line| Some(line.strip_prefix(ORIGIN)?.to_owned()));
    let (before, after) = (origin(&tree).unwrap(), origin(&residual).unwrap());
    assert!(after.starts_with(before.trim_end_matches("\";")), "{after}");
    assert!(after.contains("residual, lambda 0"), "{after}");
    // The results do change the weights, and not in the same way as without the residual.
    let results = ["--lambda", "1", "--held-out", "0"];
    let by_results = fit(&[&results[..], &["--residual"]].concat());
    assert_ne!(tables(&by_results), tables(&tree));
    assert_ne!(tables(&by_results), tables(&fit(&results)));
}

/// Writes a log as `scripts/tune-search` does, whose last iteration has these values.
fn log(folder: &Folder, values: &str) -> String {
    let text = format!(
        "{{\"numbers\": [[\"TEMPO_mg\", 100.0, 20.0]], \"iterations\": 2, \"limit\": \"1+0.01\"}}\n\
         {{\"iteration\": 1, \"wins\": 1, \"values\": {{\"TEMPO_mg\": 300.0}}}}\n\
         {{\"iteration\": 2, \"wins\": 0, \"values\": {{{values}}}}}\n"
    );
    folder.write("log.jsonl", text)
}

/// The weights of a table in a weights file, middlegame and endgame in turn.
fn table(text: &str, name: &str) -> Vec<i32> {
    let (_, body) = text.split_once(&format!("const {name}: [S; ")).unwrap();
    let (_, body) = body.split_once('=').unwrap();
    let numbers = body[..body.find(';').unwrap()].split(|c: char| c != '-' && !c.is_ascii_digit());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

#[test]
fn shares_of_a_hundred_percent_leave_the_weights_as_they_are() {
    let folder = Folder::new("apply-nothing");
    let out = folder.file("weights.rs");
    let values = r#""PIECE_VALUE_mg": 100.0, "TEMPO_eg": 99.6, "BISHOP_PAIR_mg": 100.4"#;
    printed(&["tune", "apply", &log(&folder, values), "--out", &out]);
    let tree = fs::read_to_string("src/eval/weights.rs").unwrap();
    assert_eq!(fs::read_to_string(&out).unwrap(), tree);
    // To standard output.
    assert_eq!(printed(&["tune", "apply", &log(&folder, values)]), tree);
}

#[test]
fn shares_scale_their_halves_and_nothing_else() {
    let folder = Folder::new("apply");
    let (out, tree) =
        (folder.file("weights.rs"), fs::read_to_string("src/eval/weights.rs").unwrap());
    // A weight's own value overrides its table's share; search parameters are ignored.
    let values =
        r#""SAFE_CHECK_mg_1": 50.4, "SAFE_CHECK_mg": 149.7, "TEMPO_eg": -50.2, "rfp_margin": 70"#;
    let log = log(&folder, values);
    let told = printed(&["tune", "apply", &log, "--out", &out]);
    let changed = ["SAFE_CHECK_mg 150", "SAFE_CHECK_mg_1 50", "TEMPO_eg -50"];
    assert!(told.starts_with(&changed.join("\n")), "{told}");
    let text = fs::read_to_string(&out).unwrap();
    // One half is rounded away from 0.
    let scale = |weight: i32, percent: i32| {
        let scaled = (weight * percent).abs();
        (scaled / 100 + i32::from(scaled % 100 >= 50)) * (weight * percent).signum()
    };
    for term in TERMS {
        let mut expected = table(&tree, term.name);
        assert_eq!(expected.len(), 2 * term.len, "{}", term.name);
        match term.name {
            "SAFE_CHECK" => (0..term.len).for_each(|i| {
                expected[2 * i] = if i == 1 { 50 } else { scale(expected[2 * i], 150) };
            }),
            "TEMPO" => expected[1] = scale(expected[1], -50),
            _ => {}
        }
        assert_eq!(table(&text, term.name), expected, "{}", term.name);
    }
    let [before, after] = [&tree, &text].map(|text| {
        text.lines().find_map(|line| line.strip_prefix(ORIGIN)?.strip_suffix("\";")).unwrap()
    });
    let changed = changed.join(", ");
    assert_eq!(
        after,
        format!("{before} Then by games, tables in percent, single weights: {changed}.")
    );
}

#[test]
fn bad_logs_are_refused_in_one_line() {
    let folder = Folder::new("apply-bad");
    let out = folder.file("weights.rs");
    let apply = |log: &str, what: &str| refused(&["tune", "apply", log, "--out", &out], what);
    for (values, what) in [
        (r#""TEMPO_mg": 1001"#, "TEMPO_mg: 1001 is not between -300 and 1000"),
        (r#""SAFE_CHECK_mg_1": -3001"#, "SAFE_CHECK_mg_1: -3001 is not between -3000 and 3000"),
        (r#""TEMPO_xg": 90"#, "nothing to tune is called 'TEMPO_xg'"),
        (r#""PIECE_VALUE_mg": 900"#, "PIECE_VALUE_mg: 900 percent makes a weight of "),
        (r#""rfp_margin": 90"#, "the log tunes nothing of the evaluation"),
        (r#""TEMPO_mg": "more""#, "invalid type: string \"more\", expected f64 at line 3 column"),
        (r#""TEMPO_mg": lots"#, "expected value at line 3 column"),
        (r#""TEMPO_mg" 90"#, "expected `:` at line 3 column"),
    ] {
        apply(&log(&folder, values), what);
    }
    let file = |content: &str| folder.write("bad.jsonl", content);
    apply(&folder.file("none.jsonl"), "none.jsonl");
    apply(&file(""), "the log has no iterations");
    apply(&file("{\"numbers\": []}\n"), "the log has no iterations");
    apply(&file("{\"values\": {}}\n"), "line 1: not a log of scripts/tune-search");
    let iterations = "{\"numbers\": []}\n{\"iteration\": 1}\n{\"iteration\": 2}\n";
    apply(&file(iterations), "2 iterations without values at its end");
    let whole = log(&folder, r#""TEMPO_mg": 90"#);
    refused(&["tune", "apply", &whole, "--out", &whole], "refusing to overwrite the input file");
    assert!(!Path::new(&out).exists());
    assert!(printed(&["tune", "apply", "--help"]).contains("scripts/tune-search"));
}

/// If an interrupted run leaves half a line behind, the iteration before it counts.
#[test]
fn an_unfinished_last_line_is_left_out() {
    let folder = Folder::new("apply-cut");
    let path = log(&folder, r#""TEMPO_mg": 90"#);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 5]).unwrap();
    let output = quevedo(&["tune", "apply", &path]);
    assert!(output.status.success());
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(warning.lines().count() == 1 && warning.contains("the last line is unfinished"));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(" Then by games, tables in percent, single weights: TEMPO_mg 300."));
}

/// The logs in the repository match the evaluation in it.
#[test]
fn the_logs_of_the_documentation_are_read() {
    for log in ["docs/data/spsa-2026-11-23.jsonl", "docs/data/spsa-2026-11-23-weights.jsonl"] {
        assert!(printed(&["tune", "apply", log]).contains(" Then, percent by games: "), "{log}");
    }
    let of_search = "docs/data/spsa-2026-11-22.jsonl";
    refused(&["tune", "apply", of_search], "the log tunes nothing of the evaluation");
}
