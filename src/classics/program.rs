//! What the engine needs of a program.

use super::run::Run;
use crate::search::{Outcome, Search};

/// A program that plays.
pub trait Program: Send {
    /// Thinks about the run's root, which has a legal move, and reports what it finds.
    fn think(&mut self, run: &mut Run);
}

/// Has a program think; what it has reported last is the outcome.
pub fn play(program: &mut dyn Program, search: &Search) -> Outcome {
    let mut run = Run::new(search);
    if !run.moves().is_empty() {
        program.think(&mut run);
    }
    run.outcome()
}
