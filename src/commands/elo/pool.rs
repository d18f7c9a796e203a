//! The results of a tournament, read game by game and kept in a few bytes each.
//!
//! Nothing in a [`Pool`] depends on the order of games or files.

use std::collections::hash_map::{DefaultHasher, HashMap};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher as _};
use std::path::PathBuf;

use super::ending::Ending;
use super::tally::Tally;
use crate::notation::pgn::PgnGame;
use crate::position::Position;
use crate::support::error::ToolError;
use crate::support::files::each_game;
use crate::types::Color;

/// The most players that can be rated together; the fit needs a square table of them.
const MOST_PLAYERS: usize = 1000;

/// How often White lost, drew and won.
pub(super) type WhiteResults = [u32; 3];

/// All results.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pool {
    /// The players in alphabetical order; a player's number is the index in this list.
    pub(super) names: Vec<String>,
    /// The results of all pairs of players who met, by their numbers, from the point of view of the first, whose number
    /// is smaller.
    pub(super) matches: BTreeMap<(usize, usize), Tally>,
    pub(super) endings: BTreeMap<Ending, WhiteResults>,
    /// Games lost on time, by an illegal move or by a crash.
    pub(super) faults: BTreeMap<(usize, Ending), u32>,
    pub(super) openings: BTreeMap<String, WhiteResults>,
    pub(super) unfinished: usize,
    pub(super) damaged: usize,
    /// Games of players against themselves, which say nothing.
    pub(super) own: BTreeMap<String, usize>,
}

/// What matters of a game. The fields are in the order in which the halves of pairs are sorted.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Record {
    players: (usize, usize),
    /// The same for games that may be halves of a pair; 0 if the round is not given.
    round: u64,
    first_is_white: bool,
    /// When it was played, if the file says, and then its moves: where a round and its opening occur more than once,
    /// the halves are taken in this order.
    time: Box<str>,
    moves: u64,
    /// Twice White's points.
    halves: usize,
}

impl Pool {
    /// Reads files. Damaged games are reported and left out.
    ///
    /// # Errors
    /// A file can't be read or is given twice, no two players have finished a game, or there are too many players.
    pub(super) fn read(files: &[PathBuf]) -> Result<Pool, ToolError> {
        let mut known = BTreeSet::new();
        for file in files {
            if file.canonicalize().is_ok_and(|real| !known.insert(real)) {
                return Err(ToolError::BadInput(format!("'{}' is given twice", file.display())));
            }
        }
        let mut reader = Reader::default();
        let damaged = each_game(files, |game| reader.take(&game))?;
        let mut pool = reader.finish();
        pool.damaged = damaged;
        if pool.matches.is_empty() {
            let why = pool.left_out();
            let why = if why.is_empty() { why } else { format!("; left out: {why}") };
            return Err(ToolError::BadInput(format!("no finished games between two players{why}")));
        }
        if pool.names.len() > MOST_PLAYERS {
            return Err(ToolError::BadInput(format!(
                "{} players; at most {MOST_PLAYERS} can be rated together",
                pool.names.len()
            )));
        }
        Ok(pool)
    }

    /// The number of a player.
    pub(super) fn find(&self, name: &str) -> Result<usize, ToolError> {
        let found = self.names.binary_search_by(|known| known.as_str().cmp(name));
        found.map_err(|_| ToolError::BadInput(format!("no games of '{name}'")))
    }

    /// All results of a player.
    pub(super) fn total(&self, player: usize) -> Tally {
        self.matches.iter().fold(Tally::default(), |sum, (&(first, second), tally)| match player {
            _ if player == first => sum.plus(tally),
            _ if player == second => sum.plus(&tally.mirrored()),
            _ => sum,
        })
    }

    /// The results of one player against another, from the point of view of the first.
    pub(super) fn between(&self, player: usize, other: usize) -> Option<Tally> {
        match self.matches.get(&(player.min(other), player.max(other))) {
            Some(tally) if player < other => Some(*tally),
            tally => tally.map(|tally| tally.mirrored()),
        }
    }

    /// The results by colour.
    pub(super) fn white(&self) -> WhiteResults {
        self.endings.values().fold([0; 3], |sum, one| [0, 1, 2].map(|k| sum[k] + one[k]))
    }

    /// Which games were left out and why; empty if none.
    pub(super) fn left_out(&self) -> String {
        let mut parts = Vec::new();
        if self.unfinished > 0 {
            parts.push(format!("{} unfinished", self.unfinished));
        }
        if self.damaged > 0 {
            parts.push(format!("{} damaged", self.damaged));
        }
        parts.extend(self.own.iter().map(|(name, n)| format!("{n} of '{name}' against itself")));
        parts.join(", ")
    }
}

/// Collects games.
#[derive(Default)]
struct Reader {
    /// In the order in which they appear, which does not affect the result.
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    records: Vec<Record>,
    pool: Pool,
    /// The players who lost by a fault, numbered in the order in which they appear.
    faults: HashMap<(usize, Ending), u32>,
}

