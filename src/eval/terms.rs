//! The list of all evaluation terms, one row for each table of weights.
//!
//! The index of every weight, the array of all weights (by name, from the generated `weights.rs`), the rows
//! of the `eval` command and the variables of the tuner come from this list. If a table is missing in
//! `weights.rs` or has another length, the build fails.

use super::pair::S;
#[cfg(not(feature = "tune"))]
use super::pair::Wide;
use super::weights;

/// A table of `N` weights: where it begins among all weights.
#[derive(Clone, Copy, Debug)]
pub struct WeightTable<const N: usize> {
    start: usize,
}

impl<const N: usize> WeightTable<N> {
    /// The index, among all weights, of the table's entry `index`.
    #[inline(always)]
    pub const fn at(self, index: usize) -> WeightIndex {
        debug_assert!(index < N);
        WeightIndex(self.start + index)
    }

    /// Enters the weights of the table among all, `offset` places beyond its own.
    const fn fill(self, all: &mut [S; COUNT], offset: usize, weights: [S; N]) {
        let mut i = 0;
        while i < N {
            all[offset + self.start + i] = weights[i];
            i += 1;
        }
    }
}

/// The index of a weight in [`WEIGHTS`].
#[derive(Clone, Copy, Debug)]
pub struct WeightIndex(usize);

impl WeightIndex {
    /// The index as a number.
    #[inline(always)]
    pub const fn get(self) -> usize {
        self.0
    }

    /// The index `more` weights further on in the same table.
    #[inline(always)]
    pub const fn plus(self, more: usize) -> WeightIndex {
        WeightIndex(self.0 + more)
    }
}

/// A row of the list, for printing, tuning and writing weights.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The heading that it belongs to in the `eval` command.
    pub group: Group,
    /// The name of the table.
    pub name: &'static str,
    /// The index of its first weight.
    pub start: usize,
    /// The number of its weights.
    pub len: usize,
}

impl Term {
    /// The place, in [`TERMS`], of the term that the weight of an index belongs to.
    pub fn row(index: usize) -> usize {
        TERMS.partition_point(|term| term.start <= index) - 1
    }

    /// The name of the term that the term of this name adds to in proportion to the number of pawns; the name itself if
    /// it is not such a term.
    pub fn plain_name(name: &str) -> &str {
        name.strip_suffix("_BY_PAWNS").unwrap_or(name)
    }

    /// The term that this one adds to in proportion to the number of pawns; itself if it is not such a term.
    pub fn plain(&self) -> &'static Term {
        let start = self.start - if self.group == Group::ByPawns { LINEAR } else { 0 };
        &TERMS[Term::row(start)]
    }
}

/// The linear weight at an index with its part that is proportional to the number of pawns, from the tables.
#[cfg(not(feature = "tune"))]
pub(super) const fn linear_weight(index: usize) -> Wide {
    Wide::new(WEIGHTS[index], WEIGHTS[LINEAR + index])
}

