// SPDX-License-Identifier: GPL-3.0-or-later

//! The 10x12 board: squares, pieces, reading and writing FEN.
//!
//! A square is an index into 120 cells, ten to a row. The 64 real squares are rows 2 to 9 and columns 1 to 8 (a1 is 21,
//! h8 is 98); everything around them is `Cell::Off`. Two border rows above and below and one border column on each side
//! (the right one of a row touches the left one of the next) are enough to keep a knight from jumping out of the array
//! or back onto the board.

/// One of the two sides; also an index into two-element arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Color {
    White,
    Black,
}

/// Kind of piece, in the order of the values given to `see`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

/// The contents of one of the 120 cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    Off,
    Empty,
    Piece(Color, Kind),
}

/// Castling towards the h-file or the a-file; an index into two-element arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wing {
    H,
    A,
}

impl Color {
    pub(super) const BOTH: [Color; 2] = [Color::White, Color::Black];

    pub(super) fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The offset of one pawn step.
    pub(super) fn forward(self) -> isize {
        match self {
            Color::White => 10,
            Color::Black => -10,
        }
    }

    /// Converts a rank relative to this side (0 is its own back rank) to a rank of the board.
    pub(super) fn rank(self, own_rank: usize) -> usize {
        match self {
            Color::White => own_rank,
            Color::Black => 7 - own_rank,
        }
    }
}

impl Kind {
    const LETTERS: [(Kind, char); 6] = [
        (Kind::Pawn, 'p'),
        (Kind::Knight, 'n'),
        (Kind::Bishop, 'b'),
        (Kind::Rook, 'r'),
        (Kind::Queen, 'q'),
        (Kind::King, 'k'),
    ];

    /// Lower-case English letter.
    pub(super) fn letter(self) -> char {
        Kind::LETTERS[self as usize].1
    }

    /// Kind with that lower-case letter.
    pub(super) fn from_letter(letter: char) -> Option<Kind> {
        Kind::LETTERS.iter().find(|&&(_, known)| known == letter).map(|&(kind, _)| kind)
    }
}

impl Wing {
    pub(super) const BOTH: [Wing; 2] = [Wing::H, Wing::A];

    /// The files (0 is a) of king and rook after castling.
    pub(super) fn files_after(self) -> (usize, usize) {
        match self {
            Wing::H => (6, 5),
            Wing::A => (2, 3),
        }
    }
}

/// Square on that file and rank, both from 0.
pub(super) fn square(file: usize, rank: usize) -> usize {
    21 + file + 10 * rank
}

/// File of a square, 0 is a.
pub(super) fn file_of(square: usize) -> usize {
    (square - 21) % 10
}

/// Rank of a square, 0 is the first.
pub(super) fn rank_of(square: usize) -> usize {
    (square - 21) / 10
}

/// The cell index one offset away.
pub(super) fn step(from: usize, offset: isize) -> usize {
    from.wrapping_add_signed(offset)
}

/// Square as text, such as "e4".
pub(super) fn square_name(square: usize) -> String {
    format!("{}{}", file_letter(square), rank_of(square) + 1)
}

/// Square named by a text such as "e4"; `None` for any other text.
pub(super) fn named_square(name: &str) -> Option<usize> {
    match *name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(square(usize::from(file - b'a'), usize::from(rank - b'1')))
        }
        _ => None,
    }
}

fn file_letter(square: usize) -> char {
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'][file_of(square)]
}

/// A position, as a FEN describes it.
#[derive(Clone)]
pub(super) struct Position {
    pub(super) cells: [Cell; 120],
    /// Side to move.
    pub(super) side: Color,
    /// The square of the rook that may still castle, by `Color` and `Wing`.
    pub(super) castling: [[Option<usize>; 2]; 2],
    /// The square that a pawn has just passed, whether or not it can be captured there.
    pub(super) en_passant: Option<usize>,
    /// Plies since the last capture or pawn move.
    pub(super) quiet_plies: u32,
    /// Number of the current full move.
    pub(super) move_number: u32,
}

impl Position {
    /// Reads a FEN of four to six fields; panics if it makes no sense.
    pub(super) fn from_fen(fen: &str) -> Position {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        assert!((4..=6).contains(&fields.len()), "FEN needs 4 to 6 fields: {fen}");
        let counter = |index: usize, default: u32| match fields.get(index) {
            Some(text) => text.parse().unwrap_or_else(|_| panic!("bad counter in FEN: {fen}")),
            None => default,
        };
        let mut position = Position {
            cells: read_cells(fields[0]),
            side: match fields[1] {
                "w" => Color::White,
                "b" => Color::Black,
                _ => panic!("bad side to move in FEN: {fen}"),
            },
            castling: [[None; 2]; 2],
            en_passant: None,
            quiet_plies: counter(4, 0),
            move_number: counter(5, 1),
        };
        for color in Color::BOTH {
            let king = Cell::Piece(color, Kind::King);
            let kings = position.cells.iter().filter(|&&cell| cell == king).count();
            assert!(kings == 1, "{kings} kings for {color:?} in FEN: {fen}");
        }
        if fields[2] != "-" {
            fields[2].chars().for_each(|letter| position.read_castling(letter));
        }
        if fields[3] != "-" {
            position.read_en_passant(fields[3]);
        }
        position
    }

