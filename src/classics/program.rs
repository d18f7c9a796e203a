//! The interface between the engine and a program.

use super::run::Run;
use crate::search::{Outcome, Search};

/// A program that plays.
pub trait Program: Send {
    /// Searches the root of the run, which has a legal move, and reports what it finds.
    fn think(&mut self, run: &mut Run);
}

/// Lets a program think. Its last report is the outcome.
pub fn play(program: &mut dyn Program, search: &Search) -> Outcome {
    let mut run = Run::new(search);
    if !run.moves().is_empty() {
        program.think(&mut run);
    }
    run.outcome()
}
