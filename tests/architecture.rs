//! The architecture of the source: modules import only lower layers, nothing prints outside the top layers, `unsafe`
//! stays where it is allowed, and there is no SIMD code and no hidden process exit.

use std::fs;
use std::path::{Path, PathBuf};

#[path = "common/markdown.rs"]
mod markdown;

use markdown::{inline_code, rows};

/// The layers, from bottom to top; a module may import lower ones only.
const LAYERS: [(&str, u32); 19] = [
    ("cpu", 0),
    ("prefetch", 0),
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

/// The files where `unsafe` is allowed; each use is justified in the file.
const UNSAFE: [&str; 5] = [
    "prefetch.rs",
    "types/move_list.rs",
    "attacks/mod.rs",
    "probe/tablebases/syzygy.rs",
    "tt/memory.rs",
];

/// The files where modules are chosen by feature.
const FEATURES: [&str; 8] = [
    "lib.rs",
    "attacks/mod.rs",
    "cpu.rs",
    "notation/mod.rs",
    "probe/tablebases/mod.rs",
    "support/mod.rs",
    "tt/mod.rs",
    "uci/mod.rs",
];

/// Where the instruction PEXT is used, which is not SIMD code (feature `pext`).
const PEXT: &str = "attacks/mod.rs";

/// Where the only other intrinsic is used: a prefetch hint.
const PREFETCH: &str = "prefetch.rs";

/// The only place that asks what the CPU supports. It does so at the start, never to choose between two
/// implementations. The functions that ask are among the intrinsics.
const CPU_CHECK: &str = "cpu.rs";

struct Source {
    /// The path below `src`.
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

/// The top-level module that a file belongs to; `None` for `lib.rs` and `main.rs`.
fn module_of(path: &str) -> Option<&str> {
    let first = path.split('/').next().unwrap();
    let module = first.strip_suffix(".rs").unwrap_or(first);
    (module != "lib" && module != "main").then_some(module)
}

/// The modules that code names after `crate::`, singly or in braces.
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

/// Cargo's features, except for those that change numbers, counts or the tests of a whole build.
fn features() -> Vec<String> {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"));
    let manifest = manifest.unwrap();
    let section = manifest.split("\n[features]\n").nth(1).unwrap().split("\n[").next().unwrap();
    let names = section.lines().filter_map(|line| line.split_once(" = [")).map(|(name, _)| name);
    let inner = ["default", "tune", "stats", "loom"];
    names.filter(|name| !inner.contains(name)).map(str::to_owned).collect()
}

#[test]
fn features_choose_whole_modules() {
    let features = features();
    assert_eq!(features, ["std", "search", "syzygy", "pext", "huge-pages", "uci", "cli"]);
    for source in sources() {
        for feature in &features {
            let asks = source.code.contains(&format!("feature = \"{feature}\""));
            assert!(
                !asks || FEATURES.contains(&source.path.as_str()),
                "{}: {feature}",
                source.path
            );
        }
    }
}

#[test]
fn the_readme_has_the_features() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"));
    let readme = readme.unwrap();
    let rows: Vec<&str> = rows(&readme).iter().map(|row| row[0]).collect();
    for feature in features() {
        assert!(rows.contains(&format!("`{feature}`").as_str()), "no row for '{feature}'");
    }
}

#[test]
fn unsafe_code_is_where_it_may_be() {
    for source in sources() {
        let has = source
            .code
            .split(|c: char| !c.is_alphanumeric() && !"_-".contains(c)) // `unsafe-inline` is HTML
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
            let pext = source.path == PEXT && line.contains("_pext_u64");
            assert!(!suspicious || prefetch || cpu_check || pext, "{}: {line}", source.path);
            let detection = line.contains("feature_detected") || line.contains("target_feature");
            let may_ask = source.path == CPU_CHECK || source.path == PEXT;
            assert!(!detection || may_ask, "{}: {line}", source.path);
        }
    }
}

#[test]
fn the_checks_see_what_they_should() {
    assert_eq!(imports("use crate::{types::Move, eval};"), ["types", "eval"]);
    assert_eq!(imports("let x = crate::uci::run();"), ["uci"]);
    assert_eq!(without_comment("code(); // unsafe"), "code(); ");
}

