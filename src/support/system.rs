//! What the program runs on.

use std::io;
use std::thread::available_parallelism;

use sysinfo::{
    CpuRefreshKind, MemoryRefreshKind, ProcessRefreshKind, ProcessesToUpdate, RefreshKind, System,
};

use crate::support::text::counted;
use crate::tt::TableError;

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

/// Memory in bytes that this process may still allocate: what the system has, or what is left to the process's
/// control group. `None` where neither is known.
fn available_memory() -> Option<u64> {
    let wanted = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let mut system = System::new_with_specifics(wanted).ok()?;
    let pid = sysinfo::get_current_pid().ok()?;
    let itself = ProcessesToUpdate::Some(&[pid]);
    system.refresh_processes_specifics(itself, false, ProcessRefreshKind::nothing());
    // Cached files count as memory used by the group, but are evicted when it is needed.
    let limits = system.process(pid).and_then(sysinfo::Process::cgroup_limits);
    let of_group = limits.map(|limits| limits.total_memory.saturating_sub(limits.rss));
    let of_system = Some(system.available_memory()).filter(|&bytes| bytes > 0);
    [of_group, of_system].into_iter().flatten().min()
}

/// Whether there is memory for a hash table of this size, in MB, once `freed` MB have been given back. Check
/// before the table is allocated: systems promise more memory than they have, and kill the process that uses it.
///
/// # Errors
/// There is less.
pub fn check_memory(megabytes: usize, freed: usize) -> Result<(), TableError> {
    let Some(available) = available_memory() else { return Ok(()) };
    let available = available >> 20;
    if megabytes as u64 <= available.saturating_add(freed as u64) {
        return Ok(());
    }
    let cause = io::Error::new(io::ErrorKind::OutOfMemory, format!("{available} MB are available"));
    Err(TableError { megabytes, cause })
}
