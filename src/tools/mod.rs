//! Console tools: one file a subcommand.

pub mod bench;
