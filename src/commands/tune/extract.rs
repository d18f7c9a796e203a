//! From games to training positions.
//!
//! A static evaluation is meaningful only in quiet positions, and its terms only where no rule decides the game; all
//! other positions are left out.
//!
//! Source: <https://www.chessprogramming.org/Texel%27s_Tuning_Method>

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;

use rayon::prelude::*;

use super::positions::Positions;
use super::returns::Returns;
use crate::data::{Game, Games, Ply, Problem};
use crate::eval::{evaluate_from_scratch, known_ending};
use crate::position::Position;
use crate::search::Quiescence;
use crate::support::args::share;
use crate::support::error::ToolError;
use crate::support::interrupt::is_interrupted;
use crate::support::output::warn;
use crate::support::progress::bar;
use crate::support::rng::{below, seeded, unit};
use crate::types::{Color, Key, PieceType, Score, score};

/// The number of games that are read and then processed in parallel.
const BLOCK: usize = 1024;
/// From this halfmove clock on, searches see the fifty-move draw, which a static evaluation can't.
const LATE: u16 = 80;

fn centipawns() -> clap::builder::RangedI64ValueParser<Score> {
    clap::value_parser!(i32).range(0..=i64::from(score::MAX_EVAL))
}

/// Which positions the tuner learns from. Those in check, and those where the best move is a capture or a
/// promotion, are left out, unless the tuner learns from the leaves of the quiescence search.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Positions")]
pub(super) struct Filters {
    /// Leave out this many plies at the start of each game
    #[arg(long, value_name = "PLIES", default_value_t = 4)]
    pub(super) skip: usize,
    /// Leave out positions whose score is larger than this many centipawns, from 0 to 31506: such games are
    /// decided
    #[arg(long, value_name = "CP", default_value_t = 1000, value_parser = centipawns())]
    pub(super) max_score: Score,
    /// Leave out positions where captures change the static evaluation by more than this many centipawns,
    /// from 0 to 31506
    #[arg(long, value_name = "CP", default_value_t = 60, value_parser = centipawns())]
    pub(super) max_swing: Score,
    /// Instead of each position, learn from the one at the end of its best line of captures
    #[arg(long, conflicts_with = "max_swing")]
    pub(super) leaves: bool,
    /// Take at most this many positions of a game, at least 1, chosen at random [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) per_game: Option<u32>,
    /// Hold out this share of the games, from 0 to 1: the weights are tested, not tuned, on them
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    pub(super) held_out: f64,
}

impl fmt::Display for Filters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Filters { skip, max_score, max_swing, leaves, per_game, held_out } = self;
        write!(f, "skip {skip}, max-score {max_score}, ")?;
        if *leaves {
            write!(f, "leaves, ")?;
        } else {
            write!(f, "max-swing {max_swing}, ")?;
        }
        if let Some(per_game) = per_game {
            write!(f, "per-game {per_game}, ")?;
        }
        write!(f, "held-out {held_out}")
    }
}

/// Why a position is left out; the first reason that applies counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    Early,
    Check,
    Noisy,
    Decided,
    Rule,
    Swing,
    Lot,
    Twice,
}

impl Reason {
    const ALL: [(Reason, &str); 8] = [
        (Reason::Early, "early"),
        (Reason::Check, "in check"),
        (Reason::Noisy, "best move noisy"),
        (Reason::Decided, "score too large"),
        (Reason::Rule, "decided by rule"),
        (Reason::Swing, "captures to come"),
        (Reason::Lot, "by lot"),
        (Reason::Twice, "seen before"),
    ];
}

/// How many positions are left out for each reason.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct LeftOut([u64; Reason::ALL.len()]);

impl LeftOut {
    fn count(&mut self, reason: Reason) {
        self.0[reason as usize] += 1;
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = Reason::ALL.iter().zip(self.0).filter(|(_, count)| *count > 0);
        let texts: Vec<String> =
            counts.map(|((_, name), count)| format!("{count} {name}")).collect();
        f.write_str(&if texts.is_empty() { "none".into() } else { texts.join(", ") })
    }
}

/// What the weights are to predict.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Objective {
    /// What replaces the search score in the target, if anything.
    pub(super) returns: Option<Returns>,
    /// The difference between the search score and the current evaluation is added to the evaluation by the weights, so
    /// that the current weights predict exactly what the search does.
    pub(super) residual: bool,
}

