//! What the program was built from and for, and what it runs on.

pub use super::system::{check_memory, cpu, system};

/// The commit that the program was built from.
pub const COMMIT: &str = env!("QUEVEDO_COMMIT");
/// The compiler.
pub const RUSTC: &str = env!("QUEVEDO_RUSTC");
/// The target triple.
pub const TARGET: &str = env!("QUEVEDO_TARGET");
/// The Cargo profile.
pub const PROFILE: &str = env!("QUEVEDO_PROFILE");
/// The CPU features that the compiler was allowed to use, separated by commas.
pub const FEATURES: &str = env!("QUEVEDO_FEATURES");
