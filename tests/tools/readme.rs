//! The README: its figures are those in docs/data, and its commands and options exist.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::common::markdown::{inline_code, rows};
use crate::common::tool::printed;

fn file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The fields of a CSV file by the first one of each line. No field in these files has a comma or a quotation mark.
fn records(path: &str) -> HashMap<String, Vec<String>> {
    let text = file(path);
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let records = lines.map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    records.map(|fields| (fields[0].clone(), fields)).collect()
}

#[test]
fn its_match_results_are_the_data_of_the_figure() {
    let readme = file("README.md");
    let results = records("docs/data/elo.csv");
    let mut checked = 0;
    for row in rows(&readme).into_iter().filter(|row| row.len() == 2) {
        let (Some((name, games)), Some((score, elo))) = (
            row[0].strip_suffix(" games").and_then(|text| text.rsplit_once(", ")),
            row[1].strip_suffix(" Elo").and_then(|text| text.split_once(" %, ")),
        ) else {
            continue;
        };
        let result =
            results.get(name).unwrap_or_else(|| panic!("no '{name}' in docs/data/elo.csv"));
        let (rating, error) = elo.split_once(" ± ").unwrap();
        let rounded = |text: &str| text.parse::<f64>().unwrap().round();
        assert_eq!(rounded(rating), -rounded(&result[1]), "{name}");
        assert_eq!(rounded(error), rounded(&result[2]), "{name}");
        assert_eq!(games, result[3], "{name}");
        let points: f64 = score.parse().unwrap();
        let lost: f64 = result[4].parse().unwrap();
        assert!((points + lost - 100.0).abs() < 0.05, "{name}: {points} and {lost}");
        checked += 1;
    }
    // All players except Quevedo itself.
    assert_eq!(checked, results.len() - 1);
}

#[test]
fn its_speed_ratios_are_the_data_of_the_figures() {
    let readme = file("README.md");
    let figure = |start: &str| -> Vec<f64> {
        let rows = rows(&readme);
        let row = rows.iter().find(|row| row[0].starts_with(start));
        let row = row.unwrap_or_else(|| panic!("no row '{start}'"));
        row[1].split(' ').filter_map(|word| word.trim_end_matches(',').parse().ok()).collect()
    };
    let perft = records("docs/data/perft.csv");
    let times_as_fast = |name: &str| 1.0 / perft[name][1].parse::<f64>().unwrap();
    let agree = |figures: Vec<f64>, names: &[&str], step: f64| {
        assert_eq!(figures.len(), names.len());
        for (figure, name) in figures.into_iter().zip(names) {
            let exact = times_as_fast(name);
            assert!((figure - exact).abs() <= step / 2.0 + 1e-9, "{name}: {figure}, not {exact}");
        }
    };
    agree(figure("perft of six standard positions"), &["Mindchess"], 0.01);
    agree(figure("the same against"), &["cozy-chess", "chess", "shakmaty"], 0.1);

    let threads = file("docs/data/threads.csv");
    let two = threads.lines().find(|line| line.starts_with("2,")).unwrap();
    let speed_up: f64 = two.rsplit(',').next().unwrap().parse().unwrap();
    assert_eq!(figure("nodes per second with two threads"), [speed_up]);
}

/// The lines of its shell code blocks.
fn shell_lines(readme: &str) -> Vec<&str> {
    let blocks = readme.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| block.strip_prefix("sh\n")).flat_map(str::lines).collect()
}

#[test]
fn its_commands_and_their_options_exist() {
    let readme = file("README.md");
    let known: Vec<String> = printed(&["--help"])
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next().map(str::to_owned))
        .collect();
    // Commands in code blocks, and those between backticks in the text.
    let mut checked = 0;
    for line in shell_lines(&readme).into_iter().chain(inline_code(&readme)) {
        let line = line.split(" # ").next().unwrap();
        let Some(arguments) = line.strip_prefix("quevedo ") else { continue };
        let mut words = arguments.split_whitespace();
        let command = words.next().unwrap();
        if command.starts_with(['"', '-']) {
            continue;
        }
        assert!(known.iter().any(|name| name == command), "no command in '{line}'");
        // A subcommand, such as `book make`.
        let mut path = vec![command];
        let help = printed(&[command, "--help"]);
        let own = words.clone().next().filter(|word| help.contains(&format!("\n  {word}  ")));
        path.extend(own);
        path.push("--help");
        let help = printed(&path);
        for option in words.filter(|word| word.starts_with("--")) {
            let is_known =
                help.split(|c: char| c != '-' && !c.is_alphanumeric()).any(|word| word == option);
            assert!(is_known, "no option '{option}' in '{line}'");
        }
        checked += 1;
    }
    assert!(checked > 20, "only {checked} commands found");
}