/// The tokens of Rust code that matter to imports: names, `::`, and any other single characters.
fn tokens(code: &str) -> Vec<&str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("::") {
            2
        } else if is_name(first) {
            rest.find(|c| !is_name(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    found
}

/// All paths in a tree such as `a::{b, c::{self, d as e}}`, and the place after it.
fn paths<'a>(tokens: &[&'a str], mut at: usize) -> (Vec<Vec<&'a str>>, usize) {
    let mut path = vec![tokens[at]];
    at += 1;
    while tokens.get(at) == Some(&"::") {
        at += 1;
        if tokens.get(at) != Some(&"{") {
            // A turbofish or the end of the code ends the path.
            let Some(&name) = tokens.get(at).filter(|&&name| name != "<") else { break };
            path.push(name);
            at += 1;
            continue;
        }
        let mut all = Vec::new();
        at += 1;
        while tokens[at] != "}" {
            if tokens[at] == "," {
                at += 1;
                continue;
            }
            let (branches, next) = paths(tokens, at);
            all.extend(branches.into_iter().map(|branch| {
                let tail = branch.into_iter().filter(|&name| name != "self");
                path.iter().copied().chain(tail).collect()
            }));
            at = next;
            if tokens[at] == "as" {
                at += 2;
            }
        }
        return (all, at + 1);
    }
    (vec![path], at)
}

/// The module of a file, by its path: `search/mod.rs` and `search.rs` are `search`, and `lib.rs` is the root, `""`.
fn module_path(path: &str) -> String {
    let path = path.strip_suffix(".rs").unwrap();
    let path = path.strip_suffix("/mod").unwrap_or(path);
    if path == "lib" { String::new() } else { path.replace('/', "::") }
}

fn join(parent: &str, child: &str) -> String {
    if parent.is_empty() { child.to_owned() } else { format!("{parent}::{child}") }
}

fn parent(module: &str) -> &str {
    module.rsplit_once("::").map_or("", |(parent, _)| parent)
}

/// A path that a file names: the module that it means or contains the item, and the item.
struct Use {
    from: String,
    /// The path from the root.
    path: String,
    /// Whether it re-exports a child's item: `pub use child::Item`.
    re_export: bool,
}

