//! What becomes of a feature once a term has stated it: it is summed in play, or recorded in a trace.

use super::component::{COMPONENTS, Component};
use super::current_weights::{linear_weight, weight};
use super::pair::{S, Wide};
use super::terms::{LINEAR, WeightIndex};
use crate::types::{Bitboard, Color, Side, Square, White};

/// Receives the features that the terms state, each exactly once.
///
/// Each comes with the squares that it is about. Play has no use for them, and the compiler leaves them out.
pub trait Sink {
    /// Side `C` has the feature with weight `index` `n` times, in a component; in the linear one, also by the number of
    /// pawns. Terms call one of the methods below.
    fn note<C: Side>(&mut self, component: Component, index: usize, n: i32, squares: Bitboard);

    /// Side `C` has this feature `n` times, because of what is on these squares.
    #[inline(always)]
    fn add<C: Side>(&mut self, index: WeightIndex, n: i32, squares: Bitboard) {
        self.note::<C>(Component::Linear, index.get(), n, squares);
    }

    /// Side `C` has this feature once, on this square.
    #[inline(always)]
    fn add_at<C: Side>(&mut self, index: WeightIndex, square: Square) {
        self.add::<C>(index, 1, square.bitboard());
    }

    /// Side `C` has this feature once on each of these squares.
    #[inline(always)]
    fn add_each<C: Side>(&mut self, index: WeightIndex, squares: Bitboard) {
        self.add::<C>(index, squares.count() as i32, squares);
    }

    /// Side `C` threatens the enemy king with this feature `n` times, because of what is on these squares.
    #[inline(always)]
    fn danger<C: Side>(&mut self, index: WeightIndex, n: i32, squares: Bitboard) {
        self.note::<C>(Component::danger_by(C::COLOR), index.get(), n, squares);
    }

    /// Side `C` threatens the enemy king with this feature once on each of these squares.
    #[inline(always)]
    fn danger_each<C: Side>(&mut self, index: WeightIndex, squares: Bitboard) {
        self.danger::<C>(index, squares.count() as i32, squares);
    }

    /// The position has this feature `n` times, which makes an advantage easier or harder to win with, whichever
    /// side has it. It is noted as White's, because it belongs to neither side.
    #[inline(always)]
    fn winnable(&mut self, index: WeightIndex, n: i32, squares: Bitboard) {
        self.note::<White>(Component::Winnable, index.get(), n, squares);
    }

    /// The same once on each of these squares.
    #[inline(always)]
    fn winnable_each(&mut self, index: WeightIndex, squares: Bitboard) {
        self.winnable(index, squares.count() as i32, squares);
    }
}

/// Sums weights: the sink used in play.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Play {
    /// Weights times counts of the linear component and of [`Component::ByPawns`], packed.
    pub(super) linear: Wide,
    /// The same of the other components, in their order.
    others: [S; COMPONENTS - OTHERS],
}

/// The first component after the two that are summed together.
const OTHERS: usize = Component::WhiteDanger as usize;

impl Play {
    /// The sum of each component.
    #[inline(always)]
    pub fn sums(&self) -> [S; COMPONENTS] {
        let [white_danger, black_danger, winnable] = self.others;
        [self.linear.plain(), self.linear.by_pawns(), white_danger, black_danger, winnable]
    }
}

impl Sink for Play {
    #[inline(always)]
    fn note<C: Side>(&mut self, component: Component, index: usize, n: i32, _: Bitboard) {
        let n = component.sign(C::COLOR) * n;
        match component {
            Component::Linear => self.linear += linear_weight(index) * n,
            _ => self.others[component.index() - OTHERS] += weight(index) * n,
        }
    }
}

/// A recorded feature.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// The component that it counts in.
    pub component: Component,
    /// The side that has it; White for what belongs to neither side.
    pub color: Color,
    /// The index of its weight.
    pub index: usize,
    /// How often the side has it.
    pub n: i32,
    /// The squares that it is about; none if it is about the whole board.
    pub squares: Bitboard,
}

/// How often a weight counts in a component, White minus Black where it is linear or by the number of pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coefficient {
    /// The component.
    pub component: Component,
    /// The index of the weight.
    pub index: usize,
    /// How often it counts; never 0.
    pub n: i32,
}

/// Records each feature: the sink of the `eval` command, of tuning and of `quevedo why`.
#[derive(Clone, Default, Debug)]
pub struct Trace {
    /// The features in the order in which they were stated.
    pub notes: Vec<Note>,
}

impl Sink for Trace {
    fn note<C: Side>(&mut self, component: Component, index: usize, n: i32, squares: Bitboard) {
        let note = Note { component, color: C::COLOR, index, n, squares };
        self.notes.push(note);
        if component == Component::Linear {
            let index = LINEAR + index;
            self.notes.push(Note { component: Component::ByPawns, index, ..note });
        }
    }
}

impl Trace {
    /// The coefficients of the components, sorted by component and then by weight, each pair once.
    pub fn coefficients(&self) -> Vec<Coefficient> {
        let signed = |note: &Note| Coefficient {
            component: note.component,
            index: note.index,
            n: note.component.sign(note.color) * note.n,
        };
        let mut all: Vec<Coefficient> = self.notes.iter().map(signed).collect();
        all.sort_unstable_by_key(|one| (one.component, one.index));
        all.dedup_by(|one, kept| {
            let same = (one.component, one.index) == (kept.component, kept.index);
            kept.n += if same { one.n } else { 0 };
            same
        });
        all.retain(|one| one.n != 0);
        all
    }

    /// The sums that [`Play`] would have arrived at.
    pub fn sums(&self) -> [S; COMPONENTS] {
        let mut sums = [S::ZERO; COMPONENTS];
        for one in self.coefficients() {
            sums[one.component.index()] += weight(one.index) * one.n;
        }
        sums
    }
}
