//! The command line: console tools, or the UCI dialogue.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use quevedo::tools::{self, ToolError};
use quevedo::uci;

/// Quevedo: a UCI chess engine and a perft tool.
///
/// Without arguments it speaks UCI on standard input and output. Arguments that are no command
/// below are UCI lines: `quevedo "position startpos moves e2e4" "go depth 12"`.
#[derive(Parser)]
#[command(version, about, max_term_width = 100, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count the leaves of the legal move tree, or check files of known counts
    Perft(tools::perft::Args),
    /// Search every position of games: scores, better lines, marked mistakes, a curve
    Analyse(tools::analyse::Args),
    /// Search a fixed set of positions; the node count is the search's fingerprint
    Bench(tools::bench::Args),
    /// Make an opening book from games, or look into one
    Book(tools::book::Args),
    /// Fit the win-draw-loss model to games with scores in their comments
    Wdl(tools::wdl::Args),
    /// Tune the evaluation's weights on games of `quevedo datagen`
    Tune(tools::tune::Args),
    /// Rate the players of some games, with error bars
    Elo(tools::elo::Args),
    /// Measure how much faster more threads are
    Scaling(tools::scaling::Args),
    /// Draw the figures of the documentation from their data
    Figures(tools::figures::Args),
    /// Solve test positions (EPD with bm, am, dm or `bm #N`)
    Epd(tools::epd::Args),
    #[command(external_subcommand)]
    Uci(Vec<String>),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return bad_input(&first_paragraph(&error.to_string())),
        // --help and --version
        Err(text) => {
            let _ = text.print();
            return ExitCode::SUCCESS;
        }
    };
    let result = match cli.command {
        None => {
            uci::run();
            Ok(())
        }
        Some(Command::Perft(args)) => tools::perft::run(&args),
        Some(Command::Analyse(args)) => tools::analyse::run(&args),
        Some(Command::Bench(args)) => tools::bench::main(&args),
        Some(Command::Book(args)) => tools::book::run(&args),
        Some(Command::Wdl(args)) => tools::wdl::run(&args),
        Some(Command::Tune(args)) => tools::tune::run(&args),
        Some(Command::Elo(args)) => tools::elo::run(&args),
        Some(Command::Scaling(args)) => tools::scaling::run(&args),
        Some(Command::Figures(args)) => tools::figures::run(&args),
        Some(Command::Epd(args)) => tools::epd::run(&args),
        Some(Command::Uci(words)) => {
            uci::run_lines(&uci_lines(words));
            Ok(())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has had enough: not a failure.
        Err(ToolError::Closed) => ExitCode::SUCCESS,
        Err(ToolError::Failed) => ExitCode::from(1),
        Err(ToolError::Interrupted(text)) => {
            eprintln!("quevedo: {text}");
            ExitCode::from(130)
        }
        Err(ToolError::BadInput(text)) => bad_input(&text),
    }
}

fn bad_input(text: &str) -> ExitCode {
    eprintln!("quevedo: {text}");
    ExitCode::from(2)
}

/// What is wrong, in one line; `--help` tells the rest.
fn first_paragraph(text: &str) -> String {
    let lines = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let text = lines.collect::<Vec<_>>().join(" ");
    text.strip_prefix("error: ").unwrap_or(&text).to_owned()
}

/// `quevedo "go depth 5" quit` is two lines, `quevedo go depth 5` is one.
fn uci_lines(words: Vec<String>) -> Vec<String> {
    if words.iter().any(|word| word.contains(char::is_whitespace)) {
        words
    } else {
        vec![words.join(" ")]
    }
}
