//! Code shared by several test binaries.

#![allow(dead_code, reason = "each test binary uses a part")]

pub mod mailbox;
pub mod markdown;
pub mod rng;
#[cfg(feature = "cli")]
pub mod session;
pub mod syzygy;
#[cfg(feature = "cli")]
pub mod timed;
#[cfg(feature = "cli")]
pub mod tool;
pub mod walks;
