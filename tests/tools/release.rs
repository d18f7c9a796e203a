//! Releases: what `cargo binstall` looks for, according to the metadata in Cargo.toml, is what `scripts/package` packs
//! and the release workflow uploads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::tool::{Folder, text};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const REPOSITORY: &str = "https://github.com/someone/quevedo";

fn workflow() -> String {
    fs::read_to_string(Path::new(ROOT).join(".github/workflows/release.yml")).unwrap()
}

/// The targets in the workflow's matrix: a line for each key, below a line `- name: ...`.
fn builds() -> Vec<BTreeMap<String, String>> {
    let workflow = workflow();
    let (_, matrix) = workflow.split_once("\n        include:\n").unwrap();
    let mut builds = Vec::<BTreeMap<String, String>>::new();
    for line in matrix.lines().take_while(|line| line.starts_with("          ")) {
        let line = line.trim_start();
        if line.starts_with("- ") {
            builds.push(BTreeMap::new());
        }
        let (key, value) = line.trim_start_matches("- ").split_once(": ").unwrap();
        builds.last_mut().unwrap().insert(key.into(), value.into());
    }
    builds
}

/// The metadata for `cargo binstall`, as parsed by cargo.
fn binstall() -> Value {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(ROOT);
    let told: Value = serde_json::from_slice(&cargo.output().unwrap().stdout).unwrap();
    told["packages"][0]["metadata"]["binstall"].clone()
}

/// Writes a shell script.
fn script(folder: &Folder, name: &str, commands: &str) -> String {
    folder.write_script(name, format!("#!/bin/sh\n{commands}\n"))
}

/// Packs a stand-in for the binary with this name, as the workflow does. Returns the archive's name and the files in
/// it. The stand-in calls the program, and `7z` is a stand-in that makes a tar file.
fn packed(folder: &Folder, binary: &str, name: &str) -> (String, Vec<String>) {
    let stand_in =
        script(folder, binary, &format!("exec {} \"$@\"", env!("CARGO_BIN_EXE_quevedo")));
    let archiver = script(folder, "7z", "exec tar -cf \"$3\" \"$4\"");
    let tools = Path::new(&archiver).parent().unwrap().to_owned();
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap());
    let mut package = Command::new(format!("{ROOT}/scripts/package"));
    package.args([&stand_in, name, &folder.file("archives")]).env("PATH", path);
    let output = package.output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let archive = text(&output.stdout).trim_end().to_owned();
    let list = Command::new("tar").args(["-tf", &archive]).output().unwrap();
    let files = text(&list.stdout).lines().map(str::to_owned).collect();
    (archive.rsplit('/').next().unwrap().into(), files)
}

#[test]
fn binstall_finds_what_the_workflow_uploads() {
    let folder = Folder::new("binstall");
    let (binstall, builds) = (binstall(), builds());
    assert_eq!(builds.len(), 7, "{builds:?}");
    let offered = binstall["overrides"].as_object().unwrap();
    for (target, own) in offered {
        // The static binary also serves systems whose programs are linked to glibc. Of several builds for a target, the
        // first by name is for older CPUs.
        let built = target.replace("-gnu", "-musl");
        let fitting = builds.iter().filter(|build| build["target"] == built);
        let build = fitting.min_by_key(|build| build["name"].clone());
        let build = build.unwrap_or_else(|| panic!("the workflow builds nothing for {target}"));
        let extension = if target.contains("windows") { ".exe" } else { "" };
        let told = |key: &str| {
            let filled = own[key].as_str().unwrap().replace("{ repo }", REPOSITORY);
            let filled = filled.replace("{ version }", env!("CARGO_PKG_VERSION"));
            let filled = filled.replace("{ name }", "quevedo").replace("{ bin }", "quevedo");
            filled.replace("{ binary-ext }", extension)
        };
        let (archive, files) = packed(&folder, &format!("quevedo{extension}"), &build["name"]);
        let version = env!("CARGO_PKG_VERSION");
        let address = format!("{REPOSITORY}/releases/download/v{version}/{archive}");
        assert_eq!(told("pkg-url"), address, "{target}");
        assert!(files.contains(&told("bin-dir")), "{target}: no {} in {files:?}", told("bin-dir"));
        let format = own.get("pkg-fmt").unwrap_or(&binstall["pkg-fmt"]).as_str().unwrap();
        let ending = match format {
            "tgz" => ".tar.gz",
            "zip" => ".zip",
            other => panic!("{target}: '{other}'"),
        };
        assert!(archive.ends_with(ending), "{target}: {archive} is no {format}");
    }
    let offered: BTreeSet<&str> = offered.keys().map(String::as_str).collect();
    for build in &builds {
        assert!(offered.contains(&build["target"][..]), "binstall lacks {}", build["target"]);
    }
}

#[test]
fn the_release_counts_its_archives_and_checks_where_they_will_be() {
    let (workflow, builds) = (workflow(), builds());
    let debs = builds.iter().filter(|build| build.contains_key("deb")).count();
    let all = format!("[[ $(ls | wc -l) == {} ]]", builds.len() + debs);
    assert!(workflow.contains(&all), "not as many archives as {all}");
    // `{ repo }` is the repository in Cargo.toml, and the tag is `v` and the version.
    for line in [
        r#"[[ $GITHUB_REF_NAME == "v$version" ]]"#,
        r#"grep -q "^repository = \"https://github.com/$GITHUB_REPOSITORY\"$" Cargo.toml"#,
    ] {
        assert!(workflow.contains(line), "no check: {line}");
    }
}
