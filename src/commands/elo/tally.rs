//! The results between two sides, by games and by pairs of games.

/// Results from the point of view of one side. Two games of one round from the same opening with colours reversed are a
/// pair and count as one result, since an advantage that the opening gives one side goes to the other in the second
/// game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Games lost, drawn and won.
    pub(super) games: [u32; 3],
    /// Pairs by their points: 0, ½, 1, 1½, 2 (the "pentanomial").
    pub(super) pairs: [u32; 5],
    /// The games without the other half of their pair: lost, drawn and won.
    pub(super) alone: [u32; 3],
}

impl Tally {
    /// Adds a game without the other half of its pair; `halves` is twice its points.
    pub(super) fn add_game(&mut self, halves: usize) {
        self.games[halves] += 1;
        self.alone[halves] += 1;
    }

    /// Adds a pair of games.
    pub(super) fn add_pair(&mut self, one: usize, other: usize) {
        self.games[one] += 1;
        self.games[other] += 1;
        self.pairs[one + other] += 1;
    }

    /// The same results from the other side's point of view.
    pub(super) fn mirrored(mut self) -> Tally {
        self.games.reverse();
        self.pairs.reverse();
        self.alone.reverse();
        self
    }

    /// The sum of both.
    pub(super) fn plus(mut self, other: &Tally) -> Tally {
        let add = |to: &mut [u32], from: &[u32]| {
            to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        };
        add(&mut self.games, &other.games);
        add(&mut self.pairs, &other.pairs);
        add(&mut self.alone, &other.alone);
        self
    }

    /// The number of games.
    pub(super) fn count(&self) -> f64 {
        self.games.iter().map(|&games| f64::from(games)).sum()
    }

    /// The number of independent results: pairs, and games without the other half.
    pub(super) fn units(&self) -> u32 {
        self.pairs.iter().chain(&self.alone).sum()
    }

    /// The points of all games.
    pub(super) fn points(&self) -> f64 {
        f64::from(self.games[2]) + f64::from(self.games[1]) / 2.0
    }

    /// Points per game.
    pub(super) fn score(&self) -> f64 {
        self.points() / self.count()
    }

    /// The sum of the squared differences between the results, of pairs and of single games, and their expectations;
    /// `expected` is that of one game.
    pub(super) fn surprise(&self, expected: f64) -> f64 {
        let squares = |counts: &[u32], expected: f64| -> f64 {
            let each = counts.iter().enumerate().map(|(halves, &count)| {
                f64::from(count) * (halves as f64 / 2.0 - expected).powi(2)
            });
            each.sum()
        };
        squares(&self.pairs, 2.0 * expected) + squares(&self.alone, expected)
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn games_and_pairs_add_up() {
        let mut tally = Tally::default();
        tally.add_pair(2, 0);
        tally.add_pair(1, 2);
        tally.add_game(0);
        assert_eq!(
            (tally.games, tally.pairs, tally.alone),
            ([2, 1, 2], [0, 0, 1, 1, 0], [1, 0, 0])
        );
        assert_eq!((tally.count(), tally.points(), tally.units()), (5.0, 2.5, 3));
        // Pairs of 1 and 1.5 points where 1 is expected, and a loss where a half is.
        assert_eq!(tally.surprise(0.5), 0.25 + 0.25);
        assert_eq!(tally.mirrored().points(), 2.5);
        assert_eq!(tally.plus(&tally.mirrored()).games, [4, 2, 4]);
    }
}
