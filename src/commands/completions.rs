//! `quevedo completions`: shell completion scripts, generated from the argument parser.

use clap::Command;
use clap_complete::{Shell, generate};

use crate::support::error::ToolError;
use crate::support::output::print_text;

/// The arguments of `quevedo completions`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Print the completions for this shell; save them where it looks for such scripts
    shell: Shell,
}

/// Prints the completions of `command`.
///
/// # Errors
/// The output is closed.
pub fn run(args: &Args, mut command: Command) -> Result<(), ToolError> {
    let name = command.get_name().to_owned();
    let mut text = Vec::new();
    generate(args.shell, &mut command, name, &mut text);
    Ok(print_text(&text)?)
}
