//! Replaces `system.rs` without the feature `cli`: what is known without asking the system.

/// The architecture.
pub fn cpu() -> String {
    std::env::consts::ARCH.into()
}

/// The operating system's family, where there is one.
pub fn system() -> String {
    match std::env::consts::OS {
        "unknown" | "" => "unknown".into(),
        name => name.into(),
    }
}
