//! The command line: the console tools, or a UCI session.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, Parser, Subcommand};
use quevedo::support::error::ToolError;
use quevedo::uci::LineError;
use quevedo::{commands, cpu, uci};

/// Exit code if the CPU lacks instructions that the build needs.
const WRONG_MACHINE: u8 = 3;

/// The address space in bytes that the program needs besides its code and data: the smallest hash table, the histories
/// of a search, and the stacks of its threads; with the GNU allocator also an arena for each of the two threads that it
/// starts at least.
const LEAST_ADDRESS_SPACE: usize = (44 + 2 * ARENA) << 20;
/// What the GNU allocator reserves for a thread, in MB, if it finds as much at a suitable address.
const ARENA: usize = if cfg!(all(target_os = "linux", target_env = "gnu")) { 64 } else { 0 };

/// Quevedo plays chess in every program that speaks UCI, says why a move is better, and counts moves.
///
/// Without arguments it speaks UCI on standard input and output. Arguments that are not one of the
/// commands below are UCI commands: `quevedo "position startpos moves e2e4" "go depth 12"`.
#[derive(Parser)]
#[command(version, about, max_term_width = 100, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count the leaves of the tree of moves (perft), or check suites of known counts
    Perft(commands::perft::Args),
    /// Analyse the games of a PGN file: scores, better lines, mistakes, the curve of the winning probability
    #[command(alias = "analyze")]
    Analyse(commands::analyse::Args),
    /// Say why the best move is better than others, in accounts that add up to the difference of their scores
    Why(commands::why::Args),
    /// Search a fixed set of positions; the number of nodes identifies the search
    Bench(commands::bench::Args),
    /// Make an opening book in Polyglot format, or show what one holds
    Book(commands::book::Args),
    /// Play games of Quevedo against itself to train the evaluation on, or look into such games
    Datagen(commands::datagen::Args),
    /// Fit the chances to win, draw and lose to games that have scores in their comments
    Wdl(commands::wdl::Args),
    /// Fit the evaluation's weights to games of Quevedo against itself, or apply what games have tuned
    Tune(commands::tune::Args),
    /// Compute ratings with error bars from games in PGN, with SPRT, a crosstable and how games ended
    Elo(commands::elo::Args),
    /// Measure how fast this machine searches, and print it as a block to paste
    Speedtest(commands::speedtest::Args),
    /// Solve test suites in EPD (bm, am, dm or `bm #N`)
    Epd(commands::epd::Args),
    /// List the historical programs that the option Style offers
    Classics,
    /// Show what each technique gains in the search of a position, from minimax to Quevedo
    Explain(commands::explain::Args),
    /// Print parameters to tune (SPSA), as OpenBench's form takes them
    Spsa(commands::spsa::Args),
    /// Print the completions for a shell
    Completions(commands::completions::Args),
    /// Print the manual, or write all its pages
    Man(commands::man::Args),
    #[command(external_subcommand)]
    Uci(Vec<String>),
}

fn main() -> ExitCode {
    // This comes first, because later code may use instructions that this CPU lacks. The standard library's startup
    // code runs even earlier, but it uses them only in builds for `native`, which are not meant for other machines.
    if cpu::missing().next().is_some() {
        return wrong_machine();
    }
    run()
}

/// Prints what is missing piece by piece, because formatting might use the missing instructions.
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
    say("that this build needs; use a build for older CPUs, or build from source here\n");
    ExitCode::from(WRONG_MACHINE)
}

/// Whether there is enough address space (`ulimit -v`). Without it, the program would abort later, at a small
/// allocation or a thread that can't be started, where it could neither explain nor recover.
fn has_address_space() -> bool {
    let mut memory = Vec::<u8>::new();
    std::hint::black_box(&mut memory).try_reserve_exact(LEAST_ADDRESS_SPACE).is_ok()
}

