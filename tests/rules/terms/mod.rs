//! The counts of every evaluation term, compared with a slow count by its definition that shares no code with the
//! engine:
//! it looks at the squares one by one, and turns the board for the other side.

mod counted;
mod kings;
mod view;

use std::collections::BTreeMap;

use proptest::prelude::*;
use quevedo::eval::{self, Component, Group};
use quevedo::position::Position;
use quevedo::types::Color;

use crate::common::walks::for_each_position;
use view::View;

/// A side's features, by the name of the term and the index in its table; features that it lacks are left out.
type Features = BTreeMap<(&'static str, usize), i32>;

/// The features of a side that the engine records.
fn noted(position: &Position, color: Color) -> Features {
    let mut found = Features::new();
    for note in eval::trace(position).notes.iter().filter(|note| note.color == color) {
        let is_in = |term: &&eval::Term| (term.start..term.start + term.len).contains(&note.index);
        let term = eval::TERMS.iter().find(is_in).unwrap();
        let component = match (term.group, color) {
            (Group::Danger, Color::White) => Component::WhiteDanger,
            (Group::Danger, Color::Black) => Component::BlackDanger,
            (Group::ByPawns, _) => Component::ByPawns,
            (Group::Winnable, _) => Component::Winnable,
            _ => Component::Linear,
        };
        assert_eq!(note.component, component, "{}", term.name);
        *found.entry((term.name, note.index - term.start)).or_default() += note.n;
    }
    found.retain(|_, n| *n != 0);
    found
}

#[test]
fn every_term_counts_what_it_says() {
    let seen = std::cell::RefCell::new(BTreeMap::<&str, u32>::new());
    for_each_position(4, |position, _, _| {
        // There is no static evaluation in check.
        if position.is_check() {
            return Ok(());
        }
        for color in Color::ALL {
            let counted =
                counted::features(&View::of(&position.to_string(), color == Color::White));
            let noted = noted(position, color);
            for key in noted.keys().chain(counted.keys()) {
                prop_assert_eq!(
                    noted.get(key),
                    counted.get(key),
                    "{:?} in {}",
                    (key, color),
                    position
                );
                *seen.borrow_mut().entry(key.0).or_default() += 1;
            }
        }
        Ok(())
    });
    // Every term has occurred, and most of them often.
    let seen = seen.into_inner();
    for term in eval::TERMS {
        assert!(
            seen.contains_key(term.name) || term.name == "UNSTOPPABLE",
            "{} was never counted",
            term.name
        );
    }
}

/// The rule of the square, which random games seldom reach.
#[test]
fn the_king_is_outside_the_square() {
    for (fen, is_outside) in [
        ("8/8/8/8/P7/8/8/K5k1 w - - 0 1", true),
        ("8/8/8/8/P7/8/8/K4k2 w - - 0 1", true),
        ("8/8/8/8/P7/8/8/K3k3 w - - 0 1", true),
        ("8/8/8/8/P3k3/8/8/K7 w - - 0 1", false),
        ("8/8/8/8/P4k2/8/8/K7 w - - 0 1", true),
        ("8/8/8/8/P4k2/8/8/K7 b - - 0 1", false),
        ("8/8/8/8/8/6k1/P7/K7 w - - 0 1", true),
        ("8/8/8/8/8/6k1/P7/K7 b - - 0 1", false),
        ("8/8/8/5k2/8/8/P7/K7 b - - 0 1", false),
        ("8/8/8/8/P4k2/n7/8/K7 w - - 0 1", false),
        ("8/n7/8/8/P6k/8/8/K7 w - - 0 1", false),
        ("8/p7/8/8/P6k/8/8/K7 w - - 0 1", false),
    ] {
        let position = Position::from_fen(fen).unwrap();
        for (position, color) in [(position, Color::White), (position.mirrored(), Color::Black)] {
            let noted = noted(&position, color);
            assert_eq!(noted.contains_key(&("UNSTOPPABLE", 0)), is_outside, "{position}");
        }
    }
}
