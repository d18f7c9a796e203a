//! `quevedo man`: man pages, generated from the argument parser and the table of UCI commands.

use std::fs;
use std::io;
use std::path::PathBuf;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::support::error::ToolError;
use crate::support::files::{replace, unwritable};
use crate::support::output::{print_line, print_text};

/// The arguments of `quevedo man`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Write a page for each command to this folder, which is made if it is missing [default: print the main
    /// page, as for `quevedo man | man -l -`]
    folder: Option<PathBuf>,
}

/// Prints the main page of `command`, or writes all pages. `uci` lists the UCI commands and their help.
///
/// # Errors
/// The folder can't be written to, or the output is closed.
pub fn run(args: &Args, mut command: Command, uci: &[(&str, &str)]) -> Result<(), ToolError> {
    // This gives each subcommand its full name.
    command.build();
    let Some(folder) = &args.folder else {
        return Ok(print_text(&page(&command, uci)?.1)?);
    };
    fs::create_dir_all(folder).map_err(unwritable(folder))?;
    let mut pages = vec![page(&command, uci)?];
    for subcommand in command.get_subcommands() {
        collect(subcommand, &mut pages)?;
    }
    for (name, text) in &pages {
        replace(&folder.join(name), text)?;
    }
    Ok(print_line(format_args!("{} pages in {}", pages.len(), folder.display()))?)
}

fn collect(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    pages.push(page(command, &[])?);
    command.get_subcommands().try_for_each(|subcommand| collect(subcommand, pages))
}

/// The file name and the text of a page.
fn page(command: &Command, uci: &[(&str, &str)]) -> io::Result<(String, Vec<u8>)> {
    let page = Man::new(command.clone()).manual("Quevedo");
    let mut text = Vec::new();
    page.render(&mut text)?;
    if !uci.is_empty() {
        let mut section = Roff::default();
        section.control("SH", ["UCI COMMANDS"]);
        for (name, about) in uci {
            section.control("TP", []).text([bold(*name)]).text([roman(*about)]);
        }
        section.to_writer(&mut text)?;
    }
    Ok((page.get_filename(), text))
}
