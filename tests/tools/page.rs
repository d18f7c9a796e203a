//! `quevedo analyse --html`, and games from standard input. `tests/clients/page.py` tests the page in a browser.

use std::fs;

use crate::common::tool::{
    Folder, Running, printed, quevedo, quevedo_reading, refused, text, until,
};

const FOOLS_MATE: &str = "[White \"Fool\"]\n[Black \"Scholar\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";

/// The JSON of each game of a page.
fn games(page: &str) -> Vec<&str> {
    let pieces = page.split("<script type=\"application/json\" class=\"game\" ").skip(1);
    let inner = pieces.map(|piece| piece.split_once("\">").expect("the tag ends").1);
    inner.map(|piece| piece.split_once("</script>").expect("the element ends").0).collect()
}

/// Reads a page and checks that it is complete: it has its end, and all elements are closed.
fn whole(file: &str) -> String {
    let page = fs::read_to_string(file).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</script>\n</body>\n</html>\n"));
    assert_eq!(page.matches("<script").count(), games(&page).len() + 1);
    assert_eq!(page.matches("</script>").count(), games(&page).len() + 1);
    page
}

#[test]
fn a_page_holds_the_whole_analysis() {
    let folder = Folder::new("page_whole");
    let game = folder.write("game.pgn", FOOLS_MATE);
    let html = folder.file("out.html");
    let args = ["analyse", &game, "--depth", "12", "--threads", "1", "--html", &html];
    printed(&args);
    let page = whole(&html);
    let [game] = games(&page)[..] else { panic!("one game") };
    for part in [
        "\"players\":[\"Fool\",\"Scholar\"],\"result\":\"0-1\"",
        "\"san\":\"Qh4#\",\"arrow\":\"d8h4\",\"changes\":\"h4qd8-\"",
        "\"mark\":\"??\",\"name\":\"Blunder\",\"why\":{\"headline\":\"2. ",
        "is mated in 1",
        "\"score\":\"mate\",\"chance\":0.0246",
        "\"name\":\"Opening\"",
    ] {
        assert!(game.contains(part), "{part}: {game}");
    }
    // Nothing is loaded, and the policy says so.
    assert!(page.contains("content=\"default-src 'none';") && page.contains("script-src 'sha256-"));
    for way in ["http-equiv=\"refresh", "url(", "import ", "<link", "fetch(", "XMLHttpRequest"] {
        assert!(!page.contains(way), "{way}");
    }
    let addresses = page.matches("http").count();
    assert_eq!(addresses, page.matches("http-equiv").count() + 1, "the namespace of SVG alone");
    // A second run replaces the page and leaves nothing beside it.
    printed(&args);
    assert_eq!(whole(&html), page);
    assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 2);
}

#[test]
fn hostile_text_stays_data() {
    let folder = Folder::new("page_hostile");
    let game = folder.write(
        "game.pgn",
        "[Event \"</script><script>alert(1)</script>\"]\n[White \"<img src=x onerror='alert(2)'>\"]\n\
         [Black \"\\\"><!--\u{1}\u{1b}[31m\u{202e}&\"]\n\n\
         1. e4 {</script><!-- <script> \u{2028} [%eval 1.0] \\u003c} e5 *\n\n",
    );
    let html = folder.file("out.html");
    printed(&["analyse", &game, "--depth", "3", "--html", &html]);
    let page = whole(&html);
    let [game] = games(&page)[..] else { panic!("one game") };
    assert!(!game.contains('<') && game.contains("\\u003c/script>\\u003c!--"), "{game}");
    assert!(game.contains("\\\\u003c\""), "a backslash stays one: {game}");
    assert!(!page.contains("<img") && !page.contains("<!--") && !page.contains("%eval"));
    let is_control = |letter: char| letter.is_control() && letter != '\n';
    assert!(!page.contains(is_control) && !page.contains("\u{202e}&amp;"));
    assert!(
        page.contains("data-occasion=\"&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;\"")
    );
}

