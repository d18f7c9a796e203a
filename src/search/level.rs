//! A weaker player: it searches few nodes, judges positions with a steady error, and overlooks moves.
//!
//! Nothing is drawn by lot while it plays. What it misjudges and overlooks follows from a seed: the same
//! position, met twice in a game, is misjudged in the same way, and the same seed plays the same game.
//!
//! Idea: Maia (McIlroy-Young and others, "Aligning Superhuman AI with Human Behavior", 2020): a weaker player sees
//! the same kinds of things less deeply, and judges them less well.

use super::level_table::{BACKWARDS, FAR, LONG, LevelRow, QUIET, ROWS, SEEN, TASTE};
use crate::position::Position;
use crate::types::score::MAX_EVAL;
use crate::types::{Color, Move, PieceType, Score};

/// How a player of some rating sees the board, in games of one seed.
pub struct Level {
    row: LevelRow,
    seed: u64,
    /// How much more a piece seems to be worth on a square than it is, in centipawns: by piece and square as
    /// its own side sees it, so that both sides are judged alike.
    taste: [[Score; 64]; 6],
}

impl Level {
    /// The level of a rating; below the first row it is the first, above the last row the last.
    pub fn new(elo: i32, seed: u64) -> Level {
        let row = interpolated(elo);
        let mut taste = [[0; 64]; 6];
        for (kind, squares) in taste.iter_mut().enumerate() {
            for (square, value) in squares.iter_mut().enumerate() {
                *value = deviation(mixed(seed, (kind * 64 + square) as u64)) * row.misjudged
                    / (TASTE * DEVIATION);
            }
        }
        Level { row, seed, taste }
    }

    /// The level's numbers.
    pub fn row(&self) -> &LevelRow {
        &self.row
    }

    /// What the player takes the evaluation of a position to be, from the side to move's point of view.
    pub(super) fn misjudged(&self, position: &Position, evaluation: Score) -> Score {
        if self.row.misjudged == 0 {
            return evaluation;
        }
        let board = position.board();
        // The taste.
        let mut error = 0;
        for color in [Color::White, Color::Black] {
            let sign = if color == Color::White { 1 } else { -1 };
            for kind in PieceType::ALL {
                for square in board.color(color) & board.kind(kind) {
                    let square = square.index() ^ if color == Color::White { 0 } else { 56 };
                    error += sign * self.taste[kind.index()][square];
                }
            }
        }
        // The whim. Whoever is to move, the pieces are misjudged in the same way: a null move changes nothing.
        let keys = position.keys();
        let pieces =
            keys.pawn ^ keys.non_pawn[0].rotate_left(21) ^ keys.non_pawn[1].rotate_left(42);
        error += deviation(mixed(self.seed, pieces)) * self.row.misjudged / DEVIATION;
        let error = if position.side() == Color::White { error } else { -error };
        (evaluation + error).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Whether the player does not see a move, as it thinks ahead.
    pub(super) fn overlooks(&self, position: &Position, mv: Move) -> bool {
        if self.row.overlooked == 0 {
            return false;
        }
        let chance = self.chance_to_overlook(position, mv);
        chance > 0
            && (mixed(self.seed ^ position.key(), mv.from_to() as u64) % 1000) < chance as u64
    }

    /// How often, in 1,000, such a move is overlooked.
    fn chance_to_overlook(&self, position: &Position, mv: Move) -> i32 {
        let wins = match mv.promotion() {
            Some(kind) => Some(kind),
            None => position.captured(mv),
        };
        let mut chance = match wins {
            Some(kind) => self.row.overlooked - SEEN[kind.index()],
            None => self.row.overlooked * QUIET / 100,
        };
        let (from, to) = (mv.from(), mv.to());
        let forward = i32::from(to.rank()) - i32::from(from.rank());
        let is_backwards = if position.side() == Color::White { forward < 0 } else { forward > 0 };
        if is_backwards {
            chance = chance * BACKWARDS / 100;
        }
        if from.rank().abs_diff(to.rank()).max(from.file().abs_diff(to.file())) >= FAR {
            chance = chance * LONG / 100;
        }
        chance
    }
}

/// The row of a rating: those beside it, in proportion.
fn interpolated(elo: i32) -> LevelRow {
    let elo = elo.clamp(ROWS[0].elo, ROWS[ROWS.len() - 1].elo);
    let above = ROWS.iter().position(|row| row.elo >= elo).unwrap_or(ROWS.len() - 1).max(1);
    let (low, high) = (ROWS[above - 1], ROWS[above]);
    let (part, whole) = (i64::from(elo - low.elo), i64::from(high.elo - low.elo));
    let between = |low: i64, high: i64| low + (high - low) * part / whole;
    LevelRow {
        elo,
        nodes: between(low.nodes as i64, high.nodes as i64) as u64,
        misjudged: between(low.misjudged.into(), high.misjudged.into()) as i32,
        overlooked: between(low.overlooked.into(), high.overlooked.into()) as i32,
    }
}

/// A number that looks drawn by lot and follows from a seed and a number.
///
/// Source: the last steps of SplitMix64 (Steele, Lea and Flood, 2014).
fn mixed(seed: u64, number: u64) -> u64 {
    let mut z = seed.rotate_left(32).wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The standard deviation of [`deviation`].
const DEVIATION: i32 = 148;

/// The sum of four bytes, less its mean: nearly normal, from -510 to 510.
fn deviation(random: u64) -> i32 {
    random.to_le_bytes()[..4].iter().map(|&byte| i32::from(byte)).sum::<i32>() - 510
}

#[cfg(test)]
mod tests {
    use super::{DEVIATION, Level, ROWS, deviation, interpolated, mixed};
    use crate::position::Position;
    use crate::types::PieceType;

    #[test]
    fn rows_rise_and_ratings_between_them_lie_between() {
        for pair in ROWS.windows(2) {
            assert!(pair[0].elo < pair[1].elo && pair[0].nodes < pair[1].nodes, "{pair:?}");
            assert!(pair[0].misjudged >= pair[1].misjudged, "{pair:?}");
            assert!(pair[0].overlooked >= pair[1].overlooked, "{pair:?}");
            let middle = interpolated((pair[0].elo + pair[1].elo) / 2);
            assert!((pair[0].nodes..=pair[1].nodes).contains(&middle.nodes), "{middle:?}");
        }
        for row in ROWS {
            assert_eq!(interpolated(row.elo), row);
        }
        assert_eq!(interpolated(-5), ROWS[0]);
        assert_eq!(interpolated(9999), ROWS[ROWS.len() - 1]);
    }

    #[test]
    fn the_deviation_is_what_it_is_said_to_be() {
        let numbers: Vec<f64> = (0..20_000).map(|n| f64::from(deviation(mixed(7, n)))).collect();
        let mean = numbers.iter().sum::<f64>() / 20_000.0;
        let square = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 4.0, "{mean}");
        assert!((square.sqrt() - f64::from(DEVIATION)).abs() < 4.0, "{}", square.sqrt());
    }

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn errors_are_steady_and_symmetrical_and_grow_as_the_rating_falls() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        let mut passed = position;
        passed.pass();
        let spread = |elo: i32| {
            let mut sum = 0;
            for seed in 0..300 {
                let level = Level::new(elo, seed);
                let error = level.misjudged(&position, 0);
                assert_eq!(error, level.misjudged(&position, 0));
                assert_eq!(error, -level.misjudged(&passed, 0), "both sides see the same error");
                sum += error.abs();
            }
            sum
        };
        assert!(spread(600) > spread(1200) && spread(1200) > spread(2400));
        assert_eq!(Level::new(3400, 1).misjudged(&position, 33), 33);
    }

