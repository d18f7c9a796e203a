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

impl<const N: usize> Slot<N> {
    /// The place of the table's weight number `index`.
    #[inline(always)]
    pub const fn at(self, index: usize) -> usize {
        debug_assert!(index < N);
        self.start + index
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
            pub const $name: Slot<{ $len }> = Slot { start: std::mem::offset_of!(Layout, $name) };
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
        /// By kind of man and square as its side sees it.
        PIECE_SQUARE[6 * 64],
    }
    Mobility {
        /// By number of safe squares reached.
        KNIGHT_MOBILITY[9],
        /// As above; lines go through the own queen.
        BISHOP_MOBILITY[14],
        /// As above; lines go through the own queen and rooks.
        ROOK_MOBILITY[15],
        /// As above.
        QUEEN_MOBILITY[28],
    }
    Pawns {
        /// A pawn behind another of its file.
        DOUBLED_PAWN[1],
        /// No own pawn on the files beside it, by file (a = h).
        ISOLATED_PAWN[4],
        /// Can't be protected by pawns, and its next square is attacked by one.
        BACKWARD_PAWN[1],
        /// Beside another pawn, by rank.
        PHALANX[8],
        /// Protected by a pawn, by rank.
        PROTECTED_PAWN[8],
    }
    Passed {
        /// By rank.
        PASSED_PAWN[8],
        /// The square before it is occupied by the enemy, by rank.
        PASSED_BLOCKED[8],
        /// The enemy attacks none of the squares before it, by rank.
        PASSED_SAFE_PATH[8],
        /// By distance of the own king from the square before it.
        PASSED_OWN_KING[8],
        /// By distance of the enemy king from the square before it.
        PASSED_ENEMY_KING[8],
    }
    Pieces {
        /// A knight or bishop that no pawn can chase away, protected by a pawn.
        OUTPOST[2],
        /// A rook's file without own pawns; 1 = without any pawns.
        ROOK_FILE[2],
        /// A rook on the seventh rank.
        ROOK_ON_SEVENTH[1],
        /// A knight or bishop with a pawn before it.
        MINOR_BEHIND_PAWN[1],
        /// Own pawns on squares of a bishop's colour, by number.
        BISHOP_PAWNS[9],
    }
    Threats {
        /// A pawn attacks a man, by kind.
        THREAT_BY_PAWN[6],
        /// A knight or bishop attacks a man, by kind.
        THREAT_BY_MINOR[6],
        /// A rook attacks a man, by kind.
        THREAT_BY_ROOK[6],
        /// A man that is attacked and not protected.
        HANGING[1],
        /// A safe pawn push would attack a piece.
        PUSH_THREAT[1],
    }
    King {
        /// A pawn before the king, by distance in ranks (0 = none there), on the king's file and beside.
        SHELTER[2 * 8],
        /// An enemy pawn advancing on the king, by distance in ranks (0 = none), likewise.
        STORM[2 * 8],
        /// No own pawn on any file near the king.
        PAWNLESS_FLANK[1],
    }
    Danger {
        /// Men that attack squares round the enemy king, by kind.
        RING_ATTACKER[6],
        /// Squares round the enemy king that are attacked, each attack counted.
        RING_ATTACKS[1],
        /// Squares round the king attacked and protected by king or queen only.
        WEAK_RING[1],
        /// A check that could be given from a safe square, by kind.
        SAFE_CHECK[6],
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
