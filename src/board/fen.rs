//! FEN: in, out, and what is wrong with it.
//!
//! Castling is read in all three spellings: `KQkq`, X-FEN (a letter means the outermost rook, a file
//! names another) and Shredder-FEN (files only); it is written as X-FEN, which for ordinary chess is
//! `KQkq`. Fields five and six may be missing.
//!
//! Source: <https://www.chessprogramming.org/Forsyth-Edwards_Notation>

use std::fmt;

use bitflags::bitflags;

use super::state::Board;
use crate::types::{
    Bitboard, Black, CastlingRooks, Color, Direction, Piece, PieceType, Side, Square, White, Wing,
    excerpt,
};

pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The largest counter a FEN may hold; longer games don't exist.
pub(crate) const MAX_COUNTER: u16 = 9_999;

bitflags! {
    /// Why men on a board can't be a chess position.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Defects: u16 {
        /// White has no king or several.
        const WHITE_KING = 1;
        /// Black has no king or several.
        const BLACK_KING = 1 << 1;
        /// A pawn stands on the first or eighth rank.
        const PAWN_ON_EDGE = 1 << 2;
        /// A side has more than eight pawns.
        const PAWNS = 1 << 3;
        /// A side has more than sixteen men.
        const PIECES = 1 << 4;
        /// The side that has just moved is in check.
        const OPPONENT_IN_CHECK = 1 << 5;
        /// More than two men give check.
        const CHECKERS = 1 << 6;
    }
}

impl fmt::Display for Defects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.iter().map(|defect| match defect {
            Defects::WHITE_KING => "White must have exactly one king",
            Defects::BLACK_KING => "Black must have exactly one king",
            Defects::PAWN_ON_EDGE => "a pawn stands on the first or last rank",
            Defects::PAWNS => "a side has more than eight pawns",
            Defects::PIECES => "a side has more than sixteen men",
            Defects::OPPONENT_IN_CHECK => "the side not to move is in check",
            _ => "more than two men give check",
        });
        f.write_str(&texts.collect::<Vec<_>>().join("; "))
    }
}

/// What is wrong with a FEN, with the offending text, or the first hundred characters of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// Fewer than four fields; names the first one missing.
    Missing(&'static str),
    /// More than six fields; the first of the rest.
    TooLong(String),
    /// Not eight ranks.
    Ranks(usize),
    /// A rank that doesn't have eight squares.
    RankLength(String),
    /// A letter that is no man.
    Letter(char),
    /// Neither `w` nor `b`.
    Side(String),
    /// Not a castling field, or two rooks of one wing.
    Castling(String),
    /// Not a square, or not on the rank behind a pawn of the side that has just moved.
    EnPassant(String),
    /// A move counter that is no number or out of range.
    Counter(String),
    /// The men can't stand so.
    Impossible(Defects),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Missing(field) => write!(f, "the {field} field is missing"),
            FenError::TooLong(text) => write!(f, "'{text}' after the sixth field"),
            FenError::Ranks(count) => write!(f, "{count} ranks instead of 8"),
            FenError::RankLength(rank) => write!(f, "rank '{rank}' does not have 8 squares"),
            FenError::Letter(letter) => write!(f, "'{letter}' is no piece"),
            FenError::Side(text) => write!(f, "side to move '{text}' is neither w nor b"),
            FenError::Castling(text) => write!(f, "castling field '{text}' makes no sense"),
            FenError::EnPassant(text) => write!(f, "en-passant square '{text}' can't be"),
            FenError::Counter(text) => {
                write!(f, "move counter '{text}' is not in 0..{MAX_COUNTER}")
            }
            FenError::Impossible(defects) => write!(f, "{defects}"),
        }
    }
}

impl std::error::Error for FenError {}

/// What a FEN holds: the board and the two counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The position.
    pub board: Board,
    /// Plies since the last capture or pawn move.
    pub rule50: u16,
    /// Number of the move, from 1.
    pub fullmove: u16,
}

impl Setup {
    /// Reads a FEN of four, five or six fields.
    ///
    /// Repaired, as convention has it: castling rights without king or rook in place, and an
    /// en-passant square on which nothing can legally capture, are dropped; move number 0 is 1.
    ///
    /// # Errors
    /// Anything that can't be a position; see [`FenError`].
    pub fn parse(text: &str) -> Result<Setup, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let mut field = |name| fields.next().ok_or(FenError::Missing(name));
        let men = field("piece placement")?;
        let side = field("side to move")?;
        let castling = field("castling")?;
        let en_passant = field("en passant")?;
        let rule50 = fields.next().map_or(Ok(0), counter)?;
        let fullmove = fields.next().map_or(Ok(1), counter)?.max(1);
        if let Some(rest) = fields.next() {
            return Err(FenError::TooLong(excerpt(rest)));
        }

        let mut board = Board::empty();
        place_men(&mut board, men)?;
        board.side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::Side(excerpt(side))),
        };
        let defects = board.defects();
        if !defects.is_empty() {
            return Err(FenError::Impossible(defects));
        }
        let rooks = castling_rooks(&board, castling)?;
        board.castling = rooks;
        match board.side {
            Color::White => read_en_passant::<White>(&mut board, en_passant)?,
            Color::Black => read_en_passant::<Black>(&mut board, en_passant)?,
        }
        Ok(Setup { board, rule50, fullmove })
    }
}

