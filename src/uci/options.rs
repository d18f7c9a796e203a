//! The UCI options: one table that declares, parses and applies them.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use super::command::split_word;
use super::log::Log;
use crate::engine::{
    DEFAULT_HASH, DEFAULT_OVERHEAD, Engine, MAX_ELO, MAX_HASH, MAX_THREADS, MIN_ELO, PlayingStyle,
    SpektrumStage,
};
use crate::support::machine::check_memory;
#[cfg(feature = "tune")]
use crate::tunable;

/// The state that options change.
pub(super) struct UciSettings {
    pub(super) engine: Engine,
    pub(super) log: Log,
    /// Print win, draw and loss probabilities with scores.
    pub(super) show_wdl: bool,
    /// Print only the final info line and the best move.
    pub(super) minimal: bool,
    strength: StrengthOptions,
}

/// The strength options that GUIs set. `UCI_LimitStrength` with `UCI_Elo` takes precedence over `Skill Level`.
struct StrengthOptions {
    limited: bool,
    elo: i64,
    skill: i64,
}

/// The default of `UCI_Elo`: a club player.
const DEFAULT_ELO: i64 = 1500;
/// The greatest `Skill Level`: full strength.
const FULL_SKILL: i64 = 20;

impl StrengthOptions {
    /// The rating to play at; `None` for full strength. Skill levels are evenly spaced on the rating scale.
    fn level(&self) -> Option<i32> {
        let (min, max) = (i64::from(MIN_ELO), i64::from(MAX_ELO));
        let elo = match (self.limited, self.skill) {
            (true, _) => self.elo,
            (false, FULL_SKILL) => return None,
            (false, skill) => min + (max - min) * skill / FULL_SKILL,
        };
        Some(elo as i32)
    }
}

impl UciSettings {
    /// The defaults declared in the table.
    pub(super) fn new(log: Log) -> UciSettings {
        let engine = Engine::new().expect("memory for a small table, and a thread");
        UciSettings {
            engine,
            log,
            show_wdl: false,
            minimal: false,
            strength: StrengthOptions { limited: false, elo: DEFAULT_ELO, skill: FULL_SKILL },
        }
    }

    /// Changes the strength options, and the engine if the resulting level differs.
    fn change_strength(&mut self, change: impl FnOnce(&mut StrengthOptions)) -> Applied {
        let before = self.strength.level();
        change(&mut self.strength);
        let level = self.strength.level();
        if level != before {
            self.engine.set_level(level).map_err(|error| error.to_string())?;
        }
        Ok(None)
    }

    /// Changes the engine between searches.
    fn change(&mut self, change: impl FnOnce(&mut Engine)) -> Applied {
        self.engine.end_search();
        change(&mut self.engine);
        Ok(None)
    }
}

/// The result of setting an option: `Ok` may hold a note to print; after an error, the old value stays.
type Applied = Result<Option<String>, String>;

/// The type of an option with its default, its range and its effect.
enum OptionType {
    Check {
        default: bool,
        apply: fn(&mut UciSettings, bool) -> Applied,
    },
    Spin {
        default: i64,
        min: i64,
        max: i64,
        apply: fn(&mut UciSettings, i64) -> Applied,
    },
    Button {
        apply: fn(&mut UciSettings) -> Applied,
    },
    Text {
        default: &'static str,
        apply: fn(&mut UciSettings, &str) -> Applied,
    },
    /// `apply` takes the index of the choice.
    Combo {
        default: &'static str,
        choices: &'static [&'static str],
        apply: fn(&mut UciSettings, usize) -> Applied,
    },
}

/// A row of the table.
struct UciOption {
    name: &'static str,
    kind: OptionType,
}

/// UCI's notation for an empty string.
const EMPTY: &str = "<empty>";
/// The value of `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "Quevedo ",
    env!("CARGO_PKG_VERSION"),
    " by the Quevedo authors, free under GPL-3.0-or-later"
);

