//! The UCI options: one table, from which they are declared, read and applied.

use std::time::Duration;

use crate::engine::{DEFAULT_HASH, DEFAULT_OVERHEAD, Engine, Stage, Style};

/// The kind of an option with its default and range.
enum Kind {
    Check(bool),
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: &'static str, choices: &'static [&'static str] },
    Button,
}

/// A value that fits the option's kind.
#[derive(Clone, Copy)]
enum Value {
    Check(bool),
    Spin(i64),
    /// The number of a choice.
    Combo(usize),
    Press,
}

/// A row of the table.
struct Row {
    name: &'static str,
    kind: Kind,
    /// Carries the value out; an error is told to the user.
    apply: fn(&mut Engine, Value) -> Result<(), String>,
}

/// Most MB of hash that may be asked for (a TB, which no machine of today refuses by type).
const MAX_HASH: i64 = 1 << 20;

static TABLE: &[Row] = &[
    Row {
        name: "Threads",
        kind: Kind::Spin { default: 1, min: 1, max: 1024 },
        apply: |engine, value| match value {
            Value::Spin(threads) => {
                engine.set_threads(threads as usize).map_err(|error| error.to_string())
            }
            _ => Ok(()),
        },
    },
    Row {
        name: "Hash",
        kind: Kind::Spin { default: DEFAULT_HASH as i64, min: 1, max: MAX_HASH },
        apply: |engine, value| match value {
            Value::Spin(megabytes) => {
                engine.set_hash(megabytes as usize).map_err(|error| error.to_string())
            }
            _ => Ok(()),
        },
    },
    Row {
        name: "Clear Hash",
        kind: Kind::Button,
        apply: |engine, _| {
            engine.clear_hash();
            Ok(())
        },
    },
    Row {
        // Declared so that GUIs ponder; `go ponder` itself says when.
        name: "Ponder",
        kind: Kind::Check(false),
        apply: |_, _| Ok(()),
    },
    Row {
        name: "MultiPV",
        kind: Kind::Spin { default: 1, min: 1, max: 256 },
        apply: |engine, value| {
            if let Value::Spin(lines) = value {
                engine.end_search();
                engine.multi_pv = lines as usize;
            }
            Ok(())
        },
    },
    Row {
        name: "Move Overhead",
        kind: Kind::Spin { default: DEFAULT_OVERHEAD as i64, min: 0, max: 5000 },
        apply: |engine, value| {
            if let Value::Spin(milliseconds) = value {
                engine.end_search();
                engine.overhead = Duration::from_millis(milliseconds as u64);
            }
            Ok(())
        },
    },
    Row {
        name: "UCI_Chess960",
        kind: Kind::Check(false),
        apply: |engine, value| {
            if let Value::Check(on) = value {
                engine.end_search();
                engine.chess960 = on;
            }
            Ok(())
        },
    },
    Row {
        name: "Style",
        kind: Kind::Combo { default: Style::NAMES[0], choices: &Style::NAMES },
        apply: |engine, value| {
            if let Value::Combo(choice) = value {
                engine.set_style(Style::ALL[choice]);
            }
            Ok(())
        },
    },
    Row {
        name: "Spektrum Stage",
        kind: Kind::Combo { default: Stage::LAST.name(), choices: &Stage::NAMES },
        apply: |engine, value| {
            if let Value::Combo(choice) = value {
                engine.set_stage(Stage::ALL[choice]);
            }
            Ok(())
        },
    },
];

/// The `option` lines, in the table's order.
pub fn declarations() -> Vec<String> {
    let line = |row: &Row| {
        let kind = match row.kind {
            Kind::Check(default) => format!("check default {default}"),
            Kind::Spin { default, min, max } => {
                format!("spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, choices } => {
                let choices: String = choices.iter().map(|name| format!(" var {name}")).collect();
                format!("combo default {default}{choices}")
            }
            Kind::Button => "button".to_owned(),
        };
        format!("option name {} type {kind}", row.name)
    };
    #[allow(unused_mut, reason = "only the tune feature adds to it")]
    let mut lines: Vec<String> = TABLE.iter().map(line).collect();
    #[cfg(feature = "tune")]
    lines.extend(crate::search::params::TABLE.iter().map(|row| {
        format!(
            "option name {} type spin default {} min {} max {}",
            row.name, row.default, row.min, row.max
        )
    }));
    lines
}

/// Carries out the rest of a `setoption` line.
///
/// # Errors
/// No such option (names that begin with `UCI_` are let pass: GUIs send them unasked), a value that
/// does not fit, or one that the system refuses. The old value stays.
pub fn set(engine: &mut Engine, text: &str) -> Result<(), String> {
    let (name, value) = split(text)?;
    let Some(row) = TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(&name)) else {
        #[cfg(feature = "tune")]
        if let Ok(number) = value.parse()
            && crate::search::params::set(&name, number)
        {
            return Ok(());
        }
        let tolerated = name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("uci_"));
        return if tolerated { Ok(()) } else { Err(format!("no option '{name}'")) };
    };
    let wrong = |wanted: &str| Err(format!("{}: '{value}' is not {wanted}", row.name));
    let value = match row.kind {
        Kind::Button => Value::Press,
        Kind::Check(_) => match value.to_ascii_lowercase().as_str() {
            "true" => Value::Check(true),
            "false" => Value::Check(false),
            _ => return wrong("true or false"),
        },
        Kind::Spin { min, max, .. } => match value.parse() {
            Ok(number) if (min..=max).contains(&number) => Value::Spin(number),
            _ => return wrong(&format!("a number from {min} to {max}")),
        },
        Kind::Combo { choices, .. } => {
            // The first word will do: fastchess knows no choices of two.
            let is_meant = |choice: &&str| {
                let first = choice.split(' ').next().unwrap_or_default();
                choice.eq_ignore_ascii_case(&value) || first.eq_ignore_ascii_case(&value)
            };
            match choices.iter().position(is_meant) {
                Some(choice) => Value::Combo(choice),
                None => return wrong(&format!("one of {}", choices.join(", "))),
            }
        }
    };
    (row.apply)(engine, value)
}

/// Name and value: the name ends at the word `value`, the value at the end of the line.
fn split(text: &str) -> Result<(String, String), String> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let Some((&"name", rest)) = words.split_first() else {
        return Err(format!("setoption without a name: '{text}'"));
    };
    let end = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let name = rest[..end].join(" ");
    if name.is_empty() {
        return Err(format!("setoption without a name: '{text}'"));
    }
    Ok((name, rest.get(end + 1..).unwrap_or_default().join(" ")))
}
