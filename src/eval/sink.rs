//! What becomes of a stated feature: it is summed up in play, or noted in a trace.

use super::Pair;
use super::pair::S;
use super::terms::{Place, weight};
use crate::types::{Color, Side};

/// A sum of weights. [`combine`](super::combine) makes the score from all of them, and knows nothing
/// else of the features.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Account {
    /// What counts as it is, White less Black.
    Linear,
    /// What White threatens Black's king with.
    WhiteDanger,
    /// What Black threatens White's king with.
    BlackDanger,
}

/// How many accounts there are.
pub const ACCOUNTS: usize = Account::BlackDanger as usize + 1;

/// What stands in the accounts, in the order of [`Account`].
pub type Sums<V> = [Pair<V>; ACCOUNTS];

impl Account {
    /// The place in [`Sums`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether a side's feature raises the sum (+1) or lowers it (-1).
    #[inline(always)]
    pub const fn sign(self, color: Color) -> i32 {
        match self {
            Account::Linear => color.sign(),
            Account::WhiteDanger | Account::BlackDanger => 1,
        }
    }
}

/// Takes the features that the evaluation states, each exactly once.
pub trait Sink {
    /// Side `C` has feature `index` `n` times, on an account. The other methods say on which.
    fn note<C: Side>(&mut self, account: Account, index: usize, n: i32);

    /// Side `C` has this feature `n` times.
    #[inline(always)]
    fn add<C: Side>(&mut self, place: Place, n: i32) {
        self.note::<C>(Account::Linear, place.index(), n);
    }

    /// Side `C` threatens the enemy king in this manner, `n` times.
    #[inline(always)]
    fn danger<C: Side>(&mut self, place: Place, n: i32) {
        let account = match C::COLOR {
            Color::White => Account::WhiteDanger,
            Color::Black => Account::BlackDanger,
        };
        self.note::<C>(account, place.index(), n);
    }
}

/// Sums weights: the sink of play.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Play {
    /// Weights times counts, by account.
    pub sums: [S; ACCOUNTS],
}

impl Sink for Play {
    #[inline(always)]
    fn note<C: Side>(&mut self, account: Account, index: usize, n: i32) {
        self.sums[account.index()] += weight(index) * (account.sign(C::COLOR) * n);
    }
}

/// A feature that was stated.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// Where it counts.
    pub account: Account,
    /// Who has it.
    pub color: Color,
    /// Its weight.
    pub index: usize,
    /// How often.
    pub n: i32,
}

/// How often a weight goes into an account, both sides taken together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coefficient {
    /// The account.
    pub account: Account,
    /// The weight.
    pub index: usize,
    /// How often; never 0.
    pub n: i32,
}

/// Notes each feature: the sink of the `eval` command and of tuning.
#[derive(Clone, Default, Debug)]
pub struct Trace {
    /// What was stated, in that order.
    pub notes: Vec<Note>,
}

impl Sink for Trace {
    fn note<C: Side>(&mut self, account: Account, index: usize, n: i32) {
        self.notes.push(Note { account, color: C::COLOR, index, n });
    }
}

impl Trace {
    /// What the accounts are made of, by account and then by weight, each pair once.
    pub fn coefficients(&self) -> Vec<Coefficient> {
        let signed = |note: &Note| Coefficient {
            account: note.account,
            index: note.index,
            n: note.account.sign(note.color) * note.n,
        };
        let mut all: Vec<Coefficient> = self.notes.iter().map(signed).collect();
        all.sort_unstable_by_key(|one| (one.account, one.index));
        all.dedup_by(|one, kept| {
            let same = (one.account, one.index) == (kept.account, kept.index);
            kept.n += if same { one.n } else { 0 };
            same
        });
        all.retain(|one| one.n != 0);
        all
    }

    /// The sums that [`Play`] would have come to.
    pub fn totals(&self) -> Play {
        let mut play = Play::default();
        for one in self.coefficients() {
            play.sums[one.account.index()] += weight(one.index) * one.n;
        }
        play
    }
}
