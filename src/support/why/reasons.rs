//! Why one line is better than another: the difference of their scores as a sum of accounts.

use super::line::{Ending, PlayedLine};
use crate::eval::{Comparison, FINE, Feature, Group, TermShare, compare, known_ending, wdl};
use crate::types::score;
use crate::types::{Bitboard, Color, PieceType, Score, sort_few};

/// Why the first of two lines is better or worse.
#[derive(Clone, Debug)]
pub struct Reasons {
    /// The first line.
    pub best: PlayedLine,
    /// The second line.
    pub other: PlayedLine,
    /// The first score minus the second, in centipawns as shown to users. Only its sign means anything where
    /// one of them is a mate or known from tablebases.
    pub difference: Score,
    /// Parts that add up to the difference: the largest first; the search's part and the rounding come last.
    pub accounts: Vec<Account>,
}

/// A part of a difference, with its name.
#[derive(Clone, Debug)]
pub struct Account {
    /// What it is about.
    pub subject: Subject,
    /// How much of the difference it is.
    pub centipawns: Score,
    /// What it consists of, the largest part first. Because of rounding these parts add up only approximately.
    pub details: Vec<Detail>,
}

/// What an account is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// One of the lines ends in mate or a tablebase's result: the whole difference.
    Result,
    /// One of the lines ends in a draw by rule, the other in a position that the evaluation judges.
    Draw,
    /// One of the lines ends in a known ending, which is evaluated as a whole.
    KnownEnding,
    /// Terms of the evaluation, except for the danger to the kings. Of those that make an advantage winnable,
    /// also what comes from the other side being ahead.
    Terms(Group),
    /// The danger to this side's king.
    Danger(Color),
    /// Fewer pieces are left, so that the endgame weights count more; or more pieces, so that they count less.
    Phase,
    /// An advantage in the endgame is easier to win in one of the positions.
    Scale,
    /// What the search sees beyond the evaluation of the last positions: pruned lines, deeper ones, corrections
    /// that it has learnt.
    Search,
    /// What is left because every other account is rounded to a centipawn.
    Rounding,
}

/// What a term contributes to an account.
#[derive(Clone, Debug)]
pub struct Detail {
    /// The name of the term's table of weights.
    pub term: &'static str,
    /// The side that has it.
    pub color: Color,
    /// The piece type, for the material and piece-square terms.
    pub kind: Option<PieceType>,
    /// Its part of the account.
    pub centipawns: Score,
    /// What counts at the end of the first line alone.
    pub here: Vec<Feature>,
    /// What counts at the end of the second line alone.
    pub there: Vec<Feature>,
}

impl Detail {
    /// The squares that it is about at the end of the first line, and of the second.
    pub fn squares(&self) -> [Bitboard; 2] {
        let all = |features: &[Feature]| {
            features.iter().fold(Bitboard::EMPTY, |all, one| all | one.squares())
        };
        [all(&self.here), all(&self.there)]
    }
}

/// Why the first line is better than the second, from the point of view of the side that moves first. Both
/// begin with the same position.
pub fn reasons(best: PlayedLine, other: PlayedLine) -> Reasons {
    let difference = best.score - other.score;
    let mut accounts = Vec::new();
    if score::is_decisive(best.score) || score::is_decisive(other.score) {
        accounts.push(Account::whole(Subject::Result, difference));
        return Reasons { best, other, difference, accounts };
    }
    let ends = best.verdict() - other.verdict();
    if [&best, &other].iter().any(|line| matches!(line.ending, Ending::Draw(_))) {
        // What the evaluation says about a drawn position doesn't matter.
        accounts.push(Account::whole(Subject::Draw, ends));
    } else if known_ending(best.end()).is_some() || known_ending(other.end()).is_some() {
        accounts.push(Account::whole(Subject::KnownEnding, ends));
    } else {
        let side = best.side();
        accounts.extend(of_terms(&compare(best.end(), other.end()), side));
    }
    accounts.retain(|account| account.centipawns != 0 || !account.details.is_empty());
    sort_few(&mut accounts, |account| -account.centipawns.abs());
    let told: Score = accounts.iter().map(|account| account.centipawns).sum();
    let search = Account::whole(Subject::Search, difference - ends);
    let rounding = Account::whole(Subject::Rounding, ends - told);
    accounts.extend([search, rounding].into_iter().filter(|account| account.centipawns != 0));
    Reasons { best, other, difference, accounts }
}

