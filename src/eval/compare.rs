//! How the evaluations of two positions differ, term by term, and on which squares.
//!
//! A score is a sum of products: weights times counts, times the share that phase and scale give them. A
//! difference of products is split in the usual way: the difference of the counts, at the mean share, is
//! attributed to the terms; the difference of the shares, at the mean of the sums, to phase and scale. So a
//! term that counts the same in both positions contributes nothing, and all parts add up to the difference.

use std::collections::BTreeMap;

use super::combine::{
    EvalScaling, PAWNS_SHARE, balance, danger, king_danger, of_pawns, pawns_share, untapered,
};
use super::component::{Component, Sums};
use super::current_weights::weight;
use super::evaluate::trace;
use super::pair::{Pair, S};
use super::phase::FULL_PHASE;
use super::scale;
use super::sink::{Note, Trace};
use super::terms::{Group, TERMS, Term};
use crate::position::Position;
use crate::types::{Bitboard, Color, PieceType};

/// Shares are whole multiples of a centipawn divided by this: means of two ends, of phase and of scale.
pub const FINE: i64 = (4 * FULL_PHASE * scale::FULL) as i64;

/// The difference between the evaluations of two positions, in parts of 1/[`FINE`] centipawns, positive where
/// the first is better for White.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What belongs to terms, by term, side and piece type. A term that counts the same in both is left out.
    pub terms: Vec<TermShare>,
    /// What belongs to the danger to the white king, and to the black king. Those terms' shares of it are
    /// rounded: danger is not linear.
    pub danger: [i64; 2],
    /// What belongs to the terms that are proportional to the number of pawns, and to a different number of pawns.
    /// Those terms' shares leave out the latter, and are rounded.
    pub by_pawns: i64,
    /// What belongs to how easy an advantage is to win with. Those terms' shares of it leave out what comes from
    /// the other side being ahead, and from an advantage that is too small to lose more.
    pub winnable: i64,
    /// What comes from a different game phase: middlegame or endgame weights count more.
    pub phase: i64,
    /// What comes from a different endgame scale.
    pub scale: i64,
}

/// What a term of one side contributes to a difference.
#[derive(Clone, Debug)]
pub struct TermShare {
    /// The term.
    pub term: &'static Term,
    /// The side that has it; of what makes an advantage winnable, the side that is ahead.
    pub color: Color,
    /// The piece type, for the material and piece-square terms.
    pub kind: Option<PieceType>,
    /// The contribution.
    pub share: i64,
    /// What counts in the first position alone.
    pub here: Vec<Feature>,
    /// What counts in the second position alone.
    pub there: Vec<Feature>,
}

/// A feature on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Feature {
    /// Which entry of its term's table counts.
    pub entry: usize,
    /// How often.
    pub n: i32,
    /// The squares that it is about, as a number.
    squares: u64,
}

impl Feature {
    /// A feature without squares.
    pub const fn of_whole_board(entry: usize) -> Feature {
        Feature { entry, n: 1, squares: 0 }
    }

    /// The squares that it is about.
    pub const fn squares(&self) -> Bitboard {
        Bitboard(self.squares)
    }
}

