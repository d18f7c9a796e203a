//! What the program runs on.

use std::thread::available_parallelism;

use sysinfo::{CpuRefreshKind, RefreshKind, System};

use crate::support::text::counted;

/// The model of the CPU, its physical cores and the threads that they run.
pub fn cpu() -> String {
    let wanted = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
    let brand = System::new_with_specifics(wanted)
        .ok()
        .and_then(|system| Some(system.cpus().first()?.brand().trim().to_owned()))
        .filter(|brand| !brand.is_empty())
        .unwrap_or_else(|| std::env::consts::ARCH.into());
    let cores = match System::physical_core_count() {
        Ok(cores) => format!(", {}", counted(cores, "core")),
        Err(_) => String::new(),
    };
    let threads = available_parallelism().map_or(1, std::num::NonZero::get);
    format!("{brand}{cores}, {} available", counted(threads, "thread"))
}

/// The operating system and its kernel.
pub fn system() -> String {
    let name = System::long_os_version().unwrap_or_else(|_| std::env::consts::OS.into());
    match System::kernel_version() {
        Ok(kernel) => format!("{name}, kernel {kernel}"),
        Err(_) => name,
    }
}
