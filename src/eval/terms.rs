//! The list of everything the evaluation knows: one row a table of weights.
//!
//! From this list come the index of every weight, the weights themselves (by name, from the
//! generated `weights.rs`), the lines of the `eval` command and, later, the vector that is tuned.
//! A table that is missing or has another length does not compile.

use super::pair::S;
use super::weights;

/// A table of `N` weights, known by the place of the first in the vector of all.
#[derive(Clone, Copy, Debug)]
pub struct Slot<const N: usize> {
    start: usize,
}

/// A weight of the vector of all, as it counts in this build.
#[cfg(not(feature = "tune"))]
#[inline(always)]
pub(super) fn weight(index: usize) -> S {
    WEIGHTS[index]
}

#[cfg(feature = "tune")]
pub(super) use super::shares::weight;

/// The place of one weight in the vector of all.
#[derive(Clone, Copy, Debug)]
pub struct Place(usize);

impl Place {
    /// The place as an index into [`WEIGHTS`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0
    }

    /// The place `more` weights further on in the same table.
    #[inline(always)]
    pub const fn plus(self, more: usize) -> Place {
        Place(self.0 + more)
    }

    /// The weight there, as this build plays it.
    #[inline(always)]
    pub(super) fn weight(self) -> S {
        weight(self.0)
    }
}

impl<const N: usize> Slot<N> {
    /// The place of the table's weight number `index`.
    #[inline(always)]
    pub const fn at(self, index: usize) -> Place {
        debug_assert!(index < N);
        Place(self.start + index)
    }
}

/// A row of the list, for printing and for reading and writing weights.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// The heading under which the `eval` command sums it.
    pub group: Group,
    /// The table's name.
    pub name: &'static str,
    /// The place of its first weight.
    pub start: usize,
    /// How many weights it has.
    pub len: usize,
}

