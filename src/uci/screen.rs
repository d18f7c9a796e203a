//! What the terminal can show.

use console::Term;

/// Its width in columns; `None` if it does not tell.
pub(super) fn width() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

/// Whether the output is a terminal that may show colours. On Windows this asks the terminal to do so.
pub(super) fn has_colours() -> bool {
    Term::stdout().features().colors_supported()
}