/// Compares two positions that no known ending decides.
pub fn compare(here: &Position, there: &Position) -> Comparison {
    let ends = [here, there].map(End::of);
    let [one, two] = &ends;
    let mean = one.shares() + two.shares();
    let ahead = ends.iter().find_map(End::ahead);
    let mut terms: Vec<TermShare> = Vec::new();
    for (key, (here, there)) in features(&one.trace, &two.trace) {
        let (_, color, kind) = key;
        let sum = |features: &[Feature]| -> S {
            let weighed = |one: &Feature| weight(key.0.start + one.entry) * one.n;
            features.iter().map(weighed).fold(S::ZERO, |sum, next| sum + next)
        };
        let change = Pair::from(sum(&here) - sum(&there));
        let sign = i64::from(color.sign());
        let (color, share) = match key.0.group {
            Group::Danger => {
                let component = Component::danger_by(color);
                let [one, two] = [one, two].map(|end| end.sums[component.index()]);
                let mg = danger_share(change.mg, one.mg, two.mg, mean.mg);
                let eg = danger_share(change.eg, one.eg, two.eg, mean.eg);
                (color, sign * (mg + eg))
            }
            Group::ByPawns => {
                let pawns = pawns_share(&one.scaling, &two.scaling);
                (color, sign * counted(change, mean) * pawns / PAWNS_SHARE)
            }
            Group::Winnable => {
                let slopes = one.winnable_slope() + two.winnable_slope();
                (ahead.unwrap_or(color), i64::from(change.eg) * slopes * mean.eg / 2)
            }
            _ => (color, sign * counted(change, mean)),
        };
        terms.push(TermShare { term: key.0, color, kind, share, here, there });
    }
    let danger = Color::ALL.map(|king| {
        let [one, two] = [one, two].map(|end| end.danger(!king));
        counted(one - two, mean) * i64::from((!king).sign())
    });
    let by_pawns = counted(one.of_pawns() - two.of_pawns(), mean);
    let winnable = i64::from(one.winnable() - two.winnable()) * mean.eg;
    let total = one.untapered() + two.untapered();
    let total = Pair { mg: i64::from(total.mg), eg: i64::from(total.eg) };
    let [(p1, s1), (p2, s2)] = [one, two].map(|end| (end.phase(), end.scale()));
    let phase = (p1 - p2) * (2 * FULL_SCALE * total.mg - (s1 + s2) * total.eg);
    let scale = (s1 - s2) * (2 * i64::from(FULL_PHASE) - p1 - p2) * total.eg;
    Comparison { terms, danger, by_pawns, winnable, phase, scale }
}

/// What a change is worth, where a centipawn of either half is worth `unit`.
fn counted(change: Pair<i32>, unit: Pair<i64>) -> i64 {
    i64::from(change.mg) * unit.mg + i64::from(change.eg) * unit.eg
}

const FULL_SCALE: i64 = scale::FULL as i64;

/// One of the two positions.
struct End {
    trace: Trace,
    sums: Sums<i32>,
    scaling: EvalScaling,
}

impl End {
    fn of(position: &Position) -> End {
        let trace = trace(position);
        let sums = trace.sums().map(Pair::from);
        End { trace, sums, scaling: EvalScaling::of(position.board()) }
    }

    /// The danger that a side poses, in centipawns.
    fn danger(&self, attacker: Color) -> Pair<i32> {
        danger(self.sums[Component::danger_by(attacker).index()])
    }

    /// The part of the score that is proportional to the number of pawns, in centipawns.
    fn of_pawns(&self) -> Pair<i32> {
        of_pawns(self.sums[Component::ByPawns.index()], self.scaling.pawns)
    }

    fn untapered(&self) -> Pair<i32> {
        untapered(&self.sums, &self.scaling)
    }

    /// White's endgame value without what makes an advantage winnable.
    fn eg(&self) -> i32 {
        balance(&self.sums, &self.scaling).eg
    }

    /// What is added to White's endgame value, or taken from it, for how easy the advantage is to win with.
    fn winnable(&self) -> i32 {
        self.untapered().eg - self.eg()
    }

    /// How much White's endgame value changes with the sum of what makes an advantage winnable: one for one for the
    /// side that is ahead, unless that is not the whole sum.
    fn winnable_slope(&self) -> i64 {
        let ahead = self.eg().signum();
        let sum = self.sums[Component::Winnable.index()].eg;
        i64::from(if self.winnable() == ahead * sum { ahead } else { 0 })
    }

    /// The side that is ahead in the endgame.
    fn ahead(&self) -> Option<Color> {
        let eg = self.eg();
        Color::ALL.into_iter().find(|color| color.sign() * eg > 0)
    }

    fn phase(&self) -> i64 {
        self.scaling.phase.into()
    }

    /// Chosen by the balance: a side that is ahead has its scale even if its advantage is so hard to win with that it
    /// is worth nothing. Where neither side is ahead, any scale would do; this one is the same for both.
    fn scale(&self) -> i64 {
        match self.eg() {
            0 => FULL_SCALE,
            eg => self.scaling.scale_of(eg).into(),
        }
    }

