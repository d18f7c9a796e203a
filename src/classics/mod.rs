//! The programs of the documents that Quevedo was created from, playable: five ways to play chess, from
//! a page of C to a tournament program of 2008.
//!
//! Each file follows its text; `docs/classics.md` tells where the text is silent and what was chosen.
//! The programs use Quevedo's rules and bring a search and an evaluation of their own. What they share
//! is here and in `run.rs`: how the engine starts them, the clock, the stop flag, the lines they report.
//!
//! A program promises little: to find a legal move and to unwind when [`Run::enter`] says so. That it
//! answers in time, once, and not before `stop` while pondering, is seen to once for all of them.

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
    /// All of them, Quevedo itself first.
    pub const ALL: [PlayingStyle; 6] = [
        PlayingStyle::Quevedo,
        PlayingStyle::FirstChess,
        PlayingStyle::JsSchach,
        PlayingStyle::Spektrum,
        PlayingStyle::NagaSkaki,
        PlayingStyle::Baguette,
    ];

    /// Their names, in that order.
    pub const NAMES: [&str; 6] =
        ["Quevedo", "FirstChess", "JS Schach", "Spektrum", "NagaSkaki", "Baguette"];

    /// The name under which it is chosen.
    pub const fn name(self) -> &'static str {
        PlayingStyle::NAMES[self as usize]
    }

    /// Where the program comes from; nothing for Quevedo.
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

/// The engine's end: which program is chosen, and what its manners make it say.
#[derive(Default)]
pub struct Classics {
    style: PlayingStyle,
    /// How much of its article [`PlayingStyle::Spektrum`] uses.
    pub stage: SpektrumStage,
    controller: baguette::Controller,
}

impl Classics {
    /// From now on this program plays; it has just been started, so to speak.
    pub fn choose(&mut self, style: PlayingStyle) {
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
        remark.filter(|_| self.style == PlayingStyle::Baguette)
    }

    /// The chosen program, made ready to think; nothing if that is Quevedo's own search.
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
