//! `quevedo completions`: what a shell needs to complete Quevedo's arguments, made from the parser
//! that reads them.

use clap::Command;
use clap_complete::{Shell, generate};

use crate::support::error::ToolError;
use crate::support::output::print_text;

/// What `quevedo completions` is told.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The shell; save the output where it looks for completion scripts
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