macro_rules! terms {
    ($($group:ident { $($(#[$doc:meta])* $name:ident[$len:expr],)+ })+) => {
        /// Headings of the `eval` command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the names are the documentation")]
        pub enum Group { $($group),+ }

        impl Group {
            /// All groups.
            pub const ALL: &[Group] = &[$(Group::$group),+];
        }

        /// Never made: the place of a field is the place of its table.
        #[repr(C)]
        #[allow(non_snake_case, dead_code, reason = "fields bear the tables' names")]
        struct Layout { $($($name: [u8; $len],)+)+ }

        $($(
            $(#[$doc])*
            pub const $name: Slot<{ $len }> =
                Slot { start: std::mem::offset_of!(Layout, $name) };
        )+)+

        /// How many weights there are.
        pub const COUNT: usize = size_of::<Layout>();

        /// The list.
        pub static TERMS: &[Term] = &[$($(Term {
            group: Group::$group,
            name: stringify!($name),
            start: $name.start,
            len: $len,
        }),+),+];

        /// All weights, in the order of the list.
        pub static WEIGHTS: [S; COUNT] = {
            let mut all = [S::ZERO; COUNT];
            $($(
                let table: [S; $len] = weights::$name;
                let mut i = 0;
                while i < $len {
                    all[$name.start + i] = table[i];
                    i += 1;
                }
            )+)+
            all
        };
    };
}

terms! {
    Material {
        /// By kind of man; the king counts nothing.
        PIECE_VALUE[6],
        /// Both bishops.
        BISHOP_PAIR[1],
    }
    PieceSquare {
        /// By the enemy king's wing (0 = where the own king is), kind of man, and square as its side
        /// sees it, the board turned so that the own king stands on the files e to h.
        PIECE_SQUARE[2 * 6 * 64],
    }
    Mobility {
        /// By number of safe squares reached; a pinned man moves along its pin.
        KNIGHT_MOBILITY[9],
        /// As above; lines go through the own queen.
        BISHOP_MOBILITY[14],
        /// As above; lines go through the own queen and rooks.
        ROOK_MOBILITY[15],
        /// As above.
        QUEEN_MOBILITY[28],
    }
    Pawns {
        /// A pawn behind another of its file, by file (a = h).
        DOUBLED_PAWN[4],
        /// No own pawn on the files beside it, by file (a = h).
        ISOLATED_PAWN[4],
        /// Can't be protected by pawns, and its next square is attacked or taken by one, by rank.
        BACKWARD_PAWN[8],
        /// An isolated or a backward pawn with no enemy pawn before it on its file.
        EXPOSED_PAWN[2],
        /// Beside another pawn, by rank.
        PHALANX[8],
        /// Protected by a pawn, by rank.
        PROTECTED_PAWN[8],
        /// Stopped by a pawn on the fifth or sixth rank.
        STOPPED_PAWN[2],
        /// Unprotected and attacked by two pawns.
        WEAK_LEVER[1],
        /// No enemy pawn before it, and as many helpers beside as guards ahead, by rank; once more where
        /// a pawn protects it.
        CANDIDATE[2 * 8],
    }
    Passed {
        /// By what is before it (0 = nothing, 1 = attacked, 2 = a man, 3 = both) and rank.
        PASSED_PAWN[4 * 8],
        /// Its whole way is free of men and attacks, by rank.
        PASSED_FREE_WAY[8],
        /// Protected by a pawn or beside one, by rank.
        PASSED_CONNECTED[8],
        /// By rank from the fourth on, and distance of the own king from the square before it.
        PASSED_OWN_KING[4 * 8],
        /// By rank from the fourth on, and distance of the enemy king from the square before it.
        PASSED_ENEMY_KING[4 * 8],
        /// An own rook or queen behind it on its file; an enemy one.
        PASSED_BACKED[2],
        /// The enemy has but king and pawns, and the king comes too late.
        UNSTOPPABLE[1],
    }
    Pieces {
        /// A knight or bishop that no pawn can chase away, by kind; once more where a pawn protects it.
        OUTPOST[2 * 2],
        /// A knight or bishop that can go to a protected outpost, by kind.
        OUTPOST_REACHED[2],
        /// A knight or bishop with a pawn before it, by kind.
        MINOR_BEHIND_PAWN[2],
        /// A knight or bishop by its distance from the own king, by kind.
        MINOR_FAR_FROM_KING[2 * 8],
        /// Own pawns on squares of a bishop's colour, by number.
        BISHOP_PAWNS[9],
        /// A bishop for each pawn of its colour times each stopped pawn of the middle files.
        BAD_BISHOP[1],
        /// A bishop sees both middle squares of a long diagonal.
        LONG_DIAGONAL[1],
        /// A bishop aims at the squares round the enemy king, through pawns.
        BISHOP_AIMS_AT_RING[1],
        /// A knight, by number of pawns that face an enemy pawn.
        KNIGHT_IN_CLOSED[9],
        /// A rook, likewise.
        ROOK_IN_CLOSED[9],
        /// A rook's file without own pawns; 1 = without any pawns.
        ROOK_FILE[2],
        /// A rook's file with a stopped own pawn.
        ROOK_SHUT_IN[1],
        /// A rook on a file of the squares round the enemy king.
        ROOK_AIMS_AT_RING[1],
        /// A rook on the file of a queen.
        ROOK_ON_QUEEN_FILE[1],
        /// A rook on the seventh rank.
        ROOK_ON_SEVENTH[1],
        /// A rook that hardly moves on its king's wing; once more where the king may not castle.
        TRAPPED_ROOK[2],
        /// A slider aims at the queen through one man.
        WEAK_QUEEN[1],
    }
    Threats {
        /// A pawn attacks a man, by kind.
        THREAT_BY_PAWN[6],
        /// A knight or bishop attacks a man, by whether it is protected and kind.
        THREAT_BY_MINOR[2 * 6],
        /// A rook attacks a man, likewise.
        THREAT_BY_ROOK[2 * 6],
        /// A queen attacks a man, likewise.
        THREAT_BY_QUEEN[2 * 6],
        /// The king attacks an unprotected man, by kind.
        THREAT_BY_KING[6],
        /// A man that is attacked and not protected.
        HANGING[1],
        /// A man that only a queen protects.
        ONLY_QUEEN_PROTECTS[1],
        /// A safe pawn push would attack a piece, by kind.
        PUSH_THREAT[6],
        /// Squares that the enemy reaches and would not be safe on.
        RESTRICTED[1],
        /// Safe squares from which the queen can be attacked next, by the attacker's kind.
        QUEEN_HIT[6],
    }
    Danger {
        /// The defender's pawn by file (a = h) and rank (0 = none) before its king.
        SHELTER[4 * 8],
        /// The attacker's pawn by whether it is stopped by a pawn, file (a = h) and rank as the defender
        /// sees it (0 = none).
        STORM[2 * 4 * 8],
        /// Men that attack squares round the enemy king, by kind.
        RING_ATTACKER[6],
        /// Squares round the enemy king that are attacked, each attack counted.
        RING_ATTACKS[1],
        /// Squares round the king attacked and protected by king or queen only.
        WEAK_RING[1],
        /// A check that could be given from a safe square, by kind.
        SAFE_CHECK[6],
        /// A check from a square that is not safe, by kind.
        UNSAFE_CHECK[6],
        /// Squares of the king's wing, up to its middle, that are attacked.
        FLANK_ATTACK[1],
        /// Those attacked twice.
        FLANK_ATTACK_TWICE[1],
        /// Those that the defender attacks.
        FLANK_DEFENCE[1],
        /// A man of the defender is pinned, by kind.
        PINNED[6],
        /// A man of the attacker would give check by leaving, by kind.
        DISCOVERER[6],
        /// A knight, a bishop of the defender guards the squares round the king.
        GUARDED[2],
        /// Squares on open lines to the king.
        KING_LINES[28],
        /// The attacker has no queen.
        NO_QUEEN[1],
        /// What every king has to fear.
        DANGER_BASE[1],
    }
    Tempo {
        /// The right to move.
        TEMPO[1],
    }
}
