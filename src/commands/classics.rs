//! `quevedo classics`: the historical engines of the UCI option `Style`.

use crate::engine::{About, PlayingStyle, Rating};
use crate::support::error::ToolError;
use crate::support::output::print_line;

/// Prints the list.
///
/// # Errors
/// The output is closed.
pub fn run() -> Result<(), ToolError> {
    print_line(format_args!("Engines for 'setoption name Style value NAME':\n"))?;
    for about in PlayingStyle::ALL.into_iter().filter_map(PlayingStyle::about) {
        let About { name, year, author, document, lacks } = about;
        let rating = match about.rating() {
            Some(Rating { elo, error, games }) => {
                format!("{elo:.0} ± {error:.0} ({games} games)")
            }
            None => "not measured yet".to_owned(),
        };
        print_line(format_args!("{name}, {year}, by {author}"))?;
        print_line(format_args!("    after   {document}"))?;
        print_line(format_args!("    lacks   {lacks}"))?;
        print_line(format_args!("    rating  {rating}\n"))?;
    }
    if let Some(scale) = About::scale() {
        print_line(format_args!("{scale}"))?;
    }
    Ok(print_line(format_args!("docs/classics.md tells how each follows its text."))?)
}
