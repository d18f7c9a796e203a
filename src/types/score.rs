//! Scores and depths: ranges, mates, conversions. All limits derive from one another.

use alloc::string::{String, ToString as _};
use core::fmt;

/// A score in centipawns, from the point of view of the side to move unless a name says otherwise.
/// Range: [`-MATE`](MATE) to [`MATE`], within (-[`INFINITE`], [`INFINITE`]).
pub type Score = i32;

/// Remaining depth in plies. Never negative in a node, but signed so that arithmetic can't wrap.
pub type Depth = i32;

/// Deepest distance from the root, in plies.
pub const MAX_PLY: usize = 246;

/// A draw.
pub const DRAW: Score = 0;
/// The score of the side that has given mate; mate in `n` plies is `MATE - n`.
pub const MATE: Score = 32_000;
/// Above every score: the bound of a full window.
pub const INFINITE: Score = MATE + 1;
/// No score, such as the static evaluation of a side in check.
pub const NONE: Score = INFINITE + 1;
/// The lowest score that means a forced mate.
pub const MATE_IN_MAX: Score = MATE - MAX_PLY as Score;
/// A tablebase win at the root.
pub const TB_WIN: Score = MATE_IN_MAX - 1;
/// The lowest score that means a tablebase win.
pub const TB_WIN_IN_MAX: Score = TB_WIN - MAX_PLY as Score;
/// The bound of the static evaluation.
pub const MAX_EVAL: Score = TB_WIN_IN_MAX - 1;

const _: () = assert!(MAX_EVAL > 20_000 && NONE < i16::MAX as Score);

/// The score of the side that is mated `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// The score of the side that gives mate `ply` plies from the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Whether the score is a mate or a tablebase win, for either side.
#[inline(always)]
pub const fn is_decisive(score: Score) -> bool {
    score.abs() >= TB_WIN_IN_MAX
}

/// Whether the side to move wins by force.
#[inline(always)]
pub const fn is_win(score: Score) -> bool {
    score >= TB_WIN_IN_MAX
}

/// Whether the side to move loses by force.
#[inline(always)]
pub const fn is_loss(score: Score) -> bool {
    score <= -TB_WIN_IN_MAX
}

/// Whether the score is a mate, for either side.
#[inline(always)]
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_IN_MAX
}

/// A weighted mean of the score of a fail-high and the bound that it beat: the greater `weight`, the closer
/// to the score. Decisive scores are not changed.
#[inline(always)]
pub const fn soften_fail_high(score: Score, bound: Score, weight: Depth) -> Score {
    if is_decisive(score) || is_decisive(bound) {
        return score;
    }
    (score * weight + bound) / (weight + 1)
}

/// The score as the transposition table stores it. A decisive score counts plies from the root; in the table
/// it counts them from the node, which is `ply` plies from the root.
#[inline(always)]
pub const fn to_tt(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score + ply as Score
    } else if is_loss(score) {
        score - ply as Score
    } else {
        score
    }
}

/// The inverse of [`to_tt`].
#[inline(always)]
pub const fn from_tt(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score - ply as Score
    } else if is_loss(score) {
        score + ply as Score
    } else {
        score
    }
}

/// A score as people are shown it, from the point of view of the side to move. Displays itself in UCI notation.
///
/// ```
/// # #[cfg(feature = "search")] {
/// # use quevedo::UciScore;
/// assert_eq!(UciScore::Centipawns(31).to_string(), "cp 31");
/// assert_eq!(UciScore::Mate(-2).to_string(), "mate -2");
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UciScore {
    /// Centipawns: at 100, the side to move wins every other game.
    Centipawns(Score),
    /// The side to move mates in this many moves; negative if it is mated, 0 if it is mated already.
    Mate(i32),
    /// Tablebases have a forced result. UCI shows it as 20000 centipawns less the distance.
    Tablebase {
        /// Whether the side to move wins, or else loses.
        is_win: bool,
        /// Plies until a position of the tablebases is reached.
        plies: u32,
    },
}

impl UciScore {
    /// The kind of a score, which must be in the centipawns that people are shown.
    pub const fn of(score: Score) -> UciScore {
        if let Some(moves) = moves_to_mate(score) {
            return UciScore::Mate(moves);
        }
        if is_decisive(score) {
            return UciScore::Tablebase { is_win: score > 0, plies: (TB_WIN - score.abs()) as u32 };
        }
        // Evaluations stay below tablebase wins, so that a GUI can tell the two apart.
        let most = TB_TOLD - MAX_PLY as Score - 1;
        UciScore::Centipawns(if score > most {
            most
        } else if score < -most {
            -most
        } else {
            score
        })
    }
}

impl fmt::Display for UciScore {
    /// `cp` in centipawns, or `mate` in moves.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            UciScore::Centipawns(score) => write!(f, "cp {score}"),
            UciScore::Mate(moves) => write!(f, "mate {moves}"),
            UciScore::Tablebase { is_win, plies } => {
                let told = TB_TOLD - plies as Score;
                write!(f, "cp {}", if is_win { told } else { -told })
            }
        }
    }
}

/// A tablebase win at the root as UCI shows it; each ply further away is one less.
const TB_TOLD: Score = 20_000;

/// Moves to mate, negative for the losing side and 0 if it is mated already; `None` if the score is not
/// a mate.
pub const fn moves_to_mate(score: Score) -> Option<i32> {
    if !is_mate(score) {
        return None;
    }
    let moves = (MATE - score.abs() + 1) / 2;
    Some(if score > 0 { moves } else { -moves })
}

/// The score in UCI notation; see [`UciScore`].
pub fn text(score: Score) -> String {
    UciScore::of(score).to_string()
}

#[cfg(test)]
mod tests {
    use super::{MATE, MAX_EVAL, TB_WIN, TB_WIN_IN_MAX, from_tt, mate_in, mated_in, text, to_tt};

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(text(mate_in(1)), "mate 1");
        assert_eq!(text(mate_in(3)), "mate 2");
        assert_eq!(text(mated_in(0)), "mate 0");
        assert_eq!(text(mated_in(2)), "mate -1");
        assert_eq!(text(mated_in(4)), "mate -2");
        assert_eq!(text(-17), "cp -17");
        assert_eq!(text(TB_WIN - 3), "cp 19997");
        assert_eq!(text(TB_WIN_IN_MAX), "cp 19754");
        assert_eq!(text(3 - TB_WIN), "cp -19997");
        assert_eq!(text(MAX_EVAL), "cp 19753");
        assert_eq!(text(MATE - 5), "mate 3");
    }

    #[test]
    fn table_scores_count_from_their_own_node() {
        for ply in 0..200 {
            for score in [mate_in(ply + 7), mated_in(ply + 4), 0, 1234, -1234] {
                assert_eq!(from_tt(to_tt(score, ply), ply), score);
            }
            assert_eq!(to_tt(mate_in(ply + 7), ply), mate_in(7));
        }
    }
}
