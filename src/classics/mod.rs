//! The programs of the documents that Quevedo was created from, playable: five ways to play chess, from
//! a page of C to a tournament program of 2008.
//!
//! Each file follows its text; `docs/classics.md` tells where the text is silent and what was chosen.
//! The programs use Quevedo's rules and bring a search and an evaluation of their own. What they share
//! is here and in `task.rs`: how the engine starts them, the clock, the stop flag, the lines they report.
//!
//! A program promises little: to find a legal move and to unwind when [`Task::enter`] says so. That it
//! answers in time, once, and not before `stop` while pondering, is seen to once for all of them.

mod about;
pub mod baguette;
pub mod first_chess;
pub mod js_schach;
pub mod naga_skaki;
pub mod spektrum;
pub mod squares;
mod task;
pub mod tree;

pub use about::{About, Rating};
pub use baguette::Baguette;
pub use first_chess::FirstChess;
pub use js_schach::JsSchach;
pub use naga_skaki::NagaSkaki;
pub use spektrum::{Spektrum, Stage};
pub use task::{Depths, Line, Task, lead};
pub use tree::best_case_leaves;

use crate::search::{Outcome, Search, Thinker};

/// A program that plays.
pub trait Program: Send {
    /// Thinks about the task's root, which has a legal move, and reports what it finds.
    fn think(&mut self, task: &mut Task);
}

/// Has a program think; what it has reported last is the outcome.
pub fn play(program: &mut dyn Program, search: &Search) -> Outcome {
    let mut task = Task::new(search);
    if !task.moves().is_empty() {
        program.think(&mut task);
    }
    task.outcome()
}

/// Which program answers `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Style {
    #[default]
    Quevedo,
    FirstChess,
    JsSchach,
    Spektrum,
    NagaSkaki,
    Baguette,
}

impl Style {
    /// All of them, Quevedo itself first.
    pub const ALL: [Style; 6] = [
        Style::Quevedo,
        Style::FirstChess,
        Style::JsSchach,
        Style::Spektrum,
        Style::NagaSkaki,
        Style::Baguette,
    ];

    /// Their names, in that order.
    pub const NAMES: [&str; 6] =
        ["Quevedo", "FirstChess", "JS Schach", "Spektrum", "NagaSkaki", "Baguette"];

    /// The name under which it is chosen.
    pub const fn name(self) -> &'static str {
        Style::NAMES[self as usize]
    }

    /// Where the program comes from; nothing for Quevedo.
    pub const fn about(self) -> Option<&'static About> {
        match self {
            Style::Quevedo => None,
            Style::FirstChess => Some(&first_chess::ABOUT),
            Style::JsSchach => Some(&js_schach::ABOUT),
            Style::Spektrum => Some(&spektrum::ABOUT),
            Style::NagaSkaki => Some(&naga_skaki::ABOUT),
            Style::Baguette => Some(&baguette::ABOUT),
        }
    }
}

/// The engine's end: which program is chosen, and what its manners make it say.
#[derive(Default)]
pub struct Classics {
    style: Style,
    /// How much of its article [`Style::Spektrum`] uses.
    pub stage: Stage,
    controller: baguette::Controller,
}

impl Classics {
    /// From now on this program plays; it has just been started, so to speak.
    pub fn choose(&mut self, style: Style) {
        self.style = style;
        self.controller = baguette::Controller::default();
    }

    /// A new position was set up.
    pub fn hear_position(&mut self) {
        self.controller.hear_position();
    }

    /// What is said of a `go` before it is carried out, if anything.
    pub fn hear_go(&mut self) -> Option<String> {
        let remark = self.controller.hear_go();
        remark.filter(|_| self.style == Style::Baguette)
    }

    /// The chosen program, made ready to think; nothing if that is Quevedo's own search.
    pub fn thinker(&self) -> Option<Thinker> {
        let mut program: Box<dyn Program> = match self.style {
            Style::Quevedo => return None,
            Style::FirstChess => Box::new(FirstChess),
            Style::JsSchach => Box::new(JsSchach::default()),
            Style::Spektrum => Box::new(Spektrum { stage: self.stage }),
            Style::NagaSkaki => Box::new(NagaSkaki::default()),
            Style::Baguette => Box::new(Baguette::default()),
        };
        Some(Box::new(move |search| play(&mut *program, search)))
    }
}
