//! From sums to a score: the only step of the evaluation that is not a sum.

use std::ops::{Add, Div, Mul, Neg, Sub};

use super::component::{Component, Sums};
use super::pair::{Pair, Wide};
use super::phase::{FULL_PHASE, phase};
use super::scale;
use crate::board::Board;
use crate::types::{Color, PieceType};

/// King danger is counted in this fraction of a centipawn ...
const DANGER_UNIT: i32 = 8;
/// ... and a positive danger also adds its square divided by this.
const DANGER_SQUARE: i32 = 128;

/// The number of pawns at which the weights that depend on it contribute nothing.
const MEAN_PAWNS: i32 = 10;
/// Those weights are in this fraction of a centipawn for each pawn above that number.
const PAWNS_UNIT: i32 = 32;

/// A number that [`combine`] can compute with.
pub trait Number:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Converts an integer.
    fn of(value: i32) -> Self;
    /// The larger of this number and 0.
    fn positive(self) -> Self {
        if self < Self::of(0) { Self::of(0) } else { self }
    }
}

impl Number for i32 {
    #[inline(always)]
    fn of(value: i32) -> i32 {
        value
    }
}

impl Number for f64 {
    fn of(value: i32) -> f64 {
        value.into()
    }
}

/// What a score depends on besides the sums: the game phase, the number of pawns, and how drawish the endgame is.
#[derive(Clone, Copy, Debug)]
pub struct EvalScaling {
    /// 0 (no pieces) to [`FULL_PHASE`].
    pub phase: i32,
    /// How many pawns more than ten there are on the board: -10 to 6.
    pub pawns: i32,
    /// How much of an endgame advantage counts, in 1/128, indexed by the side that has the advantage.
    pub scale: [i32; 2],
}

impl EvalScaling {
    /// The scaling of a position.
    #[inline(always)]
    pub fn of(board: &Board) -> EvalScaling {
        EvalScaling {
            phase: phase(board),
            pawns: extra_pawns(board),
            scale: scale::endgame_scales(board),
        }
    }

    /// How much of this endgame value for White counts, in 1/128: that of the side that has the advantage.
    #[inline(always)]
    pub(super) fn scale_of<V: Number>(&self, eg: V) -> i32 {
        let strong = if eg < V::of(0) { Color::Black } else { Color::White };
        self.scale[strong.index()]
    }
}

/// How many pawns more than ten there are on the board.
#[inline(always)]
pub(super) fn extra_pawns(board: &Board) -> i32 {
    board.kind(PieceType::Pawn).count() as i32 - MEAN_PAWNS
}

/// Combines the sums into a score from White's point of view: the number of pawns, king danger, what makes an
/// advantage winnable, endgame scale, tapering.
#[inline(always)]
pub fn combine<V: Number>(sums: &Sums<V>, scaling: &EvalScaling) -> V {
    let Pair { mg, eg } = untapered(sums, scaling);
    let scale = V::of(scaling.scale_of(eg));
    taper(Pair { mg, eg: eg * scale / V::of(scale::FULL) }, scaling.phase)
}

/// Middlegame and endgame value for White, before the endgame scale.
///
/// What makes an advantage winnable counts in the endgame alone: with most pieces on the board it is too early to tell.
#[inline(always)]
pub(super) fn untapered<V: Number>(sums: &Sums<V>, scaling: &EvalScaling) -> Pair<V> {
    let Pair { mg, eg } = balance(sums, scaling);
    let winnable = sums[Component::Winnable.index()];
    Pair { mg, eg: with_gain(eg, winnable.eg) }
}

/// The same without what makes an advantage winnable.
#[inline(always)]
pub(super) fn balance<V: Number>(sums: &Sums<V>, scaling: &EvalScaling) -> Pair<V> {
    let [linear, by_pawns, by_white, by_black, _] = *sums;
    let [white, black] = [by_white, by_black].map(danger);
    linear + of_pawns(by_pawns, scaling.pawns) + white - black
}

/// What a linear weight is worth with this many pawns more than ten, in centipawns.
#[inline(always)]
pub(super) fn linear_value(weight: Wide, pawns: i32) -> Pair<i32> {
    Pair::from(weight.plain()) + of_pawns(Pair::from(weight.by_pawns()), pawns)
}

/// The part of the score that is proportional to the number of pawns, in centipawns.
///
/// The idea is Larry Kaufman's: "The Evaluation of Material Imbalances", 1999; there, knights gain with each pawn, and
/// rooks lose.
#[inline(always)]
pub(super) fn of_pawns<V: Number>(sum: Pair<V>, pawns: i32) -> Pair<V> {
    let counted = |sum: V| sum * V::of(pawns) / V::of(PAWNS_UNIT);
    Pair { mg: counted(sum.mg), eg: counted(sum.eg) }
}

/// [`pawns_share`] is in centipawns divided by this.
pub(super) const PAWNS_SHARE: i64 = 2 * PAWNS_UNIT as i64;

/// What one unit of such a sum is worth, at the mean of two numbers of pawns.
pub(super) fn pawns_share(one: &EvalScaling, two: &EvalScaling) -> i64 {
    i64::from(one.pawns + two.pawns)
}

/// Adds `gain` to the advantage of whichever side is ahead; the advantage at most doubles, and never falls below zero.
/// So the side that is behind never comes out ahead, and the score makes no jump where an advantage appears.
#[inline(always)]
fn with_gain<V: Number>(value: V, gain: V) -> V {
    let zero = V::of(0);
    let advantage = if value < zero { -value } else { value };
    let gain = if gain < -advantage {
        -advantage
    } else if gain > advantage {
        advantage
    } else {
        gain
    };
    if value < zero { value - gain } else { value + gain }
}

/// The danger to a king in centipawns, for the middlegame and the endgame.
#[inline(always)]
pub(super) fn danger<V: Number>(sum: Pair<V>) -> Pair<V> {
    Pair { mg: king_danger(sum.mg), eg: king_danger(sum.eg) }
}

/// Danger in centipawns. It grows quadratically, because one attacker alone is hardly a threat.
///
/// The form, x + x²/128 in eighths of a centipawn, is that of Sirius.
/// Source: <https://www.chessprogramming.org/King_Safety>
#[inline(always)]
pub(super) fn king_danger<V: Number>(danger: V) -> V {
    let positive = danger.positive();
    (danger + positive * positive / V::of(DANGER_SQUARE)) / V::of(DANGER_UNIT)
}

/// Interpolates between middlegame and endgame.
///
/// Source: <https://www.chessprogramming.org/Tapered_Eval>
#[inline(always)]
pub(super) fn taper<V: Number>(pair: Pair<V>, phase: i32) -> V {
    (pair.mg * V::of(phase) + pair.eg * V::of(FULL_PHASE - phase)) / V::of(FULL_PHASE)
}
