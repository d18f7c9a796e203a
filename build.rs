//! Generates lookup tables: slider attacks with their magics, Zobrist keys, the cuckoo table of reversible moves, and
//! the KPK bitbase. The seeds are fixed, so every machine generates the same tables; `tests/rules/generated_tables.rs`
//! checks the hashes of all but the bitbase.

extern crate alloc;

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

#[path = "src/eval/endgame/kpk_index.rs"]
mod kpk_index;
#[path = "src/eval/endgame/kpk_solver.rs"]
mod kpk_solver;
#[path = "src/attacks/magic.rs"]
mod magic;
#[path = "src/attacks/magic_search.rs"]
mod magic_search;
#[path = "src/attacks/slide.rs"]
mod slide;
#[path = "src/position/zobrist_cells.rs"]
mod zobrist_cells;
#[path = "src/position/zobrist_keys.rs"]
mod zobrist_keys;

const MAGIC_SEED: u64 = 0x5175_6576_6564_6F31;

fn main() {
    for file in ["build.rs", "src/attacks", "src/position", "src/eval/endgame"] {
        println!("cargo::rerun-if-changed={file}");
    }
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let write = |name: &str, text: String| {
        fs::write(Path::new(&out).join(name), text).expect("OUT_DIR is writable");
    };
    let (magics, attacks) = sliders();
    write("magics.rs", magics);
    write("slider_attacks.rs", attacks);
    let (keys, cuckoo) = zobrist();
    write("zobrist.rs", keys);
    write("cuckoo.rs", cuckoo);
    let has = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    if has("SEARCH") {
        write("kpk.rs", kpk());
    }
    if has("UCI") {
        describe_build();
    }
}

/// The magics of bishops and rooks, and the attack table that they share.
fn sliders() -> (String, String) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(MAGIC_SEED);
    let mut random = || rng.next_u64();
    let mut table = Vec::new();
    let mut text = String::new();
    for (name, steps) in [("ROOK", slide::ROOK), ("BISHOP", slide::BISHOP)] {
        let magics = if cfg!(feature = "pext") {
            magic_search::build_for_pext(steps, &mut table)
        } else {
            magic_search::build(steps, &mut random, &mut table)
        };
        let _ = writeln!(text, "pub(super) static {name}_MAGICS: [Magic; 64] = [");
        for magic::Magic { mask, multiplier, offset, shift } in magics {
            let _ = writeln!(
                text,
                "Magic {{ mask: {mask:#x}, multiplier: {multiplier:#x}, offset: {offset}, shift: {shift} }},"
            );
        }
        text.push_str("];\n");
    }
    let mut attacks = String::new();
    array(&mut attacks, "pub(super) static SLIDER_ATTACKS", &table);
    (text, attacks)
}

/// The Zobrist keys, and the table of reversible moves, which follows from them.
fn zobrist() -> (String, String) {
    let keys = zobrist_keys::draw();
    let mut text = String::from("static PIECES: [[u64; 64]; 12] = [\n");
    for squares in &keys.pieces {
        let _ = writeln!(text, "{squares:#x?},");
    }
    text.push_str("];\n");
    array(&mut text, "static CASTLING", &keys.castling);
    array(&mut text, "static EN_PASSANT", &keys.en_passant);
    let _ = writeln!(text, "const BLACK: u64 = {:#x};", keys.black);
    let moves = zobrist_keys::cuckoo(&keys.pieces, keys.black);
    let cuckoo = format!("pub(super) static CUCKOO: [u16; {}] = {moves:?};", moves.len());
    (text, cuckoo)
}

/// The KPK bitbase: a bit for each position of king and pawn against king that tells whether it is won.
fn kpk() -> String {
    let mut text = String::new();
    array(&mut text, "static KPK", &kpk_solver::solve());
    text
}

fn array(text: &mut String, declaration: &str, values: &[u64]) {
    let _ = writeln!(text, "{declaration}: [u64; {}] = [", values.len());
    for row in values.chunks(8) {
        for value in row {
            let _ = write!(text, "{value:#x},");
        }
        text.push('\n');
    }
    text.push_str("];\n");
}

/// Passes to the build what `quevedo compiler` shows. Without git, as in a source archive, the commit is unknown.
fn describe_build() {
    let run = |program: &str, arguments: &[&str]| {
        let output = std::process::Command::new(program).args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let unknown = || "unknown".to_owned();
    let set = |name: &str, value: String| println!("cargo::rustc-env=QUEVEDO_{name}={value}");
    set("RUSTC", run(&rustc, &["--version"]).unwrap_or_else(unknown));
    set("COMMIT", run("git", &["rev-parse", "--short=10", "HEAD"]).unwrap_or_else(unknown));
    // The log of HEAD changes with every commit. Git knows where it is, even in a linked work tree.
    let log = run("git", &["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    set("TARGET", env::var("TARGET").unwrap_or_else(|_| unknown()));
    set("PROFILE", env::var("PROFILE").unwrap_or_else(|_| unknown()));
    set("FEATURES", env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_else(|_| unknown()));
}