#[test]
fn damaged_games_are_left_out() {
    let folder = Folder::new("page_damaged");
    let text_of_games =
        format!("{FOOLS_MATE}[White \"cheat\"]\n\n1. e4 e5 2. Ke3 *\n\n{FOOLS_MATE}");
    let file = folder.write("games.pgn", &text_of_games);
    let (html, svg) = (folder.file("out.html"), folder.file("out.svg"));
    for from in [&file[..], "-"] {
        let args = ["analyse", from, "--depth", "4", "--html", &html, "--svg", &svg];
        let output = quevedo_reading(&args, if from == "-" { &text_of_games } else { "" });
        assert_eq!(output.status.code(), Some(2));
        let complaints = text(&output.stderr);
        let lines: Vec<&str> = complaints.lines().collect();
        assert_eq!(lines.len(), 2, "{complaints}");
        assert!(lines[0].ends_with(": game 2, line 8: 2. illegal move 'Ke3'"), "{complaints}");
        assert!(lines[1].ends_with(": skipped 1 damaged game"), "{complaints}");
        assert_eq!(complaints.contains("standard input"), from == "-", "{complaints}");
        let page = whole(&html);
        assert_eq!(games(&page).len(), 2);
        assert!(page.contains("data-number=\"1\"") && page.contains("data-number=\"3\""));
        assert!(
            ["out-1.svg", "out-3.svg"].iter().all(|name| fs::metadata(folder.file(name)).is_ok())
        );
        for name in ["out-1.svg", "out-3.svg", "out.html"] {
            fs::remove_file(folder.file(name)).unwrap();
        }
    }
}

#[test]
fn standard_input_is_read_as_it_comes() {
    let folder = Folder::new("page_input");
    let (pgn, svg) = (folder.file("out.pgn"), folder.file("out.svg"));
    let args = ["analyse", "-", "--depth", "4", "--pgn", &pgn, "--svg", &svg];
    let output = quevedo_reading(&args, FOOLS_MATE);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("Game 1: Fool - Scholar, 0-1\n"));
    // The picture of a single game has no number.
    assert!(fs::metadata(&svg).is_ok() && fs::metadata(&pgn).is_ok());
    let output = quevedo_reading(&["analyse", "-"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "quevedo: standard input: no games\n");

    // The first game is reported while the program waits for the second.
    let mut running =
        Running::reading(&["analyse", "-", "--depth", "3", "--pgn", &pgn], FOOLS_MATE);
    running.speaks();
    until(|| fs::read_to_string(&pgn).is_ok_and(|text| text.contains("0-1")));
    running.kill();
}

#[test]
fn an_interruption_leaves_a_whole_page() {
    let folder = Folder::new("page_interrupted");
    let (html, pgn) = (folder.file("out.html"), folder.file("out.pgn"));
    let file = folder.write("games.pgn", format!("{FOOLS_MATE}1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n"));
    let outputs = ["--movetime", "300", "--html", &html, "--pgn", &pgn];
    // Interrupted in the second game, and while waiting for it.
    for from in [&file[..], "-"] {
        let args = [&["analyse", from][..], &outputs].concat();
        let mut running = Running::reading(&args, if from == "-" { FOOLS_MATE } else { "" });
        running.speaks();
        until(|| fs::read_to_string(&pgn).is_ok_and(|text| text.contains("0-1")));
        running.interrupt();
        let output = running.end();
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{complaint}");
        assert!(complaint.starts_with("quevedo: stopped ") && complaint.contains("game 2"));
        let page = whole(&html);
        assert_eq!(games(&page).len(), if from == "-" { 1 } else { 2 });
        // No position of the first game is missing; only the figures of phases without moves are.
        assert_eq!(
            games(&page)[0].matches("null").count(),
            games(&page)[0].matches(":null").count()
        );
        fs::remove_file(&html).unwrap();
        fs::remove_file(&pgn).unwrap();
    }
}

#[test]
fn a_page_goes_where_it_can_be_written() {
    let folder = Folder::new("page_target");
    let game = folder.write("game.pgn", FOOLS_MATE);
    let nowhere = folder.file("none/out.html");
    refused(&["analyse", &game, "--html", &nowhere], "none/out.html");
    refused(&["analyse", &game, "--html", &game], "refusing to overwrite the input file");
    assert_eq!(fs::read_to_string(&game).unwrap(), FOOLS_MATE);
    // A page that could not be begun, or that has no games, does not replace an older one.
    let html = folder.write("out.html", "older");
    let output = quevedo_reading(&["analyse", "-", "--html", &html], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(!quevedo(&["analyse", &folder.file("none"), "--html", &html]).status.success());
    assert_eq!(fs::read_to_string(&html).unwrap(), "older");
    assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_older_page() {
    let folder = Folder::new("page_full");
    let game = folder.write("game.pgn", FOOLS_MATE);
    let html = folder.write("out.html", "older");
    let args = ["analyse", &game, "--depth", "3", "--html", &html];
    for blocks in [4, 64] {
        crate::common::tool::has_no_room(blocks, &args, "out.html");
        assert_eq!(fs::read_to_string(&html).unwrap(), "older");
        assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 2);
    }
}