    /// Adds the right that one letter of the castling field stands for.
    fn read_castling(&mut self, letter: char) {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let back = color.rank(0);
        let king = self.king(color);
        assert!(rank_of(king) == back, "castling '{letter}', but the king is off its back rank");
        let is_rook =
            |&file: &usize| self.cells[square(file, back)] == Cell::Piece(color, Kind::Rook);
        // K and Q mean the outermost rook on that side of the king, so both searches begin at
        // the edge of the board and end at the king.
        let king_file = file_of(king);
        let found = match letter.to_ascii_lowercase() {
            'k' => (king_file..8).rev().find(is_rook),
            'q' => (0..king_file).find(is_rook),
            lower @ 'a'..='h' => Some(lower as usize - 'a' as usize).filter(is_rook),
            _ => panic!("castling '{letter}' is no known letter"),
        };
        let file = found.unwrap_or_else(|| panic!("castling '{letter}', but there is no rook"));
        let wing = if file > king_file { Wing::H } else { Wing::A };
        let right = &mut self.castling[color as usize][wing as usize];
        assert!(right.is_none(), "castling '{letter}' repeats a right");
        *right = Some(square(file, back));
    }

    /// Sets the en passant square, unless no pawn can just have passed it.
    fn read_en_passant(&mut self, name: &str) {
        let target = named_square(name).unwrap_or_else(|| panic!("bad en-passant square {name}"));
        let jumper = self.side.other();
        assert!(rank_of(target) == jumper.rank(2), "en-passant square {name} on a wrong rank");
        let origin = self.cells[step(target, -jumper.forward())];
        let landing = self.cells[step(target, jumper.forward())];
        if (origin, self.cells[target], landing)
            == (Cell::Empty, Cell::Empty, Cell::Piece(jumper, Kind::Pawn))
        {
            self.en_passant = Some(target);
        }
    }

    /// Writes six fields, with Shredder castling letters; the caller says whether to show the en passant square.
    pub(super) fn to_fen(&self, show_en_passant: bool) -> String {
        let ranks: Vec<String> = (0..8).rev().map(|rank| self.rank_text(rank)).collect();
        let side = if self.side == Color::White { 'w' } else { 'b' };
        let mut castling = String::new();
        for color in Color::BOTH {
            for rook in self.castling[color as usize].into_iter().flatten() {
                castling.push(cased(color, file_letter(rook)));
            }
        }
        if castling.is_empty() {
            castling.push('-');
        }
        let en_passant = match self.en_passant {
            Some(target) if show_en_passant => square_name(target),
            _ => "-".to_string(),
        };
        let (quiet, number) = (self.quiet_plies, self.move_number);
        format!("{} {side} {castling} {en_passant} {quiet} {number}", ranks.join("/"))
    }

    fn rank_text(&self, rank: usize) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..8 {
            if let Cell::Piece(color, kind) = self.cells[square(file, rank)] {
                if empty > 0 {
                    text += &empty.to_string();
                    empty = 0;
                }
                text.push(cased(color, kind.letter()));
            } else {
                empty += 1;
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }

    /// Square of that side's king.
    pub(super) fn king(&self, color: Color) -> usize {
        let king = Cell::Piece(color, Kind::King);
        self.cells.iter().position(|&cell| cell == king).expect("a side without a king")
    }
}

/// Reads the first field of a FEN.
fn read_cells(text: &str) -> [Cell; 120] {
    let mut cells = [Cell::Off; 120];
    let rows: Vec<&str> = text.split('/').collect();
    assert!(rows.len() == 8, "FEN board needs 8 ranks: {text}");
    for (row, rank) in rows.into_iter().zip((0..8).rev()) {
        let mut content = Vec::new();
        for letter in row.chars() {
            match (letter, Kind::from_letter(letter.to_ascii_lowercase())) {
                ('1'..='8', _) => {
                    content.extend(vec![Cell::Empty; letter as usize - '0' as usize]);
                }
                (_, Some(kind)) if letter.is_ascii_uppercase() => {
                    content.push(Cell::Piece(Color::White, kind));
                }
                (_, Some(kind)) => content.push(Cell::Piece(Color::Black, kind)),
                _ => panic!("bad letter '{letter}' in FEN board: {text}"),
            }
        }
        assert!(content.len() == 8, "rank \"{row}\" of a FEN has not 8 squares: {text}");
        cells[square(0, rank)..=square(7, rank)].copy_from_slice(&content);
    }
    cells
}

/// Upper case for White, lower case for Black.
fn cased(color: Color, lower: char) -> char {
    if color == Color::White { lower.to_ascii_uppercase() } else { lower }
}