/// Every path to a module of the crate that a file names, except in test modules.
fn uses(module: &str, code: &str, files: &[String]) -> Vec<Use> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    // Inline modules, with the depth of braces at which they begin.
    let mut inner: Vec<(String, i32)> = Vec::new();
    let (mut depth, mut at) = (0, 0);
    let (mut is_test, mut is_use, mut is_public) = (false, false, false);
    while at < tokens.len() {
        let here = inner.last().map_or(module, |(name, _)| name).to_owned();
        match tokens[at] {
            // A brace in a character literal opens nothing.
            "'" if tokens.get(at + 2) == Some(&"'") => at += 2,
            "#" if tokens.get(at + 1) == Some(&"[") => {
                let end = at + tokens[at..].iter().position(|&token| token == "]").unwrap();
                is_test |= tokens[at..end].contains(&"cfg") && tokens[at..end].contains(&"test");
                at = end + 1;
                continue;
            }
            "mod" if tokens.get(at + 2) == Some(&"{") => {
                if is_test {
                    // Tests come last, so the rest of the file is test code.
                    break;
                }
                inner.push((join(&here, tokens[at + 1]), depth));
                (depth, at) = (depth + 1, at + 3);
                continue;
            }
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                inner.pop_if(|(_, begin)| *begin >= depth);
            }
            "use" => {
                is_use = true;
                is_public = at > 0 && matches!(tokens[at - 1], "pub" | ")");
            }
            ";" => (is_test, is_use, is_public) = (false, false, false),
            name if tokens.get(at + 1) == Some(&"::") && (at == 0 || tokens[at - 1] != "::") => {
                let child = join(&here, name);
                if matches!(name, "crate" | "super" | "self") || files.contains(&child) {
                    let (branches, next) = paths(&tokens, at);
                    for branch in branches {
                        let mut base = here.clone();
                        let mut names = branch.into_iter().peekable();
                        while let Some(step) =
                            names.next_if(|name| matches!(*name, "crate" | "super" | "self"))
                        {
                            match step {
                                "crate" => base.clear(),
                                "super" => base = parent(&base).to_owned(),
                                _ => {}
                            }
                        }
                        let path = names.fold(base, |path, name| join(&path, name));
                        let re_export = is_use && is_public;
                        found.push(Use { from: module.to_owned(), path, re_export });
                    }
                    at = next;
                    continue;
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Which module imports which. `mod child;` is not an import, nor is `pub use child::Item`: whoever uses the
/// re-exported item imports the child. So a `mod.rs` that only re-exports is in no cycle with its children, but one
/// that uses them while they use what it defines is.
fn import_graph(sources: &[(String, String)]) -> Vec<(String, String)> {
    let files: Vec<String> = sources.iter().map(|(module, _)| module.clone()).collect();
    let all: Vec<Use> =
        sources.iter().flat_map(|(module, code)| uses(module, code, &files)).collect();
    let is_below = |path: &str, module: &str| {
        path.strip_prefix(module).is_some_and(|rest| rest.starts_with("::"))
    };
    let is_handed_on = |all_use: &&Use| all_use.re_export && is_below(&all_use.path, &all_use.from);
    let mut edges = Vec::new();
    for import in all.iter().filter(|import| !is_handed_on(import)) {
        // Follow re-exports to the place where the item is defined.
        let mut path = import.path.clone();
        while let Some(next) = all.iter().filter(is_handed_on).find(|handed| {
            let item = handed.path.rsplit("::").next().unwrap();
            let outside = join(&handed.from, item);
            path != handed.path && (path == outside || is_below(&path, &outside))
        }) {
            path.clone_from(&next.path);
        }
        while !files.contains(&path) {
            path = parent(&path).to_owned();
        }
        if path != import.from {
            edges.push((import.from.clone(), path));
        }
    }
    edges
}

/// Import cycles: in each folder, the modules that import one another, counting everything inside them. Each cycle is
/// described by its modules.
fn circles(edges: &[(String, String)]) -> Vec<String> {
    let mut folders = vec![""];
    for (from, to) in edges {
        for mut module in [from.as_str(), to] {
            while !module.is_empty() {
                folders.push(module);
                module = parent(module);
            }
        }
    }
    folders.sort_unstable();
    folders.dedup();
    let mut found = Vec::new();
    for folder in folders {
        // The folder's child that a module belongs to, or the folder's own file.
        let part = |module: &str| -> Option<String> {
            let rest = if folder.is_empty() { module } else { module.strip_prefix(folder)? };
            match rest.strip_prefix("::") {
                Some(rest) => Some(join(folder, rest.split("::").next().unwrap())),
                None if folder.is_empty() => Some(rest.split("::").next().unwrap().to_owned()),
                None => rest.is_empty().then(|| folder.to_owned()),
            }
        };
        let inside: Vec<(String, String)> = edges
            .iter()
            .filter_map(|(from, to)| Some((part(from)?, part(to)?)))
            .filter(|(from, to)| from != to)
            .collect();
        let reached = |from: &str| {
            let mut reached = vec![from.to_owned()];
            let mut at = 0;
            while let Some(here) = reached.get(at).cloned() {
                for (_, to) in inside.iter().filter(|(from, _)| *from == here) {
                    if !reached.contains(to) {
                        reached.push(to.clone());
                    }
                }
                at += 1;
            }
            reached
        };
        let mut parts: Vec<&String> = inside.iter().map(|(from, _)| from).collect();
        parts.sort_unstable();
        parts.dedup();
        for part in &parts {
            let mut circle = reached(part);
            circle.retain(|other| reached(other).contains(part));
            circle.sort_unstable();
            if circle.len() > 1 && circle[0] == **part {
                found.push(circle.join(", "));
            }
        }
    }
    found
}

#[test]
fn imports_run_in_no_circle() {
    let sources: Vec<(String, String)> = sources()
        .into_iter()
        .filter(|source| source.path != "main.rs")
        .map(|source| (module_path(&source.path), source.code))
        .collect();
    let edges = import_graph(&sources);
    assert!(edges.len() > 500, "only {} imports found", edges.len());
    let found = circles(&edges);
    assert!(found.is_empty(), "modules that import one another: {found:#?}");
}

#[test]
fn the_check_for_circles_sees_them() {
    let graph = |files: &[(&str, &str)]| {
        let files: Vec<(String, String)> =
            files.iter().map(|&(name, code)| (name.to_owned(), code.to_owned())).collect();
        circles(&import_graph(&files))
    };
    let none: [&str; 0] = [];
    let facade = ("a", "mod b; mod c; pub use b::{B, D}; pub use c::C;");
    assert_eq!(graph(&[facade, ("a::b", "use super::c::C;"), ("a::c", "struct C;")]), none);
    assert_eq!(
        graph(&[facade, ("a::b", "use super::C;"), ("a::c", "use crate::a::B;")]),
        ["a::b, a::c"]
    );
    assert_eq!(
        graph(&[facade, ("a::b", "fn f() { super::c::g(); }"), ("a::c", "use super::b;")]),
        ["a::b, a::c"]
    );
    // A parent that uses a child that uses the parent.
    let parent = ("a", "mod b; use b::B; struct A;");
    assert_eq!(graph(&[parent, ("a::b", "use super::A;")]), ["a, a::b"]);
    assert_eq!(graph(&[parent, ("a::b", "mod inner { use super::B; }")]), none);
    // Tests may import from the parent.
    assert_eq!(graph(&[parent, ("a::b", "#[cfg(test)] mod tests { use crate::a::A; }")]), none);
    // Two folders whose files import one another crosswise.
    let folders =
        [("a::b", "use crate::c::d::D;"), ("a::e", ""), ("c::d", ""), ("c::f", "use crate::a::e;")];
    let roots = [("a", ""), ("c", ""), ("", "")];
    assert_eq!(graph(&[&folders[..], &roots[..]].concat()), ["a, c"]);
    assert_eq!(
        paths(&tokens("crate::{a, b::{self, C as D}};"), 0).0,
        [vec!["crate", "a"], vec!["crate", "b"], vec!["crate", "b", "C"]]
    );
}

/// The page names parameters and functions, and this test checks that the names exist, so the page can't go out of
/// date.
#[test]
fn the_page_on_the_search_names_numbers_that_exist() {
    let page = include_str!("../docs/search.md");
    // Every second piece was between backticks.
    let code = page.split('`').skip(1).step_by(2).filter(|code| !code.contains('\n'));
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let search: Vec<Source> =
        sources().into_iter().filter(|source| source.path.starts_with("search/")).collect();
    let is_in_search = |name: &str| {
        search.iter().any(|source| source.code.split(|c| !is_part(c)).any(|word| word == name))
    };
    let mut parameters = 0;
    for name in code.flat_map(|code| code.split(|c: char| !is_part(c) && c != '.' && c != '/')) {
        if name.ends_with(".rs") {
            let path = name.strip_prefix("src/").map_or(format!("search/{name}"), str::to_owned);
            assert!(sources().iter().any(|source| source.path == path), "no file {name}");
        } else if name.contains('_') {
            let is_parameter = quevedo::search::params::TABLE.iter().any(|row| row.name == name);
            assert!(is_parameter || is_in_search(name), "{name}");
            parameters += usize::from(is_parameter);
        }
    }
    assert!(parameters > 40, "only {parameters}");
}

fn page_on_the_architecture() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md")).unwrap()
}

fn has_word(code: &str, word: &str) -> bool {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|found| found == word)
}

/// Whether a file below `src` defines a name such as `Session::execute`.
fn defines(code: &str, name: &str) -> bool {
    let (owner, name) = name.rsplit_once("::").unwrap_or(("", name));
    let is_defined = code.match_indices(name).any(|(place, _)| {
        let before = code[..place].trim_end().rsplit(char::is_whitespace).next();
        let after = code[place + name.len()..].chars().next();
        matches!(before, Some("fn" | "struct" | "trait" | "enum" | "const" | "static"))
            && after.is_some_and(|c| !c.is_alphanumeric() && c != '_')
    });
    is_defined && (owner.is_empty() || has_word(code, owner))
}

#[test]
fn the_page_on_the_architecture_has_the_layers() {
    let page = page_on_the_architecture();
    let mut found: Vec<(String, u32)> = Vec::new();
    for row in rows(&page) {
        if let Ok(layer) = row[0].parse() {
            let module = row[1].trim_matches('`').strip_prefix("src/").unwrap();
            found.push((module.strip_suffix(".rs").unwrap_or(module).to_owned(), layer));
        }
    }
    found.sort();
    let mut layers = LAYERS.map(|(module, layer)| (module.to_owned(), layer));
    layers.sort();
    assert_eq!(found, layers);
}

/// The project's pages, by name.
fn pages() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let all = docs.chain(["README.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
    all.map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn pages_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_part = |c: char| c.is_alphanumeric() || "_./-".contains(c);
    let folders = ["src/", "tests/", "docs/", "scripts/", "examples/", "benches/", "fuzz/"];
    let mut checked = 0;
    for (name, page) in pages() {
        // A path is relative to the root or, in a diagram, to `src`; a link is relative to `docs`.
        let is_map = name.ends_with("architecture.md");
        for word in page.split(|c| !is_part(c)).map(|word| word.trim_end_matches(['.', '-'])) {
            let is_path = folders.iter().any(|folder| word.starts_with(folder))
                || (is_map && (word.ends_with(".rs") || word.ends_with(".md")));
            let places = ["", "src", "docs"].map(|folder| root.join(folder).join(word));
            let exists = || places.iter().any(|place| place.exists());
            assert!(!is_path || exists(), "{name}: no file or folder '{word}'");
            checked += u32::from(is_path);
        }
    }
    assert!(checked > 200, "only {checked} paths found");
}

#[test]
fn links_within_the_pages_lead_somewhere() {
    let mut checked = 0;
    for (name, page) in pages() {
        let folder = Path::new(&name).parent().unwrap();
        let links = page.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
        for link in links.filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { name.clone().into() } else { folder.join(file) };
            assert!(target.exists(), "{name}: no '{link}'");
            if !heading.is_empty() && target.extension().is_some_and(|extension| extension == "md")
            {
                let headings = anchors(&fs::read_to_string(target).unwrap());
                assert!(headings.iter().any(|known| known == heading), "{name}: no '{link}'");
            }
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} links found");
}

/// The anchors of a page's headings as GitHub makes them: in lower case, with hyphens for blanks, and without other
/// signs.
fn anchors(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let titles = headings.map(|line| line.trim_start_matches('#').trim().to_lowercase());
    let is_kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
    titles
        .map(|title| title.chars().filter(is_kept).collect::<String>().replace(' ', "-"))
        .collect()
}

#[test]
fn the_page_on_the_architecture_names_functions_where_they_are() {
    let page = page_on_the_architecture();
    let sources = sources();
    let code = |path: &str| {
        let source = sources.iter().find(|source| source.path == path);
        source.map_or_else(|| panic!("no file 'src/{path}'"), |source| source.code.as_str())
    };
    // Files with names: in the rows of the walkthroughs and the boxes of the diagrams.
    let mut named: Vec<(&str, &str)> = Vec::new();
    for row in rows(&page) {
        if let Some(file) = row[0].trim_matches('`').strip_prefix("src/") {
            named.extend(inline_code(row[1]).into_iter().map(|name| (file, name)));
        }
    }
    for label in page.split('"') {
        named.extend(label.split_once("<br>").filter(|(file, _)| file.ends_with(".rs")));
    }
    assert!(named.len() > 60, "only {} names found", named.len());
    for (file, name) in named {
        assert!(defines(code(file), name), "src/{file} does not define '{name}'");
    }
    // Names in the text and in the glossary.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let contributing = fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
    let words = rows(&contributing).into_iter().flat_map(|row| inline_code(row[0]));
    let words = words.map(|word| word.trim_end_matches('!'));
    let is_name = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || "_:".contains(c));
    for name in inline_code(&page).into_iter().chain(words).filter(is_name) {
        let last = name.rsplit("::").next().unwrap();
        let is_known = sources.iter().any(|source| has_word(&source.code, last));
        assert!(is_known, "nothing is called '{name}'");
    }
}

#[test]
fn the_checks_of_the_page_see_what_they_should() {
    assert!(defines("impl Session { fn execute(&mut self) {} }", "Session::execute"));
    assert!(!defines("impl Session { fn executed() { execute() } }", "Session::execute"));
    assert!(!defines("fn execute() {}", "Session::execute"));
    assert_eq!(inline_code("a `b` c\n```\n`d`\n```\n`e`"), ["b", "e"]);
    assert_eq!(rows("| a | `b` |\ntext"), [["a", "`b`"]]);
}

#[test]
fn quevedo_is_nowhere_longer_than_another_crate() {
    let page = include_str!("../docs/library.md");
    let mut compared = 0;
    for task in page.split("\n## ").filter(|section| section.contains("```rust")) {
        // Quevedo's code comes first; the python-chess code is not counted.
        let blocks = task.split("```rust\n").skip(1);
        let lengths: Vec<usize> =
            blocks.map(|block| block.split("```").next().unwrap().lines().count()).collect();
        assert!(lengths.iter().all(|&length| lengths[0] <= length), "{lengths:?}: {task}");
        compared += lengths.len() - 1;
    }
    assert!(compared >= 12, "only {compared} comparisons");
}
