//! Reading and writing FEN.
//!
//! Castling rights are read as `KQkq`, as X-FEN (`K` and `Q` mean the outermost rook, a file letter
//! names another) and as Shredder-FEN (file letters only). They are written as X-FEN, which is `KQkq`
//! in standard chess. The last two fields may be missing.
//!
//! Source: <https://www.chessprogramming.org/Forsyth-Edwards_Notation>

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use bitflags::bitflags;

use super::state::Board;
use crate::types::{
    Bitboard, Black, CastlingRooks, Color, Direction, Piece, PieceType, Side, Square, White, Wing,
    excerpt,
};

/// The largest move counter accepted in a FEN; no game is longer.
pub(crate) const MAX_COUNTER: u16 = 9_999;

bitflags! {
    /// Why a board can't be a chess position.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Defects: u16 {
        /// White has no king, or several.
        const WHITE_KING = 1;
        /// Black has no king, or several.
        const BLACK_KING = 1 << 1;
        /// A pawn stands on the first or eighth rank.
        const PAWN_ON_EDGE = 1 << 2;
        /// A side has more than eight pawns.
        const PAWNS = 1 << 3;
        /// A side has more than sixteen pieces.
        const PIECES = 1 << 4;
        /// The side that has just moved is in check.
        const OPPONENT_IN_CHECK = 1 << 5;
        /// More than two pieces give check.
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
            Defects::PIECES => "a side has more than sixteen pieces",
            Defects::OPPONENT_IN_CHECK => "the side not to move is in check",
            _ => "more than two pieces give check",
        });
        f.write_str(&texts.collect::<Vec<_>>().join("; "))
    }
}

/// What is wrong with a FEN, with the offending text (at most a hundred characters of it).
///
/// ```
/// # use quevedo::Position;
/// let error = "8/8/8/8/8/8/8/8 w - - 0 1".parse::<Position>().unwrap_err();
/// println!("{error}");
/// let error = "4k3/8/8/8/8/8/8/4K2 w - - 0 1".parse::<Position>().unwrap_err();
/// assert!(error.to_string().contains("4K2"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// Fewer than four fields; the name of the first missing one.
    Missing(&'static str),
    /// More than six fields; the text of the seventh.
    TooLong(String),
    /// The number of ranks is not eight.
    Ranks(usize),
    /// A rank does not have eight squares.
    RankLength(String),
    /// A letter does not stand for a piece.
    Letter(char),
    /// The side to move is neither `w` nor `b`.
    Side(String),
    /// The castling field can't be read, or names two rooks on one side of a king.
    Castling(String),
    /// The en-passant field is not a square on the third or sixth rank, as the side to move requires.
    EnPassant(String),
    /// A move counter is not a number, or out of range.
    Counter(String),
    /// The board can't be a chess position.
    Impossible(Defects),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Missing(field) => write!(f, "the {field} field is missing"),
            FenError::TooLong(text) => {
                write!(f, "expected at most 6 fields, got '{text}' after them")
            }
            FenError::Ranks(count) => write!(f, "expected 8 ranks, got {count}"),
            FenError::RankLength(rank) => {
                write!(f, "expected 8 squares in each rank, got '{rank}'")
            }
            FenError::Letter(letter) => write!(f, "expected a piece letter, got '{letter}'"),
            FenError::Side(text) => write!(f, "side to move: expected 'w' or 'b', got '{text}'"),
            FenError::Castling(text) => {
                write!(f, "castling: expected '-' or letters like 'KQkq', got '{text}'")
            }
            FenError::EnPassant(text) => write!(
                f,
                "en passant: expected '-' or a square that a pawn has just passed, got '{text}'"
            ),
            FenError::Counter(text) => {
                write!(f, "move counter: expected 0 to {MAX_COUNTER}, got '{text}'")
            }
            FenError::Impossible(defects) => write!(f, "{defects}"),
        }
    }
}

impl core::error::Error for FenError {}

/// The contents of a FEN: the board and two counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The position.
    pub board: Board,
    /// Plies since the last capture or pawn move.
    pub rule50: u16,
    /// The move number, from 1.
    pub fullmove: u16,
}

impl Setup {
    /// Reads a FEN of four, five or six fields.
    ///
    /// By convention these are repaired: castling rights without king or rook in place are dropped, and
    /// so is an en-passant square where no capture is legal. Move number 0 is read as 1.
    ///
    /// # Errors
    /// If the text is not a legal position; see [`FenError`].
    pub fn parse(text: &str) -> Result<Setup, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let mut field = |name| fields.next().ok_or(FenError::Missing(name));
        let pieces = field("piece placement")?;
        let side = field("side to move")?;
        let castling = field("castling")?;
        let en_passant = field("en passant")?;
        let rule50 = fields.next().map_or(Ok(0), counter)?;
        let fullmove = fields.next().map_or(Ok(1), counter)?.max(1);
        if let Some(rest) = fields.next() {
            return Err(FenError::TooLong(excerpt(rest)));
        }

        let mut board = Board::empty();
        place_pieces(&mut board, pieces)?;
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
                        f.write_char(piece.letter())?;
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
        f.write_str(if board.side == Color::White { " w " } else { " b " })?;
        write_castling(board, f)?;
        match board.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {rule50} {fullmove}")
    }
}

impl Board {
    /// Why this is not a chess position; empty for every board that this crate returns.
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

/// Reads a move counter of a FEN.
pub(crate) fn counter(text: &str) -> Result<u16, FenError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(value) if digits && value <= MAX_COUNTER => Ok(value),
        _ => Err(FenError::Counter(excerpt(text))),
    }
}

fn place_pieces(board: &mut Board, text: &str) -> Result<(), FenError> {
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

/// The rooks on a side's back rank on one wing, the outermost first.
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

/// Reads the square on which side `S`, to move, may capture en passant.
fn read_en_passant<S: Side>(board: &mut Board, text: &str) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let error = || FenError::EnPassant(excerpt(text));
    let square: Square = text.parse().map_err(|_| error())?;
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
