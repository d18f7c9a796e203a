//! The training positions in a compact form, since there may be millions of them.
//!
//! A position is reduced to its coefficients (how often each weight counts in each component), three bytes each, and to
//! what the coefficients don't contain: the scaling, the score and the result.

use std::iter;

use crate::eval::{COMPONENTS, COUNT, EvalScaling, trace};
use crate::position::Position;
use crate::types::{Score, fnv};

const _: () = assert!(COUNT <= 1 << u16::BITS);

/// The result of a game for White in half points: 0, 1 or 2.
pub(super) type HalfPoints = u8;

/// Many positions. All lists except `indices` and `counts` have one item for each position.
#[derive(Default)]
pub(super) struct Positions {
    /// The weights of all coefficients, ordered by position and then by component.
    indices: Vec<u16>,
    /// How often each of these weights counts.
    counts: Vec<i8>,
    /// Where the coefficients of a position begin.
    starts: Vec<u64>,
    /// The number of its coefficients in each component.
    lengths: Vec<[u16; COMPONENTS]>,
    scaling: Vec<EvalScaling>,
    scores: Vec<i16>,
    bases: Vec<i16>,
    results: Vec<HalfPoints>,
}

/// The coefficients of a position in one component.
#[derive(Clone, Copy)]
pub(super) struct PositionRow<'a> {
    indices: &'a [u16],
    counts: &'a [i8],
}

impl PositionRow<'_> {
    /// The weight and the count of each coefficient.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, f32)> {
        let pairs = self.indices.iter().zip(self.counts);
        pairs.map(|(&index, &count)| (usize::from(index), f32::from(count)))
    }
}

impl Positions {
    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// The number of coefficients of all positions.
    pub(super) fn coefficients(&self) -> usize {
        self.indices.len()
    }

    /// Their memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        let each = size_of::<u64>()
            + size_of::<[u16; COMPONENTS]>()
            + size_of::<EvalScaling>()
            + 2 * size_of::<i16>()
            + size_of::<HalfPoints>();
        self.coefficients() * (size_of::<u16>() + size_of::<i8>()) + self.len() * each
    }

    /// Adds a position with the coefficients of its trace. The score is that of a search, and `base` is added to the
    /// evaluation, both from White's point of view.
    pub(super) fn push(
        &mut self,
        position: &Position,
        score: Score,
        base: Score,
        result: HalfPoints,
    ) {
        self.starts.push(self.indices.len() as u64);
        let mut lengths = [0; COMPONENTS];
        for one in trace(position).coefficients() {
            // A large count is split into several that fit into a byte.
            let mut left = one.n;
            while left != 0 {
                let part = left.clamp(i8::MIN.into(), i8::MAX.into());
                self.indices.push(one.index as u16);
                self.counts.push(part as i8);
                lengths[one.component.index()] += 1;
                left -= part;
            }
        }
        self.lengths.push(lengths);
        self.scaling.push(EvalScaling::of(position.board()));
        let [score, base] =
            [score, base].map(|score| score.clamp(i16::MIN.into(), i16::MAX.into()) as i16);
        self.scores.push(score);
        self.bases.push(base);
        self.results.push(result);
    }

    /// Adds position `which` of another collection.
    pub(super) fn take(&mut self, other: &Positions, which: usize) {
        let coefficients = other.range(which);
        self.starts.push(self.indices.len() as u64);
        self.indices.extend_from_slice(&other.indices[coefficients.clone()]);
        self.counts.extend_from_slice(&other.counts[coefficients]);
        self.lengths.push(other.lengths[which]);
        self.scaling.push(other.scaling[which]);
        self.scores.push(other.scores[which]);
        self.bases.push(other.bases[which]);
        self.results.push(other.results[which]);
    }

    fn range(&self, which: usize) -> std::ops::Range<usize> {
        let start = self.starts[which] as usize;
        let length: usize = self.lengths[which].iter().map(|&length| usize::from(length)).sum();
        start..start + length
    }

    /// The coefficients of a position, by component.
    #[inline(always)]
    pub(super) fn rows(&self, which: usize) -> [PositionRow<'_>; COMPONENTS] {
        let mut at = self.starts[which] as usize;
        self.lengths[which].map(|length| {
            let places = at..at + usize::from(length);
            at = places.end;
            PositionRow { indices: &self.indices[places.clone()], counts: &self.counts[places] }
        })
    }

    /// The scaling of a position.
    #[inline(always)]
    pub(super) fn scaling(&self, which: usize) -> &EvalScaling {
        &self.scaling[which]
    }

    /// The score of the search in centipawns, from White's point of view.
    pub(super) fn score(&self, which: usize) -> f64 {
        self.scores[which].into()
    }

    /// What is added to the evaluation, in centipawns, from White's point of view.
    pub(super) fn base(&self, which: usize) -> f64 {
        self.bases[which].into()
    }

    /// The result of the game for White: 0, 0.5 or 1.
    pub(super) fn result(&self, which: usize) -> f64 {
        f64::from(self.results[which]) / 2.0
    }

    /// The number of coefficients of each weight.
    pub(super) fn occurrences(&self) -> Vec<u64> {
        let mut all = vec![0; COUNT];
        for &index in &self.indices {
            all[usize::from(index)] += 1;
        }
        all
    }

    /// A hash of all training data, to identify it.
    pub(super) fn fingerprint(&self) -> u64 {
        let length = iter::once(self.len() as u64);
        let indices = self.indices.iter().map(|&index| index.into());
        let counts = self.counts.iter().map(|&count| count as u64);
        let scores = self.scores.iter().chain(&self.bases).map(|&score| score as u64);
        let results = self.results.iter().map(|&result| result.into());
        fnv(length.chain(indices).chain(counts).chain(scores).chain(results))
    }
}
