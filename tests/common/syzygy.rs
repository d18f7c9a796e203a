//! The location of Syzygy tablebases.

use std::path::PathBuf;

/// A folder of tablebases: `$QUEVEDO_SYZYGY`, or else `../shared/syzygy`. If there is neither, the tests that need one
/// say so and pass.
pub fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("QUEVEDO_SYZYGY").map(PathBuf::from);
    let shared = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/syzygy"));
    let found = [named, Some(shared)].into_iter().flatten().find(|folder| folder.is_dir());
    if found.is_none() {
        eprintln!("skipped: no tablebases in $QUEVEDO_SYZYGY nor in ../shared/syzygy");
    }
    found
}
