//! Replaces `screen.rs` without the feature `cli`: there is no terminal.

/// Not known.
pub(super) fn width() -> Option<usize> {
    None
}

/// Nobody would see them.
pub(super) fn has_colours() -> bool {
    false
}