static TABLE: &[UciOption] = &[
    UciOption {
        name: "Debug Log File",
        kind: OptionType::Text {
            default: EMPTY,
            apply: |settings, path| settings.log.open(path).map(|()| None),
        },
    },
    UciOption {
        name: "Threads",
        kind: OptionType::Spin {
            default: 1,
            min: 1,
            max: MAX_THREADS,
            apply: |settings, threads| {
                let set = settings.engine.set_threads(threads as usize);
                set.map(|()| None).map_err(|error| error.to_string())
            },
        },
    },
    UciOption {
        name: "Hash",
        kind: OptionType::Spin {
            default: DEFAULT_HASH as i64,
            min: 1,
            max: MAX_HASH,
            apply: |settings, megabytes| {
                let (_, old) = settings.engine.resources();
                let set = check_memory(megabytes as usize, old)
                    .and_then(|()| settings.engine.set_hash(megabytes as usize));
                set.map(|()| None).map_err(|error| error.to_string())
            },
        },
    },
    UciOption {
        name: "Clear Hash",
        kind: OptionType::Button {
            apply: |settings| {
                settings.engine.clear_hash();
                Ok(None)
            },
        },
    },
    UciOption {
        // Declared so that GUIs offer pondering; `go ponder` starts it.
        name: "Ponder",
        kind: OptionType::Check { default: false, apply: |_, _| Ok(None) },
    },
    UciOption {
        name: "MultiPV",
        kind: OptionType::Spin {
            default: 1,
            min: 1,
            max: 256,
            apply: |settings, lines| settings.change(|engine| engine.multi_pv = lines as usize),
        },
    },
    UciOption {
        name: "Move Overhead",
        kind: OptionType::Spin {
            default: DEFAULT_OVERHEAD as i64,
            min: 0,
            max: 5000,
            apply: |settings, ms| {
                settings.change(|engine| engine.overhead = Duration::from_millis(ms as u64))
            },
        },
    },
    UciOption {
        name: "nodestime",
        kind: OptionType::Spin {
            default: 0,
            min: 0,
            max: 10_000,
            apply: |settings, nodes| {
                settings.change(|engine| engine.set_nodes_per_ms(nodes as u64))
            },
        },
    },
    UciOption {
        name: "UCI_Chess960",
        kind: OptionType::Check {
            default: false,
            apply: |settings, on| settings.change(|engine| engine.chess960 = on),
        },
    },
    UciOption {
        name: "UCI_ShowWDL",
        kind: OptionType::Check {
            default: false,
            apply: |settings, on| {
                settings.engine.end_search();
                settings.show_wdl = on;
                Ok(None)
            },
        },
    },
    UciOption {
        // Analysis uses no book.
        name: "UCI_AnalyseMode",
        kind: OptionType::Check {
            default: false,
            apply: |settings, on| settings.change(|engine| engine.analysing = on),
        },
    },
    UciOption {
        name: "SyzygyPath",
        kind: OptionType::Text {
            default: EMPTY,
            apply: |settings, path| Ok(settings.engine.set_tablebases(path)),
        },
    },
    UciOption {
        name: "SyzygyProbeDepth",
        kind: OptionType::Spin {
            default: 1,
            min: 1,
            max: 100,
            apply: |settings, depth| {
                settings.change(|engine| engine.probing.probe_depth = depth as i32)
            },
        },
    },
    UciOption {
        name: "SyzygyProbeLimit",
        kind: OptionType::Spin {
            default: 7,
            min: 0,
            max: 7,
            apply: |settings, pieces| {
                settings.change(|engine| engine.probing.probe_limit = pieces as usize)
            },
        },
    },
    UciOption {
        name: "Syzygy50MoveRule",
        kind: OptionType::Check {
            default: true,
            apply: |settings, on| settings.change(|engine| engine.probing.rule50 = on),
        },
    },
    UciOption {
        name: "OwnBook",
        kind: OptionType::Check {
            default: false,
            apply: |settings, on| settings.change(|engine| engine.own_book = on),
        },
    },
    UciOption {
        name: "BookFile",
        kind: OptionType::Text {
            default: EMPTY,
            apply: |settings, path| {
                let set = settings.engine.set_book(path);
                set.map(Some).map_err(|error| format!("book '{path}': {error}"))
            },
        },
    },
    UciOption {
        name: "Minimal",
        kind: OptionType::Check {
            default: false,
            apply: |settings, on| {
                settings.engine.end_search();
                settings.minimal = on;
                Ok(None)
            },
        },
    },
    UciOption {
        name: "Skill Level",
        kind: OptionType::Spin {
            default: FULL_SKILL,
            min: 0,
            max: FULL_SKILL,
            apply: |settings, skill| settings.change_strength(|strength| strength.skill = skill),
        },
    },
    UciOption {
        name: "UCI_LimitStrength",
        kind: OptionType::Check {
            default: false,
            apply: |settings, on| settings.change_strength(|strength| strength.limited = on),
        },
    },
    UciOption {
        name: "UCI_Elo",
        kind: OptionType::Spin {
            default: DEFAULT_ELO,
            min: MIN_ELO as i64,
            max: MAX_ELO as i64,
            apply: |settings, elo| settings.change_strength(|strength| strength.elo = elo),
        },
    },
    UciOption {
        // 0 stands for a different seed in each game.
        name: "Level Seed",
        kind: OptionType::Spin {
            default: 0,
            min: 0,
            max: i32::MAX as i64,
            apply: |settings, seed| {
                let seed = (seed > 0).then_some(seed as u64);
                settings.change(|engine| engine.set_level_seed(seed))
            },
        },
    },
    UciOption {
        name: "Level Pace",
        kind: OptionType::Check {
            default: false,
            apply: |settings, on| settings.change(|engine| engine.set_level_pace(on)),
        },
    },
    UciOption {
        name: "Style",
        kind: OptionType::Combo {
            default: PlayingStyle::NAMES[0],
            choices: &PlayingStyle::NAMES,
            apply: |settings, choice| {
                settings.change(|engine| engine.set_style(PlayingStyle::ALL[choice]))
            },
        },
    },
    UciOption {
        name: "Spektrum Stage",
        kind: OptionType::Combo {
            default: SpektrumStage::LAST.name(),
            choices: &SpektrumStage::NAMES,
            apply: |settings, choice| {
                settings.change(|engine| engine.set_stage(SpektrumStage::ALL[choice]))
            },
        },
    },
    UciOption {
        // Read-only: GUIs show the default.
        name: "UCI_EngineAbout",
        kind: OptionType::Text { default: ABOUT, apply: |_, _| Ok(None) },
    },
];