    /// Other errors would make other players of the levels, and the ratings that were measured void.
    #[test]
    fn errors_are_those_that_were_rated() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        let errors = |elo| [1, 2, 3, 4].map(|seed| Level::new(elo, seed).misjudged(&position, 0));
        assert_eq!(errors(600), [-1, 7, -138, 44]);
        assert_eq!(errors(1500), [0, -2, -58, 15]);
    }

    #[test]
    fn what_is_overlooked_is_overlooked_again_and_less_by_the_strong() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        let moves = position.board().legal_moves();
        let overlooked = |elo: i32| {
            let level = |seed| Level::new(elo, seed);
            (0..200)
                .flat_map(|seed| moves.iter().map(move |&mv| (seed, mv)))
                .filter(|&(seed, mv)| {
                    let blind = level(seed).overlooks(&position, mv);
                    assert_eq!(blind, level(seed).overlooks(&position, mv));
                    blind
                })
                .count()
        };
        let (weak, fair, strong) = (overlooked(600), overlooked(1400), overlooked(2600));
        assert!(weak > 2 * fair && fair > 0 && strong == 0, "{weak} {fair} {strong}");
    }

    #[test]
    fn nobody_from_1500_on_overlooks_that_a_queen_can_be_taken() {
        let position = Position::from_fen("3q3k/8/8/8/8/8/8/3R3K w - - 0 1").unwrap();
        let take = position
            .legal_moves()
            .into_iter()
            .find(|mv| position.captured(*mv) == Some(PieceType::Queen));
        let take = take.unwrap();
        assert!(Level::new(1500, 0).chance_to_overlook(&position, take) <= 0);
        assert!(Level::new(600, 0).chance_to_overlook(&position, take) > 0);
        assert!((0..2000).all(|seed| !Level::new(1500, seed).overlooks(&position, take)));
    }
}