#[inline(never)]
fn run() -> ExitCode {
    if !has_address_space() {
        let least = LEAST_ADDRESS_SPACE >> 20;
        return bad_input(&format!("cannot start: {least} MB of memory are needed"));
    }
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
        None => uci::run().map_err(ToolError::from),
        Some(Command::Perft(args)) => commands::perft::run(&args),
        Some(Command::Analyse(args)) => commands::analyse::run(&args),
        Some(Command::Why(args)) => commands::why::run(&args),
        Some(Command::Bench(args)) => commands::bench::run(&args),
        Some(Command::Book(args)) => commands::book::run(&args),
        Some(Command::Datagen(args)) => commands::datagen::run(&args),
        Some(Command::Wdl(args)) => commands::wdl::run(&args),
        Some(Command::Tune(args)) => commands::tune::run(&args),
        Some(Command::Elo(args)) => commands::elo::run(&args),
        Some(Command::Speedtest(args)) => commands::speedtest::run(&args),
        Some(Command::Epd(args)) => commands::epd::run(&args),
        Some(Command::Classics) => commands::classics::run(),
        Some(Command::Explain(args)) => commands::explain::run(&args),
        Some(Command::Spsa(args)) => commands::spsa::run(&args),
        Some(Command::Completions(args)) => commands::completions::run(&args, Cli::command()),
        Some(Command::Man(args)) => commands::man::run(&args, Cli::command(), &uci::commands()),
        Some(Command::Uci(words)) if is_help(&words) => return help(&words[1]),
        Some(Command::Uci(words)) => {
            let lines = uci_lines(words);
            uci::check_lines(&lines)
                .map_err(|error| ToolError::BadInput(explained(error)))
                .and_then(|()| Ok(uci::run_lines(lines)?))
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has closed the pipe, which is not a failure.
        Err(ToolError::Closed) => ExitCode::SUCCESS,
        Err(ToolError::Failed) => ExitCode::from(1),
        Err(ToolError::Interrupted(text)) => {
            say(&text);
            ExitCode::from(130)
        }
        Err(ToolError::BadInput(text)) => bad_input(&text),
    }
}

/// `help COMMAND`, as many programs have it.
fn is_help(words: &[String]) -> bool {
    words.len() == 2 && words[0] == "help" && Cli::command().find_subcommand(&words[1]).is_some()
}

/// The same as `COMMAND --help`.
fn help(command: &str) -> ExitCode {
    let Err(text) = Cli::command().try_get_matches_from(["quevedo", command, "--help"]) else {
        return ExitCode::SUCCESS;
    };
    let _ = text.print();
    ExitCode::SUCCESS
}

fn bad_input(text: &str) -> ExitCode {
    say(text);
    ExitCode::from(2)
}

/// Prints to standard error. If that fails, the exit code still reports the failure.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "quevedo: {text}");
}

/// The error in one line, with the most similar command as a suggestion.
fn explained(error: LineError) -> String {
    let word = match error {
        LineError::Bad(text) => return text,
        LineError::Unknown(word) => word,
    };
    // Leave out the catch-all for UCI commands, which accepts any word.
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

/// The first paragraph of an error, joined into one line.
fn first_paragraph(text: &str) -> String {
    let lines = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let text = lines.collect::<Vec<_>>().join(" ");
    text.strip_prefix("error: ").unwrap_or(&text).to_owned()
}

/// `quevedo "go depth 5" quit` is two lines and so is `quevedo d eval`; `quevedo go depth 5` is one.
fn uci_lines(words: Vec<String>) -> Vec<String> {
    let is_command = |word: &String| uci::commands().iter().any(|(name, _)| name == word);
    // A `go` without limits would never end.
    let all_commands =
        words.iter().all(is_command) && words.first().is_some_and(|word| word != "go");
    if all_commands || words.iter().any(|word| word.contains(char::is_whitespace)) {
        words
    } else {
        vec![words.join(" ")]
    }
}