/// The `option` lines, in the table's order.
pub fn declarations() -> Vec<String> {
    let line = |row: &UciOption| {
        let kind = match row.kind {
            OptionType::Check { default, .. } => format!("check default {default}"),
            OptionType::Spin { default, min, max, .. } => {
                format!("spin default {default} min {min} max {max}")
            }
            OptionType::Button { .. } => "button".to_owned(),
            OptionType::Text { default, .. } => format!("string default {default}"),
            OptionType::Combo { default, choices, .. } => {
                let choices: String = choices.iter().map(|name| format!(" var {name}")).collect();
                format!("combo default {default}{choices}")
            }
        };
        format!("option name {} type {kind}", row.name)
    };
    #[allow(unused_mut, reason = "only the tune feature adds to it")]
    let mut lines: Vec<String> = TABLE.iter().map(line).collect();
    #[cfg(feature = "tune")]
    lines.extend(tunable::of_search().chain(tunable::of_evaluation()).map(|row| {
        format!(
            "option name {} type spin default {} min {} max {}",
            row.name, row.default, row.min, row.max
        )
    }));
    lines
}

/// What a `setoption` does when it is executed.
pub(super) type Setting<'a> = Box<dyn FnOnce(&mut UciSettings) -> Applied + 'a>;

/// Executes `setoption`.
///
/// # Errors
/// An unknown option, a bad value, or a value that the system refuses. The old value stays.
pub(super) fn set(settings: &mut UciSettings, text: &str) -> Applied {
    parse(text)?(settings)
}

