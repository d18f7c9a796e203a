//! Five historical chess programs, playable inside Quevedo: from a page of C to a tournament program of
//! 2008.
//!
//! Each file follows a published description; `docs/classics.md` lists what the description leaves open
//! and what was chosen. The programs use Quevedo's rules, but have their own search and evaluation. What
//! they share is here and in `run.rs`: how the engine starts them, the clock, the stop flag, the lines
//! that they report.
//!
//! A program need only find a legal move and unwind when [`Run::enter`] returns true. That it answers in
//! time, once, and not before `stop` while pondering, is ensured here for all of them.

mod about;
pub mod baguette;
pub mod first_chess;
pub mod js_schach;
pub mod naga_skaki;
mod program;
mod run;
pub mod spektrum;
pub mod squares;

pub mod tree;

pub use about::{About, Rating};
pub use baguette::Baguette;
pub use first_chess::FirstChess;
pub use js_schach::JsSchach;
pub use naga_skaki::NagaSkaki;
pub use program::{Program, play};
pub use run::{Depths, Pv, Run, update_pv};
pub use spektrum::{Spektrum, SpektrumStage};
pub use tree::best_case_leaves;

use crate::search::Thinker;

/// Which program answers `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum PlayingStyle {
    #[default]
    Quevedo,
    FirstChess,
    JsSchach,
    Spektrum,
    NagaSkaki,
    Baguette,
}

impl PlayingStyle {
    /// All of them, Quevedo first.
    pub const ALL: [PlayingStyle; 6] = [
        PlayingStyle::Quevedo,
        PlayingStyle::FirstChess,
        PlayingStyle::JsSchach,
        PlayingStyle::Spektrum,
        PlayingStyle::NagaSkaki,
        PlayingStyle::Baguette,
    ];

    /// Their names, in the same order.
    pub const NAMES: [&str; 6] =
        ["Quevedo", "FirstChess", "JS Schach", "Spektrum", "NagaSkaki", "Baguette"];

    /// The name by which it is selected.
    pub const fn name(self) -> &'static str {
        PlayingStyle::NAMES[self as usize]
    }

    /// Where the program comes from; `None` for Quevedo.
    pub const fn about(self) -> Option<&'static About> {
        match self {
            PlayingStyle::Quevedo => None,
            PlayingStyle::FirstChess => Some(&first_chess::ABOUT),
            PlayingStyle::JsSchach => Some(&js_schach::ABOUT),
            PlayingStyle::Spektrum => Some(&spektrum::ABOUT),
            PlayingStyle::NagaSkaki => Some(&naga_skaki::ABOUT),
            PlayingStyle::Baguette => Some(&baguette::ABOUT),
        }
    }
}

/// The engine's side: which program is selected, and whether Baguette's controller objects.
#[derive(Default)]
pub struct Classics {
    style: PlayingStyle,
    /// How much of its article [`PlayingStyle::Spektrum`] implements.
    pub stage: SpektrumStage,
    controller: baguette::Controller,
}

impl Classics {
    /// Selects a program, which starts afresh.
    pub fn choose(&mut self, style: PlayingStyle) {
        self.style = style;
        self.controller = baguette::Controller::default();
    }

    /// Notes that a new position was set up.
    pub fn hear_position(&mut self) {
        self.controller.hear_position();
    }

    /// A message about a `go` before it is executed, if there is one.
    pub fn hear_go(&mut self) -> Option<String> {
        let remark = self.controller.hear_go();
        remark.filter(|_| self.style == PlayingStyle::Baguette)
    }

    /// The selected program, ready to think; `None` for Quevedo's own search.
    pub fn thinker(&self) -> Option<Thinker> {
        let mut program: Box<dyn Program> = match self.style {
            PlayingStyle::Quevedo => return None,
            PlayingStyle::FirstChess => Box::new(FirstChess),
            PlayingStyle::JsSchach => Box::new(JsSchach::default()),
            PlayingStyle::Spektrum => Box::new(Spektrum { stage: self.stage }),
            PlayingStyle::NagaSkaki => Box::new(NagaSkaki::default()),
            PlayingStyle::Baguette => Box::new(Baguette::default()),
        };
        Some(Box::new(move |search| play(&mut *program, search)))
    }
}

#[cfg(test)]
mod tests {
    use super::PlayingStyle;

    #[test]
    fn every_style_but_quevedo_tells_where_it_comes_from() {
        for (style, name) in PlayingStyle::ALL.into_iter().zip(PlayingStyle::NAMES) {
            assert_eq!(style.name(), name);
            assert_eq!(style.about().map_or("Quevedo", |about| about.name), name);
        }
    }
}