/// Accounts of at least this size are explained, by at most `DETAILED` details of at least `LEAST`, in centipawns.
const EXPLAINED: Score = 10;
const DETAILED: usize = 3;
const LEAST: Score = 5;

impl Account {
    /// Whether it is large enough to be explained.
    pub fn is_explained(&self) -> bool {
        self.centipawns.abs() >= EXPLAINED
    }

    /// The details that explain it, if it is large enough to be explained.
    pub fn told(&self) -> impl Iterator<Item = &Detail> {
        let explained = self.is_explained();
        let large = move |one: &&Detail| explained && one.centipawns.abs() >= LEAST;
        self.details.iter().filter(large).take(DETAILED)
    }

    /// The squares at the end of one of the lines (0 or 1) of what explains it and speaks for the first move, or
    /// against it. Material has none, and neither have open files and whole regions: they would cover the board.
    pub fn squares(&self, end: usize, favourable: bool) -> Bitboard {
        const MOST: u32 = 6;
        if self.subject == Subject::Terms(Group::Material) {
            return Bitboard::EMPTY;
        }
        let details = self.told().filter(|detail| (detail.centipawns > 0) == favourable);
        let squares = details.map(|detail| detail.squares()[end]);
        squares
            .filter(|squares| squares.count() <= MOST)
            .fold(Bitboard::EMPTY, |all, one| all | one)
    }

    fn whole(subject: Subject, centipawns: Score) -> Account {
        Account { subject, centipawns, details: Vec::new() }
    }
}

/// The accounts of the evaluation, from a side's point of view.
fn of_terms(comparison: &Comparison, side: Color) -> Vec<Account> {
    let told = |share: i64| {
        let centipawns = share as f64 / FINE as f64 / wdl::unit();
        side.sign() * centipawns.round() as Score
    };
    let details = |is_part: &dyn Fn(&TermShare) -> bool| {
        let parts = comparison.terms.iter().filter(|share| is_part(share));
        let mut details: Vec<Detail> = parts
            .map(|share| Detail {
                term: share.term.name,
                color: share.color,
                kind: share.kind,
                centipawns: told(share.share),
                here: share.here.clone(),
                there: share.there.clone(),
            })
            .collect();
        // By side as well, so that the order doesn't depend on who plays White.
        sort_few(&mut details, |detail| (-detail.centipawns.abs(), detail.color != side));
        details
    };
    let terms = Group::ALL.iter().filter(|&&group| group != Group::Danger).map(|&group| {
        let is_part = |share: &TermShare| share.term.group == group;
        let parts = comparison.terms.iter().filter(|share| is_part(share));
        let sum = match group {
            Group::ByPawns => comparison.by_pawns,
            Group::Winnable => comparison.winnable,
            _ => parts.map(|one| one.share).sum(),
        };
        let (subject, details) = (Subject::Terms(group), details(&is_part));
        Account { subject, centipawns: told(sum), details }
    });
    let danger = [!side, side].map(|king| {
        let is_part = |share: &TermShare| share.term.group == Group::Danger && share.color == !king;
        let centipawns = told(comparison.danger[king.index()]);
        Account { subject: Subject::Danger(king), centipawns, details: details(&is_part) }
    });
    let whole = [(Subject::Phase, comparison.phase), (Subject::Scale, comparison.scale)];
    let whole = whole.map(|(subject, share)| Account::whole(subject, told(share)));
    terms.chain(danger).chain(whole).collect()
}

impl Reasons {
    /// Whether the lines differ by something more tangible than the evaluation: a result, a draw, material.
    pub fn is_tactical(&self) -> bool {
        let lines = [&self.best, &self.other];
        lines.iter().any(|line| line.ending != Ending::Quiet)
            || self.best.balance() != self.other.balance()
    }
}
