//! The search, the classic programs and the tablebases, mostly through the library.

#[path = "../common/mod.rs"]
mod common;
mod prover;
mod searches;

mod basics;
mod classics;
mod mates;
mod soak;
mod tablebases;
mod truths;
mod why;
