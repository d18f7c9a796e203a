//! The shape of the source: imports run downward, nothing prints that should not, `unsafe` stays
//! where it was allowed, and no vector code or process exit hides anywhere.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers as `lib.rs` lists them; a module may import lower ones only.
const LAYERS: [(&str, u32); 18] = [
    ("cpu", 0),
    ("sync", 0),
    ("types", 0),
    ("attacks", 1),
    ("board", 2),
    ("position", 3),
    ("eval", 4),
    ("probe", 4),
    ("notation", 4),
    ("data", 4),
    ("tt", 4),
    ("search", 5),
    ("classics", 6),
    ("tunable", 6),
    ("engine", 7),
    ("support", 8),
    ("commands", 9),
    ("uci", 9),
];

/// Where `unsafe` is allowed, each with a reason beside it in the file.
const UNSAFE: [&str; 4] =
    ["types/move_list.rs", "attacks/mod.rs", "probe/tablebases.rs", "tt/memory.rs"];

/// The one intrinsic: a prefetch hint.
const PREFETCH: &str = "tt/memory.rs";

/// The one place that asks what the CPU can do: at the start, never to choose between two ways. The
/// functions that ask for it are among the intrinsics.
const CPU_CHECK: &str = "cpu.rs";

struct Source {
    /// Path below `src`.
    path: String,
    /// The code, without comments.
    code: String,
}

fn sources() -> Vec<Source> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(files.len() > 40, "only {} files found", files.len());
    files
        .into_iter()
        .map(|file| {
            let path = file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&file).unwrap();
            let code = text.lines().map(without_comment).collect::<Vec<_>>().join("\n");
            Source { path, code }
        })
        .collect()
}

fn without_comment(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

fn layer_of(module: &str) -> Option<u32> {
    LAYERS.iter().find(|(name, _)| *name == module).map(|(_, layer)| *layer)
}

/// The module a file belongs to; `None` for `lib.rs` and `main.rs`.
fn module_of(path: &str) -> Option<&str> {
    let first = path.split('/').next().unwrap();
    let module = first.strip_suffix(".rs").unwrap_or(first);
    (module != "lib" && module != "main").then_some(module)
}

/// Modules that code names after `crate::`, one by one or in braces.
fn imports(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (place, _) in code.match_indices("crate::") {
        let rest = &code[place + "crate::".len()..];
        let names = match rest.strip_prefix('{') {
            Some(group) => group.split('}').next().unwrap().split(',').collect(),
            None => vec![rest],
        };
        for name in names {
            let name = name.trim_start();
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
            found.push(name[..end].to_owned());
        }
    }
    found
}

#[test]
fn every_module_has_a_layer() {
    for source in sources() {
        if let Some(module) = module_of(&source.path) {
            assert!(layer_of(module).is_some(), "{}: no layer for '{module}'", source.path);
        }
    }
}

#[test]
fn imports_run_downward() {
    for source in sources() {
        let Some(module) = module_of(&source.path) else { continue };
        let own = layer_of(module).unwrap();
        for import in imports(&source.code) {
            let Some(layer) = layer_of(&import) else {
                panic!("{}: crate::{import} is no known module", source.path);
            };
            assert!(
                import == module || layer < own,
                "{} (layer {own}) imports {import} (layer {layer})",
                source.path
            );
        }
    }
}

#[test]
fn only_the_engine_knows_the_classics() {
    for source in sources() {
        let module = module_of(&source.path);
        let may = matches!(module, Some("engine" | "classics"));
        let does = imports(&source.code).iter().any(|import| import == "classics");
        assert!(may || !does, "{} imports classics", source.path);
    }
}

#[test]
fn only_the_edges_print() {
    for source in sources() {
        let edge = matches!(module_of(&source.path), None | Some("uci" | "commands" | "support"));
        for what in ["println!", "eprintln!", "print!(", "dbg!", "io::stdout", "io::stderr"] {
            assert!(edge || !source.code.contains(what), "{} has {what}", source.path);
        }
        let exits = source.code.contains("process::exit") || source.code.contains("process::abort");
        assert!(source.path == "main.rs" || !exits, "{} ends the process", source.path);
    }
}

#[test]
fn unsafe_code_is_where_it_may_be() {
    for source in sources() {
        let has = source
            .code
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| word == "unsafe");
        assert_eq!(has, UNSAFE.contains(&source.path.as_str()), "unsafe in {}", source.path);
    }
}

#[test]
fn no_vector_code() {
    for source in sources() {
        for line in source.code.lines() {
            let suspicious = [
                "std::arch",
                "core::arch",
                "std::simd",
                "core::simd",
                "_mm_",
                "_mm256_",
                "_mm512_",
                "asm!",
            ]
            .iter()
            .any(|word| line.contains(word));
            let prefetch = source.path == PREFETCH
                && (line.contains("_mm_prefetch") || line.contains("_MM_HINT_T0"));
            let cpu_check = source.path == CPU_CHECK && line.contains("__cpuid_count");
            assert!(!suspicious || prefetch || cpu_check, "{}: {line}", source.path);
            let detection = line.contains("feature_detected") || line.contains("target_feature");
            assert!(!detection || source.path == CPU_CHECK, "{}: {line}", source.path);
        }
    }
}

#[test]
fn the_checks_see_what_they_should() {
    assert_eq!(imports("use crate::{types::Move, eval};"), ["types", "eval"]);
    assert_eq!(imports("let x = crate::uci::run();"), ["uci"]);
    assert_eq!(without_comment("code(); // unsafe"), "code(); ");
}

/// Names in the text on the search that belong to code, not to the table of numbers.
const OTHER_NAMES: [&str; 1] = ["opponent_worsening"];

/// The page tells numbers by name, so that it can't go out of date; the names must be right.
#[test]
fn the_page_on_the_search_names_numbers_that_exist() {
    let page = include_str!("../docs/search.md");
    // What stands between backticks is every second piece.
    let code = page.split('`').skip(1).step_by(2);
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let names: Vec<&str> = code
        .filter(|code| !code.contains('\n'))
        .flat_map(|code| code.split(|c: char| !is_part(c)))
        .filter(|name| name.contains('_') && !OTHER_NAMES.contains(name))
        .collect();
    assert!(names.len() > 40, "only {names:?}");
    for name in names {
        assert!(quevedo::search::params::TABLE.iter().any(|row| row.name == name), "{name}");
    }
}
