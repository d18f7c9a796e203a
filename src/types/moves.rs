//! Moves in 16 bits.
//!
//! Source: <https://www.chessprogramming.org/Encoding_Moves#From-To_Based>

use core::fmt;
use core::num::NonZeroU16;

use super::castling::Wing;
use super::color::Color;
use super::piece::PieceType;
use super::square::Square;

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum MoveKind {
    Quiet = 1,
    /// Written as king takes own rook, as in Chess960.
    Castle = 2,
    DoublePush = 3,
    Capture = 4,
    EnPassant = 5,
    PromoteKnight = 8,
    PromoteBishop = 9,
    PromoteRook = 10,
    PromoteQueen = 11,
    CapturePromoteKnight = 12,
    CapturePromoteBishop = 13,
    CapturePromoteRook = 14,
    CapturePromoteQueen = 15,
}

impl MoveKind {
    /// The promotion to a piece of this type, which must not be a pawn or a king.
    #[inline(always)]
    pub const fn promotion(kind: PieceType, capture: bool) -> MoveKind {
        match (kind, capture) {
            (PieceType::Knight, false) => MoveKind::PromoteKnight,
            (PieceType::Bishop, false) => MoveKind::PromoteBishop,
            (PieceType::Rook, false) => MoveKind::PromoteRook,
            (_, false) => MoveKind::PromoteQueen,
            (PieceType::Knight, true) => MoveKind::CapturePromoteKnight,
            (PieceType::Bishop, true) => MoveKind::CapturePromoteBishop,
            (PieceType::Rook, true) => MoveKind::CapturePromoteRook,
            (_, true) => MoveKind::CapturePromoteQueen,
        }
    }
}

/// A move: from (bits 0 to 5), to (6 to 11), kind (12 to 15; bit 14 = capture, 15 = promotion).
///
/// No kind is 0, so no move is 0, and `Option<Move>` takes two bytes. A move need not be legal in a
/// given position: one read from the transposition table may be any move.
///
/// ```
/// # use quevedo::{MoveKind, Position, Square};
/// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let mv = position.parse_san("O-O")?;
/// assert_eq!((mv.from(), mv.to(), mv.kind()), (Square::E1, Square::H1, MoveKind::Castle));
/// assert_eq!(mv.to_string(), "e1g1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

const CAPTURE: u16 = 1 << 14;
const PROMOTION: u16 = 1 << 15;

impl Move {
    /// The move with these parts.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        let bits = from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12;
        // The kind is never 0, so neither is the sum; the optimiser knows and drops the branch.
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// The 16 bits.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these bits; `None` for a kind that does not exist.
    ///
    /// ```
    /// # use quevedo::{Move, Position};
    /// let mv = Position::default().parse_san("Nf3")?;
    /// assert_eq!(Move::from_bits(mv.bits()), Some(mv));
    /// assert_eq!(Move::from_bits(0), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        const EXISTING: u16 = 0b1111_1111_0011_1110;
        if EXISTING >> (bits >> 12) & 1 == 0 {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// The square that the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::masked(self.0.get() as u8)
    }

    /// The square that it moves to; for castling, the square of its own rook.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::masked((self.0.get() >> 6) as u8)
    }

    /// The low twelve bits: from and to.
    #[inline(always)]
    pub const fn from_to(self) -> usize {
        (self.0.get() & 0xFFF) as usize
    }

    /// The kind of the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0.get() >> 12 {
            1 => MoveKind::Quiet,
            2 => MoveKind::Castle,
            3 => MoveKind::DoublePush,
            4 => MoveKind::Capture,
            5 => MoveKind::EnPassant,
            8 => MoveKind::PromoteKnight,
            9 => MoveKind::PromoteBishop,
            10 => MoveKind::PromoteRook,
            11 => MoveKind::PromoteQueen,
            12 => MoveKind::CapturePromoteKnight,
            13 => MoveKind::CapturePromoteBishop,
            14 => MoveKind::CapturePromoteRook,
            _ => MoveKind::CapturePromoteQueen,
        }
    }

    /// Whether it is a capture (en passant included).
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0.get() & CAPTURE != 0
    }

    /// Whether it is a promotion.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & PROMOTION != 0
    }

    /// Whether it is a capture or a promotion.
    #[inline(always)]
    pub const fn is_noisy(self) -> bool {
        self.0.get() & (CAPTURE | PROMOTION) != 0
    }

    /// Whether it is castling.
    #[inline(always)]
    pub const fn is_castle(self) -> bool {
        self.0.get() >> 12 == MoveKind::Castle as u16
    }

    /// The type of the piece that a pawn promotes to.
    ///
    /// ```
    /// # use quevedo::{PieceType, Position};
    /// let position: Position = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert_eq!(position.parse_san("a8=N")?.promotion(), Some(PieceType::Knight));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.0.get() >> 12 & 3 {
            0 => PieceType::Knight,
            1 => PieceType::Bishop,
            2 => PieceType::Rook,
            _ => PieceType::Queen,
        })
    }

    /// UCI text; castling as king to its target (`e1g1`), or king takes rook with `chess960`.
    ///
    /// ```
    /// # use quevedo::Position;
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let mv = position.parse_san("O-O")?;
    /// assert_eq!(mv.uci(false).to_string(), "e1g1");
    /// assert_eq!(mv.uci(true).to_string(), "e1h1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn uci(self, chess960: bool) -> UciMove {
        UciMove { mv: self, chess960 }
    }
}

impl fmt::Display for Move {
    /// UCI notation as the move can be read in any game: castling on the classical squares as the king's
    /// step (`e1g1`), castling of Chess960 elsewhere as king takes rook.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_classical = self.from().file() == 4 && matches!(self.to().file(), 0 | 7);
        self.uci(!is_classical).fmt(f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:?}", self.uci(true), self.kind())
    }
}

/// Displays a move in UCI notation; made by [`Move::uci`].
#[derive(Clone, Copy)]
pub struct UciMove {
    mv: Move,
    chess960: bool,
}

impl UciMove {
    /// Whether the move is written like this.
    pub fn is(self, text: &str) -> bool {
        let (letters, length) = self.letters();
        letters[..length] == *text.as_bytes()
    }

    /// The characters of the text, and how many there are.
    fn letters(self) -> ([u8; 5], usize) {
        let (from, mut to) = (self.mv.from(), self.mv.to());
        if self.mv.is_castle() && !self.chess960 {
            let target = Wing::of(from, to).king_target(Color::White);
            to = Square::new(target.file(), from.rank());
        }
        let [a, b] = from.letters();
        let [c, d] = to.letters();
        match self.mv.promotion() {
            Some(kind) => ([a, b, c, d, kind.letter() as u8], 5),
            None => ([a, b, c, d, 0], 4),
        }
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (letters, length) = self.letters();
        f.write_str(str::from_utf8(&letters[..length]).unwrap_or_default())
    }
}