macro_rules! terms {
    (
        linear { $($linear_group:ident {
            $($(#[$linear_doc:meta])* $linear:ident, $by_pawns:ident[$linear_len:expr];)+
        })+ }
        others { $($other_group:ident {
            $($(#[$other_doc:meta])* $other:ident[$other_len:expr];)+
        })+ }
    ) => {
        /// Headings of the `eval` command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the names are the documentation")]
        pub enum Group { $($linear_group,)+ ByPawns, $($other_group),+ }

        impl Group {
            /// All groups.
            pub const ALL: &[Group] =
                &[$(Group::$linear_group,)+ Group::ByPawns, $(Group::$other_group),+];
        }

        /// Never instantiated: the offset of a field is where its table begins.
        #[repr(C)]
        #[allow(non_snake_case, dead_code, reason = "fields have the names of the tables")]
        struct Layout {
            $($($linear: [u8; $linear_len],)+)+
            $($($by_pawns: [u8; $linear_len],)+)+
            $($($other: [u8; $other_len],)+)+
        }

        $($(
            $(#[$linear_doc])*
            pub const $linear: WeightTable<{ $linear_len }> =
                WeightTable { start: std::mem::offset_of!(Layout, $linear) };
        )+)+
        $($(
            $(#[$other_doc])*
            pub const $other: WeightTable<{ $other_len }> =
                WeightTable { start: std::mem::offset_of!(Layout, $other) };
        )+)+

        /// The number of weights that count linearly. They come first; after them, in the same order, come their
        /// parts that are proportional to the number of pawns.
        pub const LINEAR: usize = 0 $($(+ $linear_len)+)+;

        /// The number of all weights.
        pub const COUNT: usize = size_of::<Layout>();

        /// All terms.
        pub static TERMS: &[Term] = &[
            $($(Term {
                group: Group::$linear_group,
                name: stringify!($linear),
                start: $linear.start,
                len: $linear_len,
            },)+)+
            $($(Term {
                group: Group::ByPawns,
                name: stringify!($by_pawns),
                start: LINEAR + $linear.start,
                len: $linear_len,
            },)+)+
            $($(Term {
                group: Group::$other_group,
                name: stringify!($other),
                start: $other.start,
                len: $other_len,
            },)+)+
        ];

        /// All weights, in the order of the list.
        pub static WEIGHTS: [S; COUNT] = {
            let mut all = [S::ZERO; COUNT];
            $($(
                $linear.fill(&mut all, 0, weights::$linear);
                $linear.fill(&mut all, LINEAR, weights::$by_pawns);
            )+)+
            $($($other.fill(&mut all, 0, weights::$other);)+)+
            all
        };
    };
}

terms! {
    linear {
        Material {
            /// Material, by piece type; the king counts 0.
            PIECE_VALUE, PIECE_VALUE_BY_PAWNS[6];
            /// Two bishops or more.
            BISHOP_PAIR, BISHOP_PAIR_BY_PAWNS[1];
        }
        PieceSquare {
            /// By the enemy king's wing (0 = its own king's), piece type and relative square, the board mirrored
            /// so that its own king stands on the files e to h.
            PIECE_SQUARE, PIECE_SQUARE_BY_PAWNS[2 * 6 * 64];
        }
        Mobility {
            /// A knight, by the number of squares of the mobility area that it attacks; a pinned piece attacks along
            /// the pin alone.
            KNIGHT_MOBILITY, KNIGHT_MOBILITY_BY_PAWNS[9];
            /// A bishop likewise; it sees through queens.
            BISHOP_MOBILITY, BISHOP_MOBILITY_BY_PAWNS[14];
            /// A rook likewise; it sees through queens and own rooks.
            ROOK_MOBILITY, ROOK_MOBILITY_BY_PAWNS[15];
            /// A queen likewise; it sees through no piece.
            QUEEN_MOBILITY, QUEEN_MOBILITY_BY_PAWNS[28];
        }
        Pawns {
            /// A pawn behind another own pawn on its file, by file (a = h).
            DOUBLED_PAWN, DOUBLED_PAWN_BY_PAWNS[4];
            /// A pawn without own pawns on the adjacent files, by file (a = h).
            ISOLATED_PAWN, ISOLATED_PAWN_BY_PAWNS[4];
            /// A pawn, not isolated, with no own pawn beside or behind it on the adjacent files, whose stop square an
            /// enemy pawn attacks or occupies, by rank.
            BACKWARD_PAWN, BACKWARD_PAWN_BY_PAWNS[8];
            /// An isolated or a backward pawn without an enemy pawn ahead on its file.
            WEAK_UNOPPOSED, WEAK_UNOPPOSED_BY_PAWNS[2];
            /// A pawn beside another own pawn, by rank.
            PHALANX, PHALANX_BY_PAWNS[8];
            /// A pawn protected by a pawn, by rank.
            PROTECTED_PAWN, PROTECTED_PAWN_BY_PAWNS[8];
            /// A pawn on the fifth or the sixth rank that an enemy pawn blocks.
            BLOCKED_PAWN, BLOCKED_PAWN_BY_PAWNS[2];
            /// A pawn, not protected by a pawn, that two pawns attack.
            WEAK_LEVER, WEAK_LEVER_BY_PAWNS[1];
            /// A candidate passed pawn: no pawn of either side ahead on its file, at least one sentry (an enemy pawn
            /// ahead on an adjacent file), and at least as many helpers (own pawns on those files, not ahead) as
            /// sentries, by whether a pawn protects it and rank.
            CANDIDATE, CANDIDATE_BY_PAWNS[2 * 8];
        }
        Passed {
            /// A passed pawn, by its stop square (0 = free, 1 = attacked by the enemy, 2 = occupied, 3 = both) and
            /// rank.
            PASSED_PAWN, PASSED_PAWN_BY_PAWNS[4 * 8];
            /// Nothing occupies its path to promotion, and the enemy attacks no square of it, by rank.
            PASSED_FREE_PATH, PASSED_FREE_PATH_BY_PAWNS[8];
            /// A passed pawn protected by a pawn or beside an own pawn, by rank.
            PASSED_CONNECTED, PASSED_CONNECTED_BY_PAWNS[8];
            /// By rank from the fourth on, and distance of its own king from its stop square.
            PASSED_OWN_KING, PASSED_OWN_KING_BY_PAWNS[4 * 8];
            /// By rank from the fourth on, and distance of the enemy king from its stop square.
            PASSED_ENEMY_KING, PASSED_ENEMY_KING_BY_PAWNS[4 * 8];
            /// A rook or queen behind it on its file: a friendly one, an enemy one.
            PASSED_ROOK_BEHIND, PASSED_ROOK_BEHIND_BY_PAWNS[2];
            /// The enemy has only king and pawns, nothing stands between the pawn and promotion, and the enemy king is
            /// outside the square of the pawn.
            UNSTOPPABLE, UNSTOPPABLE_BY_PAWNS[1];
            /// Not a passed pawn yet, without a pawn of either side ahead on its file: all its sentries are pawns that
            /// it attacks, or pawns that it would attack after a step and that do not outnumber the own pawns beside
            /// it, by rank.
            PASSED_LEVER, PASSED_LEVER_BY_PAWNS[8];
            /// The pawn's own side defends the stop square, by rank from the fourth on.
            PASSED_DEFENDED_PUSH, PASSED_DEFENDED_PUSH_BY_PAWNS[4];
            /// The enemy attacks no square of its path to promotion, occupied or not, by rank from the fourth on.
            PASSED_SAFE_PATH, PASSED_SAFE_PATH_BY_PAWNS[4];
            /// The enemy neither attacks nor occupies anything ahead of it on its file and those beside it, by rank
            /// from the fourth on.
            PASSED_WIDE_PATH, PASSED_WIDE_PATH_BY_PAWNS[4];
        }
        Pieces {
            /// A knight or bishop on the fourth to sixth rank where no enemy pawn can ever attack it, by whether a
            /// pawn protects it and piece type.
            OUTPOST, OUTPOST_BY_PAWNS[2 * 2];
            /// A knight or bishop, not on an outpost, that attacks a free one that a pawn protects, by piece type.
            REACHABLE_OUTPOST, REACHABLE_OUTPOST_BY_PAWNS[2];
            /// A knight or bishop with a pawn of either side in front of it, by piece type.
            MINOR_BEHIND_PAWN, MINOR_BEHIND_PAWN_BY_PAWNS[2];
            /// A knight or bishop, by piece type and distance from its own king.
            MINOR_KING_DISTANCE, MINOR_KING_DISTANCE_BY_PAWNS[2 * 8];
            /// A bishop, by number of own pawns on squares of its colour.
            BISHOP_PAWNS, BISHOP_PAWNS_BY_PAWNS[9];
            /// For each bishop: own pawns on squares of its colour times obstructed own pawns on the files c to
            /// f.
            BAD_BISHOP, BAD_BISHOP_BY_PAWNS[1];
            /// A bishop that sees both centre squares of a long diagonal, through pieces but not pawns.
            LONG_DIAGONAL, LONG_DIAGONAL_BY_PAWNS[1];
            /// A bishop that does not attack the enemy king ring, but would if only own pawns could obstruct it.
            BISHOP_ON_KING_RING, BISHOP_ON_KING_RING_BY_PAWNS[1];
            /// A knight, by number of own pawns that enemy pawns block.
            KNIGHT_CLOSEDNESS, KNIGHT_CLOSEDNESS_BY_PAWNS[9];
            /// A rook, likewise.
            ROOK_CLOSEDNESS, ROOK_CLOSEDNESS_BY_PAWNS[9];
            /// A rook on a half-open file, on an open file.
            ROOK_FILE, ROOK_FILE_BY_PAWNS[2];
            /// A rook on a file with an obstructed own pawn.
            ROOK_ON_CLOSED_FILE, ROOK_ON_CLOSED_FILE_BY_PAWNS[1];
            /// A rook on an open or half-open file of the enemy king ring that it does not attack.
            ROOK_ON_KING_RING, ROOK_ON_KING_RING_BY_PAWNS[1];
            /// A rook on the file of a queen of either side.
            ROOK_ON_QUEEN_FILE, ROOK_ON_QUEEN_FILE_BY_PAWNS[1];
            /// A rook on the seventh rank, with the enemy king on the eighth or enemy pawns on the seventh.
            ROOK_ON_SEVENTH, ROOK_ON_SEVENTH_BY_PAWNS[1];
            /// A rook on a file with an own pawn, between the file of its king and the nearer edge, with a mobility of
            /// three or less, by whether the king has lost the right to castle.
            TRAPPED_ROOK, TRAPPED_ROOK_BY_PAWNS[2];
            /// An enemy rook or bishop would attack the queen if one piece moved out of the way.
            WEAK_QUEEN, WEAK_QUEEN_BY_PAWNS[1];
        }
        Threats {
            /// An enemy piece attacked by a pawn, by its type.
            THREAT_BY_PAWN, THREAT_BY_PAWN_BY_PAWNS[6];
            /// An enemy piece attacked by a knight or bishop, by whether it is strongly protected and its type.
            THREAT_BY_MINOR, THREAT_BY_MINOR_BY_PAWNS[2 * 6];
            /// By a rook, likewise.
            THREAT_BY_ROOK, THREAT_BY_ROOK_BY_PAWNS[2 * 6];
            /// By a queen, likewise.
            THREAT_BY_QUEEN, THREAT_BY_QUEEN_BY_PAWNS[2 * 6];
            /// An enemy piece that is not strongly protected, attacked by the king, by its type.
            THREAT_BY_KING, THREAT_BY_KING_BY_PAWNS[6];
            /// An enemy piece that is attacked and not protected at all.
            HANGING, HANGING_BY_PAWNS[1];
            /// An attacked enemy piece that only a queen protects.
            WEAK_QUEEN_PROTECTION, WEAK_QUEEN_PROTECTION_BY_PAWNS[1];
            /// An enemy piece, not a pawn, that no pawn attacks yet but a safe pawn push would, by its type.
            PUSH_THREAT, PUSH_THREAT_BY_PAWNS[6];
            /// Squares without an enemy piece that both sides attack and the enemy does not protect strongly.
            RESTRICTED, RESTRICTED_BY_PAWNS[1];
            /// Safe squares from which a knight, bishop or rook could attack the only enemy queen next, by the type of
            /// the attacker; for bishops and rooks only squares that their side attacks at least twice.
            THREAT_ON_QUEEN, THREAT_ON_QUEEN_BY_PAWNS[6];
            /// An enemy piece, not a pawn, attacked by a pawn that is protected or that nothing attacks.
            THREAT_BY_SAFE_PAWN, THREAT_BY_SAFE_PAWN_BY_PAWNS[1];
            /// An enemy piece, not a pawn, that is attacked at least twice and protected, but not by a pawn.
            DOUBLY_ATTACKED, DOUBLY_ATTACKED_BY_PAWNS[1];
        }
        Space {
            /// At a game phase of 17 or more: squares on the files c to f and a side's ranks two to four that hold no
            /// own pawn and that no enemy pawn attacks (those one to three squares behind an own pawn that no enemy
            /// attacks count twice), times the square of the weight, over 256. The weight is the number of own pieces,
            /// king and pawns included, plus the blocked pawns of both sides, at most nine, less three.
            SPACE, SPACE_BY_PAWNS[1];
        }
        Tempo {
            /// The side to move.
            TEMPO, TEMPO_BY_PAWNS[1];
        }
    }
    others {
        Danger {
            /// The defender's nearest pawn that no pawn attacks, level with its king or ahead, on each of three files
            /// at the king, by file (a = h) and relative rank (0 = none).
            SHELTER[4 * 8];
            /// The attacker's nearest pawn there, by whether the defender's nearest pawn there, attacked or not, blocks
            /// it, file (a = h) and the defender's relative rank (0 = none).
            STORM[2 * 4 * 8];
            /// A knight, bishop, rook or queen that attacks the king ring, by its type.
            KING_RING_ATTACKER[6];
            /// Attacks of these pieces on squares of the king ring, all together.
            KING_RING_ATTACKS[1];
            /// For a king at the edge: attacked squares outside the king zone (the king ring with the squares that two
            /// pawns defend) that it would stand beside one square further in.
            KING_RING_EDGE_ATTACKS[1];
            /// Attacked squares of the king ring that nothing defends, or the king alone, or one queen alone.
            WEAK_KING_RING[1];
            /// Safe squares from which a knight, bishop, rook or queen could give check, by piece type.
            SAFE_CHECK[6];
            /// Two or more of those squares, by piece type.
            SAFE_CHECKS_MANY[6];
            /// Other squares from which one of these could give check, by piece type.
            UNSAFE_CHECK[6];
            /// Attacked squares of the king's flank, on the five ranks of the defender's camp.
            FLANK_ATTACK[1];
            /// Those attacked at least twice.
            FLANK_ATTACK_TWICE[1];
            /// Squares of the flank that the defender attacks.
            FLANK_DEFENCE[1];
            /// A pinned piece of the defender, by its type.
            PINNED[6];
            /// A piece of the attacker that would give a discovered check by moving away, by its type.
            DISCOVERED_CHECK[6];
            /// Any knight of the defender attacks a square of the king ring; any bishop does.
            KING_DEFENDER[2];
            /// Virtual mobility of the king: the number of squares that a queen in its place
            /// could move to, seeing through the defender's queens.
            KING_LINES[28];
            /// The attacker has no queen.
            NO_QUEEN[1];
            /// Always counted.
            DANGER_BASE[1];
        }
        Winnable {
            /// A pawn of either side.
            WINNABLE_PAWNS[1];
            /// A passed pawn of either side.
            WINNABLE_PASSED_PAWNS[1];
            /// How far the kings have come past each other: the distance of their files, plus the rank of White's king,
            /// less that of Black's.
            OUTFLANKING[1];
            /// There are pawns on both flanks, the files a to d and e to h.
            BOTH_FLANKS[1];
            /// A king in the enemy half of the board.
            INFILTRATION[1];
            /// Nothing but kings and pawns.
            PAWN_ENDGAME[1];
            /// Kings that have not come past each other (`OUTFLANKING` is negative), and pawns on one flank at most.
            ALMOST_UNWINNABLE[1];
            /// Always counted.
            WINNABLE_BASE[1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Group, LINEAR, TERMS, Term};

    #[test]
    fn each_linear_term_has_another_by_the_number_of_pawns() {
        let (by_pawns, plain): (Vec<&Term>, Vec<&Term>) =
            TERMS.iter().partition(|term| term.group == Group::ByPawns);
        for term in by_pawns {
            assert_eq!(term.name, format!("{}_BY_PAWNS", term.plain().name));
            assert_eq!(Term::plain_name(term.name), term.plain().name);
            assert_eq!(term.len, term.plain().len);
        }
        for term in plain {
            assert_eq!(term.plain().name, term.name);
            assert_eq!(Term::plain_name(term.name), term.name);
            assert_eq!(term.start < LINEAR, !matches!(term.group, Group::Danger | Group::Winnable));
        }
    }

    #[test]
    fn the_page_on_the_evaluation_lists_every_term() {
        let page = include_str!("../../docs/evaluation.md");
        let (_, tables) = page.split_once("\n## The terms\n").unwrap();
        let (tables, _) = tables.split_once("\n## ").unwrap();
        let rows = tables.lines().filter_map(|line| line.strip_prefix("| `"));
        let mut listed: Vec<&str> =
            rows.flat_map(|row| row.split_once("` | ").unwrap().0.split("`, `")).collect();
        // What linear terms count by the number of pawns has a paragraph for all of it.
        let plain = TERMS.iter().filter(|term| term.group != Group::ByPawns);
        let mut terms: Vec<&str> = plain.map(|term| term.name).collect();
        listed.sort_unstable();
        terms.sort_unstable();
        assert_eq!(listed, terms);
    }
}
