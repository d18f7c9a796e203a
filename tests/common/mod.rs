//! What several test binaries share.

#![allow(dead_code, reason = "each test binary uses a part")]

pub mod mailbox;
pub mod markdown;
pub mod rng;
pub mod session;
pub mod syzygy;
pub mod timed;
pub mod tool;
pub mod walks;
