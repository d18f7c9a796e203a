//! What a player of each rating sees: the rows between which [`Level`](super::level::Level) interpolates, and
//! what makes a move easy to overlook.
//!
//! The rows are fitted by `scripts/calibrate-levels`, which plays the levels against one another and against
//! engines of known rating, and writes them; `docs/levels.md` tells what came of it.

use crate::types::PieceType;

/// A level: how much it searches, how it misjudges, what it overlooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelRow {
    /// The rating on the CCRL Blitz scale.
    pub elo: i32,
    /// Nodes of the search for a move, for each line that is asked for.
    pub nodes: u64,
    /// The standard deviation of what is added to the evaluation of a position, in centipawns, besides the taste for
    /// pieces on squares.
    pub misjudged: i32,
    /// How many of 1,000 captures of a pawn in the tree are overlooked.
    pub overlooked: i32,
}

const fn row(elo: i32, nodes: u64, misjudged: i32, overlooked: i32) -> LevelRow {
    LevelRow { elo, nodes, misjudged, overlooked }
}

/// The levels, the weakest first.
pub const ROWS: [LevelRow; 15] = [
    row(600, 230, 49, 96),
    row(800, 360, 40, 69),
    row(1000, 530, 33, 47),
    row(1200, 780, 28, 30),
    row(1400, 1070, 23, 18),
    row(1600, 1600, 18, 8),
    row(1800, 2410, 14, 3),
    row(2000, 3360, 12, 0),
    row(2200, 5480, 8, 0),
    row(2400, 10160, 5, 0),
    row(2600, 19820, 3, 0),
    row(2800, 40710, 1, 0),
    row(3000, 90330, 0, 0),
    row(3200, 205650, 0, 0),
    row(3400, 670980, 0, 0),
];

/// The more a capture wins, the more surely it is seen: by piece type, how many fewer of 1,000 captures are
/// overlooked than of captures of a pawn.
pub const SEEN: [i32; 6] = [0, 8, 8, 14, 20, 0];
const _: () = assert!(SEEN[PieceType::Queen.index()] == 20, "in the order of the pieces");

/// Quiet moves are overlooked this many percent as often as captures of a pawn.
pub const QUIET: i32 = 200;
/// Backward moves are overlooked this many percent as often as others.
pub const BACKWARDS: i32 = 150;
/// Moves over at least [`FAR`] squares are overlooked this many percent as often as others.
pub const LONG: i32 = 150;
/// From how many squares on a move is long.
pub const FAR: u8 = 4;

/// The standard deviation of a player's taste for a piece on a square is that of its misjudgements divided by this.
pub const TASTE: i32 = 4;