/// The positions of all games, split into training and held-out positions.
#[derive(Default)]
pub(super) struct Dataset {
    pub(super) positions: Positions,
    /// Positions of the games that the weights are tuned on.
    pub(super) train: Vec<u32>,
    /// Positions of the held-out games.
    pub(super) held_out: Vec<u32>,
    pub(super) games: u64,
    pub(super) left_out: LeftOut,
    /// Identifies the data.
    pub(super) fingerprint: u64,
    /// Keys of all positions taken so far.
    seen: HashSet<Key>,
}

/// The positions of one game.
#[derive(Default)]
struct GamePositions {
    positions: Positions,
    keys: Vec<Key>,
    left_out: LeftOut,
}

impl Dataset {
    /// Collects the positions of all files, in order; the result does not depend on the number of threads. Each comes
    /// with its search score or, if wanted, its return.
    pub(super) fn collect(
        files: &[PathBuf],
        filters: &Filters,
        objective: Objective,
        seed: u64,
    ) -> Result<Dataset, ToolError> {
        let sizes = files.iter().map(|file| file.metadata().map_or(0, |data| data.len()));
        let bar = bar(sizes.sum(), "{bar:40} {percent:>3} %  {msg}  {elapsed}, left {eta}");
        let mut dataset = Dataset::default();
        let gathered = files.iter().try_for_each(|file| {
            let before = bar.position();
            let mut games = Games::open(file)?;
            loop {
                let mut block = Vec::with_capacity(BLOCK);
                let mut ended = false;
                while block.len() < BLOCK && !ended {
                    match games.next() {
                        Some(Ok(game)) => block.push(game),
                        // The file may be one that is still being written.
                        Some(Err(error))
                            if matches!(error.problem, Problem::Unfinished) && error.offset > 0 =>
                        {
                            bar.suspend(|| warn(&format_args!("left out: {error}")));
                        }
                        Some(Err(error)) => return Err(error.into()),
                        None => ended = true,
                    }
                }
                dataset.add(&block, filters, objective, seed)?;
                bar.set_position(before + games.offset());
                bar.set_message(format!("{} positions", dataset.positions.len()));
                if is_interrupted() {
                    let text = "stopped while reading games; nothing is kept";
                    return Err(ToolError::Interrupted(text.into()));
                }
                if ended {
                    return Ok(());
                }
            }
        });
        bar.finish_and_clear();
        gathered?;
        dataset.seen = HashSet::new();
        dataset.fingerprint = dataset.positions.fingerprint();
        Ok(dataset)
    }

    /// Adds the positions of some games.
    fn add(
        &mut self,
        games: &[Game],
        filters: &Filters,
        objective: Objective,
        seed: u64,
    ) -> Result<(), ToolError> {
        let found: Vec<Result<GamePositions, ToolError>> = games
            .par_iter()
            .enumerate()
            .map_init(Quiescence::new, |quiescence, (index, game)| {
                let quiescence =
                    quiescence.as_mut().map_err(|error| ToolError::BadInput(error.to_string()))?;
                let mut rng = seeded(seed, 2 * (self.games + index as u64));
                let draw = |limit| below(&mut rng, limit);
                Ok(filters.choose(game, objective, quiescence, draw))
            })
            .collect();
        for found in found {
            let found = found?;
            let chance = unit(&mut seeded(seed, 2 * self.games + 1));
            let side = if chance < filters.held_out { &mut self.held_out } else { &mut self.train };
            self.games += 1;
            for (reason, count) in self.left_out.0.iter_mut().zip(found.left_out.0) {
                *reason += count;
            }
            for (which, &key) in found.keys.iter().enumerate() {
                if !self.seen.insert(key) {
                    self.left_out.count(Reason::Twice);
                    continue;
                }
                let number = u32::try_from(self.positions.len());
                let many = |_| ToolError::BadInput("more positions than 2^32".into());
                side.push(number.map_err(many)?);
                self.positions.take(&found.positions, which);
            }
        }
        Ok(())
    }
}

