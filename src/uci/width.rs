//! How wide the terminal is.

/// In columns; `None` if it does not tell.
pub(super) fn width() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}