    /// What a centipawn of either half is worth, in units of 1/[`FINE`] centipawn, halved: the two ends add up to a
    /// mean.
    fn shares(&self) -> Pair<i64> {
        let left = i64::from(FULL_PHASE) - self.phase();
        Pair { mg: 2 * FULL_SCALE * self.phase(), eg: 2 * self.scale() * left }
    }
}

/// What a change of one term contributes where the danger of all terms goes from `two` to `one`: in proportion
/// to the change of the sum or, where that doesn't change, to the slope of the curve.
fn danger_share(change: i32, one: i32, two: i32, unit: i64) -> i64 {
    let change = i64::from(change);
    match i64::from(one - two) {
        0 => change * unit * king_danger_slope(one) / DANGER_SLOPE,
        sum => change * unit * i64::from(king_danger(one) - king_danger(two)) / sum,
    }
}

/// Slopes are in centipawns divided by this.
const DANGER_SLOPE: i64 = 1 << 16;

/// How many parts of a centipawn one more unit of danger is worth.
fn king_danger_slope(danger: i32) -> i64 {
    // A difference over a stretch, because `king_danger` rounds.
    const STRETCH: i32 = 64;
    let rise = king_danger(danger + STRETCH) - king_danger(danger - STRETCH);
    i64::from(rise) * DANGER_SLOPE / i64::from(2 * STRETCH)
}