impl Filters {
    /// Chooses positions of a game; `draw` returns a random number below its argument.
    fn choose(
        &self,
        game: &Game,
        objective: Objective,
        quiescence: &mut Quiescence,
        mut draw: impl FnMut(usize) -> usize,
    ) -> GamePositions {
        let mut found = GamePositions::default();
        let returns = objective.returns.map(|returns| returns.of(game));
        let mut fit = Vec::new();
        for (number, (position, ply)) in game.positions().enumerate() {
            match self.reason_against(number, &position, &ply) {
                Some(reason) => found.left_out.count(reason),
                None => fit.push((number, position)),
            }
        }
        // If only some are wanted, they are tried in random order: the last test is expensive.
        let wanted = self.per_game.map_or(usize::MAX, |most| most as usize);
        if wanted < fit.len() {
            for last in (1..fit.len()).rev() {
                fit.swap(last, draw(last + 1));
            }
        }
        let mut chosen = Vec::new();
        for candidate in fit {
            if chosen.len() == wanted {
                found.left_out.count(Reason::Lot);
            } else if self.leaves {
                let (number, position) = candidate;
                let leaf = quiescence.leaf(&position);
                // The line may end in check, where there is no static evaluation.
                if leaf.is_check() {
                    found.left_out.count(Reason::Check);
                } else if is_decided(&leaf) {
                    found.left_out.count(Reason::Rule);
                } else {
                    chosen.push((number, leaf));
                }
            } else if self.is_quiet(&candidate.1, quiescence) {
                chosen.push(candidate);
            } else {
                found.left_out.count(Reason::Swing);
            }
        }
        chosen.sort_unstable_by_key(|(number, ..)| *number);
        let result = (2.0 * game.white_points()) as u8;
        for (number, position) in &chosen {
            let searched = game.plies[*number].white_score;
            let score = returns.as_ref().map_or(searched, |all| all[*number]);
            let base = match objective.residual {
                true => Score::from(searched) - white_evaluation(position),
                false => 0,
            };
            found.positions.push(position, score.into(), base, result);
            found.keys.push(position.key());
        }
        found
    }

    /// The reason to leave out a position, if one is known without a search.
    fn reason_against(&self, number: usize, position: &Position, ply: &Ply) -> Option<Reason> {
        let white_score = Score::from(ply.white_score);
        if number < self.skip {
            Some(Reason::Early)
        } else if !self.leaves && position.is_check() {
            Some(Reason::Check)
        } else if !self.leaves && ply.mv.is_noisy() {
            Some(Reason::Noisy)
        } else if white_score.abs() > self.max_score || score::is_decisive(white_score) {
            Some(Reason::Decided)
        } else if is_decided(position) {
            Some(Reason::Rule)
        } else {
            None
        }
    }

    /// Whether quiescence search changes the evaluation by no more than `max_swing`.
    fn is_quiet(&self, position: &Position, quiescence: &mut Quiescence) -> bool {
        let still = evaluate_from_scratch(position);
        let (least, most) = (still - self.max_swing, still + self.max_swing);
        let score = quiescence.score(position, least - 1, most + 1);
        (least..=most).contains(&score)
    }
}

/// The evaluation of a position from White's point of view.
fn white_evaluation(position: &Position) -> Score {
    evaluate_from_scratch(position) * position.side().sign()
}