/// What a `setoption` says.
///
/// # Errors
/// An unknown option or a bad value.
pub(super) fn parse(text: &str) -> Result<Setting<'_>, String> {
    let (name, value) = split(text)?;
    let Some(row) = TABLE.iter().find(|row| row.name.eq_ignore_ascii_case(&name)) else {
        #[cfg(feature = "tune")]
        if let Some(number) = tunable::Number::named(&name) {
            let value = number_within(&name, value, &number.range())?;
            return Ok(Box::new(move |_| {
                number.set(value);
                Ok(None)
            }));
        }
        return Err(format!("no such option '{name}'"));
    };
    let wrong = |wanted: &str| Err(not_wanted(row.name, value, wanted));
    Ok(match row.kind {
        OptionType::Button { apply } => Box::new(apply),
        OptionType::Check { apply, .. } => {
            let value = match value.to_ascii_lowercase().as_str() {
                "true" => true,
                "false" => false,
                _ => return wrong("true or false"),
            };
            Box::new(move |settings| apply(settings, value))
        }
        OptionType::Spin { min, max, apply, .. } => {
            let value = number_within(row.name, value, &(min..=max))?;
            Box::new(move |settings| apply(settings, value))
        }
        OptionType::Text { apply, .. } => {
            let value = if value == EMPTY { "" } else { value };
            Box::new(move |settings| apply(settings, value))
        }
        OptionType::Combo { choices, apply, .. } => {
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            // The first word of a choice is enough, because fastchess does not support values of several words.
            let is_meant = |choice: &&str| {
                let first = choice.split(' ').next().unwrap_or_default();
                choice.eq_ignore_ascii_case(&value) || first.eq_ignore_ascii_case(&value)
            };
            match choices.iter().position(is_meant) {
                Some(choice) => Box::new(move |settings| apply(settings, choice)),
                None => return wrong(&format!("one of {}", choices.join(", "))),
            }
        }
    })
}

/// Parses a number within a range.
///
/// # Errors
/// The text is not a number, or the number is out of range.
fn number_within<T: FromStr + PartialOrd + Display>(
    name: &str,
    value: &str,
    range: &RangeInclusive<T>,
) -> Result<T, String> {
    value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        not_wanted(name, value, &format!("a number from {} to {}", range.start(), range.end()))
    })
}

/// The message for a bad value.
fn not_wanted(name: &str, value: &str, wanted: &str) -> String {
    format!("{name}: '{value}' is not {wanted}")
}

/// The name and the value. The name ends at the word `value`, the value at the end of the line. Spaces within the value
/// are kept, because it may be a path.
fn split(text: &str) -> Result<(String, &str), String> {
    let nameless = || format!("setoption: expected 'name', got '{text}'");
    let (word, mut rest) = split_word(text);
    if word != "name" {
        return Err(nameless());
    }
    let mut name: Vec<&str> = Vec::new();
    loop {
        let (word, after) = split_word(rest);
        rest = after;
        if word.is_empty() || word == "value" {
            break;
        }
        name.push(word);
    }
    if name.is_empty() { Err(nameless()) } else { Ok((name.join(" "), rest.trim())) }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn names_and_values_may_hold_blanks() {
        let path = split("name  Debug   Log File value  /tmp/a  b value/c ").unwrap();
        assert_eq!(path, ("Debug Log File".into(), "/tmp/a  b value/c"));
        assert_eq!(split("name Clear Hash").unwrap(), ("Clear Hash".into(), ""));
        assert!(split("name value 3").is_err() && split("value 3").is_err());
    }
}
