//! `quevedo elo` through the real binary, compared with what fastchess printed about the same games.
//!
//! `tests/data/matches/two.pgn` and `three.pgn` are games of Quevedo with different node limits, played by fastchess
//! (74deac23) and with the moves cut short. `faults.pgn` has games against a program that plays illegal moves, one that
//! loses on time and one that crashes.

use std::collections::HashMap;
use std::fs;

use crate::common::rng::Rng;
use crate::common::tool::{Folder, printed, quevedo, refused, text};

const TWO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/matches/two.pgn");
const THREE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/matches/three.pgn");
const FAULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/matches/faults.pgn");

/// The games in a file.
fn games(file: &str) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap().replace("\r\n", "\n");
    let games = text.split("[Event ").filter(|game| !game.trim().is_empty());
    games.map(|game| format!("[Event {}\n\n", game.trim_end())).collect()
}

/// The row of a table that begins with `start`, without that beginning.
fn row<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    let line = text.lines().find_map(|line| line.strip_prefix(start));
    let line = line.unwrap_or_else(|| panic!("no row '{start}' in\n{text}"));
    line.split_whitespace().collect()
}

/// The rows of the CSV by name.
fn csv(args: &[&str]) -> HashMap<String, Vec<f64>> {
    let out = printed(&[&["elo", "--csv"], args].concat());
    let mut lines = out.lines();
    assert_eq!(
        lines.next().unwrap(),
        "name,elo,error,games,score,wins,draws,losses,pairs_0,pairs_0.5,pairs_1,pairs_1.5,pairs_2"
    );
    lines
        .map(|line| {
            let (name, numbers) = line.split_once(',').unwrap();
            (name.to_owned(), numbers.split(',').map(|number| number.parse().unwrap()).collect())
        })
        .collect()
}

#[test]
fn a_match_has_the_numbers_that_fastchess_gives_it() {
    let folder = Folder::new("elo_fastchess");
    let all = games(TWO);
    assert_eq!(all.len(), 200);
    let half = folder.write("half.pgn", all[..100].concat());
    // Elo, its error, nElo, LOS, games, score, wins, draws, losses, DrawRatio, Ptnml.
    for (file, expected, llr) in [
        (
            half.as_str(),
            "+56.1 55.9 +70.1 97.8% 100 58.0% 48 20 32 42.0% [3, 7, 21, 9, 10]",
            ("+0.52", "+0.63"),
        ),
        (
            TWO,
            "+38.4 38.1 +49.1 97.7% 200 55.5% 88 46 66 40.0% [6, 18, 40, 20, 16]",
            ("+0.72", "+0.90"),
        ),
    ] {
        let out = printed(&["elo", file, "--sprt", "0,10", "--of", "strong"]);
        assert_eq!(row(&out, "strong - weak").join(" "), expected);
        let test = format!("strong against weak: LLR {} (-2.94, 2.94), undecided", llr.0);
        assert!(out.contains(&test), "{out}");
        let logistic = ["elo", file, "--sprt", "0,10", "--of", "strong", "--model", "logistic"];
        let out = printed(&logistic);
        assert!(out.contains(&format!("LLR {} (", llr.1)), "{out}");
        assert!(!out.contains("weak against strong"), "{out}");
    }
    let out = printed(&["elo", TWO, "--sprt=-100,-50", "--alpha", "0.1", "--beta", "0.2"]);
    assert!(
        out.contains("strong against weak") && out.contains("(-1.50, 2.08), H1 accepted"),
        "{out}"
    );
}

#[test]
fn a_tournament_has_the_pairs_that_fastchess_counts() {
    let rows = csv(&[THREE]);
    for (name, games, score, pairs) in [
        ("alpha", 80.0, 81.2, [0.0, 1.0, 9.0, 9.0, 21.0]),
        ("beta", 80.0, 46.9, [9.0, 5.0, 14.0, 6.0, 6.0]),
        ("gamma", 80.0, 21.9, [18.0, 10.0, 11.0, 1.0, 0.0]),
    ] {
        let row = &rows[name];
        assert_eq!((row[2], row[3], &row[7..]), (games, score, &pairs[..]), "{name}");
    }
}

/// Ordo's model, solved by another method: each rating in turn is set, by bisection, so that the player's expected
/// score is the actual score; at the end the mean is shifted to 0.
fn ratings_by_halving(count: usize, points: &[(usize, usize, f64, f64)]) -> Vec<f64> {
    let mut ratings = vec![0.0_f64; count];
    for _ in 0..500 {
        for player in 0..count {
            let surplus = |rating: f64| -> f64 {
                let of = |&(a, b, scored, games): &(usize, usize, f64, f64)| match player {
                    _ if player == a => Some((b, scored, games)),
                    _ if player == b => Some((a, games - scored, games)),
                    _ => None,
                };
                let expected =
                    |other: usize| 1.0 / (1.0 + 10_f64.powf((ratings[other] - rating) / 400.0));
                points.iter().filter_map(of).map(|(b, s, n)| s - n * expected(b)).sum()
            };
            let (mut low, mut high) = (-4000.0, 4000.0);
            for _ in 0..60 {
                let middle = (low + high) / 2.0;
                if surplus(middle) > 0.0 { low = middle } else { high = middle }
            }
            ratings[player] = low;
        }
    }
    let mean = ratings.iter().sum::<f64>() / count as f64;
    ratings.iter().map(|rating| rating - mean).collect()
}