/// Whether a rule decides the position, not the evaluation terms: it is a draw or a known ending.
fn is_decided(position: &Position) -> bool {
    let board = position.board();
    let bare = |color: Color| board.color(color) == board.pieces(color, PieceType::King);
    position.rule50() >= LATE
        || board.insufficient_material()
        || Color::ALL.into_iter().any(bare)
        || known_ending(position).is_some()
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Dataset, Filters, Objective, Reason};
    use crate::data::{Game, Ply};
    use crate::position::Position;
    use crate::types::Color;
    use crate::types::score::mate_in;

    pub(in super::super) const START: &str =
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const FILTERS: Filters = Filters {
        skip: 0,
        max_score: 1000,
        max_swing: 60,
        leaves: false,
        per_game: None,
        held_out: 0.5,
    };

    /// A game with these moves, which White wins, all with the same score.
    pub(in super::super) fn game(start: &str, line: &str, score: i32) -> Game {
        let start = Position::from_fen(start).unwrap();
        let mut position = start;
        let mut plies = Vec::new();
        for text in line.split(' ') {
            let mv = position.parse_uci(text).unwrap();
            plies.push(Ply { mv, white_score: score as i16 });
            position.play_unchecked(mv);
        }
        Game { start, plies, winner: Some(Color::White) }
    }

    fn dataset(games: &[Game], filters: &Filters) -> Dataset {
        let mut dataset = Dataset::default();
        dataset.add(games, filters, Objective::default(), 1).unwrap();
        dataset
    }

    #[test]
    fn each_objection_is_found() {
        let cases = [
            (START, "e2e4", 20, None),
            (START, "e2e4", -1000, None),
            (START, "e2e4", 1001, Some(Reason::Decided)),
            (START, "e2e4", -mate_in(3), Some(Reason::Decided)),
            ("4k3/1P6/8/8/8/8/pp6/4K3 w - - 0 1", "b7b8q", 0, Some(Reason::Noisy)),
            ("4k3/p7/8/3p4/4P3/8/P7/4K3 w - - 0 1", "e4d5", 0, Some(Reason::Noisy)),
            ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e1e2", 0, Some(Reason::Swing)),
            ("4k3/4r3/8/8/8/8/PPP5/4K3 w - - 0 1", "e1d1", 0, Some(Reason::Check)),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a2", 0, Some(Reason::Rule)),
            ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 90 70", "e1e2", 0, Some(Reason::Rule)),
            ("4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 70", "e1e2", 0, None),
        ];
        for (fen, mv, score, objection) in cases {
            let found = dataset(&[game(fen, mv, score)], &FILTERS);
            let counts = Reason::ALL.map(|(reason, _)| u64::from(Some(reason) == objection));
            assert_eq!(found.left_out.0, counts, "{fen} {mv} {score}");
            assert_eq!(found.positions.len(), usize::from(objection.is_none()), "{fen} {mv}");
        }
    }

    #[test]
    fn a_line_of_captures_is_played_to_its_end() {
        let filters = Filters { leaves: true, ..FILTERS };
        let hanging = "4k3/7p/8/3q4/4P3/8/7P/4K3 w - - 0 1";
        let quiet = "4k3/7p/8/3P4/8/8/7P/4K3 b - - 0 1";
        let [leaf, itself] = [(hanging, "e1e2"), (quiet, "e8e7")].map(|(fen, mv)| {
            let found = dataset(&[game(fen, mv, 7)], &filters);
            assert_eq!(found.positions.len(), 1, "{fen}: left out {}", found.left_out);
            found.positions.fingerprint()
        });
        assert_eq!(leaf, itself);
    }

    #[test]
    fn of_a_game_as_many_are_taken_as_are_wanted_and_each_position_once() {
        let line = "e2e3 e7e6 d2d3 d7d6 c2c3 c7c6 b2b3 b7b6";
        let games = [game(START, line, 0), game(START, line, 7)];
        let left_out = |filters: &Filters| {
            let dataset = dataset(&games, filters);
            assert_eq!(dataset.positions.len(), dataset.train.len() + dataset.held_out.len());
            (dataset.positions.len(), dataset.left_out.to_string())
        };
        assert_eq!(left_out(&FILTERS), (8, "8 seen before".into()));
        let later = Filters { skip: 5, ..FILTERS };
        assert_eq!(left_out(&later), (3, "10 early, 3 seen before".into()));
        let few = Filters { per_game: Some(2), ..FILTERS };
        let (taken, why) = left_out(&few);
        assert!((2..=4).contains(&taken) && why.starts_with("12 by lot"), "{taken}: {why}");
    }

    #[test]
    fn whole_games_are_held_out() {
        let games: Vec<Game> = ["a2a3 a7a6 b2b3", "h2h3 h7h6 g2g3", "c2c3 c7c6 d2d3"]
            .into_iter()
            .cycle()
            .take(60)
            .map(|line| game(START, line, 0))
            .collect();
        for (share, expected) in [(0.0, 0..=0), (0.5, 0..=7), (1.0, 7..=7)] {
            let dataset = dataset(&games, &Filters { held_out: share, ..FILTERS });
            assert!(expected.contains(&dataset.held_out.len()), "{share}");
            assert_eq!(dataset.games, 60);
            // The start position and two of each line; repeated positions are left out.
            assert_eq!(dataset.positions.len(), 7);
            // Both positions of a line after the start position are on the same side of the split.
            let side = |which: u32| dataset.held_out.contains(&which);
            assert!([1, 3, 5].into_iter().all(|which| side(which) == side(which + 1)));
        }
    }
}