type Key = (&'static Term, Color, Option<PieceType>);

/// What counts in the first position alone, and in the second alone.
type Sides = (Vec<Feature>, Vec<Feature>);

/// What counts in only one of two positions, by term, side and piece type, in the order of the terms.
fn features(one: &Trace, two: &Trace) -> Vec<(Key, Sides)> {
    // How much more often a feature counts in the first position.
    let mut surplus: BTreeMap<(usize, usize, Feature), i32> = BTreeMap::new();
    for (trace, sign) in [(one, 1), (two, -1)] {
        for note in trace.notes.iter().filter(|note| weight(note.index) != S::ZERO) {
            let row = Term::row(note.index);
            let term = &TERMS[row];
            for (n, squares) in parts(note) {
                let entry = note.index - term.start;
                let feature = Feature { entry, n, squares: squares.0 };
                *surplus.entry((row, note.color.index(), feature)).or_default() += sign;
            }
        }
    }
    let mut found: Vec<(Key, Sides)> = Vec::new();
    for ((row, color, feature), times) in surplus {
        let term = &TERMS[row];
        let key = (term, Color::ALL[color], kind_of(term, feature.entry));
        let is_same = |other: &Key| (other.0.start, other.1, other.2) == (term.start, key.1, key.2);
        let place = found.iter().position(|(other, _)| is_same(other)).unwrap_or_else(|| {
            found.push((key, Default::default()));
            found.len() - 1
        });
        let (here, there) = &mut found[place].1;
        let side = if times > 0 { here } else { there };
        side.extend((0..times.abs()).map(|_| feature));
    }
    found.retain(|(_, (here, there))| !here.is_empty() || !there.is_empty());
    found
}

/// A note, split by square if it counts once for each.
fn parts(note: &Note) -> Vec<(i32, Bitboard)> {
    match note.n {
        0 => Vec::new(),
        n if n == note.squares.count() as i32 => {
            note.squares.into_iter().map(|square| (1, square.bitboard())).collect()
        }
        n => vec![(n, note.squares)],
    }
}

/// The piece type that an entry of the material and piece-square tables is about.
fn kind_of(term: &Term, entry: usize) -> Option<PieceType> {
    let term = term.plain();
    match (term.group, term.len) {
        (Group::Material, 6) => Some(PieceType::ALL[entry]),
        (Group::PieceSquare, _) => Some(PieceType::ALL[entry / 64 % 6]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::component::COMPONENTS;
    use super::{
        Component, DANGER_SLOPE, End, EvalScaling, Group, Pair, TermShare, Trace, compare,
        danger_share, king_danger, king_danger_slope,
    };
    use crate::board::Board;
    use crate::position::Position;

    /// Shares add up to what the curve says; where the sum of the danger stays, its slope says what each term counts.
    #[test]
    fn danger_is_shared_by_the_curve() {
        for (one, two) in [(900, 400), (400, 900), (0, 2000), (-300, 100)] {
            let whole = 1000 * i64::from(king_danger(one) - king_danger(two));
            assert_eq!(danger_share(one - two, one, two, 1000), whole);
            let parts = [one - two - 70, 70].map(|part| danger_share(part, one, two, 1000));
            assert!((parts[0] + parts[1] - whole).abs() <= 1, "{parts:?} of {whole}");
        }
        for danger in [0, 500, 1000, 3000] {
            let rise = f64::from(king_danger(danger + 512) - king_danger(danger - 512)) / 1024.0;
            let slope = king_danger_slope(danger) as f64 / DANGER_SLOPE as f64;
            let most = if danger > 512 { 0.02 } else { 1.0 };
            assert!(slope > 0.1 && (slope - rise).abs() < most, "{danger}: {slope}, {rise}");
            let share = danger_share(40, danger, danger, 1000) as f64;
            assert!((share - 40_000.0 * slope).abs() <= 1.0, "{danger}: {share}");
        }
    }

    /// Nothing is left over and nothing counted twice, also where a scale, the phase or the side that is ahead changes.
    #[test]
    fn all_parts_add_up_to_the_difference() {
        let exact = |end: &End| {
            let Pair { mg, eg } = end.untapered();
            let (phase, scale) =
                (i64::from(end.scaling.phase), i64::from(end.scaling.scale_of(eg)));
            128 * phase * i64::from(mg) + scale * (24 - phase) * i64::from(eg)
        };
        let positions = [
            "4k3/3b4/8/3P4/4P3/4B3/8/4K3 w - - 0 1",
            "4k3/3b4/8/3p4/4p3/4B3/8/4K3 w - - 0 1",
            "4k3/8/8/3P4/4P3/4B3/8/4K3 b - - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "6k1/1p3p1p/6p1/8/8/2P3Q1/1q3PPP/6K1 b - - 0 1",
            "8/5k2/8/8/8/3K4/4P3/8 w - - 0 1",
        ]
        .map(|fen| Position::from_fen(fen).unwrap());
        for here in &positions {
            for there in &positions {
                let found = compare(here, there);
                let is_linear = |term: &&TermShare| {
                    !matches!(term.term.group, Group::Danger | Group::ByPawns | Group::Winnable)
                };
                let linear: i64 = found.terms.iter().filter(is_linear).map(|term| term.share).sum();
                let whole = linear
                    + found.danger.iter().sum::<i64>()
                    + found.by_pawns
                    + found.winnable
                    + found.phase
                    + found.scale;
                let [here, there] = [here, there].map(End::of);
                assert_eq!(whole, 4 * (exact(&here) - exact(&there)));
            }
        }
    }

    /// The side that is ahead gains or loses with the sum, but no more than it has.
    #[test]
    fn an_advantage_gains_what_makes_it_winnable() {
        let board: Board = *Position::start().board();
        let end = |linear: i32, winnable: i32| {
            let mut sums = [Pair { mg: 0, eg: 0 }; COMPONENTS];
            sums[Component::Linear.index()] = Pair { mg: linear, eg: linear };
            sums[Component::Winnable.index()] = Pair { mg: winnable, eg: winnable };
            End { trace: Trace::default(), sums, scaling: EvalScaling::of(&board) }
        };
        for (linear, winnable, added, slope) in [
            (100, 30, 30, 1),
            (-100, 30, -30, -1),
            (100, -30, -30, 1),
            (-100, -30, 30, -1),
            (20, -30, -20, 0),
            (-20, -30, 20, 0),
            (20, 30, 20, 0),
            (-20, 30, -20, 0),
            (0, 30, 0, 0),
        ] {
            let end = end(linear, winnable);
            assert_eq!(
                [end.winnable().into(), end.winnable_slope()],
                [added, slope],
                "{linear} {winnable}"
            );
            assert_eq!(end.untapered().mg, linear, "{linear} {winnable}");
        }
    }
}