impl Reader {
    fn take(&mut self, game: &PgnGame) {
        let Some(points) = game.result.points(Color::White) else {
            self.pool.unfinished += 1;
            return;
        };
        let halves = (2.0 * points) as usize;
        let (white, black) = (player(game, "White"), player(game, "Black"));
        if white == black {
            *self.pool.own.entry(white).or_default() += 1;
            return;
        }
        let players = (self.number(white), self.number(black));
        let ending = Ending::of(game);
        self.pool.endings.entry(ending).or_default()[halves] += 1;
        if ending.is_fault() && halves != 1 {
            let loser = if halves == 0 { players.0 } else { players.1 };
            *self.faults.entry((loser, ending)).or_default() += 1;
        }
        self.pool.openings.entry(opening(game)).or_default()[halves] += 1;
        let round = game.tag("Round").filter(|round| !["?", "-", ""].contains(round));
        // Some programs number the games of a round after a dot.
        let round = round.map(|round| round.split('.').next().unwrap_or(round));
        let time = ["UTCDate", "UTCTime", "GameStartTime", "Date", "Time"];
        let time: Vec<&str> = time.into_iter().filter_map(|tag| game.tag(tag)).collect();
        self.records.push(Record {
            players,
            round: round.map_or(0, |round| {
                hash(&(game.tag("Event"), round, game.start.to_string())).max(1)
            }),
            first_is_white: true,
            time: time.join(" ").into(),
            moves: hash(&game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>()),
            halves,
        });
    }

    fn number(&mut self, name: String) -> usize {
        if let Some(&number) = self.numbers.get(&name) {
            return number;
        }
        self.names.push(name.clone());
        self.numbers.insert(name, self.names.len() - 1);
        self.names.len() - 1
    }

    fn finish(self) -> Pool {
        let Reader { names, mut records, mut pool, faults, .. } = self;
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by_key(|&number| &names[number]);
        let mut places = vec![0; names.len()];
        order.iter().enumerate().for_each(|(place, &number)| places[number] = place);
        pool.names = order.iter().map(|&number| names[number].clone()).collect();
        for ((number, ending), count) in faults {
            pool.faults.insert((places[number], ending), count);
        }
        for record in &mut records {
            let (white, black) = (places[record.players.0], places[record.players.1]);
            record.first_is_white = white < black;
            record.players = (white.min(black), white.max(black));
        }
        records.sort_unstable();
        for round in
            records.chunk_by(|one, other| (one.players, one.round) == (other.players, other.round))
        {
            let tally = pool.matches.entry(round[0].players).or_default();
            note(tally, round);
        }
        pool
    }
}

/// Notes the games of a round that may be halves of pairs.
fn note(tally: &mut Tally, round: &[Record]) {
    let (black, white) = round.split_at(round.partition_point(|record| !record.first_is_white));
    let paired = if round[0].round == 0 { 0 } else { black.len().min(white.len()) };
    for (one, other) in white.iter().zip(black).take(paired) {
        tally.add_pair(one.halves, 2 - other.halves);
    }
    white[paired..].iter().for_each(|record| tally.add_game(record.halves));
    black[paired..].iter().for_each(|record| tally.add_game(2 - record.halves));
}

/// A player's name without control characters, which would garble a terminal.
fn player(game: &PgnGame, tag: &str) -> String {
    let name = game.tag(tag).unwrap_or("?").trim();
    name.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// The name of the opening: the initial position if it is not the usual one, otherwise what the file says.
fn opening(game: &PgnGame) -> String {
    if game.start != Position::start() {
        return game.start.to_string();
    }
    let words: Vec<&str> =
        ["ECO", "Opening", "Variation"].into_iter().filter_map(|tag| game.tag(tag)).collect();
    if words.is_empty() { "start position".into() } else { words.join(" ") }
}

fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{Pool, Reader};
    use crate::notation::pgn::PgnReader;

    fn pool(games: &[(&str, &str, &str, &str)]) -> Pool {
        let mut reader = Reader::default();
        for (white, black, result, round) in games {
            let text = format!(
                "[White \"{white}\"]\n[Black \"{black}\"]\n[Round \"{round}\"]\n\n1. e4 {result}\n\n"
            );
            reader.take(&PgnReader::new(text.as_bytes(), "test").next().unwrap().unwrap());
        }
        reader.finish()
    }

    #[test]
    fn games_of_a_round_with_colours_exchanged_are_a_pair() {
        let pool = pool(&[
            ("b", "a", "1-0", "1"),
            ("a", "b", "1/2-1/2", "1"),
            ("a", "b", "1-0", "2"),
            ("a", "b", "1-0", "2"),
            ("a", "b", "1-0", "-"),
            ("b", "a", "1-0", "-"),
        ]);
        assert_eq!(pool.names, ["a", "b"]);
        let tally = pool.matches[&(0, 1)];
        // Games with the same colours or without a round are not a pair.
        assert_eq!((tally.pairs, tally.alone), ([0, 1, 0, 0, 0], [1, 0, 3]));
        assert_eq!(pool.between(1, 0).unwrap().games, [3, 1, 2]);
        assert_eq!(pool.total(1), tally.mirrored());
    }

    #[test]
    fn own_games_and_unfinished_ones_are_left_out() {
        let pool = pool(&[("a", "a", "1-0", "1"), ("a", "b", "*", "1"), ("a", "b", "1-0", "1")]);
        assert_eq!(pool.left_out(), "1 unfinished, 1 of 'a' against itself");
        assert_eq!(pool.matches[&(0, 1)].games, [0, 0, 1]);
    }
}
