//! Piece types, and pieces with a colour.

use super::color::Color;

/// A type of piece, ordered by value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum PieceType {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl PieceType {
    /// All types, the least valuable first.
    pub const ALL: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// 0 for a pawn to 5 for a king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case FEN letter.
    pub const fn letter(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self.index()]
    }

    /// Whether it moves along diagonals (bishop, queen).
    #[inline(always)]
    pub const fn is_diagonal(self) -> bool {
        matches!(self, PieceType::Bishop | PieceType::Queen)
    }

    /// Whether it moves along ranks and files (rook, queen).
    #[inline(always)]
    pub const fn is_straight(self) -> bool {
        matches!(self, PieceType::Rook | PieceType::Queen)
    }
}

/// A type of piece and its colour; its number is `type * 2 + color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// All pieces, in the order of their numbers.
    pub const ALL: [Piece; 12] = [
        Piece::WhitePawn,
        Piece::BlackPawn,
        Piece::WhiteKnight,
        Piece::BlackKnight,
        Piece::WhiteBishop,
        Piece::BlackBishop,
        Piece::WhiteRook,
        Piece::BlackRook,
        Piece::WhiteQueen,
        Piece::BlackQueen,
        Piece::WhiteKing,
        Piece::BlackKing,
    ];

    /// The piece of this type and colour.
    ///
    /// ```
    /// # use quevedo::{Color, Piece, PieceType};
    /// let piece = Piece::new(PieceType::Knight, Color::Black);
    /// assert_eq!((piece.kind(), piece.color(), piece.letter()), (PieceType::Knight, Color::Black, 'n'));
    /// ```
    #[inline(always)]
    pub const fn new(kind: PieceType, color: Color) -> Piece {
        Piece::ALL[kind.index() * 2 + color.index()]
    }

    /// 0 to 11.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its type.
    #[inline(always)]
    pub const fn kind(self) -> PieceType {
        // Not a match: the optimiser would make jumps of it, which can't be foreseen.
        PieceType::ALL[self.index() / 2]
    }

    /// Its colour.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// The FEN letter: upper case for White.
    pub const fn letter(self) -> char {
        let letter = self.kind().letter();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// The piece with this FEN letter.
    ///
    /// ```
    /// # use quevedo::Piece;
    /// assert_eq!(Piece::from_letter('N').map(Piece::letter), Some('N'));
    /// assert_eq!(Piece::from_letter('x'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| piece.letter() == letter)
    }
}
