//! Evaluations without some of their terms, to measure what those are worth.
//!
//! The environment variable `QUEVEDO_WITHOUT`, when the engine is built, lists groups (`Threats`),
//! tables (`ROOK_FILE`), [`SCALE`] or [`ENDINGS`], with commas between them. What it lists is not computed
//! either, so that matches against the whole engine tell what it is worth at equal time.

/// Stands for the endgame's scale: what can be made of an advantage.
pub const SCALE: &str = "Scale";
/// Stands for the endings that the evaluation knows.
pub const ENDINGS: &str = "Endings";

const LIST: &str = match option_env!("QUEVEDO_WITHOUT") {
    Some(list) => list,
    None => "",
};

/// Whether this build leaves something out.
pub const fn omits(name: &str) -> bool {
    count(name) > 0
}

/// Stops the build if the list has words besides these.
pub const fn check(names: &[&str]) {
    let mut known = 0;
    let mut i = 0;
    while i < names.len() {
        known += count(names[i]);
        i += 1;
    }
    assert!(known == words(), "QUEVEDO_WITHOUT lists what is neither a group nor a table");
}

/// How many words the list has.
const fn words() -> usize {
    let list = LIST.as_bytes();
    if list.is_empty() {
        return 0;
    }
    let (mut words, mut i) = (1, 0);
    while i < list.len() {
        words += (list[i] == b',') as usize;
        i += 1;
    }
    words
}

/// How often a name is in the list.
const fn count(name: &str) -> usize {
    let (list, name) = (LIST.as_bytes(), name.as_bytes());
    let (mut found, mut start) = (0, 0);
    while start < list.len() {
        let mut end = start;
        while end < list.len() && list[end] != b',' {
            end += 1;
        }
        let mut same = end - start == name.len();
        let mut i = 0;
        while same && i < name.len() {
            same = list[start + i] == name[i];
            i += 1;
        }
        found += same as usize;
        start = end + 1;
    }
    found
}
