//! The abilities of the terminal.

use console::Term;

/// Its width in columns; `None` if it is unknown.
pub(super) fn width() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

/// Whether the output is a terminal that shows colours. On Windows, this also turns colours on.
pub(super) fn has_colours() -> bool {
    Term::stdout().features().colors_supported()
}
