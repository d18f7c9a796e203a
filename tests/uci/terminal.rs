//! A session on a real pseudo-terminal with 80 columns.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::fd::AsFd as _;
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};

/// No answer may take this long, even on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(30);

struct Terminal {
    child: Child,
    keyboard: Pty,
    screen: Receiver<String>,
}

impl Terminal {
    fn new() -> Terminal {
        Terminal::of(Command::new(env!("CARGO_BIN_EXE_quevedo")).env("NO_COLOR", "1"))
    }

    fn of(command: Command) -> Terminal {
        let (keyboard, side) = open().unwrap();
        keyboard.resize(Size::new(24, 80)).unwrap();
        let child = command.spawn(side).unwrap();
        let (sender, screen) = channel();
        let reader = keyboard.as_fd().try_clone_to_owned().unwrap();
        let output = BufReader::new(File::from(reader));
        std::thread::spawn(move || {
            // Reading fails when the program has ended.
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line.trim_end_matches('\r').to_owned()).is_err() {
                    return;
                }
            }
        });
        Terminal { child, keyboard, screen }
    }

    /// Reads up to a line that contains `what`; returns all lines, including the echo of what was typed.
    fn until(&self, what: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.screen.recv_timeout(PATIENCE).unwrap_or_else(|_| {
                panic!("no '{what}' in {lines:#?}");
            }));
            if lines.last().unwrap().contains(what) {
                return lines;
            }
        }
    }

    /// Types a line and reads up to a line that contains `what`.
    fn ask(&mut self, line: &str, what: &str) -> Vec<String> {
        writeln!(self.keyboard, "{line}").unwrap();
        self.until(what)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_person_is_greeted_and_plays_moves() {
    let mut terminal = Terminal::new();
    terminal.until("Quevedo ");
    terminal.until("'help' for all commands");
    terminal.ask("e4", "1. e4   Black to move");
    terminal.ask("e7e5 Nf3", "1... e5 2. Nf3   Black to move");
    terminal.ask("Ke5", "illegal move 'Ke5'");
    // Either all moves are played or none.
    terminal.ask("Nc6 Nf3", "illegal move 'Nf3'");
    let board = terminal.ask("d", "to move; last move g1f3");
    assert!(board.last().unwrap().starts_with("Black to move"), "{board:#?}");
    assert!(board.iter().any(|line| line.contains("|[N]|")), "{board:#?}");
    assert!(board.iter().any(|line| line.contains("|[ ]|")), "{board:#?}");
    let unknown = terminal.ask("frobnicate", "unknown command 'frobnicate'");
    assert!(unknown.last().unwrap().starts_with("unknown"), "{unknown:#?}");
    terminal.ask("?", "Commands");
    let help = terminal.until("`?` is `help`");
    assert!(help.iter().all(|line| line.chars().count() <= 80), "{help:#?}");
}

#[test]
fn a_search_is_a_table_as_wide_as_the_terminal() {
    let mut terminal = Terminal::new();
    terminal.ask("position startpos moves e2e4 e7e5 g1f3", "position");
    let lines = terminal.ask("go depth 14", "best move ");
    let head = lines.iter().position(|line| line.starts_with("depth ")).unwrap();
    let column = lines[head].find("line").unwrap();
    let rows = &lines[head + 1..lines.len() - 1];
    assert!(rows.len() >= 14, "{lines:#?}");
    for row in rows {
        assert!(row.len() < 80 && row[column..].starts_with("2... "), "{row}");
        let words: Vec<&str> = row.split_whitespace().collect();
        assert!(words[0].parse::<u32>().is_ok(), "{row}");
        assert!(!row.ends_with('.'), "a number without its move: {row}");
    }
    assert!(rows.iter().any(|row| row.len() > 65), "no long line: {rows:#?}");
    // The user turns out to be a GUI.
    terminal.ask("uci", "uciok");
    let lines = terminal.ask("go depth 3", "bestmove ");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:#?}");
}

/// Colours are shown if the terminal has them, unless the user does not want them.
#[test]
fn colours_where_they_are_wanted() {
    let boards = |name: &str, value: &str| {
        let command = Command::new(env!("CARGO_BIN_EXE_quevedo")).env("TERM", "xterm-256color");
        let mut terminal = Terminal::of(command.env_remove("NO_COLOR").env(name, value));
        terminal.ask("d", "to move").join("\n")
    };
    assert!(boards("COLORTERM", "truecolor").contains("\u{1b}["));
    assert!(!boards("NO_COLOR", "1").contains("\u{1b}["));
}
