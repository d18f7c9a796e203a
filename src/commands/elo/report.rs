//! Everything that the tables and the page show, computed once, and the words that both use.

use super::ending::Ending;
use super::fit::{Anchor, Fit};
use super::pairwise::Pairwise;
use super::pool::{Pool, WhiteResults};
use super::sprt::Sprt;
use super::tally::Tally;

/// A report.
pub(super) struct Report {
    pub(super) pool: Pool,
    pub(super) anchor: Anchor,
    pub(super) fit: Fit,
    /// The players from best to worst; those without a rating come last.
    pub(super) ranking: Vec<usize>,
    /// The matches, each with the better player first and the results from that player's point of view.
    pub(super) matches: Vec<Match>,
    pub(super) sprt: Option<Sprt>,
    /// The player and the opponent of every test, with the log likelihood ratio.
    pub(super) tests: Vec<(usize, usize, Tally)>,
}

/// A match.
pub(super) struct Match {
    pub(super) players: (usize, usize),
    pub(super) tally: Tally,
    pub(super) pairwise: Pairwise,
}

impl Report {
    /// Computes everything. If `of` is given, only that player is tested.
    pub(super) fn new(pool: Pool, anchor: Anchor, sprt: Option<Sprt>, of: Option<usize>) -> Report {
        let fit = Fit::new(&pool, &anchor);
        let mut ranking: Vec<usize> = (0..pool.names.len()).collect();
        // Sorting keeps equal players in the order of their names, so tiny differences are rounded away.
        let elo = |player: usize| {
            fit.players[player].map_or(f64::NEG_INFINITY, |rated| (rated.elo * 1e6).round())
        };
        ranking.sort_by(|&a, &b| elo(b).total_cmp(&elo(a)));
        let mut matches = Vec::new();
        let mut tests = Vec::new();
        for (place, &one) in ranking.iter().enumerate() {
            for &other in &ranking[place + 1..] {
                let Some(tally) = pool.between(one, other) else { continue };
                matches.push(Match {
                    players: (one, other),
                    tally,
                    pairwise: Pairwise::of(&tally),
                });
                if sprt.is_none() {
                    continue;
                }
                let tested = [(one, other, tally), (other, one, tally.mirrored())];
                for (player, opponent, tally) in tested {
                    if of.is_none_or(|of| of == player) {
                        tests.push((player, opponent, tally));
                    }
                }
            }
        }
        Report { pool, anchor, fit, ranking, matches, sprt, tests }
    }

    /// A player's name.
    pub(super) fn name(&self, player: usize) -> &str {
        &self.pool.names[player]
    }

    /// The number of all games that count.
    pub(super) fn games(&self) -> u32 {
        self.pool.white().iter().sum()
    }

    /// Pairs of games, and games without their other half.
    pub(super) fn units(&self) -> (u32, u32) {
        let sum = |counts: fn(&Tally) -> u32| self.pool.matches.values().map(counts).sum();
        (sum(|tally| tally.pairs.iter().sum()), sum(|tally| tally.alone.iter().sum()))
    }

    /// What fixes the zero of the scale.
    pub(super) fn zero(&self) -> String {
        match self.anchor {
            Anchor::Mean => "the mean of the players is 0".into(),
            Anchor::Player(player, elo) => format!("{} is {elo}", self.name(player)),
        }
    }

    /// Explains the joint fit and what was special about it.
    pub(super) fn about_the_fit(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "the ratings that make all results together likeliest; {}; ± is half a 95% interval.",
            self.zero()
        )];
        if self.fit.smoothed {
            lines.push(
                "Some players won or lost everything against the others: a drawn game between all who \
                 met was added, which keeps ratings finite."
                    .into(),
            );
        }
        if self.fit.players.contains(&None) {
            lines.push(
                "No games tie the players without a rating to the others, not even through a third."
                    .into(),
            );
        }
        lines
    }

    /// Whether any two have pairs of games.
    pub(super) fn has_pairs(&self) -> bool {
        self.units().0 > 0
    }

    /// Ways in which games ended, the most frequent first.
    pub(super) fn endings(&self) -> Vec<(Ending, WhiteResults)> {
        let mut rows: Vec<_> =
            self.pool.endings.iter().map(|(&end, &counts)| (end, counts)).collect();
        rows.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<u32>()));
        rows
    }

    /// Openings, the most frequent first, then those where White scored most.
    pub(super) fn openings(&self) -> Vec<(&str, WhiteResults)> {
        let pool = &self.pool.openings;
        let mut rows: Vec<_> = pool.iter().map(|(name, &counts)| (name.as_str(), counts)).collect();
        let halves = |counts: &WhiteResults| 2 * counts[2] + counts[1];
        rows.sort_by_key(|(_, counts)| {
            std::cmp::Reverse((counts.iter().sum::<u32>(), halves(counts)))
        });
        rows
    }
}

/// White's score.
pub(super) fn white_score(counts: &WhiteResults) -> f64 {
    let games: u32 = counts.iter().sum();
    f64::from(2 * counts[2] + counts[1]) / f64::from(2 * games)
}

/// A number with this many digits; a dash for NaN.
pub(super) fn number(value: f64, digits: usize) -> String {
    if value.is_nan() { "-".into() } else { zeroless(format!("{value:.digits$}")) }
}

/// A difference, with its sign.
pub(super) fn signed(value: f64, digits: usize) -> String {
    match value {
        _ if value.is_nan() => "-".into(),
        _ if value == f64::INFINITY => "+inf".into(),
        _ => {
            let text = zeroless(format!("{value:.digits$}"));
            if text.starts_with('-') || !text.contains(|c| ('1'..='9').contains(&c)) {
                text
            } else {
                format!("+{text}")
            }
        }
    }
}

/// An error; a dash if it is unknown.
pub(super) fn error(value: f64, digits: usize) -> String {
    if value.is_finite() { number(value, digits) } else { "-".into() }
}

/// A share in percent.
pub(super) fn percent(share: f64, digits: usize) -> String {
    if share.is_nan() { "-".into() } else { format!("{:.digits$}%", 100.0 * share) }
}

/// Counts as match programs write them: `[1, 4, 11, 11, 9]`.
pub(super) fn counts(counts: &[u32]) -> String {
    format!("{counts:?}")
}

/// Turns the minus zero that rounding makes of a small negative number into zero.
fn zeroless(text: String) -> String {
    let zero = text.starts_with('-') && !text.contains(|c: char| c.is_ascii_digit() && c != '0');
    if zero && !text.contains("inf") { text[1..].into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::{error, number, percent, signed};

    #[test]
    fn numbers_are_written_plainly() {
        assert_eq!(
            (signed(3.04, 1), signed(-0.04, 1), signed(0.0, 0)),
            ("+3.0".into(), "0.0".into(), "0".into())
        );
        assert_eq!(
            (signed(f64::INFINITY, 1), signed(f64::NEG_INFINITY, 1)),
            ("+inf".into(), "-inf".into())
        );
        assert_eq!((number(f64::NAN, 1), error(f64::INFINITY, 1)), ("-".into(), "-".into()));
        assert_eq!((percent(0.5, 1), number(-1.26, 1)), ("50.0%".into(), "-1.3".into()));
    }
}