#[test]
fn the_joint_fit_is_that_of_ordo() {
    let expected =
        ratings_by_halving(3, &[(0, 1, 30.5, 40.0), (0, 2, 34.5, 40.0), (1, 2, 28.0, 40.0)]);
    let (mean, anchored) = (csv(&[THREE]), csv(&[THREE, "--anchor", "beta=2500"]));
    for (name, expected_elo) in ["alpha", "beta", "gamma"].into_iter().zip(&expected) {
        assert!((mean[name][0] - expected_elo).abs() < 0.051, "{name}: {expected_elo}");
        let moved = expected_elo - expected[1] + 2500.0;
        assert!((anchored[name][0] - moved).abs() < 0.051, "{name}: {moved}");
    }
    assert_eq!(anchored["beta"][1], 0.0);
    // The pairwise results, which the fit reconciles: 202.6 + 147.2 is not 319.0.
    let out = printed(&["elo", THREE]);
    let apart = ["alpha - beta", "beta - gamma", "alpha - gamma"].map(|met| row(&out, met)[0]);
    assert_eq!(apart, ["+202.6", "+147.2", "+319.0"]);
}

#[test]
fn the_order_of_games_and_files_makes_no_difference() {
    let folder = Folder::new("elo_order");
    let (first, second) = (folder.file("first.html"), folder.file("second.html"));
    let sprt = ["--sprt", "0,5"];
    let expected = printed(&[&["elo", TWO, THREE, FAULTS, "--html", &first], &sprt[..]].concat());
    let mut rng = Rng::new(7);
    let mut all: Vec<String> = [TWO, THREE, FAULTS].into_iter().flat_map(games).collect();
    for round in 0..5 {
        for place in (1..all.len()).rev() {
            all.swap(place, rng.below(place + 1));
        }
        let cut = all.len() / (round + 2);
        let one = folder.write("one.pgn", all[..cut].concat());
        let two = folder.write("two.pgn", all[cut..].concat());
        let out = printed(&[&["elo", &two, "--html", &second, &one], &sprt[..]].concat());
        assert_eq!(out, expected);
        assert_eq!(fs::read_to_string(&second).unwrap(), fs::read_to_string(&first).unwrap());
    }
}

#[test]
fn exchanged_players_exchange_the_results() {
    let folder = Folder::new("elo_mirror");
    let turned =
        games(TWO).concat().replace("\"strong\"", "\"?1\"").replace("\"weak\"", "\"strong\"");
    let turned = folder.write("turned.pgn", turned.replace("\"?1\"", "\"weak\""));
    let (before, after) = (csv(&[TWO]), csv(&[&turned]));
    assert_eq!((&before["strong"], &before["weak"]), (&after["weak"], &after["strong"]));
    let (strong, weak) = (&before["strong"], &before["weak"]);
    assert_eq!((strong[0], strong[1]), (-weak[0], weak[1]));
    let mirrored: Vec<f64> = weak[7..].iter().rev().copied().collect();
    assert_eq!((strong[4], strong[6], &strong[7..]), (weak[6], weak[4], &mirrored[..]));
}

#[test]
fn scores_add_up() {
    let rows = csv(&[THREE, FAULTS, "--anchor", "alpha=0"]);
    let sum = |column: usize| rows.values().map(|row| row[column]).sum::<f64>();
    // Each game is counted for both players, and what one wins the other loses.
    assert_eq!((sum(2), sum(4), sum(5)), (2.0 * 126.0, sum(6), 2.0 * 18.0));
    assert_eq!((sum(7), sum(8)), (sum(11), sum(10)));
    // Players who met neither alpha nor anybody linked to it.
    assert!(rows["quevedo"][0].is_nan() && rows["quevedo"][1].is_infinite());
}

