//! Text in messages.

/// What is shown of a text that may be anything and of any length.
pub fn excerpt(text: &str) -> String {
    const SHOWN: usize = 100;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    shown
}
