//! The positions that the tuner learns from, in the little memory that millions of them may take.
//!
//! Of a position there remain its coefficients (how often each weight goes into each account), a byte
//! or two for each, and what the coefficients don't say: the knobs, the score and the result.

use std::iter;

use crate::eval::{ACCOUNTS, COUNT, Knobs, trace};
use crate::position::Position;
use crate::types::{Score, fnv};

const _: () = assert!(COUNT <= 1 << u16::BITS);

/// How a game ended for White, in half points: 0, 1 or 2.
pub(super) type HalfPoints = u8;

/// Many positions. All lists but `indices` and `counts` have one item for each.
#[derive(Default)]
pub(super) struct Positions {
    /// The weights of all coefficients, position after position, in each account after account.
    indices: Vec<u16>,
    /// How often each of them counts.
    counts: Vec<i8>,
    /// Where a position's coefficients begin.
    starts: Vec<u64>,
    /// How many of them there are in each account.
    lengths: Vec<[u16; ACCOUNTS]>,
    knobs: Vec<Knobs>,
    scores: Vec<i16>,
    results: Vec<HalfPoints>,
}

/// A position's coefficients in one account.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    indices: &'a [u16],
    counts: &'a [i8],
}

impl Row<'_> {
    /// Weight and count of each coefficient.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, f32)> {
        let pairs = self.indices.iter().zip(self.counts);
        pairs.map(|(&index, &count)| (usize::from(index), f32::from(count)))
    }
}

impl Positions {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// How many coefficients there are in all.
    pub(super) fn coefficients(&self) -> usize {
        self.indices.len()
    }

    /// What they take in memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let each = size_of::<u64>()
            + size_of::<[u16; ACCOUNTS]>()
            + size_of::<Knobs>()
            + size_of::<i16>()
            + size_of::<HalfPoints>();
        self.coefficients() * (size_of::<u16>() + size_of::<i8>()) + self.len() * each
    }

    /// Adds a position: its coefficients are those of the evaluation's own trace. The score is that of
    /// a search, White-relative.
    pub(super) fn push(&mut self, position: &Position, score: Score, result: HalfPoints) {
        self.starts.push(self.indices.len() as u64);
        let mut lengths = [0; ACCOUNTS];
        for one in trace(position).coefficients() {
            // A large count becomes several small ones.
            let mut left = one.n;
            while left != 0 {
                let part = left.clamp(i8::MIN.into(), i8::MAX.into());
                self.indices.push(one.index as u16);
                self.counts.push(part as i8);
                lengths[one.account.index()] += 1;
                left -= part;
            }
        }
        self.lengths.push(lengths);
        self.knobs.push(Knobs::of(position.board()));
        self.scores.push(score.clamp(i16::MIN.into(), i16::MAX.into()) as i16);
        self.results.push(result);
    }

    /// Adds position `which` of another collection.
    pub(super) fn take(&mut self, other: &Positions, which: usize) {
        let coefficients = other.range(which);
        self.starts.push(self.indices.len() as u64);
        self.indices.extend_from_slice(&other.indices[coefficients.clone()]);
        self.counts.extend_from_slice(&other.counts[coefficients]);
        self.lengths.push(other.lengths[which]);
        self.knobs.push(other.knobs[which]);
        self.scores.push(other.scores[which]);
        self.results.push(other.results[which]);
    }

    fn range(&self, which: usize) -> std::ops::Range<usize> {
        let start = self.starts[which] as usize;
        let length: usize = self.lengths[which].iter().map(|&length| usize::from(length)).sum();
        start..start + length
    }

    /// A position's coefficients, by account.
    #[inline(always)]
    pub(super) fn rows(&self, which: usize) -> [Row<'_>; ACCOUNTS] {
        let mut at = self.starts[which] as usize;
        self.lengths[which].map(|length| {
            let places = at..at + usize::from(length);
            at = places.end;
            Row { indices: &self.indices[places.clone()], counts: &self.counts[places] }
        })
    }

    /// What a position's coefficients don't say.
    #[inline(always)]
    pub(super) fn knobs(&self, which: usize) -> &Knobs {
        &self.knobs[which]
    }

    /// What a search said, White-relative, in centipawns.
    pub(super) fn score(&self, which: usize) -> f64 {
        self.scores[which].into()
    }

    /// White's share of the point in the end: 0, 0.5 or 1.
    pub(super) fn result(&self, which: usize) -> f64 {
        f64::from(self.results[which]) / 2.0
    }

    /// For each weight, in how many positions it counts.
    pub(super) fn occurrences(&self) -> Vec<u64> {
        let mut all = vec![0; COUNT];
        for &index in &self.indices {
            all[usize::from(index)] += 1;
        }
        all
    }

    /// A number that tells these positions from others: over everything that is learnt from.
    pub(super) fn fingerprint(&self) -> u64 {
        let length = iter::once(self.len() as u64);
        let indices = self.indices.iter().map(|&index| index.into());
        let counts = self.counts.iter().map(|&count| count as u64);
        let scores = self.scores.iter().map(|&score| score as u64);
        let results = self.results.iter().map(|&result| result.into());
        fnv(length.chain(indices).chain(counts).chain(scores).chain(results))
    }
}