#[test]
fn endings_are_told() {
    let out = printed(&["elo", FAULTS]);
    for line in [
        "dead lost 2 games: crash or disconnection",
        "bad lost 2 games: illegal move",
        "slow lost 2 games: time forfeit",
        "a drawn game between all who met was added",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    assert_eq!(row(&out, "time forfeit"), ["2", "1", "0", "1"]);
    let out = printed(&["elo", TWO]);
    assert_eq!(row(&out, "adjudication"), ["154", "99", "6", "49"]);
    assert_eq!(row(&out, "repetition"), ["26", "0", "26", "0"]);
}

#[test]
fn a_page_holds_nothing_but_itself() {
    let folder = Folder::new("elo_page");
    let hostile = "<script>alert('1')</script>&\\\"x\\\" onload=y";
    let text = games(THREE).concat().replace("\"alpha\"", &format!("\"{hostile}\""));
    let file = folder.write("hostile.pgn", text);
    let page = folder.file("page.html");
    printed(&["elo", &file, "--html", &page, "--sprt", "0,10"]);
    let html = fs::read_to_string(&page).unwrap();
    // The policy allows only pictures in the page and one style sheet by its digest, and no scripts at all.
    let policy = "<meta http-equiv=\"Content-Security-Policy\" \
                  content=\"default-src 'none'; img-src data:; style-src 'sha256-";
    assert!(
        html.starts_with("<!DOCTYPE html>")
            && html.contains(policy)
            && !html.contains("script-src")
    );
    assert!(
        html.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;x&quot; onload=y")
    );
    // Every tag is one of ours and is closed, except for a few void elements.
    let mut open = Vec::new();
    for tag in html.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').unwrap();
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap();
        match tag {
            _ if tag.ends_with('/') || ["!DOCTYPE", "meta"].contains(&name) => {}
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name)),
            _ => open.push(name),
        }
        let known = "!DOCTYPE html head meta title style body header main footer section div details summary \
                     h1 h2 p strong code table caption span thead tbody tr th td svg line circle text";
        assert!(known.split(' ').any(|known| known == name), "{name}");
    }
    assert!(open.is_empty(), "{open:?}");
    for what in ["src=", "href=", "url(", "@import", "http://", "https://"] {
        assert!(!html.contains(what), "{what}");
    }
    // Each table has a caption and headings, and all sections are present.
    let count = |what: &str| html.matches(what).count();
    assert_eq!((count("<caption>"), count("<thead>")), (count("<table>"), count("<table>")));
    for heading in ["Joint fit", "Pairwise results", "Sequential test", "Crosstable", "Openings"] {
        assert!(html.contains(&format!("<h2>{heading}")), "{heading}");
    }
}

#[test]
fn what_does_not_count_is_named() {
    let folder = Folder::new("elo_input");
    let game = |white: &str, black: &str, moves: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n{moves}\n\n")
    };
    let whole = game("A", "B", "1. e4 e5 1-0") + &game("B", "A", "1. d4 1/2-1/2");
    let own = game("A", "A", "1. e4 1-0");
    let damaged = game("A", "B", "1. e4 e5 2. Ke9 1-0");
    let file =
        folder.write("mixed.pgn", own.clone() + &damaged + &whole + &game("B", "A", "1. e4 *"));
    let output = quevedo(&["elo", &file]);
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{errors}");
    assert!(out.contains("2 games of 2 players"), "{out}");
    assert!(out.contains("left out: 1 unfinished, 1 damaged, 1 of 'A' against itself"), "{out}");
    assert!(errors.contains("game 2") && errors.contains("Ke9"), "{errors}");
    assert!(errors.contains("1 of 'A' against itself"), "{errors}");
    assert_eq!(errors.lines().count(), 2, "{errors}");

    refused(&["elo", &folder.write("own.pgn", own)], "between two players; left out: 1 of 'A'");
    refused(&["elo", &folder.write("none.pgn", "")], "no finished games");
    refused(&["elo", &file, &file], "twice");
    refused(&["elo", &folder.file("")], "elo");
    let whole = folder.write("whole.pgn", whole);
    refused(&["elo", &whole, "--anchor", "C=0"], "no games of 'C'");
    refused(&["elo", &whole, "--anchor", "C"], "NAME=ELO");
    refused(&["elo", &whole, "--anchor", "A=nan"], "NAME=ELO");
    refused(&["elo", &whole, "--sprt", "10,0"], "'10,0'");
    refused(&["elo", &whole, "--sprt", "0,201"], "0,201 is not within 200 normalized Elo");
    refused(&["elo", &whole, "--sprt=-201,0"], "-201,0 is not within 200 normalized Elo");
    refused(&["elo", &whole, "--sprt", "0,1001", "--model", "logistic"], "1000 logistic Elo");
    refused(&["elo", &whole, "--sprt", "0,10", "--of", "C"], "no games of 'C'");
    refused(&["elo", &whole, "--of", "A"], "--sprt");
    refused(&["elo", &whole, "--sprt", "0,10", "--alpha", "0"], "alpha");
    refused(&["elo", &whole, "--sprt", "0,10", "--alpha", "0.6", "--beta", "0.4"], "0.6");
    refused(&["elo", &whole, "--html", &whole], "refusing to overwrite");
    refused(&["elo", &whole, "--html", "/no/such/folder/page.html"], "/no/such/folder");
}
