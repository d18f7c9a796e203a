//! A board from one side's point of view: its own pawns move up.

/// A piece: whether it belongs to this side, and its letter.
pub type Cell = Option<(bool, char)>;

/// File and rank from 0, possibly off the board.
pub type At = (i32, i32);

pub const KINDS: [char; 6] = ['P', 'N', 'B', 'R', 'Q', 'K'];
const STRAIGHT: [At; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [At; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// All squares.
pub fn squares() -> impl Iterator<Item = At> {
    (0..64).map(|index| (index % 8, index / 8))
}

pub fn distance(a: At, b: At) -> usize {
    (a.0 - b.0).abs().max((a.1 - b.1).abs()) as usize
}

fn is_on_board((file, rank): At) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

#[derive(Clone)]
pub struct View {
    cells: [Cell; 64],
    /// Whether the side is White.
    pub is_white: bool,
    pub is_to_move: bool,
    /// Whether the side may still castle on either wing.
    pub may_castle: bool,
}

impl View {
    pub fn of(fen: &str, white: bool) -> View {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut cells = [None; 64];
        for (row, text) in fields[0].split('/').enumerate() {
            let rank = if white { 7 - row } else { row };
            let mut file = 0;
            for letter in text.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as usize;
                } else {
                    let own = letter.is_ascii_uppercase() == white;
                    cells[rank * 8 + file] = Some((own, letter.to_ascii_uppercase()));
                    file += 1;
                }
            }
        }
        let may_castle =
            fields[2].chars().any(|right| right != '-' && right.is_ascii_uppercase() == white);
        View { cells, is_white: white, is_to_move: (fields[1] == "w") == white, may_castle }
    }

    pub fn at(&self, (file, rank): At) -> Cell {
        if is_on_board((file, rank)) { self.cells[(rank * 8 + file) as usize] } else { None }
    }

    pub fn is_empty(&self, at: At) -> bool {
        is_on_board(at) && self.at(at).is_none()
    }

    pub fn has(&self, at: At, own: bool, kind: char) -> bool {
        self.at(at) == Some((own, kind))
    }

    /// The squares of a side's pieces of a kind, in the order of the board.
    pub fn all(&self, own: bool, kind: char) -> Vec<At> {
        squares().filter(|&at| self.has(at, own, kind)).collect()
    }

    pub fn king(&self, own: bool) -> At {
        self.all(own, 'K')[0]
    }

    /// The direction of pawns: up for the own side.
    pub fn up(own: bool) -> i32 {
        if own { 1 } else { -1 }
    }

    /// The squares that a slider in these directions attacks, if some pieces don't block it.
    fn slide(
        &self,
        (file, rank): At,
        ways: &[At],
        is_glass: impl Fn(bool, char) -> bool,
    ) -> Vec<At> {
        let mut seen = Vec::new();
        for (df, dr) in ways {
            let mut at = (file + df, rank + dr);
            while is_on_board(at) {
                seen.push(at);
                if self.at(at).is_some_and(|(own, kind)| !is_glass(own, kind)) {
                    break;
                }
                at = (at.0 + df, at.1 + dr);
            }
        }
        seen
    }

    pub fn straight(&self, from: At, is_glass: impl Fn(bool, char) -> bool) -> Vec<At> {
        self.slide(from, &STRAIGHT, is_glass)
    }

    pub fn diagonal(&self, from: At, is_glass: impl Fn(bool, char) -> bool) -> Vec<At> {
        self.slide(from, &DIAGONAL, is_glass)
    }

    pub fn knight((file, rank): At) -> Vec<At> {
        squares().filter(|to| (to.0 - file).abs() * (to.1 - rank).abs() == 2).collect()
    }

    pub fn around(from: At) -> Vec<At> {
        squares().filter(|&to| distance(from, to) == 1).collect()
    }

    /// The attacks of a piece, including x-rays: bishops and rooks attack through queens, and rooks through own rooks.
    pub fn reach(&self, own: bool, kind: char, from: At) -> Vec<At> {
        match kind {
            'P' => [-1, 1]
                .map(|side| (from.0 + side, from.1 + View::up(own)))
                .into_iter()
                .filter(|&at| is_on_board(at))
                .collect(),
            'N' => View::knight(from),
            'B' => self.diagonal(from, |_, kind| kind == 'Q'),
            'R' => self.straight(from, |color, kind| kind == 'Q' || (color == own && kind == 'R')),
            'Q' => [self.straight(from, |_, _| false), self.diagonal(from, |_, _| false)].concat(),
            _ => View::around(from),
        }
    }

    /// The sliders of a side that would attack a square on an empty board, with all pieces in between.
    pub fn snipers(&self, target: At, own: bool) -> Vec<(At, char, Vec<At>)> {
        let mut found = Vec::new();
        for kind in ['B', 'R', 'Q'] {
            for from in self.all(own, kind) {
                let (df, dr) = (from.0 - target.0, from.1 - target.1);
                let (is_straight, is_diagonal) = (df == 0 || dr == 0, df.abs() == dr.abs());
                if (is_straight && kind != 'B') || (is_diagonal && kind != 'R') {
                    let step = (df.signum(), dr.signum());
                    let way = (1..df.abs().max(dr.abs()))
                        .map(|n| (target.0 + n * step.0, target.1 + n * step.1));
                    found.push((from, kind, way.filter(|&at| self.at(at).is_some()).collect()));
                }
            }
        }
        found
    }

    /// The pieces of side `whose` that are the only piece between a king and an enemy slider.
    pub fn blockers(&self, king_of: bool, whose: bool) -> Vec<At> {
        let alone = self.snipers(self.king(king_of), !king_of).into_iter();
        let mut found: Vec<At> = alone
            .filter(|(_, _, between)| between.len() == 1)
            .map(|(_, _, between)| between[0])
            .filter(|&at| self.at(at).is_some_and(|(own, _)| own == whose))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The attacks of a piece; if it is pinned, only along the line of the pin.
    pub fn attacks(&self, own: bool, kind: char, from: At) -> Vec<At> {
        let mut reach = self.reach(own, kind, from);
        if !"PK".contains(kind) && self.blockers(own, own).contains(&from) {
            let king = self.king(own);
            let turn = |a: At, b: At| a.0 * b.1 - a.1 * b.0;
            let pin = (from.0 - king.0, from.1 - king.1);
            reach.retain(|to| turn(pin, (to.0 - king.0, to.1 - king.1)) == 0);
        }
        reach
    }
}

/// How many pieces of a side attack each square, and which kinds.
pub struct Attacks {
    count: [u32; 64],
    by: [[bool; 64]; 6],
}

impl Attacks {
    pub fn of(view: &View, own: bool) -> Attacks {
        let mut attacks = Attacks { count: [0; 64], by: [[false; 64]; 6] };
        for (index, kind) in KINDS.into_iter().enumerate() {
            for from in view.all(own, kind) {
                for (file, rank) in view.attacks(own, kind, from) {
                    let at = (rank * 8 + file) as usize;
                    attacks.count[at] += 1;
                    attacks.by[index][at] = true;
                }
            }
        }
        attacks
    }

    pub fn count(&self, (file, rank): At) -> u32 {
        if is_on_board((file, rank)) { self.count[(rank * 8 + file) as usize] } else { 0 }
    }

    pub fn by(&self, kind: char, (file, rank): At) -> bool {
        let kind = KINDS.iter().position(|&other| other == kind).unwrap();
        is_on_board((file, rank)) && self.by[kind][(rank * 8 + file) as usize]
    }
}