impl fmt::Display for Setup {
    /// The six-field FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { board, rule50, fullmove } = self;
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match board.piece_on(Square::new(file, rank)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", piece.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        write!(f, " {} ", if board.side == Color::White { 'w' } else { 'b' })?;
        write_castling(board, f)?;
        match board.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {rule50} {fullmove}")
    }
}

impl Board {
    /// The start position.
    pub fn start() -> Board {
        Setup::parse(START).expect("the start position is sound").board
    }

    /// What makes this no chess position; empty for every board that the crate hands out.
    pub fn defects(&self) -> Defects {
        let mut defects = Defects::empty();
        for (color, defect) in
            Color::ALL.into_iter().zip([Defects::WHITE_KING, Defects::BLACK_KING])
        {
            defects.set(defect, self.pieces(color, PieceType::King).count() != 1);
            if self.pieces(color, PieceType::Pawn).count() > 8 {
                defects |= Defects::PAWNS;
            }
            if self.color(color).count() > 16 {
                defects |= Defects::PIECES;
            }
        }
        let edge = Bitboard::rank(0) | Bitboard::rank(7);
        defects.set(Defects::PAWN_ON_EDGE, (self.pawns & edge).any());
        if !defects.intersects(Defects::WHITE_KING | Defects::BLACK_KING) {
            let attackers = |color| self.attackers(self.king(color), self.occupied());
            let opponent = attackers(!self.side) & self.color(self.side);
            let checkers = attackers(self.side) & self.color(!self.side);
            defects.set(Defects::OPPONENT_IN_CHECK, opponent.any());
            defects.set(Defects::CHECKERS, checkers.count() > 2);
        }
        defects
    }
}

/// A move counter, as it stands in a FEN.
pub(crate) fn counter(text: &str) -> Result<u16, FenError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(value) if digits && value <= MAX_COUNTER => Ok(value),
        _ => Err(FenError::Counter(excerpt(text))),
    }
}

fn place_men(board: &mut Board, text: &str) -> Result<(), FenError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    for (row, rank) in (0..8).rev().zip(ranks) {
        let mut file = 0;
        for letter in rank.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as u8;
            } else {
                let piece = Piece::from_letter(letter).ok_or(FenError::Letter(letter))?;
                if file < 8 {
                    board.put(piece, Square::new(file, row));
                }
                file += 1;
            }
            if file > 8 {
                return Err(FenError::RankLength(excerpt(rank)));
            }
        }
        if file != 8 {
            return Err(FenError::RankLength(excerpt(rank)));
        }
    }
    Ok(())
}

/// The rooks of the side's back rank on one wing, the outermost first.
fn wing_rooks(board: &Board, color: Color, wing: Wing) -> Vec<Square> {
    let king = board.king(color);
    let back_rank = Square::A1.relative(color).rank();
    let mut rooks: Vec<Square> = (board.pieces(color, PieceType::Rook) & Bitboard::rank(back_rank))
        .into_iter()
        .filter(|&rook| king.rank() == back_rank && Wing::of(king, rook) == wing)
        .collect();
    if wing == Wing::King {
        rooks.reverse();
    }
    rooks
}

fn castling_rooks(board: &Board, text: &str) -> Result<CastlingRooks, FenError> {
    let mut rooks = CastlingRooks::NONE;
    if text == "-" {
        return Ok(rooks);
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match letter.to_ascii_lowercase() {
            'k' => wing_rooks(board, color, Wing::King).first().copied(),
            'q' => wing_rooks(board, color, Wing::Queen).first().copied(),
            file @ 'a'..='h' => {
                let square = Square::new(file as u8 - b'a', Square::A1.relative(color).rank());
                [Wing::King, Wing::Queen]
                    .into_iter()
                    .flat_map(|wing| wing_rooks(board, color, wing))
                    .find(|&rook| rook == square)
            }
            _ => return Err(FenError::Castling(excerpt(text))),
        };
        let Some(rook) = rook else { continue };
        let wing = Wing::of(board.king(color), rook);
        let clash = |other: Square| other != rook && Wing::of(board.king(color), other) == wing;
        if rooks.of(color).into_iter().any(clash) {
            return Err(FenError::Castling(excerpt(text)));
        }
        rooks = rooks.with(rook);
    }
    Ok(rooks)
}

fn write_castling(board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if board.castling.is_empty() {
        return f.write_str("-");
    }
    for color in Color::ALL {
        for wing in [Wing::King, Wing::Queen] {
            let rooks = wing_rooks(board, color, wing);
            let Some(rook) = rooks.iter().find(|&&rook| board.castling.of(color).has(rook)) else {
                continue;
            };
            let letter = match wing {
                _ if rooks.first() != Some(rook) => (b'a' + rook.file()) as char,
                Wing::King => 'k',
                Wing::Queen => 'q',
            };
            let letter = if color == Color::White { letter.to_ascii_uppercase() } else { letter };
            write!(f, "{letter}")?;
        }
    }
    Ok(())
}

/// Side `S` is to move and may take on the square that the text names.
fn read_en_passant<S: Side>(board: &mut Board, text: &str) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let error = || FenError::EnPassant(excerpt(text));
    let square: Square = text.parse().map_err(|()| error())?;
    if square.relative_rank(S::COLOR) != 5 {
        return Err(error());
    }
    let step: Direction = S::Them::UP;
    let pawn = square.bitboard().shift(step);
    let behind = square.bitboard() | square.offset(-step.delta()).bitboard();
    let pushed = (pawn & board.pawns & board.color(S::Them::COLOR)).any();
    if pushed && (behind & board.occupied()).is_empty() {
        board.set_en_passant::<S::Them>(square);
    }
    Ok(())
}
