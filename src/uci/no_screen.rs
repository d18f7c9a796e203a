//! Replaces `screen.rs` without the feature `cli`: there is no terminal.

/// Unknown.
pub(super) fn width() -> Option<usize> {
    None
}

/// No terminal, no colours.
pub(super) fn has_colours() -> bool {
    false
}
