//! Text for messages.

use alloc::string::String;

/// The first hundred characters of a text, for messages that quote what somebody else wrote.
pub fn excerpt(text: &str) -> String {
    const SHOWN: usize = 100;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    shown
}
