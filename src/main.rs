//! The command line: console tools, or the UCI dialogue.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, Parser, Subcommand};
use quevedo::support::error::ToolError;
use quevedo::uci::LineError;
use quevedo::{commands, cpu, uci};

/// How the program ends on a machine that it was not built for.
const WRONG_MACHINE: u8 = 3;

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
    Perft(commands::perft::Args),
    /// Search every position of games: scores, better lines, marked mistakes, a curve
    #[command(alias = "analyze")]
    Analyse(commands::analyse::Args),
    /// Search a fixed set of positions; the node count is the search's fingerprint
    Bench(commands::bench::Args),
    /// Make an opening book from games, or look into one
    Book(commands::book::Args),
    /// Let Quevedo play games against itself for its evaluation to learn from, or look at such games
    Datagen(commands::datagen::Args),
    /// Fit the win-draw-loss model to games with scores in their comments
    Wdl(commands::wdl::Args),
    /// Tune the evaluation's weights on games of `quevedo datagen`, or apply percentages that games found
    Tune(commands::tune::Args),
    /// Rate the players of some games, with error bars
    Elo(commands::elo::Args),
    /// Measure how much faster more threads are
    Scaling(commands::scaling::Args),
    /// Solve test positions (EPD with bm, am, dm or `bm #N`)
    Epd(commands::epd::Args),
    /// List the classic programs that the option Style plays
    Classics,
    /// Show what each stage of a chess program buys on a position, from minimax to Quevedo
    Explain(commands::explain::Args),
    /// Print the search's numbers as OpenBench's tuning form takes them
    Spsa(commands::spsa::Args),
    /// Print what a shell needs to complete these arguments
    Completions(commands::completions::Args),
    /// Print the manual page, or write all pages
    Man(commands::man::Args),
    #[command(external_subcommand)]
    Uci(Vec<String>),
}

fn main() -> ExitCode {
    // First of all: whatever comes later may use instructions that this machine lacks. The standard
    // library's own start, which is earlier, does so only in builds for `native`, which are not meant
    // to leave their machine.
    if cpu::missing().next().is_some() {
        return wrong_machine();
    }
    run()
}

/// Says what is missing, piece by piece: formatting the text might need the very instructions.
#[inline(never)]
fn wrong_machine() -> ExitCode {
    let mut err = io::stderr();
    let mut say = |text: &str| {
        let _ = err.write_all(text.as_bytes());
    };
    say("quevedo: this CPU lacks ");
    for feature in cpu::missing() {
        say(feature);
        say(" ");
    }
    say("(for which this program was built): take a binary for older CPUs, or build it here\n");
    ExitCode::from(WRONG_MACHINE)
}

#[inline(never)]
fn run() -> ExitCode {
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
        Some(Command::Perft(args)) => commands::perft::run(&args),
        Some(Command::Analyse(args)) => commands::analyse::run(&args),
        Some(Command::Bench(args)) => commands::bench::run(&args),
        Some(Command::Book(args)) => commands::book::run(&args),
        Some(Command::Datagen(args)) => commands::datagen::run(&args),
        Some(Command::Wdl(args)) => commands::wdl::run(&args),
        Some(Command::Tune(args)) => commands::tune::run(&args),
        Some(Command::Elo(args)) => commands::elo::run(&args),
        Some(Command::Scaling(args)) => commands::scaling::run(&args),
        Some(Command::Epd(args)) => commands::epd::run(&args),
        Some(Command::Classics) => commands::classics::run(),
        Some(Command::Explain(args)) => commands::explain::run(&args),
        Some(Command::Spsa(args)) => commands::spsa::run(&args),
        Some(Command::Completions(args)) => commands::completions::run(&args, Cli::command()),
        Some(Command::Man(args)) => commands::man::run(&args, Cli::command(), &uci::commands()),
        Some(Command::Uci(words)) => {
            let lines = uci_lines(words);
            uci::check_lines(&lines)
                .map(|()| uci::run_lines(&lines))
                .map_err(|error| ToolError::BadInput(explained(error)))
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has had enough: not a failure.
        Err(ToolError::Closed) => ExitCode::SUCCESS,
        Err(ToolError::Failed) => ExitCode::from(1),
        Err(ToolError::Interrupted(text)) => {
            say(&text);
            ExitCode::from(130)
        }
        Err(ToolError::BadInput(text)) => bad_input(&text),
    }
}

fn bad_input(text: &str) -> ExitCode {
    say(text);
    ExitCode::from(2)
}

/// Says something on standard error. Where that is closed, or on a full disk, the exit code says it.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "quevedo: {text}");
}

/// What is wrong with a line, and which command may have been meant.
fn explained(error: LineError) -> String {
    let word = match error {
        LineError::Bad(text) => return text,
        LineError::Unknown(word) => word,
    };
    // Without what takes any word for the beginning of a line.
    let mut command = clap::Command::new("quevedo")
        .disable_help_subcommand(true)
        .subcommands(Cli::command().get_subcommands());
    for (name, _) in uci::commands() {
        if command.find_subcommand(name).is_none() {
            command = command.subcommand(clap::Command::new(name));
        }
    }
    let similar = command.try_get_matches_from(["quevedo", &word]).err().and_then(|error| {
        match error.get(ContextKind::SuggestedSubcommand) {
            Some(ContextValue::String(name)) => Some(name.clone()),
            Some(ContextValue::Strings(names)) => names.last().cloned(),
            _ => None,
        }
    });
    match similar {
        Some(name) => format!("unknown command '{word}'; did you mean '{name}'?"),
        None => format!("unknown command '{word}'; see --help"),
    }
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
